"""Benchmarks of the live path: one load generator, every candidate in the same rounds, ratios.

`docs/performance.md` has the figures, `docs/howto/measure-performance.md` says how they are measured.
"""

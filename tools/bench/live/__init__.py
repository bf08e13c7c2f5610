"""The live path measured: one load generator, every candidate in the same rounds, ratios.

`docs/performance.md` says what each figure is and how it is measured.
"""

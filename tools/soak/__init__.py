"""Fault campaigns: what happens to play when processes, databases and clients misbehave.

The short forms run with the tests (`tests/faults`), the full ones by `make soak`.
"""

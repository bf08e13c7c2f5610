"""The base game on small integers, for bots that look ahead.

`coding` turns cards into numbers, `scalar` plays deals in plain Python (and is what numba
compiles where it is installed), `batch` and `vector` play many at once with numpy. All three play the same
cards from the same seed, by the weights of `policy`.
"""

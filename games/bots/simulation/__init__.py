"""Simulation of the base game on small integers, for rollouts.

`coding` turns cards into numbers, `scalar` plays deals in plain Python (and is what numba compiles
where it is installed), `batch` and `vector` play many at once with numpy. All of them play the same
cards from the same seed, by the weights of `policy`.
"""

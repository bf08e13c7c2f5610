"""Bots by level, and how each of them chooses.

`registry` names the levels. The other modules are the parts of which levels are made: heuristics
(`trick_heuristic`, `probability_heuristic`, `low_points`, `open_hands`) with their weights, phases
before the play, signs, and replies to offers.
"""

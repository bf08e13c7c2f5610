"""Bots by level, and how each of them chooses.

`registry` names the levels. The other modules are the parts of which levels are made: rules of
thumb (`scales`, `reader`, `low_points`, `open_hands`), phases before the play, signs, and replies
to offers.
"""

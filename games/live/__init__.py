"""The live path: sockets, one actor a match, the journal writer, clocks, and bells.

A move: socket -> actor (authorise, decide by the pure engine) -> journal (durable) -> acknowledge
-> publish to the members, each with its own view. Nothing is shown before it is durable.
"""

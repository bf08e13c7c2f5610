"""Matches that the house's bots play for spectators, by the clock and without a table.

Which bots play, the cards and every decision follow from the time alone, so that each process
shows the same match, nothing is stored, and nothing is played while nobody looks.
"""

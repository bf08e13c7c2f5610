"""Tournaments: entries, rounds, decks, fees, and the ticker that moves them on."""

"""Tiles of players: 24 ways to play well, each of which a player wins once."""

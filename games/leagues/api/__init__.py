"""Leagues: as everybody may read them, and the steps of players by key."""

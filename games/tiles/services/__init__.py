"""Writes of tiles."""

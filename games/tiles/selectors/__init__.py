"""Reads of tiles."""

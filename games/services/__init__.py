"""Writes: keyword-only functions, one verb each, each in one transaction."""

"""Writes of puzzles, one subject a file."""

"""Reads of puzzles, one subject a file."""

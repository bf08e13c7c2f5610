"""Texts of puzzles in translated words."""

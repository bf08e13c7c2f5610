"""Puzzles and exercises, from the choice of positions to the pages."""

"""Pages of puzzles, one subject a file."""

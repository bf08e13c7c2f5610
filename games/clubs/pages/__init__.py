"""Pages of clubs, one subject a file."""

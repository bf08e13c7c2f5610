"""Pages of tournaments, one subject a file."""

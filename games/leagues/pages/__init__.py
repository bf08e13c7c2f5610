"""Pages of leagues, one subject a file."""

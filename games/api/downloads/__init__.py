"""Downloads of records."""

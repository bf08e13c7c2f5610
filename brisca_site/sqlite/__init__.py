"""Django's SQLite with connections that are used again: see `base`."""

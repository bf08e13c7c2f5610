"""Django's SQLite backend with reused connections: see `base`."""

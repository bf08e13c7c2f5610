"""Django's PostgreSQL backend for several servers: see `servers`."""

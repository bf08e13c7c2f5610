"""One process of the site: its loop, its timers, its workers and its health."""

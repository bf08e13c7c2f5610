"""One process of the site: its runtime, its timers, its workers and its health."""

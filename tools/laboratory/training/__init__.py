"""Training of the bots' weights by games against themselves, one table after another."""

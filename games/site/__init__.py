"""Pages, addresses and tasks that know every feature."""

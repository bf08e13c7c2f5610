"""Finished matches out of nothing: people with habits, matches played by bots and dealt again."""

"""The addresses of the API about tiles."""

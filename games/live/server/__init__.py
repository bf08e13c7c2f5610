"""Servers of the site, Daphne or uvicorn; their private parts are used in this package alone."""

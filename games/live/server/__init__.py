"""Serve the site with Daphne or uvicorn: start, drain, stop; their private parts are used here only."""

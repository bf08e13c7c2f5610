"""Tournaments by the API: reading them, entering them, and following them."""

"""Clubs in the API."""

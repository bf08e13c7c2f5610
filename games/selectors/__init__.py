"""Reads for pages, API and live tables."""

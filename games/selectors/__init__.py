"""Selectors: database reads for pages, API and live tables."""

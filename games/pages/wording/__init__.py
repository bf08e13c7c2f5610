"""Matches, figures and rules in translated words, for the pages."""

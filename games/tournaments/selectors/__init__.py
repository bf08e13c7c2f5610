"""Reads of tournaments, one subject a file."""

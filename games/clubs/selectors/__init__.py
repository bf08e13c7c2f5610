"""Reads of clubs, one subject a file."""

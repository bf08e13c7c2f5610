"""Helpers for all apps: they know neither games nor accounts."""

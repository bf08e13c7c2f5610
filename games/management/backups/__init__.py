"""Backups of the database: written, encrypted, described by a manifest, restored to try them."""

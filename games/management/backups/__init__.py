"""Backups of the database: writing, encryption, manifests, and trial restores."""

"""The published description of all messages (AsyncAPI, JSON Schema)."""

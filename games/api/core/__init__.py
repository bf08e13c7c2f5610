"""The common parts of all API views."""

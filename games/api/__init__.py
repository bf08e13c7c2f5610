"""Finished matches, figures and ratings as JSON for programs. It reads and never writes."""

"""The HTTP API: finished matches, figures, ratings, and play by key, as JSON for programs."""

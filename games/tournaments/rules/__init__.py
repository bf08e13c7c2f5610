"""Rules of tournaments in plain Python: pairing, scores and standings. They know no database."""

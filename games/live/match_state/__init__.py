"""A match in memory: its state, its deadlines, and the stages of the deal being made."""

"""Rules about leaving matches: what counts as left, and the pauses that follow. Plain Python."""

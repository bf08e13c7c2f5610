"""Evaluation of cards, bids and calls, by rollouts or by exact search."""

"""What each card, bid and call is worth: by playing on from there, or by exact search."""

"""The 24 tiles and when a seat of a finished match wins them. Plain Python."""

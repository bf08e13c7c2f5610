"""What a habit is worth: deals played with it and without it, all else being equal."""

"""Messages of both directions, how frames are parsed, and the texts of refusals."""

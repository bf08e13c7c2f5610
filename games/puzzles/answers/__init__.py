"""Types of the API's answers about puzzles."""

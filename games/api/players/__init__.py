"""Players and teams: who they are, ratings, analyses."""

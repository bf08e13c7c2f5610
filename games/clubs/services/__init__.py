"""Steps of clubs, one subject a file. Each locks the club first, then the players it concerns."""

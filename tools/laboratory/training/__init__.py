"""Train the weights of the bots by games against themselves, a table after another."""

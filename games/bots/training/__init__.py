"""Makes the tables of weights that bots play by, from games against itself; the site needs none of it."""

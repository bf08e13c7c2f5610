"""Simulation of games of the family other than the base game, many deals at once.

Variants that are dealt, played and drawn as the base game, but count otherwise, are a `Batch` each
(`batches`): few points are wanted (`low_points`), king and knight of a suit count (`marrying`), the
trump three may be killed (`killing`), all hands are open (`open_cards`). Each has a table of
weights for every number of players and sides (`feature_table`, `games`). Games with an auction are
played by `contract_deals` and `contract_rollouts`, by the tables of `contract_table`.
"""

"""The games of the family that are not played as the base game is, many deals at once.

Those that are dealt, played and drawn as the base game and counted otherwise are a `Batch` each
(`batches`): few points are to be taken (`low_points`), king and knight of a suit count (`marrying`),
the trump three may be killed (`killing`), all hands lie open (`open_cards`). Each has a table of
weights for every way of sitting (`feature_table`, `games`). Games with an auction are played by
`contract_deals` and `contract_rollouts`, by the tables of `contract_table`.
"""

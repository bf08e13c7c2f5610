"""The base game's kin on small integers: dealt, played and drawn as it is, and counted otherwise.

`batches` plays many deals at once with numpy; each way to count is a `Batch` of its own: few points
are to be taken (`under`), king and knight of a suit count (`marrying`), the trump three may be
killed (`killing`), all hands lie open (`open_cards`). Each has a table for every way of sitting
(`table`, `games`), trained by games against itself (`training`). `judging` weighs the cards of a
view; `ending` plays the last tricks of two players exactly.
"""

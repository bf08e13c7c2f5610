"""The base game's kin on small integers: dealt, played and drawn as it is, and counted otherwise.

`batches` plays many deals at once with numpy; each way to count is a `Batch` of its own: few points
are to be taken (`under`), king and knight of a suit count (`marrying`), the trump three may be
killed (`killing`). `judging` weighs the cards of a view.
"""

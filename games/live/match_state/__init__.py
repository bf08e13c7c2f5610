"""A match in memory: its log, the stage of its deal, and the deadlines that follow from them."""

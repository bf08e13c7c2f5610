"""What a seat knows of a deal from its view, and ways in which the hidden cards may lie.

`base_game` and `contract_game` turn a view into numbers; `determinization` draws hidden cards.
"""

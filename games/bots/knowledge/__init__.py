"""Knowledge of a seat: its view in numbers, and determinizations of the hidden cards.

`base_game` and `contract_game` turn a view into numbers; `determinization` draws hidden cards.
"""

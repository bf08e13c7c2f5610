"""Obligations: checks that the base game does not need; `legality` and `windows` define them.

Following suit, trumping and beating (rules, 3.10), arrastre and the claim (rows 17 and 18).
"""

from typing import Final

from games.engine.phases.feature import Feature

FOLLOWING: Final = Feature(name="following", applies=lambda rules: rules.obliged != "free")
ARRASTRE: Final = Feature(name="arrastre", applies=lambda rules: rules.arrastre)
CLAIM: Final = Feature(name="claim", applies=lambda rules: rules.claim)

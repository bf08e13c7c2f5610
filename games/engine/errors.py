"""Refusals. Each carries a stable code that clients translate; the text is for developers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

ILLEGAL_CODES: Mapping[str, str] = MappingProxyType(
    {
        "not_your_turn": "another seat is to act",
        "not_in_phase": "this cannot be done in this phase",
        "card_not_held": "the seat does not hold that card",
        "card_not_allowed": "an obligation (arrastre) asks for another card",
        "announce_not_allowed": "that announcement is not open to this card or ruleset",
        "exchange_off": "this ruleset has no exchange",
        "exchange_not_now": "the exchange is not open to this seat at this moment",
        "exchange_not_yours": "that card does not take the turned card",
        "exchange_closed": "the exchange is closed for this deal",
        "claim_off": "this ruleset has no claim",
        "claim_not_now": "claims are open between the last tricks only",
        "claim_false": "the side does not hold the highest trumps left",
        "cut_out_of_range": "a packet has at least four cards",
        "resign_not_allowed": "this match cannot be resigned alone",
        "match_over": "the match is over",
        "bad_deck": "the deck is not a permutation of the pack",
        "bad_action": "the action has a field that is missing or of the wrong kind",
        "unknown_action": "there is no such action",
    }
)


class IllegalAction(Exception):  # noqa: N818 - reads as what it is
    """An action that the rules refuse; the state is as it was.

    `code` is one of `ILLEGAL_CODES`. The text never names a card of anybody's hand.
    """

    def __init__(self, code: str) -> None:
        super().__init__(f"{code}: {ILLEGAL_CODES[code]}")
        self.code = code


class RulesetError(ValueError):
    """A ruleset that cannot be played.

    `option` is the dotted name at fault, `code` a stable reason, `params` what a translated
    message needs (`allowed`, `players`, `value`, ...).
    """

    def __init__(self, code: str, option: str, message: str, **params: Any) -> None:
        super().__init__(f"{option}: {message}")
        self.code = code
        self.option = option
        self.params = params

"""The exceptions of the engine. Each carries a stable code; its text is for developers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

ILLEGAL_CODES: Mapping[str, str] = MappingProxyType(
    {
        "not_your_turn": "another seat is to act",
        "not_in_phase": "this cannot be done in this phase",
        "card_not_held": "the seat does not hold that card",
        "card_not_allowed": "an obligation (arrastre, following suit) asks for another card",
        "card_imprisoned": "the ace waits until the three has been played",
        "announce_not_allowed": "that announcement is not open to this card or ruleset",
        "exchange_off": "this ruleset has no exchange",
        "exchange_not_now": "the exchange is not open to this seat at this moment",
        "exchange_not_yours": "that card does not take the turned card",
        "exchange_closed": "the exchange is closed for this deal",
        "claim_off": "this ruleset has no claim",
        "claim_not_now": "claims are open between the last tricks only",
        "claim_false": "the side does not hold the highest trumps left",
        "claim_spent": "the side has claimed falsely in this deal",
        "cut_out_of_range": "a packet has at least four cards",
        "bid_too_low": "a bid must be higher than the one before, and at least the least there is",
        "bid_not_allowed": "that is no bid of this auction",
        "call_not_allowed": "that card or suit may not be called",
        "discard_not_allowed": "exactly as many cards of the hand as the talon had",
        "marriage_off": "this ruleset has no marriages to show",
        "marriage_not_held": "the seat does not hold king and knight of that suit",
        "marriage_not_now": "marriages are shown at one's turn, each once",
        "peek_off": "partners do not look at each other's cards here",
        "peek_not_now": "partners look at each other's cards before the first lead",
        "peek_not_partner": "that seat is no partner",
        "look_off": "nobody's eyes matter here",
        "look_not_allowed": "there is no such other seat",
        "sign_off": "this ruleset has no signs",
        "sign_not_true": "a sign says what the hand holds",
        "unknown_sign": "there is no such sign",
        "talk_not_allowed": "this is not said at this table",
        "talk_too_much": "enough was said in this trick",
        "ask_not_partner": "only partners are asked",
        "nothing_asked": "that seat has asked nothing that waits for an answer",
        "answer_not_true": "an answer says what the hand holds",
        "resign_not_allowed": "this match cannot be resigned alone",
        "draw_too_early": "a draw may be offered after the first trick of the match",
        "offer_open": "something else is being asked",
        "offered_already": "the seat has asked for this in this deal",
        "nothing_offered": "nothing of the kind waits for an answer of this seat",
        "paused": "the match pauses",
        "not_paused": "the match does not pause",
        "match_over": "the match is over",
        "bad_deck": "the deck is not a permutation of the pack",
        "bad_action": "the action has a field that is missing or of the wrong kind",
        "unknown_action": "there is no such action",
    }
)


class IllegalAction(Exception):  # noqa: N818 - reads as what it is
    """Error: the rules refuse an action of a seat; the state of the match is unchanged.

    `code` is one of `ILLEGAL_CODES`. The text never names a card of anybody's hand.
    """

    def __init__(self, code: str) -> None:
        super().__init__(f"{code}: {ILLEGAL_CODES[code]}")
        self.code = code


class RulesetError(ValueError):
    """Error: options from which no playable ruleset can be built.

    `option` is the dotted name at fault, `code` a stable reason, `params` what a translated
    message needs (`allowed`, `players`, `value`, ...).
    """

    def __init__(self, code: str, option: str, message: str, **params: Any) -> None:
        super().__init__(f"{option}: {message}")
        self.code = code
        self.option = option
        self.params = params

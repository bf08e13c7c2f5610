"""What a seat knows, or has been told, of the cards that others hold."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.bots.base import unseen_cards
from games.engine import Card, PlayerView

Holdings = Mapping[int, tuple[Card, ...]]
NOTHING: Final[Holdings] = MappingProxyType({})


def hidden_cards(view: PlayerView) -> list[Card]:
    """Cards that may be in a hand or in the stock: neither seen now nor played before."""
    played = {*view.played, *view.stock_cards}
    if view.contract is not None:
        played.update(view.contract.discards or ())
    return [card for card in unseen_cards(view) if card not in played]


def known_holdings(view: PlayerView, hidden: list[Card]) -> Holdings:
    """Cards that are sure to be with another seat: open hands, and what signs have told."""
    if view.hands is not None:
        return {
            seat: hand
            for seat, hand in enumerate(view.hands)
            if hand is not None and seat != view.seat
        }
    return _told(view, hidden) if view.signs else NOTHING


def named_card(view: PlayerView, sign: str) -> Card | None:
    """The card that a sign names; None where it names none."""
    order, (king, knight, jack) = view.rules.order, view.rules.figures
    rank = {
        "trump_ace": order[0],
        "trump_three": order[1],
        "trump_king": king,
        "trump_knight": knight,
        "trump_jack": jack,
    }.get(sign)
    return None if rank is None else f"{view.trump}{rank}"


def _told(view: PlayerView, hidden: list[Card]) -> Holdings:
    """Named cards that have not been played since; opponents are believed where they cannot lie."""
    rules, own = view.rules, view.seat
    assert own is not None
    truth = rules.option("talk.truth") == "enforced"
    told: dict[int, tuple[Card, ...]] = {}
    for made in view.signs:
        friend = rules.side_of[made.seat] == rules.side_of[own]
        card = named_card(view, made.sign)
        if made.seat == own or card not in hidden or not (friend or truth):
            continue
        if card not in told.get(made.seat, ()):
            told[made.seat] = (*told.get(made.seat, ()), card)
    return told


def said_now(view: PlayerView, seat: int, sign: str) -> bool:
    """Whether this seat was seen to make that sign in the present trick."""
    number = view.trick.number if view.trick else 0
    return any(
        made.seat == seat and made.sign == sign and made.trick == number for made in view.signs
    )

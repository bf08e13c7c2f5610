"""Cards that a seat knows to be in other hands: shown, or told by signs and words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.bots.knowledge.trick import unseen_cards
from games.engine import Card, PlayerView, SignView, Statement

Holdings = Mapping[int, tuple[Card, ...]]
NO_HOLDINGS: Final[Holdings] = MappingProxyType({})


def hidden_cards(view: PlayerView) -> list[Card]:
    """Return the cards that may be in another hand or the stock, as this seat has not seen them."""
    played = {*view.played, *view.stock_cards}
    if view.contract is not None:
        played.update(view.contract.discards or ())
    return [card for card in unseen_cards(view) if card not in played]


def known_holdings(view: PlayerView, hidden: list[Card]) -> Holdings:
    """Return seat -> the cards of its hand that were shown, or told by believed signs and words."""
    holdings = _told(view, hidden) if view.signs or view.statements else NO_HOLDINGS
    if view.marriages:
        holdings = _with_marriages(view, hidden, holdings)
    if view.hands is None:
        return holdings
    shown = {
        seat: hand for seat, hand in enumerate(view.hands) if hand is not None and seat != view.seat
    }
    return {**holdings, **shown}


def _with_marriages(view: PlayerView, hidden: list[Card], holdings: Holdings) -> Holdings:
    """Return seat -> known cards, with kings and knights shown as marriages and not yet played."""
    updated = dict(holdings)
    for shown in view.marriages:
        if shown.seat == view.seat:
            continue
        pair = [f"{shown.suit}{rank}" for rank in view.rules.figures[:2]]
        held = [card for card in pair if card in hidden]
        if held:
            updated[shown.seat] = tuple(dict.fromkeys((*updated.get(shown.seat, ()), *held)))
    return updated


def named_card(view: PlayerView, sign: str) -> Card | None:
    """Return the card that a sign claims to be held ("trump_ace"); None if it names none."""
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
    """Return seat -> unplayed cards of its hand that its believed signs and words name."""
    named = [(sign.seat, named_card(view, sign.sign)) for sign in view.signs]
    named += [(statement.seat, card) for statement in view.statements for card in statement.cards]
    holdings: dict[int, tuple[Card, ...]] = {}
    for seat, card in named:
        if seat == view.seat or card not in hidden or not believed(view, seat):
            continue
        if card not in holdings.get(seat, ()):
            holdings[seat] = (*holdings.get(seat, ()), card)
    return holdings


def still_answered(view: PlayerView, seat: int, question: str) -> bool | None:
    """Return True or False if a seat's latest answer proves that it holds such a card or none.

    None: it has not answered, is not believed, has drawn since it said no, or has played such a
    card since it said yes.
    """
    answers = [
        statement
        for statement in view.statements
        if statement.seat == seat and statement.about == question
    ]
    if not answers or not believed(view, seat):
        return None
    latest = answers[-1]
    laid = _laid_since(view, latest)
    if latest.yes:
        return None if any(is_meant(view, question, card) for card in laid) else True
    return False if view.counts[seat] + len(laid) == latest.held else None


def has_no_trump(view: PlayerView, seat: int) -> bool:
    """Return whether a seat surely holds no trump, by its sign or by its latest answer."""
    if view.signs and still_said(view, seat, "no_trump"):
        return True
    return bool(view.statements) and still_answered(view, seat, "brisca") is False


def is_meant(view: PlayerView, question: str, card: Card) -> bool:
    """Return True if a question ("points" or "brisca") asks about this card."""
    return bool(view.rules.points[card]) if question == "points" else card[0] == view.trump


def _laid_since(view: PlayerView, statement: Statement) -> list[Card]:
    """Return the cards that a seat has played since it made a statement."""
    tricks = [trick.plays for trick in view.history]
    if view.trick is not None:
        tricks.append(view.trick.plays)
    laid = [play.card for plays in tricks for play in plays if play.seat == statement.seat]
    return laid[statement.played :]


def said_now(view: PlayerView, seat: int, sign: str) -> bool:
    """Return whether this seat made that sign in the present trick, and is believed."""
    return any(
        made_sign.seat == seat and made_sign.sign == sign and believed(view, seat)
        for made_sign in view.signs
        if view.trick is not None and made_sign.trick == view.trick.number
    )


def still_said(view: PlayerView, seat: int, sign: str) -> bool:
    """Return whether this seat's sign of this trick or the last one still holds and is believed.

    A seat that signed a brisca may have played it since; one without trumps may have drawn one.
    """
    if said_now(view, seat, sign):
        return True
    trick, last = view.trick, view.last_trick
    if trick is None or last is None or not believed(view, seat):
        return False
    if SignView(seat, sign, trick.number - 1) not in view.signs:
        return False
    if sign == "no_trump":
        return len(view.hand) < view.rules.hand_size  # nobody has drawn since
    laid = [play.card for play in last.plays if play.seat == seat]
    return not any(view.rules.points[card] >= 10 for card in laid)


def believed(view: PlayerView, seat: int) -> bool:
    """Return whether a seat is believed: a partner, or everybody where lies are refused.

    Nobody checks words of free talk, so that opponents are not believed there.
    """
    rules, own = view.rules, view.seat
    assert own is not None
    friend = rules.side_of[seat] == rules.side_of[own]
    checked = rules.option("talk.mode") != "parlant" and rules.option("talk.truth") == "enforced"
    return friend or checked

"""King and knight of a suit (rules, 3.5 and row 25): taken, or held and shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from games.engine.actions import Action, Declare
from games.engine.cards import SUITS, Card
from games.engine.errors import IllegalAction
from games.engine.events import Event, MarriageShown, TrumpTurned
from games.engine.phases.feature import Feature, Step, Tally, special_of, with_special
from games.engine.results import Extra
from games.engine.rules import Rules
from games.engine.state import PLAY, DealState, Marriage, MatchState

IN_TRUMPS: Final = 40
IN_OTHERS: Final = 20


def declare_marriage(state: MatchState, action: Declare) -> Step:
    """Apply a marriage: the seat to play shows king and knight of a suit; each suit counts once.

    If there is no trump yet, the suit becomes trump.

    Raises:
        IllegalAction: this seat does not hold both, or may not show them now.
    """
    deal, rules, seat = state.deal, state.rules, action.seat
    if deal is None or state.phase != PLAY:
        raise IllegalAction("not_in_phase")
    if rules.option("marriage.mode") != "declared" or action.rank is not None:
        raise IllegalAction("marriage_off")
    if deal.turn != seat:
        raise IllegalAction("not_your_turn")
    if not set(pair(rules, action.suit)) <= set(deal.hands[seat]):
        raise IllegalAction("marriage_not_held")
    special = special_of(deal)
    if any(shown.suit == action.suit for shown in special.marriages):
        raise IllegalAction("marriage_not_now")
    events: list[Event] = []
    if not deal.trump:
        events.append(TrumpTurned(action.suit, None))
        deal = deal.replace(trump=action.suit)
    shown = Marriage(seat, action.suit, IN_TRUMPS if action.suit == deal.trump else IN_OTHERS)
    events.append(MarriageShown(*shown))
    state = with_special(state.replace(deal=deal), marriages=(*special.marriages, shown))
    return state, tuple(events)


def pair(rules: Rules, suit: str) -> tuple[Card, Card]:
    """Return the card codes of king and knight of a suit, in that order."""
    king, knight, _ = rules.figures
    return f"{suit}{king}", f"{suit}{knight}"


def captured(rules: Rules, tally: Tally) -> Iterator[Extra]:
    """Yield the points for each pair of king and knight that a side has taken in this deal.

    By the option `marriage.scope` both must come from one trick, or from the side's whole pile.
    """
    deal, scope = tally.deal, rules.option("marriage.scope")
    tricks = [{play.card for play in trick.plays} for trick in deal.tricks]
    for side, pile in enumerate(tally.piles):
        for suit in SUITS:
            both = set(pair(rules, suit))
            if not both <= set(pile):
                continue
            if scope == "same_trick" and not any(both <= cards for cards in tricks):
                continue
            if rules.talon and suit != deal.trump:
                continue  # 170 is the most that can be made (rules, 3.10)
            yield Extra(side, "marriage", suit, IN_TRUMPS if suit == deal.trump else IN_OTHERS)


def _extras(state: MatchState, tally: Tally) -> Iterable[Extra]:
    rules = state.rules
    if rules.option("marriage.mode") == "captured":
        yield from captured(rules, tally)
    else:
        for shown in special_of(tally.deal).marriages:
            yield Extra(rules.side_of[shown.seat], "declared", shown.suit, shown.points)


def _legal(state: MatchState, deal: DealState, seat: int) -> Iterator[Action]:
    rules = state.rules
    if state.phase != PLAY or deal.turn != seat or rules.option("marriage.mode") != "declared":
        return
    hand, shown = deal.hands[seat], {marriage.suit for marriage in special_of(deal).marriages}
    for suit in SUITS:
        if suit not in shown and set(pair(rules, suit)) <= set(hand):
            yield Declare(seat, suit)


FEATURE: Final = Feature(
    name="marriage",
    applies=lambda rules: bool(rules.option("marriage.mode") != "none"),
    legal=_legal,
    extras=_extras,
)

"""What a bot tells its partner, and when it looks at others (rules, rows 7, 19 and 20).

A bot remembers nothing, so that all is decided from the view: no sign twice in a trick, no named
card again that was signed before, one turn of the eyes in a trick.
"""

from __future__ import annotations

import random
import zlib
from typing import Final

from games.bots.knowledge.holdings import named_card, said_now
from games.engine import Action, Answer, Ask, Look, Peek, PlayerView, Sign

_WORTH_SIGNING: Final = (
    "trump_ace",
    "trump_three",
    "trump_king",
    "brisca",
    "no_trump",
    "trump_knight",
)
"""In the order in which they are signed."""
_ASKS: Final = 0.05
"""How often a bot asks its partner something."""
_STEALS: Final = 4
"""In one of so many tricks it looks at an opponent."""
_WHERE_EYES_WANDER: Final = 3
"""How often the same card is signed where the partner may have looked away."""


def talk(view: PlayerView, rng: random.Random) -> Action | None:
    """What to tell, to answer, or where to look before playing; None most of the time."""
    if len(view.rules.sides) == view.rules.players:
        return None
    kinds: dict[type, list[Action]] = {}
    for action in view.legal:
        kinds.setdefault(type(action), []).append(action)
    if Peek in kinds:
        return kinds[Peek][0]
    if Answer in kinds:
        return _answer(view, kinds[Answer])
    if Look in kinds:
        turned = _look(view, kinds[Look])
        if turned is not None:
            return turned
    if Sign in kinds:
        return _sign(view, [one for one in kinds[Sign] if isinstance(one, Sign)])
    if Ask in kinds and rng.random() < _ASKS:
        return rng.choice(kinds[Ask])
    return None


def asked_low(view: PlayerView) -> bool:
    """Whether a partner has asked in this trick for neither brisca nor trump."""
    assert view.seat is not None
    return any(said_now(view, seat, "ask_low") for seat in view.rules.partners(view.seat))


def _sign(view: PlayerView, signs: list[Sign]) -> Sign | None:
    """The most telling true sign that was not made yet; one in a trick."""
    number = view.trick.number if view.trick else 0
    own = [made for made in view.signs if made.seat == view.seat]
    if any(made.trick == number for made in own):
        return None
    gaze = view.rules.option("talk.seen_by") == "gaze"
    offered = {sign.sign: sign for sign in signs}
    for name in _WORTH_SIGNING:
        if name not in offered or not is_true(view, name):
            continue
        made = [each.trick for each in own if each.sign == name]
        named = named_card(view, name) is not None
        if named and len(made) < (_WHERE_EYES_WANDER if gaze else 1):
            return offered[name]
        if not named and (not made or made[-1] < number - 1):
            return offered[name]
    return None


def is_true(view: PlayerView, sign: str) -> bool:
    """Whether the sign says what the own hand holds; where truth is free, bots are honest."""
    card = named_card(view, sign)
    if card is not None:
        return card in view.hand
    if sign == "no_trump":
        return not any(held[0] == view.trump for held in view.hand)
    if sign == "brisca":
        return any(held[0] != view.trump and view.rules.points[held] >= 10 for held in view.hand)
    return True


def _answer(view: PlayerView, answers: list[Action]) -> Action:
    """The truth."""
    for answer in answers:
        assert isinstance(answer, Answer)
        asked = next(one for one in view.questions if one.seat == answer.to)
        if asked.question == "points":
            truth = any(view.rules.points[card] for card in view.hand)
        else:
            truth = any(card[0] == view.trump for card in view.hand)
        if answer.yes == truth:
            return answer
    return answers[0]


def _look(view: PlayerView, looks: list[Action]) -> Action | None:
    """To a partner in most tricks, in some to the opponent at the right, as the hand has it.

    The same for the whole of a turn, and nobody else can tell in which trick.
    """
    rules, seat = view.rules, view.seat
    assert seat is not None
    number = view.trick.number if view.trick else 0
    dice = zlib.crc32(repr((number, sorted(view.hand))).encode())
    partners = rules.partners(seat)
    steals = dice % _STEALS == 0
    wanted = rules.next_seat[seat] if steals else partners[dice % len(partners)]
    if view.looking == wanted:
        return None
    return next((look for look in looks if isinstance(look, Look) and look.at == wanted), None)

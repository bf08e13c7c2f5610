"""Signs, questions, answers and looks of bots (rules, rows 7, 19 and 20).

A bot remembers nothing, so the view decides everything: no sign twice in a trick, no card named
again that was signed before, one look in a trick.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from typing import Final

from games.bots.knowledge.holdings import is_meant, named_card, said_now
from games.engine import Action, Answer, Ask, Look, Peek, PlayerView, Sign

_WORTH_SIGNING: Final = (
    "trump_ace",
    "trump_three",
    "trump_king",
    "brisca",
    "no_trump",
    "trump_knight",
)
"""Signs in the order in which a bot makes them."""
_ASK_PROBABILITY: Final = 0.05
"""Probability that a bot asks its partner something."""
_STEAL_PERIOD_TRICKS: Final = 4
"""A bot looks at an opponent in one of so many tricks."""
_WHERE_EYES_WANDER: Final = 3
"""How often a card is signed where the partner may look elsewhere."""


def talk(view: PlayerView, rng: random.Random) -> Action | None:
    """Return a sign, question, answer or look to make before playing; None most of the time."""
    if len(view.rules.sides) == view.rules.players:
        return None
    kinds: dict[type, list[Action]] = {}
    for action in view.legal:
        kinds.setdefault(type(action), []).append(action)
    if Peek in kinds:
        return kinds[Peek][0]
    if Answer in kinds:
        return answer(view, [action for action in kinds[Answer] if isinstance(action, Answer)])
    if Look in kinds:
        turned = _look(view, kinds[Look])
        if turned is not None:
            return turned
    if Sign in kinds:
        return _sign(view, [action for action in kinds[Sign] if isinstance(action, Sign)])
    if Ask in kinds and rng.random() < _ASK_PROBABILITY:
        return rng.choice(kinds[Ask])
    return None


def asked_low(view: PlayerView) -> bool:
    """Return whether a partner has asked in this trick, by sign, for neither brisca nor trump."""
    assert view.seat is not None
    return any(said_now(view, seat, "ask_low") for seat in view.rules.partners(view.seat))


def _sign(view: PlayerView, signs: list[Sign]) -> Sign | None:
    """Return the most telling true sign not made yet, at most one in a trick; else None."""
    number = view.trick.number if view.trick else 0
    own = [made_sign for made_sign in view.signs if made_sign.seat == view.seat]
    if any(made_sign.trick == number for made_sign in own):
        return None
    gaze = view.rules.option("talk.seen_by") == "gaze"
    offered = {sign.sign: sign for sign in signs}
    for name in _WORTH_SIGNING:
        if name not in offered or not is_true(view, name):
            continue
        tricks = [each.trick for each in own if each.sign == name]
        named = named_card(view, name) is not None
        if named and len(tricks) < (_WHERE_EYES_WANDER if gaze else 1):
            return offered[name]
        if not named and (not tricks or tricks[-1] < number - 1):
            return offered[name]
    return None


def is_true(view: PlayerView, sign: str) -> bool:
    """Return whether a sign is true of the viewer's hand, as bots never lie."""
    card = named_card(view, sign)
    if card is not None:
        return card in view.hand
    if sign == "no_trump":
        return not any(held[0] == view.trump for held in view.hand)
    if sign == "brisca":
        return any(held[0] != view.trump and view.rules.points[held] >= 10 for held in view.hand)
    return True


def answer(view: PlayerView, answers: Sequence[Answer]) -> Answer:
    """Return the true one of these answers to a partner's question; there must be one at least."""
    for candidate in answers:
        asked = next(question for question in view.questions if question.seat == candidate.to)
        if candidate.yes == any(is_meant(view, asked.question, card) for card in view.hand):
            return candidate
    return answers[0]


def _look(view: PlayerView, looks: list[Action]) -> Action | None:
    """Return a look at a partner in most tricks, at the opponent on the right in some; or None.

    The hand and the number of the trick decide, so that the choice lasts for the turn and others
    cannot predict it.
    """
    rules, seat = view.rules, view.seat
    assert seat is not None
    number = view.trick.number if view.trick else 0
    dice = zlib.crc32(repr((number, sorted(view.hand))).encode())
    partners = rules.partners(seat)
    steals = dice % _STEAL_PERIOD_TRICKS == 0
    wanted = rules.next_seat[seat] if steals else partners[dice % len(partners)]
    if view.looking == wanted:
        return None
    return next((look for look in looks if isinstance(look, Look) and look.at == wanted), None)

"""The worth of what a player was told: the best card with that knowledge, and without it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from games.analysis.judging import Judged
from games.analysis.marks import INEXACT_FROM, is_level
from games.bots.evaluation.evaluator import evaluate
from games.bots.evaluation.judgement import Worth, is_decided
from games.bots.knowledge.holdings import believed, hidden_cards, named_card, still_said
from games.engine import Card, PlayerView, SignView

WORLDS: Final = 200
"""Determinizations without the knowledge; with it there are those of the judgement of the card."""
MISSED_WORLDS: Final = 1000
"""Determinizations in which a sign that was not made is measured, once WORLDS have found it."""
PARTICLES: Final = 200
"""Determinizations that are weighted before those are drawn from them."""
FAR: Final = 5.0
"""Card points by which the best card is ahead of all others where no knowledge is looked at: what
a sign changes is less."""

VAGUE: Final = ("brisca", "no_trump")
"""Signs that name no card, and tell something for two tricks."""


@dataclass(frozen=True, slots=True)
class Use:
    """Effect of knowledge on a play: the best card with what its player was told, and without."""

    card: Card
    """The best card with the knowledge."""
    without: Card
    """The best card without it."""
    with_it: tuple[Worth, Worth]
    """Worth of both by the knowledge: `without` is behind by what the knowledge gains."""
    without_it: tuple[Worth, Worth]
    """Worth of both without it: `card` is behind by what a false sign would lose."""
    misses: bool
    """True if the card played is as good as the best without the knowledge."""


def is_open_to_knowledge(judged: Judged) -> bool:
    """Return whether a sign or an open hand may have changed which card of a judged play is best.

    It takes no view: it is False where the deal was decided, where nothing hung on the card, and
    where the best card was ahead of all others by more than FAR card points.
    """
    second = sorted(one.behind for one in judged.options.values())[1]
    return not (judged.decided or judged.level) and second * judged.unit.weight <= FAR


def use_of(view: PlayerView, judged: Judged, blind: PlayerView, seed: str) -> Use | None:
    """Return how knowledge changed the best card of a play; None where it surely did not.

    `judged` is the judgement of the card by `view`; `blind` is that view without the knowledge. Each
    of the two best cards must be surely ahead of the other in its own view.
    """
    if not is_open_to_knowledge(judged):
        return None
    rng = random.Random(seed)  # noqa: S311 - samples, not decks
    worlds = min(WORLDS, judged.worlds or WORLDS)
    without, worths = _values_of(blind, rng, worlds)
    if is_decided([one.win for one in worths.values()]):
        return None
    return _use(judged, judged.best, judged.options, without, worths)


def use_missed(view: PlayerView, judged: Judged, made: SignView, seed: str) -> Use | None:
    """Return how a sign that was not made would have changed the best card of a play, or None.

    It is None where the play lost nothing by it. `judged` is the judgement of the card by `view`,
    which is without the sign. What is found in WORLDS ways is measured anew in MISSED_WORLDS.
    """
    told, use = replace(view, signs=(*view.signs, made)), None
    if not is_open_to_knowledge(judged) or without_sign(told, made) is None:
        return None
    rng = random.Random(seed)  # noqa: S311 - samples, not decks
    for worlds in (WORLDS, MISSED_WORLDS):
        card, worths = _values_of(told, rng, min(worlds, judged.worlds))
        if is_decided([one.win for one in worths.values()]) or is_level(
            worths[judged.chosen], judged.unit
        ):
            return None
        use = _use(judged, card, worths, judged.best, judged.options)
        if use is None:
            return None
    return use


def _values_of(view: PlayerView, rng: random.Random, worlds: int) -> tuple[Card, dict[Card, Worth]]:
    """Return the best card of a view, and what each is worth, by so many determinizations."""
    found = evaluate(view, rng, worlds, particles=max(PARTICLES, worlds))
    return found.best.card, {one.action.card: one for one in found.cards}


def _use(
    judged: Judged,
    card: Card,
    with_it: Mapping[Card, Worth],
    without: Card,
    without_it: Mapping[Card, Worth],
) -> Use | None:
    """Return the use of knowledge that makes `card` the best; None where that is not sure."""
    unit = judged.unit
    if card == without or is_level(with_it[without], unit) or is_level(without_it[card], unit):
        return None
    return Use(
        card=card,
        without=without,
        with_it=(with_it[card], with_it[without]),
        without_it=(without_it[card], without_it[without]),
        misses=is_level(without_it[judged.chosen], unit),
    )


def without_sign(view: PlayerView, made: SignView) -> PlayerView | None:
    """Return a view without a sign of another seat; None where that sign tells the viewer nothing.

    Repetitions of the sign go with it; one that repeats another tells nothing.
    """
    if made not in view.signs or made.seat == view.seat or not believed(view, made.seat):
        return None
    card = named_card(view, made.sign)
    if card is None and made.sign not in VAGUE:
        return None
    tells = card in hidden_cards(view) if card else still_said(view, made.seat, made.sign)
    rest = tuple([one for one in view.signs if not _repeats(one, made)])
    blind = replace(view, signs=rest)
    if card is not None:
        known = any((one.seat, one.sign) == (made.seat, made.sign) for one in rest)
    else:
        known = still_said(blind, made.seat, made.sign)
    return blind if tells and not known else None


def _repeats(one: SignView, made: SignView) -> bool:
    """Return whether a sign is this one, or the same made later by the same seat."""
    return (one.seat, one.sign) == (made.seat, made.sign) and one.trick >= made.trick


def without_hand(view: PlayerView, seat: int) -> PlayerView | None:
    """Return a view in which the open hand of another seat is closed; None where it is not open."""
    if view.hands is None or seat == view.seat or view.hands[seat] is None:
        return None
    closed = tuple([None if at == seat else hand for at, hand in enumerate(view.hands)])
    return replace(view, hands=closed)


def explained(view: PlayerView, judged: Judged, seed: str) -> Judged:
    """Return the judgement of a card with a partner's sign as the reason, if the card ignored one.

    Otherwise it is returned as it is. `view` is that of the seat before its card; the same `seed`
    gives the same.
    """
    if judged.weight < INEXACT_FROM:
        return judged
    for made in _signs_of_partners(view):
        blind = without_sign(view, made)
        use = None if blind is None else use_of(view, judged, blind, f"{seed}/{made.sign}")
        if use is not None and use.misses:
            return replace(judged, why=("partner_signed", 0), sign=made.sign)
    return judged


def _signs_of_partners(view: PlayerView) -> Iterator[SignView]:
    """Yield the different signs that partners have made, the latest first."""
    assert view.seat is not None
    side = view.rules.side_of[view.seat]
    for made in reversed(dict.fromkeys(view.signs)):
        if made.seat != view.seat and view.rules.side_of[made.seat] == side:
            yield made

"""The worth of what a player was told: the best card with that knowledge, and without it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from games.analysis.grading import INEXACT_FROM, is_level
from games.analysis.judging import Judged
from games.bots.evaluation.evaluator import evaluate
from games.bots.evaluation.judgement import Worth, is_decided
from games.bots.knowledge.holdings import believed, hidden_cards, named_card, still_said
from games.engine import Card, PlayerView, SignView

WORLDS_WITHOUT_KNOWLEDGE: Final = 200
"""Determinizations without the knowledge; with it there are those of the judgement of the card."""
MISSED_WORLDS: Final = 1000
"""Determinizations that measure a missed sign again, once WORLDS_WITHOUT_KNOWLEDGE have found it."""
PARTICLES: Final = 200
"""Determinizations that are weighted before those are drawn from them."""
CLEAR_LEAD_POINTS: Final = 5.0
"""Card points by which the best card is ahead of all others where no knowledge is looked at: what
a sign changes is less."""

VAGUE_SIGNS: Final = ("brisca", "no_trump")
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

    No view is evaluated: False where the deal was decided, where nothing hung on the card, and
    where the best card was ahead of all others by more than CLEAR_LEAD_POINTS card points.
    """
    second = sorted(worth.behind for worth in judged.options.values())[1]
    return not (judged.decided or judged.level) and second * judged.unit.weight <= CLEAR_LEAD_POINTS


def use_of(view: PlayerView, judged: Judged, blind: PlayerView, seed: str) -> Use | None:
    """Return the effect of knowledge on the best card of a play; None if there surely is none.

    `judged` is the judgement of the card by `view`; `blind` is that view without the knowledge. Each
    of the two best cards must be surely ahead of the other in its own view.
    """
    if not is_open_to_knowledge(judged):
        return None
    rng = random.Random(seed)  # noqa: S311 - samples, not decks
    worlds = min(WORLDS_WITHOUT_KNOWLEDGE, judged.worlds or WORLDS_WITHOUT_KNOWLEDGE)
    without, worths = _values_of(blind, rng, worlds)
    if is_decided([worth.win for worth in worths.values()]):
        return None
    return _use(judged, judged.best, judged.options, without, worths)


def use_missed(view: PlayerView, judged: Judged, missed_sign: SignView, seed: str) -> Use | None:
    """Return the effect that a missing sign would have had on a play's best card, or None.

    None where the play lost nothing without it. `judged` is the judgement of the card by `view`,
    which is without the sign. A change found in WORLDS_WITHOUT_KNOWLEDGE determinizations is
    measured again in MISSED_WORLDS.
    """
    view_with_sign, use = replace(view, signs=(*view.signs, missed_sign)), None
    if not is_open_to_knowledge(judged) or without_sign(view_with_sign, missed_sign) is None:
        return None
    rng = random.Random(seed)  # noqa: S311 - samples, not decks
    for worlds in (WORLDS_WITHOUT_KNOWLEDGE, MISSED_WORLDS):
        card, worths = _values_of(view_with_sign, rng, min(worlds, judged.worlds))
        if is_decided([worth.win for worth in worths.values()]) or is_level(
            worths[judged.chosen], judged.unit
        ):
            return None
        use = _use(judged, card, worths, judged.best, judged.options)
        if use is None:
            return None
    return use


def _values_of(view: PlayerView, rng: random.Random, worlds: int) -> tuple[Card, dict[Card, Worth]]:
    """Return the best card of a view and each card's worth, from `worlds` determinizations."""
    judgement = evaluate(view, rng, worlds, particles=max(PARTICLES, worlds))
    return judgement.best.card, {card.action.card: card for card in judgement.cards}


def _use(
    judged: Judged,
    card: Card,
    with_it: Mapping[Card, Worth],
    without: Card,
    without_it: Mapping[Card, Worth],
) -> Use | None:
    """Return the effect of knowledge that makes `card` the best; None where that is not sure."""
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


def without_sign(view: PlayerView, removed: SignView) -> PlayerView | None:
    """Return a view without a sign of another seat; None where that sign tells the viewer nothing.

    Repetitions of the sign go with it; one that repeats another tells nothing.
    """
    if removed not in view.signs or removed.seat == view.seat or not believed(view, removed.seat):
        return None
    card = named_card(view, removed.sign)
    if card is None and removed.sign not in VAGUE_SIGNS:
        return None
    tells = card in hidden_cards(view) if card else still_said(view, removed.seat, removed.sign)
    rest = tuple([sign for sign in view.signs if not _repeats(sign, removed)])
    blind = replace(view, signs=rest)
    if card is not None:
        known = any((sign.seat, sign.sign) == (removed.seat, removed.sign) for sign in rest)
    else:
        known = still_said(blind, removed.seat, removed.sign)
    return blind if tells and not known else None


def _repeats(sign: SignView, original: SignView) -> bool:
    """Return whether a sign is this one, or the same made later by the same seat."""
    return (sign.seat, sign.sign) == (original.seat, original.sign) and sign.trick >= original.trick


def without_hand(view: PlayerView, seat: int) -> PlayerView | None:
    """Return a view in which the open hand of another seat is closed; None where it is not open."""
    if view.hands is None or seat == view.seat or view.hands[seat] is None:
        return None
    closed = tuple([None if at == seat else hand for at, hand in enumerate(view.hands)])
    return replace(view, hands=closed)


def explained(view: PlayerView, judged: Judged, seed: str) -> Judged:
    """Return the judgement of a card with a partner's sign as the reason, if the card ignored one.

    Any other judgement is returned unchanged. `view` is the seat's before its card; the same `seed`
    gives the same.
    """
    if judged.weight < INEXACT_FROM:
        return judged
    for sign in _signs_of_partners(view):
        blind = without_sign(view, sign)
        use = None if blind is None else use_of(view, judged, blind, f"{seed}/{sign.sign}")
        if use is not None and use.misses:
            return replace(judged, why=("partner_signed", 0), sign=sign.sign)
    return judged


def _signs_of_partners(view: PlayerView) -> Iterator[SignView]:
    """Yield the different signs that partners have made, the latest first."""
    assert view.seat is not None
    side = view.rules.side_of[view.seat]
    for sign in reversed(dict.fromkeys(view.signs)):
        if sign.seat != view.seat and view.rules.side_of[sign.seat] == side:
            yield sign

"""Decisions of partners in which the partner's hidden cards would have asked for another card."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from games.analysis.grading import SURE_STANDARD_ERRORS
from games.analysis.played_cards import PlayedCard, played_cards_of
from games.bots.evaluation.evaluator import Judgement, counts_as_base, evaluate
from games.engine import Card, Rules
from games.record.log import MatchLog
from games.record.record import Json

CLEAR_MARGIN_POINTS: Final = 1.0
"""Card points by which each of the two cards must be ahead of the other in its own view."""
PARTNER_WORLDS: Final = 500
"""Determinizations with the partner's cards known, which leave less to chance."""

Behind: TypeAlias = Mapping[Card, tuple[float, float]]
"""Points by which each card is behind the best, with the standard error."""


@dataclass(slots=True)
class PairDecisions:
    """Decisions of two partners in one match in which the partner's cards asked for another card.

    `followed` counts those in which that card was played; `deals` are all deals of the match.
    """

    seats: tuple[int, int]
    decisions: int = 0
    followed: int = 0
    deals: int = 0
    places: list[tuple[str, Card, bool]] = field(default_factory=list)
    """Address of each in the review, the card that both hands ask for, and whether it was played."""

    def as_json(self) -> Json:
        """Return the counts and places (addresses in the review) as JSON, in their stored form."""
        return {
            "seats": list(self.seats),
            "decisions": self.decisions,
            "followed": self.followed,
            "deals": self.deals,
            "places": [list(place) for place in self.places],
        }


def has_pairs(rules: Rules) -> bool:
    """Return whether a game is played in pairs, and its deals count as in the base game."""
    return counts_as_base(rules) and len(rules.sides) > 1 and all(map(_is_pair, rules.sides))


def _is_pair(side: Sequence[int]) -> bool:
    """Return True if the side of this number has two seats."""
    return len(side) == 2


def asked_card(own: Behind, shared: Behind) -> Card | None:
    """Return the card that the partner's cards ask for; None where the decision does not count.

    `own` are the cards' values by the player's view, `shared` those with the partner's hand seen.
    A decision counts if the best cards differ, and each is ahead of the other in its own view, by
    CLEAR_MARGIN_POINTS and by more than SURE_STANDARD_ERRORS.
    """
    first = min(own, key=lambda card: own[card][0])
    second = min(shared, key=lambda card: shared[card][0])
    if first == second:
        return None
    return second if _clear(own[second]) and _clear(shared[first]) else None


def _clear(behind: tuple[float, float]) -> bool:
    """Return whether (points behind the best card, standard error) is a clear margin."""
    points, error = behind
    return points >= CLEAR_MARGIN_POINTS and points > SURE_STANDARD_ERRORS * error


def behind_of(judgement: Judgement) -> Behind:
    """Return card -> (expected card points behind the best card, standard error) of a judgement."""
    return {card.action.card: (card.behind, card.behind_error) for card in judgement.cards}


def shared_view(played: PlayedCard, seed: str, worlds: int = PARTNER_WORLDS) -> Behind:
    """Return card -> (card points behind the best, standard error) with the partner's hand seen.

    `seed` decides the `worlds` determinizations.
    """
    state = played.state
    assert state.deal is not None
    partner = next(
        seat
        for side in state.rules.sides
        if played.seat in side
        for seat in side
        if seat != played.seat
    )
    rng = random.Random(f"{seed}/{played.at}/partner")  # noqa: S311 - samples, not decks
    hands = {partner: state.deal.hands[partner]}
    return behind_of(evaluate(played.view, rng, worlds, hands=hands))


def pair_decisions(
    log: MatchLog,
    analysis: Json,
    *,
    worlds: int = PARTNER_WORLDS,
    step: Callable[[], None] = lambda: None,
) -> list[PairDecisions]:
    """Return the decisions of each pair in which the partner's cards asked for another card.

    `analysis` is that of the log's match: it has what cards are worth by the player's own view.
    The list is empty where `has_pairs` is false. `step` is called after each play.
    """
    if not has_pairs(log.rules):
        return []
    judged = {play["at"]: play["judged"] for deal in analysis["deals"] for play in deal["plays"]}
    by_seat = {
        seat: pair
        for side in log.rules.sides
        for pair in [PairDecisions((side[0], side[1]), deals=len(analysis["deals"]))]
        for seat in side
    }
    for played in played_cards_of(log):
        own = behind_in(judged.get(played.at))
        if any(_clear(behind) for behind in own.values()):
            card = asked_card(own, shared_view(played, log.match_id, worlds))
            if card is not None:
                pair, followed = by_seat[played.seat], played.play.card == card
                pair.decisions += 1
                pair.followed += followed
                pair.places.append((played.at, card, followed))
        step()
    return [by_seat[side[0]] for side in log.rules.sides]


def behind_in(judged: Json | None) -> Behind:
    """Return card -> (expected card points behind the best card, standard error) of a judged play.

    `judged` is its judgement in an analysis (JSON); for None the result is empty.
    """
    cards = () if judged is None else judged["cards"]
    return {option["card"]: (option["behind"], option["behind_error"]) for option in cards}

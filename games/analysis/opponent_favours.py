"""Decisions in which a player could give up own points for one particular opponent."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from games.analysis.judging import Judged
from games.analysis.match_analysis import WORLDS_PER_CHOICE
from games.analysis.partner_knowledge import Behind, asked_card, behind_in
from games.analysis.played_cards import PlayedCard, played_cards_of
from games.bots.evaluation.evaluator import Judgement, counts_as_base, evaluate
from games.engine import Card, Rules
from games.record.log import MatchLog
from games.record.record import Json

Joint: TypeAlias = Sequence[Behind]
"""By number of a side, how far each card is behind the best for it and the own side together."""


@dataclass(slots=True)
class FavourDecisions:
    """Decisions of a player in one match in which one card would favour a certain opponent.

    `followed` counts those in which that card was played; `deals` are all deals of the match.
    """

    seats: tuple[int, int]
    """Seat of the player, and of the opponent."""
    followed: int = 0
    deals: int = 0
    places: list[tuple[str, Card, bool]] = field(default_factory=list)
    """Address of each in the review, the card that would favour the opponent, and whether the
    player played it."""

    def as_json(self) -> Json:
        """Return the counts and places (addresses in the review) as JSON, in their stored form."""
        return {
            "seats": list(self.seats),
            "decisions": len(self.places),
            "followed": self.followed,
            "deals": self.deals,
            "places": [list(place) for place in self.places],
        }


def has_third_sides(rules: Rules) -> bool:
    """Return whether a game has more than two sides, and deals that count as in the base game."""
    return counts_as_base(rules) and len(rules.sides) > 2


def joint_behind(judgement: Judgement | Judged) -> Joint:
    """Return, for each side by number, each card's loss for that side and the own together.

    Both sides' values are added up. The list is empty where joint values were not asked for.
    """
    cards: list[Card]
    if isinstance(judgement, Judged):
        cards = list(judgement.options)
    else:
        cards = [judged.action.card for judged in judgement.cards]
    return [dict(zip(cards, row, strict=True)) for row in judgement.joint]


def favour_cards(own: Behind, joint: Joint, own_side: int) -> dict[int, Card]:
    """Return side -> the card that favours it; sides without such a card are left out.

    `own` are the cards' values for the own side, `joint` those of `joint_behind`. As for partners
    (`asked_card`), that card and the best own one must each be clearly ahead of the other in its
    own view. A card that favours several sides favours nobody in particular.
    """
    asked = {side: asked_card(own, behind) for side, behind in enumerate(joint) if side != own_side}
    cards = list(asked.values())
    return {side: card for side, card in asked.items() if card and cards.count(card) == 1}


def favour_decisions(
    log: MatchLog,
    analysis: Json,
    *,
    judged: Mapping[str, Judged] | None = None,
    worlds: int = WORLDS_PER_CHOICE,
    step: Callable[[], None] = lambda: None,
) -> list[FavourDecisions]:
    """Return, for each player and opponent, the player's decisions that could favour the opponent.

    `analysis` is that of the log's match. `judged` are its judgements by address with joint values;
    with None each play is evaluated again in `worlds` determinizations. The list is empty where
    `has_third_sides` is false. `step` is called after each play.
    """
    rules = log.rules
    if not has_third_sides(rules):
        return []
    judgements = {
        play["at"]: play["judged"] for deal in analysis["deals"] for play in deal["plays"]
    }
    by_pair = {
        (seat, other): FavourDecisions((seat, other), deals=len(analysis["deals"]))
        for seat in range(rules.players)
        for other in range(rules.players)
        if rules.side_of[seat] != rules.side_of[other]
    }
    for played in played_cards_of(log):
        own = behind_in(judgements.get(played.at))
        if own and judged is None:
            _count(by_pair, rules, played, own, _joint_again(played, log.match_id, worlds))
        elif own and judged is not None:
            _count(by_pair, rules, played, own, joint_behind(judged[played.at]))
        step()
    return list(by_pair.values())


def _joint_again(played: PlayedCard, seed: str, worlds: int) -> Joint:
    """Return the joint values of a play's cards, evaluated in the analysis's determinizations."""
    rng = random.Random(f"{seed}/{played.at}")  # noqa: S311 - samples, not decks
    return joint_behind(evaluate(played.view, rng, worlds, joint=True))


def _count(
    by_pair: Mapping[tuple[int, int], FavourDecisions],
    rules: Rules,
    played: PlayedCard,
    own: Behind,
    joint: Joint,
) -> None:
    """Add a play to `by_pair`, for each opponent whom one of its cards would favour."""
    for side, card in favour_cards(own, joint, rules.side_of[played.seat]).items():
        followed = played.play.card == card
        for other in rules.sides[side]:
            decisions = by_pair[played.seat, other]
            decisions.followed += followed
            decisions.places.append((played.at, card, followed))

"""Decisions in which a player could give up own points for one particular opponent."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from games.analysis.judging import Judged
from games.analysis.match_analysis import WORLDS
from games.analysis.moments import Moment, moments_of
from games.analysis.partner_knowledge import Behind, asked_card, behind_in
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
        """Return the counts and places as JSON, as they are stored."""
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
    """Return, by number of a side, how far each card is behind the best for it and the own side.

    Both sides' values are added up. The list is empty where joint values were not asked for.
    """
    cards: list[Card]
    if isinstance(judgement, Judged):
        cards = list(judgement.options)
    else:
        cards = [one.action.card for one in judgement.cards]
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
    made: Mapping[str, Judged] | None = None,
    worlds: int = WORLDS,
    step: Callable[[], None] = lambda: None,
) -> list[FavourDecisions]:
    """Return, for each player and opponent, the player's decisions that could favour the opponent.

    `analysis` is that of the log's match. `made` are its judgements by address with joint values;
    with None each play is evaluated again in `worlds` determinizations. The list is empty where
    `has_third_sides` is false. `step` is called after each play.
    """
    rules = log.rules
    if not has_third_sides(rules):
        return []
    judged = {play["at"]: play["judged"] for deal in analysis["deals"] for play in deal["plays"]}
    found = {
        (seat, other): FavourDecisions((seat, other), deals=len(analysis["deals"]))
        for seat in range(rules.players)
        for other in range(rules.players)
        if rules.side_of[seat] != rules.side_of[other]
    }
    for moment in moments_of(log):
        own = behind_in(judged.get(moment.at))
        if own and made is None:
            _count(found, rules, moment, own, _joint_again(moment, log.match_id, worlds))
        elif own and made is not None:
            _count(found, rules, moment, own, joint_behind(made[moment.at]))
        step()
    return list(found.values())


def _joint_again(moment: Moment, seed: str, worlds: int) -> Joint:
    """Return the joint values of a decision, evaluated with the determinizations of the analysis."""
    rng = random.Random(f"{seed}/{moment.at}")  # noqa: S311 - samples, not decks
    return joint_behind(evaluate(moment.view, rng, worlds, joint=True))


def _count(
    found: Mapping[tuple[int, int], FavourDecisions],
    rules: Rules,
    moment: Moment,
    own: Behind,
    joint: Joint,
) -> None:
    """Count a decision for each opponent whom a card would favour."""
    for side, card in favour_cards(own, joint, rules.side_of[moment.seat]).items():
        followed = moment.play.card == card
        for other in rules.sides[side]:
            one = found[moment.seat, other]
            one.followed += followed
            one.places.append((moment.at, card, followed))

"""Tables of three simulated players, two of whom may favour each other, under the favour index.

It shows at what share of the tables with two such players the index finds them, and what share of
the honest tables it shows people for nothing. What is assumed:

- positions come from deals of three that the site's learned bots played, evaluated by the site's
  own evaluator as the analysis of a match is;
- of the positions that count, the values are evaluated again with other determinizations. Players
  choose by the second values, so that they do not profit from the chance of the first ones;
- a player values every card with an error of their own. Its standard deviation is log-normal
  between players, around NOISE points;
- honest players are of two kinds, half of each: for their own points alone, or against whoever
  leads, for their own points less half of the leader's;
- the two who favour each other choose by the points of both at a given share of their decisions,
  and for their own points at all others. The third player of their table is honest;
- the decisions of a player for an opponent are drawn from the positions with replacement.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from games.analysis.moments import Moment, moments_of
from games.analysis.opponent_favours import favour_cards, joint_behind
from games.analysis.partner_knowledge import Behind, behind_of
from games.bots.evaluation.evaluator import Judgement, evaluate, may_judge
from games.bots.knowledge.base_game import card_plays
from games.conduct.opponent_favours import favour_score, is_favour
from games.conduct.partner_knowledge import MIN_DEALS, MIN_DECISIONS, Evidence, baseline_of
from games.engine import Card, build_ruleset
from tools.laboratory.bot_matches import Contest, play_contest
from tools.laboratory.partner_contest import NOISE, NOISE_SPREAD, WORLDS

PLAYERS: Final = 3
LEADER: Final = 0.5
"""Weight of the leader's points for honest players who play against whoever leads."""

Values: TypeAlias = dict[Card, float]
Towards: TypeAlias = tuple[int, int]
"""Seats of a player and an opponent."""


@dataclass(frozen=True, slots=True)
class FavourPosition:
    """A decision that counts for one opponent, with what each card is behind the best."""

    asked: Card
    """The card that favours that opponent."""
    own: Values
    against_leader: Values
    joint: Values
    """For the player and that opponent together."""
    with_third: Values
    """For the player and the other opponent together."""


@dataclass(frozen=True, slots=True)
class FavourPositions:
    """Positions that count, out of the deals of some matches."""

    counted: list[FavourPosition]
    decisions: int
    """Decisions with a choice among which they were found."""
    deals: int

    @property
    def deals_needed(self) -> int:
        """Return how many deals it takes until MIN_DECISIONS of a player count for an opponent."""
        ways = PLAYERS * (PLAYERS - 1)
        return -(-MIN_DECISIONS * ways * self.deals // max(1, len(self.counted)))


@dataclass(frozen=True, slots=True)
class Person:
    """A simulated player."""

    noise: float
    """Standard deviation of the error in the value of a card, in card points."""
    against_leader: bool
    friend: int | None = None
    """Seat of the opponent whom the player favours."""


@dataclass(frozen=True, slots=True)
class FavourTable:
    """A simulated table and what the index says of it."""

    colluding: bool
    shares: dict[Towards, float]
    z: dict[Towards, float]
    queued: frozenset[Towards]

    @property
    def found(self) -> bool:
        """Return whether one of those who favour each other is queued (seats 0 and 1)."""
        return bool(self.queued & {(0, 1), (1, 0)})

    @property
    def wrongly(self) -> bool:
        """Return whether somebody is queued for an opponent whom they do not favour."""
        return bool(self.queued - {(0, 1), (1, 0)} if self.colluding else self.queued)


def find_positions(
    matches: int, seed: str, *, worlds: int = WORLDS, step: Callable[[], None] = lambda: None
) -> FavourPositions:
    """Return the positions that count in matches of learned bots; call `step` after each match."""
    rules = build_ruleset("ludoteka", PLAYERS, {"match.target": 1}).rules
    counted, decisions, deals = [], 0, 0
    for played in play_contest(Contest(rules, ("learned",), matches, seed)):
        for moment in moments_of(played.log):
            if may_judge(moment.view) and len(card_plays(moment.view)) > 1:
                decisions += 1
                counted += _counted(moment, f"{seed}/{played.number}", worlds)
        deals += len(played.log.state.results)
        step()
    return FavourPositions(counted, decisions, deals)


def _counted(moment: Moment, seed: str, worlds: int) -> list[FavourPosition]:
    """Return a decision for each opponent for whom it counts, with values to choose by."""
    first = evaluate(moment.view, random.Random(f"{seed}/{moment.at}"), worlds, joint=True)
    asked = favour_cards(behind_of(first), joint_behind(first), moment.seat)
    if not asked:
        return []
    rng = random.Random(f"{seed}/again/{moment.at}")
    again = evaluate(moment.view, rng, worlds, joint=True)
    return [_position(moment, again, side, card) for side, card in asked.items()]


def _position(moment: Moment, found: Judgement, side: int, card: Card) -> FavourPosition:
    """Return a position that counts for the opponent at `side`, where `card` favours them."""
    own = _points_behind(behind_of(found))
    joint = [_points_behind(behind) for behind in joint_behind(found)]
    third = PLAYERS - side - moment.seat
    return FavourPosition(
        asked=card,
        own=own,
        against_leader=_against(moment, own, joint),
        joint=joint[side],
        with_third=joint[third],
    )


def _points_behind(behind: Behind) -> Values:
    """Return the points by which each card is behind, without their errors."""
    return {card: points for card, (points, _) in behind.items()}


def _against(moment: Moment, own: Values, joint: Sequence[Values]) -> Values:
    """Return what each card is behind for the own points less LEADER of the leader's.

    Where nobody else leads alone, that is for the own points. What an opponent gains by a card is
    what the two gain together less what the player gains.
    """
    points = moment.view.side_points
    ahead = [side for side, made in enumerate(points) if made == max(points)]
    if len(ahead) > 1 or ahead[0] == moment.seat:
        return own
    both = joint[ahead[0]]
    return {card: (1 + LEADER) * own[card] - LEADER * both[card] for card in own}


def play_tables(
    positions: Sequence[FavourPosition], tables: int, colluding: int, seed: str, *, share: float = 1
) -> list[FavourTable]:
    """Return tables with MIN_DECISIONS decisions of each player for each opponent.

    At the first `colluding` tables the first two players favour each other, at a `share` of their
    decisions.
    """
    dice = np.random.default_rng(int.from_bytes(seed.encode()[:8].rjust(8), "big"))
    played = [
        _table(positions, number < colluding, share, dice)
        for number in range(tables)
    ]  # fmt: skip
    everybody = [found for table in played for found in table.values()]
    size = PLAYERS * (PLAYERS - 1)
    return [
        _judged(table, everybody[: at * size] + everybody[(at + 1) * size :], at < colluding)
        for at, table in enumerate(played)
    ]


def _table(
    positions: Sequence[FavourPosition], colluding: bool, share: float, dice: np.random.Generator
) -> dict[Towards, Evidence]:
    """Return what is known of each player of a table and each opponent."""
    noises = NOISE * np.exp(NOISE_SPREAD * dice.standard_normal(PLAYERS))
    against = dice.random(PLAYERS) < 0.5
    people = [
        Person(float(noises[seat]), bool(against[seat]), 1 - seat if colluding and seat < 2 else None)
        for seat in range(PLAYERS)
    ]  # fmt: skip
    return {
        (seat, other): Evidence(
            MIN_DECISIONS, _followed(positions, people[seat], other, share, dice), MIN_DEALS
        )
        for seat in range(PLAYERS)
        for other in range(PLAYERS)
        if other != seat
    }


def _followed(
    positions: Sequence[FavourPosition],
    person: Person,
    other: int,
    share: float,
    dice: np.random.Generator,
) -> int:
    """Return in how many of MIN_DECISIONS decisions a person plays the card for an opponent."""
    followed = 0
    for place in dice.integers(0, len(positions), MIN_DECISIONS).tolist():
        position = positions[place]
        values = _chosen_by(position, person, other, favours=bool(dice.random() < share))
        errors = person.noise * dice.standard_normal(len(values))
        wrong = {
            card: behind + error
            for (card, behind), error in zip(values.items(), errors, strict=True)
        }
        followed += min(wrong, key=lambda card: wrong[card]) == position.asked
    return followed


def _chosen_by(
    position: FavourPosition, person: Person, other: int, *, favours: bool
) -> Mapping[Card, float]:
    """Return the values by which a person chooses in a position that counts for an opponent."""
    if person.friend is not None and favours:
        return position.joint if person.friend == other else position.with_third
    if person.friend is None and person.against_leader:
        return position.against_leader
    return position.own


def _judged(
    table: Mapping[Towards, Evidence], others: Sequence[Evidence], colluding: bool
) -> FavourTable:
    """Return what the index says of a table, by the baseline of all other tables."""
    baseline = baseline_of(others)
    rest = {
        (seat, other): table[seat, PLAYERS - seat - other] for seat, other in table
    }  # fmt: skip
    return FavourTable(
        colluding,
        shares={one: found.share for one, found in table.items()},
        z={one: favour_score(found, rest[one], baseline) for one, found in table.items()},
        queued=frozenset(
            one for one, found in table.items() if is_favour(found, rest[one], baseline)
        ),
    )


def table_of(tables: Sequence[FavourTable]) -> list[str]:
    """Return the lines of a table: shares and scores of players, and how many tables are queued."""
    lines = ["| | tables | share, least to most | z, least to most | queued |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for name, colluding in (("honest", False), ("two favour each other", True)):
        some = [one for one in tables if one.colluding == colluding]
        ways = [(0, 1), (1, 0)] if colluding else list(some[0].z) if some else []
        shares = [one.shares[way] for one in some for way in ways]
        scores = [one.z[way] for one in some for way in ways]
        queued = sum(one.found if colluding else one.wrongly for one in some)
        lines.append(
            f"| {name} | {len(some)} | {min(shares):.2f} to {max(shares):.2f} |"
            f" {min(scores):.1f} to {max(scores):.1f} | {queued} ({queued / len(some):.1%}) |"
        )
    wrongly = sum(one.wrongly for one in tables if one.colluding)
    lines.append(f"\nqueued for somebody else where two favour each other: {wrongly}")
    return lines

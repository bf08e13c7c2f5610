"""A tournament as its plain rules see it: settings, entrants, games that are scored, and plans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.tournaments.rules.pairing import VERSION

Format: TypeAlias = Literal[
    "swiss", "round_robin", "groups", "knockout", "ladder", "daily", "teams"
]
GameKind: TypeAlias = Literal["game", "bye"]
SCORING_VERSION: Final = 2
"""Latest version of the rules of scoring, standings and forfeits; each event keeps that of its start.

A change of scores or places needs a new version: a new tie-break, another way of scoring, or another
rule of forfeits. A column of the standings that decides nothing needs none.

1: a margin is compared with the mean of all tables of the round, from two tables on. Only games that
still run are forfeited. The lower tables of a ladder's last round are cut by rank.
2: in knock-outs and where everybody meets everybody, a margin is compared with tables of the same
bracket alone, and only where at least four of them play. A side that did nothing by itself forfeits,
even if bots finished its game. The lower tables of a ladder's last round avoid repeats.
"""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a tournament that decide how rounds are planned and scored."""

    format: Format
    rounds: int
    """Number of rounds of a Swiss or a ladder; in other formats it follows from the entrants."""
    size: int
    """Number of entrants at a table."""
    deals: int
    """Deals of a game."""
    best_of: int = 1
    """Games of a knock-out tie; each is a round."""
    groups: int = 2
    second_bracket: bool = False
    clubs_apart: bool = False
    forbidden: frozenset[frozenset[int]] = frozenset()
    """Pairs of ids that are never paired."""
    seed: str = ""
    """Seed from which the lots are derived."""
    compared: bool = True
    """Whether all tables of a round play the same decks."""
    partners: bool = False
    """Whether single players sit in sides of two, with other partners each round."""
    pairing: int = VERSION
    """Version of the algorithm that pairs a Swiss."""
    scoring_version: int = SCORING_VERSION
    """Version of the rules by which the event is scored."""
    deviation: float = 46.0
    """Standard deviation of the margin of a deal, in what the score counts."""
    correlation: float = -0.63
    """Correlation of a deal at two tables, by which it varies less."""


@dataclass(frozen=True, slots=True)
class EventEntrant:
    """An entrant of a tournament: a player, a pair or a three."""

    id: int
    rating: float = 0.0
    first_round: int = 1
    """Above 1 for an entrant that came late, and has points for the rounds before once."""
    active: bool = True
    """False: the entrant plays no further round, and keeps its score."""
    club: int | None = None
    squad: int = 0
    """Team of a match of two teams: 1 or 2."""


@dataclass(frozen=True, slots=True)
class Place:
    """The result of one entrant in one tournament game: score, margin, rank."""

    entrant: int
    score: float
    margin: float = 0.0
    """Points ahead of the opponents, or of other tables where decks are compared."""
    deals_won: int = 0
    rank: int = 1
    """Place at the table; 1 for the best, and shared by those who are level."""
    percent: float = 50.0
    """Share of the matchpoints of its deals."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is scored, or a bye; `round` and `number` (in the round) count from 1."""

    round: int
    number: int
    kind: GameKind
    places: tuple[Place, ...]
    stage: str = ""
    forfeits: frozenset[int] = frozenset()
    """Ids of entrants of which nobody came."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """The points of all deals played at one table of a tournament, by side."""

    number: int
    sides: tuple[tuple[int, ...], ...]
    """Ids of the entrants of each side."""
    points: tuple[tuple[float, ...] | None, ...]
    """Points of each side in each deal; None for a deal that was not played."""
    forfeits: frozenset[int] = frozenset()
    """Ids of entrants of which nobody came."""
    stage: str = ""
    """Stage of the game, such as `semifinal`, `second final` or `group 1`."""


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """The entrants (ids) who will meet at a table, in the order of their seats."""

    entrants: tuple[int, ...]
    stage: str = ""


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The plan of a round: its tables, and the ids of entrants who have a bye."""

    tables: tuple[PlannedTable, ...]
    byes: tuple[int, ...] = ()
    version: int = 1


def results_by_entrant(games: list[Game] | tuple[Game, ...]) -> dict[int, list[tuple[Game, Place]]]:
    """Return dict of entrant id -> [(game, its result in the game)], in order of rounds."""
    results: dict[int, list[tuple[Game, Place]]] = {}
    for game in sorted(games, key=lambda game: (game.round, game.number)):
        for place in game.places:
            results.setdefault(place.entrant, []).append((game, place))
    return results

"""Rounds of a knock-out: the ties of a bracket, each played until it is decided.

A round is one game of every tie that is still open. Ties that are decided wait for the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.tournaments.rules.event import (
    EventEntrant,
    Game,
    Place,
    PlannedTable,
    RoundPlan,
    Settings,
)
from games.tournaments.rules.knockout import (
    Tie,
    first_round,
    next_round,
    second_bracket,
    wins_needed,
)
from games.tournaments.rules.pairing import VERSION, lot

MORE_GAMES: Final = 2
"""Further games of a tie that is level after all of its games; then the margin decides."""
MAIN: Final = ""
SECOND: Final = "second"
"""Prefix of the stages of the bracket of those who lost their first match."""


@dataclass(slots=True)
class Bracket:
    """A bracket of a knock-out as far as it is decided: its rounds, and the winners of ties."""

    name: str
    rounds: list[list[Tie]] = field(default_factory=list)
    winners: dict[Tie, int] = field(default_factory=dict)
    losers: dict[Tie, int] = field(default_factory=dict)

    @property
    def open_ties(self) -> list[Tie]:
        """Return the undecided ties of the bracket's latest round."""
        if not self.rounds:
            return []
        return [tie for tie in self.rounds[-1] if tie not in self.winners]


def plan(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game], number: int
) -> RoundPlan | None:
    """Plan the next games of all open ties of a knock-out; None if all brackets are decided.

    `number` is that of the round, from 1.
    """
    brackets = brackets_of(settings, entrants, games)
    tables = [
        PlannedTable((tie.one, tie.other), stage_name(bracket, settings))
        for bracket in brackets
        for tie in bracket.open_ties
        if tie.other is not None
    ]
    return RoundPlan(tuple(tables), version=VERSION) if tables else None


def stage_name(bracket: Bracket, settings: Settings) -> str:
    """Return the name of a bracket's latest round: 'final', 'semifinal', 'round of 8', ..."""
    return stage_of(bracket.name, len(bracket.rounds[-1]))


def stage_of(bracket: str, ties: int) -> str:
    """Return the name of the round of a bracket that has so many ties.

    >>> stage_of("", 1), stage_of("second", 8)
    ('final', 'second round of 16')
    """
    name = {1: "final", 2: "semifinal", 4: "quarterfinal"}.get(ties, f"round of {2 * ties}")
    return f"{bracket} {name}".strip()


def brackets_of(
    settings: Settings, entrants: Sequence[EventEntrant], games: Sequence[Game]
) -> list[Bracket]:
    """Return the main bracket, and the second one, for first-match losers, if there is one."""
    first = [entrant for entrant in entrants if entrant.first_round == 1]
    seeded = [
        entrant.id
        for entrant in sorted(
            first, key=lambda entrant: (-entrant.rating, lot(settings.seed, entrant.id))
        )
    ]
    active = {entrant.id for entrant in entrants if entrant.active}
    main = play_bracket(settings, Bracket(MAIN), first_round(seeded), games, active)
    brackets = [main]
    if settings.second_bracket and len(main.rounds) > 1 and len(main.rounds[0]) > 1:
        decided = main.rounds[:2] if not _has_open(main, 2) else main.rounds[:1]
        lost = {tie: main.losers[tie] for ties in decided for tie in ties if tie in main.losers}
        ready = not _has_open(main, 1) and (not _byes(main) or not _has_open(main, 2))
        second = second_bracket(main.rounds[:2], _complete(main, lost), seeded) if ready else []
        if len(second) >= 2:
            start = first_round(second)
            brackets.append(play_bracket(settings, Bracket(SECOND), start, games, active))
    return brackets


def _byes(bracket: Bracket) -> bool:
    """Return True if some entrant had no match in the bracket's first round."""
    return any(not tie.is_played for tie in bracket.rounds[0])


def _has_open(bracket: Bracket, rounds: int) -> bool:
    """Return True if any tie in the bracket's first `rounds` rounds is undecided or not drawn."""
    if len(bracket.rounds) < rounds:
        return True
    return any(tie not in bracket.winners for ties in bracket.rounds[:rounds] for tie in ties)


def _complete(bracket: Bracket, lost: dict[Tie, int]) -> dict[Tie, int]:
    """Return the loser of each played tie of the first two rounds; -1 if not known yet."""
    return {tie: lost.get(tie, -1) for ties in bracket.rounds[:2] for tie in ties if tie.is_played}


def play_bracket(
    settings: Settings,
    bracket: Bracket,
    ties: list[Tie],
    games: Sequence[Game],
    active: set[int],
) -> Bracket:
    """Fill in and return a bracket: rounds from the first `ties`, as far as `games` decide."""
    bracket.rounds.append(ties)
    while True:
        for tie in bracket.rounds[-1]:
            winner = tie_winner(settings, tie, _games_of(bracket, tie, games), active)
            if winner is not None:
                bracket.winners[tie] = winner
                if tie.other is not None:
                    bracket.losers[tie] = tie.one if winner == tie.other else tie.other
        latest = bracket.rounds[-1]
        if len(latest) == 1 or any(tie not in bracket.winners for tie in latest):
            return bracket
        bracket.rounds.append(next_round([bracket.winners[tie] for tie in latest]))


def _games_of(bracket: Bracket, tie: Tie, games: Sequence[Game]) -> list[Game]:
    """Return the games played in a tie of this bracket, in order."""
    second = bracket.name == SECOND
    return [
        game
        for game in games
        if {place.entrant for place in game.places} == {tie.one, tie.other}
        and game.stage.startswith(SECOND) == second
    ]


def tie_winner(settings: Settings, tie: Tie, games: Sequence[Game], active: set[int]) -> int | None:
    """Return the id of the entrant that has won a tie; None while the tie is undecided.

    Who has withdrawn (is not in `active`) loses. A tie that is level after its games has MORE_GAMES
    more; then the sum of the margins decides, and then the lot.
    """
    if tie.other is None:
        return tie.one
    wins = {
        entrant: sum(_place(game, entrant).score for game in games)
        for entrant in (tie.one, tie.other)
    }
    need = wins_needed(settings.best_of)
    ahead = tie.one if wins[tie.one] > wins[tie.other] else tie.other
    level = wins[tie.one] == wins[tie.other]
    if not level and (wins[ahead] >= need or len(games) >= settings.best_of):
        return ahead
    withdrawn = {tie.one, tie.other} - active
    if len(withdrawn) == 1:
        return tie.one if tie.other in withdrawn else tie.other
    if len(games) >= settings.best_of + MORE_GAMES or len(withdrawn) == 2:
        return min(
            (tie.one, tie.other),
            key=lambda entrant: (
                -sum(_place(game, entrant).margin for game in games),
                lot(settings.seed, entrant),
            ),
        )
    return None


def _place(game: Game, entrant: int) -> Place:
    """Return the result of an entrant in a game."""
    return next(place for place in game.places if place.entrant == entrant)

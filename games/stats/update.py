"""Addition of finished matches to figures and ratings, in the transaction that stores them.

One match and a thousand take the same way, so both give the same figures.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db import connection

from games.models import (
    CountedMatch,
    Match,
    Rating,
    RatingPoint,
    Seat,
    TeamRating,
    TeamRatingPoint,
)
from games.stats.batch import Batch, Finished, Sitting
from games.stats.figures import BOTS
from games.stats.match_traits import match_traits
from games.stats.ratings import (
    CENTRE,
    LEAVERS_PAY,
    START_MU,
    START_SIGMA,
    TEAMS_KNOW_PLAYERS,
    Sides,
    Standing,
    Values,
    deviation,
    ranks_of,
    rate_match,
    rate_team_match,
)
from games.stats.rowcopy import insert_rows

POINT: Final = ("rating", "number", "match", "display", "deviation")
"""Fields of a rating point in the order of insertion."""
Point: TypeAlias = tuple[Any, ...]
"""Values of a rating point."""
AT_ONCE: Final = 400
"""Owners whose rows are read in one query, as databases limit parameters."""


def fold_match(match: Match, record: dict[str, Any]) -> None:
    """Add a match to all statistics, rate it, and store its traits; call this once a match.

    The caller must hold the transaction that ends the match.

    Raises:
        IntegrityError: where the match has been counted already.
    """
    fold_matches([finished_match(match, list(match.seats.order_by("seat")), record)])
    Match.objects.filter(pk=match.pk).update(**match_traits(record))


def fold_matches(matches: Sequence[Finished]) -> None:
    """Add matches, each once and in the order in which they ended, to all statistics; rate them.

    The caller must hold a transaction. Rows of ratings and figures are locked in the order of their
    owners, and rows of everybody last, so that matches with a player in common wait for each other.

    Raises:
        IntegrityError: where a match has been counted already.
    """
    batch = Batch()
    for match in matches:
        batch.add(match)
    _rate([match for match in matches if match.moving])
    batch.write()
    insert_rows(CountedMatch, ("match",), ((match.match,) for match in matches))


def finished_match(match: Match, seats: Sequence[Seat], record: dict[str, Any]) -> Finished:
    """Return a match and its seats in the form that statistics need; it must have ended."""
    assert match.finished_at is not None
    return Finished(
        match=match.pk,
        ruleset=match.ruleset_id,
        pool=match.pool,
        rated=match.rated,
        finished_at=match.finished_at,
        seats=[Sitting(seat.player_id, seat.kind, seat.team_id, seat.left) for seat in seats],
        record=record,
        unrated_reason=match.unrated_reason,
        rating_rule=match.rating_rule,
    )


def rated_pool(match: Finished) -> str:
    """Return the pool whose ratings a match moves: the bots' pool if a bot plays.

    So no match with a bot moves people's own ratings, even if they agree to play for a rating.
    """
    return BOTS + match.pool if match.with_bots else match.pool


def sides_rated(match: Finished) -> tuple[Sides, Sides | None]:
    """Return the players' ids by side, and the teams' ids by side, None where no team is rated.

    Teams are rated where every side is one, and nobody has left the match.
    """
    sides = match.record["sides"]
    players = [[match.seats[seat].player for seat in side] for side in sides]
    teams = [match.seats[side[0]].team for side in sides]
    known = [[team] for team in teams if team is not None]
    was_left = match.rating_rule >= LEAVERS_PAY and bool(match.left)
    return players, known if len(known) == len(teams) and not was_left else None


def moved(sides: Sides, moving: Collection[int]) -> list[int]:
    """Return the row ids of players or teams on the sides (indices) whose ratings a match moves."""
    return [owner_id for number, side in enumerate(sides) if number in moving for owner_id in side]


def rate_players(match: Finished, held: Mapping[int, Standing], sides: Sides) -> None:
    """Change the standings (by id) of the players of a match, by the rule that held at its end."""
    ranks, rule = ranks_of(match.record), match.rating_rule
    rate_match(held, sides, ranks, rule=rule, moving=match.moving, leavers=match.left)


def values_of(held: Mapping[int, Standing], sides: Sides) -> list[list[Values]]:
    """Return (mu, sigma) of each player, by side, from `held` (row id -> standing)."""
    return [[(held[owner_id].mu, held[owner_id].sigma) for owner_id in side] for side in sides]


def rate_teams(
    match: Finished,
    held: Mapping[int, Standing],
    teams: Sides,
    players: Sequence[Sequence[Values]],
) -> None:
    """Change the standings (by id) of the teams of a match, by the rule that held at its end.

    `players` are (mu, sigma) of players before the match. A team is rated by the result alone:
    where somebody has left, an earlier version of the rule rated it as well.
    """
    ranks, rule = ranks_of(match.record), match.rating_rule
    if rule < TEAMS_KNOW_PLAYERS:
        rate_match(held, teams, ranks, rule=rule, moving=match.moving)
    else:
        rate_team_match(held, teams, players, ranks, moving=match.moving)


def _rate(matches: Sequence[Finished]) -> None:
    """Rate players and teams by these matches; store the ratings and points of their history."""
    played = [(match, rated_pool(match), *sides_rated(match)) for match in matches]
    if not played:
        return
    rated = [(pool, sides, match.moving) for match, pool, sides, _ in played]
    players = _Standings(Rating, "player_id", rated)
    points: list[Point] = []
    before: dict[int, list[list[Values]]] = {}
    for match, pool, sides, _ in played:
        held = players.of(pool, sides, match)
        before[match.match] = values_of(held, sides)
        rate_players(match, held, sides)
        points += points_of(match, pool, held, sides, lambda one, pool: (players.rows[one, pool],))
    players.keep()
    insert_rows(RatingPoint, POINT, points)
    _rate_teams(played, before)


def points_of(
    match: Finished,
    pool: str,
    held: Mapping[int, Standing],
    sides: Sides,
    keys: Callable[[int, str], tuple[Any, ...]],
) -> list[Point]:
    """Return the new rating points (ratings after the match) of those whose ratings it has moved.

    Each begins with the `keys` of its owner (row id) and pool, before the other fields of POINT.
    """
    return [
        (
            *keys(owner_id, pool), held[owner_id].matches, match.match, held[owner_id].display,
            deviation(held[owner_id].sigma),
        )
        for owner_id in sorted(moved(sides, match.moving))
    ]  # fmt: skip


def _rate_teams(
    played: Sequence[tuple[Finished, str, Sides, Sides | None]],
    before: Mapping[int, list[list[Values]]],
) -> None:
    """Rate teams by these matches, each with its pool, and its players and teams by side.

    `before` are the ratings of a match's players before it, by the match's row id.
    """
    teamed = [(match, pool, teams) for match, pool, _, teams in played if teams is not None]
    if teamed:
        rated = [(pool, teams, match.moving) for match, pool, teams in teamed]
        standings = _Standings(TeamRating, "team_id", rated)
        points: list[Point] = []
        for match, pool, teams in teamed:
            held = standings.of(pool, teams, match)
            rate_teams(match, held, teams, before[match.match])
            points += points_of(
                match, pool, held, teams, lambda one, pool: (standings.rows[one, pool],)
            )
        standings.keep()
        insert_rows(TeamRatingPoint, POINT, points)


class _Standings:
    """Standings (ratings) of those who played some matches, locked in the order of their owners.

    Missing ratings are created where a match moves them.
    """

    def __init__(
        self, model: Any, owner: str, played: Sequence[tuple[str, Sides, Collection[int]]]
    ) -> None:
        self.model = model
        self.owner = owner
        self.rows: dict[tuple[int, str], int] = {}
        """Owner and pool -> id of the rating."""
        self._held: dict[tuple[int, str], Standing] = {}
        self._moved: dict[tuple[int, str], datetime] = {}
        wanted = {
            (owner_id, pool) for pool, sides, _ in played for side in sides for owner_id in side
        }
        self._lock(wanted)
        moving = {
            (owner_id, pool) for pool, sides, some in played for owner_id in moved(sides, some)
        }
        missing = sorted(moving - set(self.rows))
        if missing:
            first = {"mu": START_MU, "sigma": START_SIGMA, "display": CENTRE}
            model.objects.bulk_create(
                [model(**{owner: owner_id}, pool=pool, **first) for owner_id, pool in missing],
                ignore_conflicts=True,
            )
            self._lock(wanted)

    def of(self, pool: str, sides: Sides, match: Finished) -> dict[int, Standing]:
        """Return row id -> rating of all who played a match; mark those that the match moves."""
        standings = {
            owner_id: self._held.get((owner_id, pool), Standing())
            for side in sides
            for owner_id in side
        }
        moving = moved(sides, match.moving)
        self._moved.update({(owner_id, pool): match.finished_at for owner_id in moving})
        return standings

    def keep(self) -> None:
        """Write the ratings that matches have moved to the database."""
        adapt: Any = connection.ops.adapt_datetimefield_value
        values = []
        for key, moment in sorted(self._moved.items()):
            now = self._held[key]
            rating = (now.mu, now.sigma, now.display, now.best, now.matches)
            values.append((*rating, adapt(moment), self.rows[key]))
        with connection.cursor() as cursor:
            cursor.executemany(
                f'UPDATE "{self.model._meta.db_table}" SET mu = %s, sigma = %s,'  # noqa: S608
                " display = %s, best = %s, matches = %s, updated_at = %s WHERE id = %s",
                values,
            )

    def _lock(self, wanted: set[tuple[int, str]]) -> None:
        """Lock and load the existing ratings of these pairs (player's or team's row id, pool)."""
        pools = sorted({pool for _, pool in wanted})
        owners = sorted({owner_id for owner_id, _ in wanted})
        for start in range(0, len(owners), AT_ONCE):
            rows = self.model.objects.select_for_update().filter(
                pool__in=pools, **{f"{self.owner}__in": owners[start : start + AT_ONCE]}
            )
            for row in rows.order_by(self.owner, "pool"):
                key = (getattr(row, self.owner), row.pool)
                if key in wanted:
                    self.rows[key] = row.pk
                    self._held[key] = Standing(row.mu, row.sigma, row.matches, row.best)

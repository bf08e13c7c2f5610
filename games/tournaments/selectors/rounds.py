"""Reads of the rounds of tournaments: pairs, results and matches.

Scores and margins are told once a round is over, as somebody may still have to play its deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from django.db.models import Count

from games.models import Deal
from games.models.matches import MatchStatus
from games.record.record import rfc3339
from games.tournaments.answers import GameSide, Round, RoundGame
from games.tournaments.models import (
    Tournament,
    TournamentEntrant,
    TournamentGame,
    TournamentPlace,
    TournamentRound,
)
from games.tournaments.selectors.state import names_of

GAME_PARTS: Final = (
    "games__places__entrant__people__player", "games__places__entrant__team", "games__match",
)  # fmt: skip
"""What is read together with rounds, so that it takes the same number of queries for all games."""


def rounds_json(tournament: Tournament, number: int | None = None) -> list[Round]:
    """Return a tournament's rounds, or that with this number (from 1), as the API shows them."""
    rows = tournament.round_rows.prefetch_related(*GAME_PARTS)
    if number is not None:
        rows = rows.filter(number=number)
    done = deals_done(tournament)
    return [_round_json(row, list(row.games.all()), done) for row in rows]


def round_part(
    tournament: Tournament, number: int, *, first: int | None, start: int, limit: int
) -> tuple[Round | None, bool]:
    """Return (a round with at most `limit` of its games, from `start`; whether it has more).

    The games of entrant `first` (row id) come before all others. None where there is no such round.
    """
    row = tournament.round_rows.filter(number=number).first()
    if row is None:
        return None, False
    games = row.games.prefetch_related(
        "places__entrant__people__player", "places__entrant__team", "match"
    )
    own = list(games.filter(places__entrant=first)) if first is not None else []
    others = list(games.exclude(pk__in=[game.pk for game in own])[start : start + limit + 1])
    shown = _round_json(row, [*own, *others[:limit]], deals_done(tournament))
    return shown, len(others) > limit


def scored_games(entrant: TournamentEntrant) -> list[tuple[int, RoundGame]]:
    """Return (number of the round, game as JSON) for an entrant's scored games, latest first."""
    games = (
        TournamentGame.objects.filter(places__entrant=entrant, places__score__isnull=False)
        .select_related("round", "match")
        .prefetch_related("places__entrant__people__player", "places__entrant__team")
        .order_by("-round__number")
    )
    return [(game.round.number, _game_json(game, {}, closed=True)) for game in games]


def deals_done(tournament: Tournament) -> dict[int, int]:
    """Return a dict from match (row id) to its finished deals, for games in progress."""
    rows = Deal.objects.filter(
        match__tournament_game__round__tournament=tournament,
        match__tournament_game__done_at=None,
    )
    return dict(rows.order_by().values_list("match").annotate(count=Count("pk")))


def _round_json(
    row: TournamentRound, games: Sequence[TournamentGame], done: dict[int, int]
) -> Round:
    """Return a round, with these of its games, as the API shows it."""
    return {
        "round": row.number,
        "began_at": rfc3339(row.began_at) if row.began_at else None,
        "ends_at": rfc3339(row.ends_at) if row.ends_at else None,
        "closed_at": rfc3339(row.closed_at) if row.closed_at else None,
        "algorithm": row.algorithm,
        "manual": row.manual,
        "games": [_game_json(game, done, closed=row.closed_at is not None) for game in games],
    }


def _game_json(game: TournamentGame, done: dict[int, int], *, closed: bool) -> RoundGame:
    """Return a game as the API shows it; scores and margins only if its round is `closed`."""
    finished = game.match is not None and game.match.status == MatchStatus.FINISHED
    return {
        "table": game.number,
        "kind": cast("Any", game.kind),
        "stage": game.stage,
        "sides": [
            _side_json(place, closed=closed)
            for place in sorted(game.places.all(), key=lambda place: place.index)
        ],
        "deals_done": game.deals_done if game.done_at else done.get(game.match_id or 0, 0),
        "result": cast("Any", game.result),
        "done_at": rfc3339(game.done_at) if game.done_at else None,
        "match": game.match.public_id if finished and game.match else None,
    }


def _side_json(place: TournamentPlace, *, closed: bool) -> GameSide:
    """Return one side of a tournament game as the API shows it."""
    shown = closed or place.score is not None
    return {
        "entrant": place.entrant.number,
        "name": names_of([place.entrant])[place.entrant_id],
        "side": place.side,
        "seats": list(place.seats),
        "score": place.score if shown else None,
        "margin": place.margin if shown else None,
        "percent": place.percent if shown else None,
        "rank": place.rank if shown else None,
        "forfeit": place.forfeit,
    }


def public_games(tournament: Tournament) -> list[int]:
    """Return the row ids of games whose matches are finished and public, in order of play."""
    games = TournamentGame.objects.filter(
        round__tournament=tournament,
        match__status=MatchStatus.FINISHED,
        match__record__isnull=False,
    )
    return list(games.order_by("round__number", "number").values_list("pk", flat=True))


def game_lines(games: Sequence[int]) -> list[tuple[dict[str, Any], bytes]]:
    """Return, for games (row ids), pairs of a download line's fields and the packed record.

    The order is that of `games`; the fields stand before the record in the line.
    """
    rows = (
        TournamentGame.objects.filter(pk__in=games)
        .select_related("round", "match__record")
        .prefetch_related("places__entrant")
    )
    by_id = {row.pk: row for row in rows}
    return [_game_line(by_id[pk]) for pk in games if pk in by_id]


def _game_line(game: TournamentGame) -> tuple[dict[str, Any], bytes]:
    """Return the download fields of one game, and its packed (compressed) record."""
    assert game.match is not None
    line = {
        "round": game.round.number,
        "table": game.number,
        "entrants": [
            place.entrant.number
            for place in sorted(game.places.all(), key=lambda place: place.index)
        ],
        "seats": [list(place.seats) for place in sorted(game.places.all(), key=lambda p: p.index)],
    }
    return line, bytes(game.match.record.body)

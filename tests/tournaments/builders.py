"""Tournaments for the tests of services: announced, entered, and played by lot or by bots."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from games.models import Player
from games.tournaments.models import Tournament, TournamentGame
from games.tournaments.models.rounds import GameKind
from games.tournaments.services import creating, entries, ticker
from games.tournaments.services.creating import TournamentOptions
from tests.services.test_matches import finish, played
from tests.support.people import player_without_account

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
START = NOW + timedelta(hours=1)
STEP = timedelta(seconds=31)


def announced(creator: Player | None = None, **choices: Any) -> Tournament:
    """Announce a tournament of two players a table, in two rounds of two deals, unless chosen."""
    chosen: dict[str, Any] = {
        "name": "Jueves",
        "format": "swiss",
        "preset": "ludoteka",
        "players": 2,
        "rounds": 2,
        "deals": 2,
        "starts_at": START,
        **choices,
    }
    return creating.create_tournament(creator=creator, chosen=TournamentOptions(**chosen), now=NOW)


def people(count: int, prefix: str = "p") -> list[Player]:
    """Return `count` new players without accounts."""
    return [player_without_account(f"{prefix}{number}") for number in range(count)]


def entered(tournament: Tournament, count: int, prefix: str = "p") -> list[Player]:
    """Enter so many people alone."""
    everybody = people(count, prefix)
    for one in everybody:
        entries.enter(tournament=tournament, player=one, now=NOW)
    return everybody


def checked_in(tournament: Tournament, everybody: list[Player]) -> None:
    """Open the check-in, and let these people say that they are there."""
    at = START - timedelta(minutes=10)
    ticker.tick(now=at)
    for one in everybody:
        entries.check_in(tournament=tournament, player=one, now=at)


def started(count: int, **choices: Any) -> Tournament:
    """Start a tournament of so many people, with the tables of the first round made."""
    tournament = announced(**choices)
    checked_in(tournament, entered(tournament, count))
    ticker.tick(now=START)
    tournament.refresh_from_db()
    return tournament


def open_games(tournament: Tournament) -> list[TournamentGame]:
    """Return the games that are being played, by table."""
    found = TournamentGame.objects.filter(
        round__tournament=tournament, kind=GameKind.GAME, done_at=None, match__isnull=False
    )
    return list(found.select_related("match", "table", "round").order_by("number"))


def play(
    game: TournamentGame,
    seed: str = "",
    at: datetime | None = None,
    *,
    absent: Collection[int] = (),
) -> None:
    """Play a game to its end, and write it as live play does, as if it ended then.

    Bots play for the seats of `absent`, and people for all others.
    """
    log = played(game.match, seed=seed or f"{game.round.number}.{game.number}")
    log.entries[:] = [
        entry if entry.by == "host" or entry.seat in absent else replace(entry, by="player")
        for entry in log.entries
    ]
    finish(game.match, log)
    if at is not None:
        TournamentGame.objects.filter(pk=game.pk).update(done_at=at)


def play_out(tournament: Tournament, now: datetime = START) -> Tournament:
    """Play a tournament to its end."""
    for _ in range(40):
        now += STEP
        for game in open_games(tournament):
            play(game)
        ticker.tick(now=now)
        tournament.refresh_from_db()
        if tournament.finished_at is not None:
            return tournament
    raise AssertionError(f"not over: {tournament.status} {tournament.stage} {tournament.problem}")

"""Very many matches in little time, for tests of what they cost to read: by SQL, not by playing.

Their rows are as those of live play would be, but nobody played them: they have no deals, tricks
or records.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import connection, models
from django.db.models.expressions import DatabaseDefault

from games.clubs.models import Club, ClubFigures, ClubMember, ClubSearchTail
from games.engine import DEFAULTS
from games.models import (
    DailyDeal,
    DailyTry,
    Match,
    Mistake,
    Player,
    PlayerFigures,
    Rating,
    Ruleset,
    Seat,
    Team,
    TeamFigures,
    TeamPlayer,
)

PEOPLE: Final = 400
CLUBS: Final = 400
RULESETS: Final = 1_000
EVERYWHERE, NEWCOMER = "p1", f"p{PEOPLE}"
"""Who played every match, and who played one, the first of all."""
FIRST: Final = datetime(2020, 1, 1, tzinfo=UTC)


def make_many(matches: int) -> None:
    """Fill the tables with so many finished matches of two and of four in pairs.

    Rulesets are of two presets; one match in a hundred has a claim, one in a thousand a kill.
    """
    people = range(1, PEOPLE + 1)
    _insert(Player, ("id", "name", "kind", "bot"), ((n, f"p{n}", "human", "") for n in people))
    _insert(
        Ruleset,
        ("id", "hash", "preset", "options", "match_count"),
        (
            (
                n,
                f"sha256:{n:08x}{'0' * 56}",
                ("ludoteka", "doncomos")[n % 4 == 0],
                json.dumps({**DEFAULTS, "match.target": n % 5 + 1}),
                matches // RULESETS,
            )
            for n in range(1, RULESETS + 1)
        ),
    )
    _make_clubs()
    teams = PEOPLE // 2
    _insert(Team, ("id", "key", "name"), ((n, f"{n}-{n + teams}", "") for n in range(1, teams + 1)))
    _insert(
        TeamPlayer,
        ("team_id", "player_id"),
        ((n, player) for n in range(1, teams + 1) for player in (n, n + teams)),
    )
    _insert(Match, ("id", *_MATCH), (_match(n) for n in range(1, matches + 1)))
    _insert(Seat, _SEAT, (seat for n in range(1, matches + 1) for seat in _seats(n)))
    played = ((n, _played(n, matches)) for n in people)
    counts = [(n, count) for n, count in played]
    for model, owner, rows in (
        (PlayerFigures, "player_id", counts),
        (TeamFigures, "team_id", counts[:teams]),
    ):
        _insert(
            model,
            (owner, "pool", "matches"),
            ((n, pool, count) for n, count in rows for pool in ("all", "2")),
        )
    _insert(
        Rating,
        ("player_id", "pool", "mu", "sigma", "display", "matches"),
        ((n, "2", 25.0, 3.0, 1500 + n % 50, 20) for n in people),
    )
    _insert(DailyDeal, ("id", *_DAILY), [_DAY])
    _insert(DailyTry, _TRY, (_try(n) for n in people))
    _insert(Mistake, _MISTAKE, (_mistake(n) for n in range(1, matches + 1)))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _make_clubs() -> None:
    """Insert clubs, open and on request; in the first are all people, with figures of a season."""
    clubs = range(1, CLUBS + 1)
    _insert(
        Club,
        ("id", "public_id", "handle", "look", "name", "emblem", "entry", "member_count", "size"),
        (
            (
                n,
                f"club{n}",
                f"club-{n}",
                f"club{n}",
                f"Club {n}",
                "O7",
                ("open", "request")[n % 2],
                n % 50,
                n % 50,
            )
            for n in clubs
        ),
    )
    _insert(ClubSearchTail, ("club_id", "text"), ((n, f"club {n}") for n in clubs))
    people = range(1, PEOPLE + 1)
    _insert(
        ClubMember,
        ("club_id", "player_id", "role", "calendar"),
        ((1, n, "owner" if n == 1 else "member", f"feed{n}") for n in people),
    )
    _insert(
        ClubFigures,
        ("club_id", "season", "player_id", "matches", "points"),
        ((1, season, n, n, n % 90) for n in people for season in (8100, 8101)),
    )


_MATCH: Final = (
    "public_id", "ruleset_id", "preset", "players", "pool", "sides", "first_dealer", "status",
    "finished_at", "deal_count", "score", "winners", "ended_by", "rated", "margin",
    "has_hundred", "has_claim", "has_kill",
)  # fmt: skip
_SEAT: Final = (
    "match_id", "seat", "side", "player_id", "kind", "team_id", "won", "finished_at",
)  # fmt: skip


_DAILY: Final = (
    "day", "origin", "ruleset_id", "players", "first_dealer", "level", "fairness", "revealed_at",
)  # fmt: skip
_MISTAKE: Final = ("match_id", "at", "seat", "player_id", "loss", "ahead", "finished_at")
_DAY: Final = (1, FIRST.date(), "d20200101", 1, 2, 0, "rules", "{}", FIRST)
_TRY: Final = (
    "daily_id", "player_id", "match_id", "started_at", "finished_at", "points", "tricks",
)  # fmt: skip


def _mistake(n: int) -> tuple[Any, ...]:
    """In match n, by somebody else each time."""
    return n, "d1t1c1", 0, n % PEOPLE + 1, 3.0, 0.0, _finished(n)


def _try(n: int) -> tuple[Any, ...]:
    """Match n tried by player n."""
    return 1, n, n, FIRST, FIRST, n % 121, n % 20


def _finished(n: int) -> datetime:
    return FIRST + timedelta(minutes=n // 2)  # two at every moment


def _four(n: int) -> bool:
    return n % 5 == 0


def _match(n: int) -> tuple[Any, ...]:
    ruleset, four = n % RULESETS + 1, _four(n)
    return (
        n, f"{n:012x}", ruleset, ("ludoteka", "doncomos")[ruleset % 4 == 0], 4 if four else 2,
        "4-pairs" if four else "2", "[[0, 2], [1, 3]]" if four else "[[0], [1]]", 0, "finished",
        _finished(n), 3, "[2, 1]", "[0]", "target", n % 3 == 0, n % 4, n % 10 == 0,
        n % 100 == 0, n % 1000 == 0,
    )  # fmt: skip


def _played(player: int, matches: int) -> int:
    return matches if player == 1 else 1 if player == PEOPLE else matches // PEOPLE


def _seats(n: int) -> Iterable[tuple[Any, ...]]:
    """Player 1 is in every match; the newcomer in the first alone."""
    half = PEOPLE // 2
    if _four(n):
        other = n // 5 % (half - 2) + 2
        sitters: Sequence[tuple[int, int | None]] = (
            (1, 1), (other, other), (1 + half, 1), (other + half - (other == half), other),
        )  # fmt: skip
    else:
        sitters = ((1, None), (PEOPLE if n == 1 else n % (PEOPLE - 2) + 2, None))
    for seat, (player, team) in enumerate(sitters):
        yield n, seat, seat % 2, player, "human", team, seat % 2 == 0, _finished(n)


def _insert(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert rows; columns that are not named get the default of their field."""
    others = [
        field
        for field in model._meta.local_fields
        if field.column not in columns and not field.primary_key and not field.null
    ]
    rest = tuple(_default(field) for field in others)
    names = ", ".join(f'"{name}"' for name in (*columns, *(field.column for field in others)))
    places = ", ".join(["%s"] * (len(columns) + len(rest)))
    adapt = connection.ops.adapt_datetimefield_value
    filled = (
        tuple(adapt(value) if isinstance(value, datetime) else value for value in (*row, *rest))
        for row in rows
    )
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {model._meta.db_table} ({names}) VALUES ({places})", list(filled)
        )


def _default(field: Any) -> Any:
    if isinstance(field, models.DateTimeField):
        return FIRST
    value = field.get_default()
    if isinstance(value, DatabaseDefault):
        value = field.db_default
    return json.dumps(value) if isinstance(field, models.JSONField) else value

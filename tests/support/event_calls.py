"""Calls about tournaments, for `tests.support.site_calls`."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

Json = dict[str, Any]


def announce(
    person: Callable[[], tuple[Any, Any]],
    session: Callable[[Any], str],
    *,
    people: int,
    rounds: int,
    deals: int = 1,
    starts_in: float = 2.0,
) -> Json:
    """Announce a Swiss tournament that begins in `starts_in` seconds, with `people` checked-in entrants."""
    from django.utils import timezone

    from games.tournaments.services import entries, ticker
    from games.tournaments.services.creating import TournamentOptions, create_tournament

    now = timezone.now()
    chosen = TournamentOptions(
        name="Soak", format="swiss", preset="ludoteka", players=2, rounds=rounds, deals=deals,
        turn_ms=4_000, bank_ms=4_000, starts_at=now + timedelta(seconds=starts_in), max_entrants=1000,
    )  # fmt: skip
    event = create_tournament(creator=None, chosen=chosen, now=now)
    accounts = [person() for _ in range(people)]
    for _user, player in accounts:
        entries.enter(tournament=event, player=player, now=now)
    ticker.tick(now=now)
    for _user, player in accounts:
        entries.check_in(tournament=event, player=player, now=now)
    keys = {str(player.pk): session(user) for user, player in accounts}
    starts_at = event.starts_at.timestamp()
    return {"event": event.public_id, "keys": keys, "rounds": rounds, "starts_at": starts_at}


def event_stage(*, event: str) -> str:
    """Return the status of an event, or the next stage of a running one."""
    from games.tournaments.models import Tournament

    status, stage = Tournament.objects.values_list("status", "stage").get(public_id=event)
    return str(stage if status == "running" else status)


def skip_pause(*, event: str) -> None:
    """End the tournament's pause between two rounds now."""
    from django.utils import timezone

    from games.tournaments.models import Tournament

    now, stage = timezone.now(), "pairing"
    Tournament.objects.filter(public_id=event, stage=stage, next_at__gt=now).update(next_at=now)


def event_state(*, event: str) -> Json:
    """Return the status and round of an event, and its running games: table, match, players by seat."""
    from games.tournaments.models import Tournament, TournamentGame

    row = Tournament.objects.get(public_id=event)
    games = TournamentGame.objects.filter(
        round__tournament=row, round__number=row.round, match__isnull=False, done_at=None
    ).select_related("table", "match")
    return {
        "status": row.status,
        "round": row.round,
        "games": [
            {
                "table": game.table.public_id,
                "match": game.match.public_id,
                "round": row.round,
                "players": list(
                    game.table.seats.order_by("seat").values_list("player_id", flat=True)
                ),
            }
            for game in games
            if game.table and game.match
        ],
    }


def event_facts(*, event: str) -> Json:
    """Return an event that is over: each round's tables with their records, and the final table."""
    from games.models import MatchRecord
    from games.tournaments.models import Tournament
    from games.tournaments.services.recount import faults

    row = Tournament.objects.select_related("ruleset").get(public_id=event)
    numbers = dict(row.entrants.values_list("pk", "number"))
    rounds = []
    for round_row in row.round_rows.order_by("number"):
        tables = []
        for game in round_row.games.prefetch_related("places"):
            record = MatchRecord.objects.filter(match=game.match_id).first()
            places = sorted(game.places.all(), key=lambda place: place.index)
            tables.append(
                {
                    "entrants": [numbers[place.entrant_id] for place in places],
                    "record": json.loads(zlib.decompress(record.body)) if record else None,
                }
            )
        rounds.append(tables)
    return {
        "status": row.status,
        "problem": row.problem,
        "deals": row.deals,
        "rounds": rounds,
        "table": [
            {"entrant": line.number, "score": line.score}
            for line in row.entrants.exclude(place=None).order_by("place")
        ],
        "faults": list(faults(row)),
    }

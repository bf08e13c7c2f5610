"""Standings of tournaments: computed as a round is scored, and stored with the entrants."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Final

from games.tournaments.models import Tournament, TournamentEntrant
from games.tournaments.models.tournaments import Format
from games.tournaments.rules.final_standings import final_standings
from games.tournaments.rules.standings import HASHED_FIELDS, Line
from games.tournaments.selectors.standings import own_shares_of, percents_of
from games.tournaments.selectors.state import (
    arena_lines,
    arena_outcomes,
    entrants_of,
    games_of,
    settings_of,
)

HALF: Final = 0.5
"""Share of its deals that an entrant's own players have to play to be ranked."""


def standings_now(tournament: Tournament) -> list[Line]:
    """Return the standings of a tournament after all scored rounds, computed from the games."""
    if tournament.format == Format.ARENA:
        return arena_lines(tournament, arena_outcomes(tournament))
    return final_standings(settings_of(tournament), entrants_of(tournament), games_of(tournament))


def store_standings(
    tournament: Tournament,
    lines: Sequence[Line],
    percents: Mapping[int, float] | None = None,
) -> None:
    """Store standings with the entrants, where pages and programs read them.

    `percents` is entrant (row id) -> mean percentage of the matchpoints; None: it is read from the
    rounds that are scored.
    """
    own = own_shares_of(tournament)
    if percents is None:
        percents = percents_of(tournament)
    by_entrant = {line.entrant: line for line in lines}
    house = set(tournament.entrants.exclude(people__player__bot="").values_list("pk", flat=True))
    rows = list(tournament.entrants.filter(pk__in=by_entrant))
    for row in rows:
        line = by_entrant[row.pk]
        row.place, row.score = line.place, line.score
        row.line = {
            **asdict(line),
            "percent": round(percents.get(row.pk, 50.0), 1),
            "ranked": row.pk in house or own.get(row.pk, 1.0) >= HALF,
        }
    TournamentEntrant.objects.bulk_update(rows, ["place", "score", "line"], batch_size=200)


def standings_hash(lines: Sequence[Line], *, version: int) -> str:
    """Return the SHA-256 of standings in hex, over the JSON of their fields with sorted keys.

    `version` is the event's scoring version, which says which fields are covered.
    """
    fields = HASHED_FIELDS[version]
    rows = [{name: getattr(line, name) for name in fields} for line in lines]
    text = json.dumps(rows, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()

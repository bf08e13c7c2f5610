"""Random matches at many tables in turn, behind `manage.py random_play`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime

from django.core.management.base import CommandError

from brisca_site.base.progress import Progress
from games.engine import PRESETS, IllegalAction, Rules
from games.record.errors import RecordError
from games.record.record import build_record
from games.record.verify import verify_record
from tests.support.invariants import InvariantError
from tests.support.random_matches import Counts, RandomMatch
from tests.support.random_tables import describe_table, plain_tables, with_extras

MAX_MATCH_DEALS = 12
"""Deals after which a match is abandoned and another one begun."""
NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
ALL_PLAYERS = "2,3,4,5,6"


def tables_for(players: str, presets: str = "") -> list[Rules]:
    """Return the rules of these presets in all their seatings for these numbers of players.

    Both are lists separated by commas; "" stands for all presets.

    Raises:
        CommandError: a preset is unknown, or none is played by a number of players.
    """
    names = [name.strip() for name in presets.split(",") if name.strip()] or list(PRESETS)
    unknown = [name for name in names if name not in PRESETS]
    if unknown:
        raise CommandError(f"there is no preset {unknown[0]!r}; there are {', '.join(PRESETS)}")
    tables: list[Rules] = []
    for text in players.split(","):
        count = int(text) if text.strip().isdigit() else 0
        seatings = plain_tables([count], names)
        if not seatings and (not presets or players != ALL_PLAYERS):
            raise CommandError(
                f"no preset is played by {text.strip()!r}; give some of {ALL_PLAYERS}"
            )
        tables += seatings
    return tables


def play_deals(tables: Sequence[Rules], deals: int, seed: str) -> Counts:
    """Play `deals` deals at these tables in turn, in every second round with some options changed.

    Raises:
        CommandError: a check fails; the message names table, seed and match.
    """
    counts, rng = Counts(), random.Random(seed)
    with Progress("deals", deals) as progress:
        while counts.done["deals"] < deals:
            rounds, place = divmod(counts.done["matches"], len(tables))
            rules = with_extras(tables[place], rng) if rounds % 2 else tables[place]
            try:
                _play_match(rules, rng, counts, deals, progress)
            except (InvariantError, IllegalAction, RecordError) as error:
                match = counts.done["matches"] + 1
                raise CommandError(
                    f"{describe_table(rules)}: {error} (seed {seed}, match {match})"
                ) from error
            counts.done["matches"] += 1
    return counts


def _play_match(
    rules: Rules, rng: random.Random, counts: Counts, deals: int, progress: Progress
) -> None:
    """Play a random match, check it at every step, and verify its record."""
    match = RandomMatch(rules, rng, counts)
    for _ in range(MAX_MATCH_DEALS):
        goes_on = match.play_deal()
        progress.step()
        if not goes_on or counts.done["deals"] >= deals:
            break
    record = build_record(
        match.log, sitters=match.sitters(), started_at=NO_TIME, finished_at=NO_TIME
    )
    verify_record(record)
    counts.done["records verified"] += 1

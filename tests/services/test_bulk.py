"""Matches stored by the thousand are what they would be stored one by one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import Model

from games.common.house_bots import HOUSE_BOT_NAMES
from games.models import (
    Deal,
    DealSecret,
    Match,
    MatchRecord,
    Player,
    Rating,
    Ruleset,
    Seat,
    Team,
    TeamRating,
    TeamRatingPoint,
    Trick,
)
from games.models.people import PlayerKind
from games.record.errors import RecordError
from games.record.verify import checked_log
from games.services.bulk import BulkStore
from games.services.match_ends import store_match
from games.services.outcomes import kept
from games.services.players import house_bot
from tests.record.played import record_of

pytestmark = pytest.mark.django_db

GAMES = (
    ("ludoteka", 2, "individual"), ("ludoteka", 4, "pairs"), ("briscola", 3, "individual"),
    ("doncomos", 4, "individual"), ("chiamata", 5, "individual"), ("mariaje", 2, "individual"),
    ("ludoteka", 6, "threes"),
)  # fmt: skip
NUMBERS = range(14)
NAMES = ("Ana", "Berta", "Carlos", "Dolors", "Enric", "Fina")
PLAYED: tuple[Any, ...] = (
    Match, Seat, Deal, Trick, MatchRecord, DealSecret, Ruleset, Team, Player,
)  # fmt: skip
SKIPPED = {"id", "match_id", "deal_id", "created_at", "body"}


@cache
def made(number: int) -> str:
    """Return the JSON record of a match; in every third one a bot sits, and clocks play at times."""
    record = record_of(*GAMES[number % len(GAMES)], bots="rules,greedy", seed=f"bulk {number}")
    for place, seat in enumerate(record["seats"]):
        seat["kind"] = "bot" if number % 3 == 0 and place == 1 else "human"
        seat["player"] = f"{NAMES[place]}-{seat['kind']}"
    del record["deals"][0]["fairness"]["dealer"]  # it names all seats as bots
    dice = random.Random(number)
    for action in (action for deal in record["deals"] for action in deal["actions"]):
        if record["seats"][action["seat"]]["kind"] == "human" and action["by"] == "bot":
            action["by"] = "player"
            if action["type"] == "play":
                action["by"] = "clock" if dice.random() < 0.02 else "player"
                action["ms"] = dice.randrange(30_000)
    record["started_at"] = f"2026-03-{1 + number:02}T18:00:00.000Z"
    record["finished_at"] = f"2026-03-{1 + number:02}T19:00:00.123Z"
    return json.dumps(record)


def records() -> list[dict[str, Any]]:
    return [json.loads(made(number)) for number in NUMBERS]


def everything_counted() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table that is none of what was played.

    Ids depend on who came first: what rows are of is named in their place.
    """
    names: dict[str, dict[int, Any]] = {
        "rating_id": {row.pk: (row.player_id, row.pool) for row in Rating.objects.all()},
        "team_id": {row.pk: row.key for row in Team.objects.all()},
        "match_id": {row.pk: row.public_id for row in Match.objects.all()},
        "ruleset_id": {row.pk: row.hash for row in Ruleset.objects.all()},
    }
    ratings = TeamRating.objects.select_related("team")
    of_teams = {**names, "rating_id": {row.pk: (row.team.key, row.pool) for row in ratings}}

    def rows(model: type[Model]) -> list[dict[str, Any]]:
        known = of_teams if model is TeamRatingPoint else names
        return [
            {n: known[n][v] if n in known else v for n, v in row.items() if n != "id"}
            for row in model._default_manager.values()
        ]

    return {
        model.__name__: sorted(rows(model), key=repr)
        for model in apps.get_app_config("games").get_models()
        if model not in PLAYED
    }


def one_by_one() -> None:
    for record in records():
        players = [
            Player.objects.get_or_create(name=seat["player"], kind=seat["kind"])[0]
            for seat in record["seats"]
        ]
        store_match(
            log=checked_log(record),
            players=players,
            started_at=datetime.fromisoformat(record["started_at"]),
            finished_at=datetime.fromisoformat(record["finished_at"]),
        )


def in_bulk() -> None:
    store = BulkStore()
    store.store([kept(record) for record in records()[:9]])
    store.store([kept(record) for record in records()[9:]])


def stored(way: Callable[[], None]) -> dict[str, Any]:
    """All rows that a way of storing leaves, without the ids that rows happened to get."""
    found: dict[str, Any] = {}
    with transaction.atomic():
        way()
        for model in PLAYED:
            rows = [_plain(row) for row in model.objects.order_by("pk").values()]
            found[model.__name__] = sorted(rows, key=repr) if model is Team else rows
        found["figures"] = everything_counted()
        transaction.set_rollback(True)
    return found


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: bytes(value) if isinstance(value, memoryview) else value
        for name, value in row.items()
        if name not in SKIPPED and (name in ("public_id", "player_id") or not name.endswith("_id"))
    }


def test_every_row_is_the_one_that_live_play_leaves():
    for name in NAMES:
        for kind in PlayerKind:
            Player.objects.create(name=f"{name}-{kind}", kind=kind)  # so that ids are the same
    slow, quick = stored(one_by_one), stored(in_bulk)
    for name, rows in slow.items():
        assert quick[name] == rows, name
    assert len(slow["Match"]) == len(NUMBERS)
    assert len({row["preset"] for row in slow["Match"]}) > 3


def test_a_match_is_stored_once():
    record = records()[0]
    BulkStore().store([kept(record)])
    before = everything_counted()
    with pytest.raises(IntegrityError), transaction.atomic():
        BulkStore().store([kept(record)])
    assert everything_counted() == before


def test_capitals_make_nobody_else():
    first, second = records()[0], {**records()[1], "seats": records()[1]["seats"]}
    BulkStore().store([kept(first)])
    for seat in second["seats"]:
        seat["player"] = seat["player"].upper()
    BulkStore().store([kept(second)])
    names = [name.lower() for name in Player.objects.values_list("name", flat=True)]
    assert len(set(names)) == len(names)


def test_an_abandoned_match_has_nothing_to_store():
    record = {**records()[0], "ended_by": "abandoned"}
    with pytest.raises(RecordError, match="ended_by"):
        kept(record)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"match": "x" * 17}, "match"),
        ({"match": "a/b"}, "match"),
        ({"seats": [{"player": "n" * 33}]}, "seats"),
        ({"seats": [{"player": "a\0b"}]}, "seats"),
    ],
)
def test_what_no_row_can_hold_is_refused(change, where):
    with pytest.raises(RecordError, match=where):
        kept({**records()[0], **change})


def test_bots_of_the_house_are_known_by_their_names():
    record = records()[0]
    record["seats"][0].update(player="Roble-2", kind="bot")
    BulkStore().store([kept(record)])
    assert Player.objects.get(name="Roble-2") == house_bot("rules", len(HOUSE_BOT_NAMES["rules"]))

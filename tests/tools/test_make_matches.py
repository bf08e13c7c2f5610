"""A site full of matches nobody played, that hold like any others and come out the same again."""

from __future__ import annotations

import hashlib
import json
import zlib
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from games.models import Match, Player, Seat
from games.record import verify_record
from games.selectors.matches import record_json
from games.services.records import packed
from tools.laboratory.fixtures import fill
from tools.laboratory.fixtures.copies import Copier
from tools.laboratory.fixtures.original_matches import play_original

pytestmark = pytest.mark.django_db


def make(*args: str) -> str:
    out = StringIO()
    call_command("make_matches", "--workers", "1", "--fresh", "8", *args, stdout=out)
    return out.getvalue()


def records() -> list[dict[str, Any]]:
    ids = Match.objects.order_by("finished_at").values_list("public_id", flat=True)
    return [json.loads(record_json(public_id) or b"") for public_id in ids]


def test_every_match_holds_by_its_record_and_its_proof():
    make("--count", "24")
    found = records()
    assert len({record["match"] for record in found}) == 24
    for record in found:
        verify_record(record)
    proofs = [record["deals"][0]["fairness"]["match"] for record in found]
    assert sum(proof == record["match"] for proof, record in zip(proofs, found, strict=True)) == 8
    for record in found:
        ended = [record["started_at"], record["finished_at"]]
        assert ended == sorted(ended)


def test_the_figures_are_what_the_records_say():
    make("--count", "24")
    call_command("rebuild_stats", "--check", stdout=StringIO())


def test_the_same_seed_makes_the_same_and_another_others():
    made = []
    for seed in ("a", "a", "b"):
        with transaction.atomic():
            make("--count", "12", "--seed", seed)
            made.append(records())
            transaction.set_rollback(True)
    assert made[0] == made[1]
    assert {record["match"] for record in made[0]}.isdisjoint(r["match"] for r in made[2])


def test_a_filling_that_was_stopped_goes_on(monkeypatch):
    monkeypatch.setattr(fill, "BATCH_MATCHES", 5)
    with transaction.atomic():
        make("--count", "20")
        whole = records()
        transaction.set_rollback(True)
    stored = fill.BulkStore.store
    batches: list[int] = []

    def stop(store: fill.BulkStore, batch: Any) -> None:
        if len(batches) == 2:
            raise KeyboardInterrupt
        batches.append(len(batch))
        stored(store, batch)

    monkeypatch.setattr(fill.BulkStore, "store", stop)
    with pytest.raises(KeyboardInterrupt):
        make("--count", "20")
    assert Match.objects.count() == 10
    monkeypatch.setattr(fill.BulkStore, "store", stored)
    assert "10 matches made" in make("--count", "20")
    assert records() == whole
    assert "here already" in make("--count", "20")


def test_people_have_habits():
    make("--count", "120", "--people", "40")
    seats = Seat.objects.exclude(kind="bot")
    played = sorted(
        (seats.filter(player=player).count() for player in Player.objects.exclude(kind="bot")),
        reverse=True,
    )
    assert sum(played[:10]) > sum(played[20:])
    assert {"human", "bot"} <= set(Seat.objects.values_list("kind", flat=True))
    assert Match.objects.filter(rated=True).exists()
    assert Match.objects.filter(rated=False).exists()
    months = {
        moment.strftime("%Y-%m") for moment in Match.objects.values_list("finished_at", flat=True)
    }
    assert len(months) > 12
    for match in Match.objects.all():
        sitting = list(match.seats.values_list("player", flat=True))
        assert len(set(sitting)) == len(sitting)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--count", "0"), "count"),
        (("--count", "4"), "fresh"),
        (("--count", "9", "--people", "3"), "people"),
        (("--count", "9", "--until", "soon"), "until"),
        (("--count", "9", "--months", "0"), "months"),
    ],
)
def test_what_cannot_be_made_is_said(args, why):
    with pytest.raises(CommandError, match=f"--{why}"):
        make(*args)


def test_a_record_is_packed_as_any_other_though_its_end_is_packed_once():
    original = play_original(("a", 3))
    copier = Copier(original.game, original.record)
    sitters = [(f"Somebody {seat}", "human") for seat in range(original.game.players)]
    for public_id in (copier.match, "0123456789ab"):
        copied = copier.match_for(public_id, sitters, datetime(2026, 3, 1, 12, tzinfo=UTC))
        body = zlib.decompress(copied.body)
        assert hashlib.sha256(body).hexdigest() == copied.sha256
        assert packed(json.loads(body))[1] == copied.sha256
        verify_record(json.loads(body))

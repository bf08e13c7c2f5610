"""Stored records, when the account behind a name is gone."""

from __future__ import annotations

import hashlib
import json
import zlib

import pytest
from django.contrib.auth import get_user_model

from games.models import MatchRecord
from games.record import verify_record
from games.services.players import forget_player, player_for
from tests.services.test_matches import begun_by, finish, played
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def body(row):
    return json.loads(zlib.decompress(row.body))


def test_a_deleted_accounts_name_leaves_its_records_which_stay_valid():
    ana = get_user_model().objects.create(username="ana")
    player = player_for(ana)
    match = begun_by(player, player_without_account("pau"))
    finish(match, played(match))
    assert {seat["player"] for seat in body(match.record)["seats"]} == {"ana", "pau"}

    forget_player(user_id=ana.pk)

    row = MatchRecord.objects.get(match=match)
    player.refresh_from_db()
    names = [seat["player"] for seat in body(row)["seats"]]
    assert names == [player.name, "pau"]
    assert b"ana" not in zlib.decompress(row.body)
    assert row.sha256 == hashlib.sha256(zlib.decompress(row.body)).hexdigest()
    verify_record(body(row))

"""Without `--dry` the matches of bots are stored as those of people are."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from games.models import Match
from games.record import verify_record

pytestmark = pytest.mark.django_db


def run(*args):
    out = StringIO()
    call_command("play_bots", "--json", *args, stdout=out)
    return json.loads(out.getvalue())


def test_stores_finished_matches_of_house_bots(tmp_path):
    told = run("--players", "4", "--matches", "2", "--bots", "rules,random", "--out", str(tmp_path))
    assert told["matches"] == Match.objects.count() == 2
    for match in Match.objects.all():
        seats = list(match.seats.order_by("seat"))
        assert [seat.player.bot for seat in seats] == ["rules", "random"] * 2
        assert len({seat.player for seat in seats}) == 4
        assert match.ended_by == "target"
        record = json.loads((tmp_path / f"{match.public_id}.json").read_text())
        assert [seat["player"] for seat in record["seats"]] == [s.player.name for s in seats]
        verify_record(record)


def test_stores_matches_with_the_sides_turned():
    told = run("--matches", "2", "--bots", "rules,greedy", "--duplicate")
    assert told["matches"] == Match.objects.count() == 4

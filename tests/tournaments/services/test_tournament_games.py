"""The games of a tournament as lines with their records."""

from __future__ import annotations

import asyncio
import json

import pytest
from django.test import AsyncClient, Client

from games.record.verify import verify_record
from games.tournaments.services import ticker
from tests.tournaments.builders import START, open_games, play, play_out, started

pytestmark = pytest.mark.django_db(transaction=True)


def lines_of(tournament):
    """The lines of the download."""

    async def ask():
        answer = await AsyncClient().get(f"/api/v1/tournaments/{tournament.public_id}/games.ndjson")
        assert answer.status_code == 200
        return b"".join([part async for part in answer.streaming_content])

    return [json.loads(line) for line in asyncio.run(ask()).splitlines()]


def test_all_games_come_with_records_that_verify_and_a_last_line_counts_them():
    tournament = play_out(started(4, rounds=2, deals=1))
    ticker.publish_held(now=START)
    *games, last = lines_of(tournament)
    assert last == {"end": True, "count": 4}
    assert [(game["round"], game["table"]) for game in games] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    numbers = set(tournament.entrants.values_list("number", flat=True))
    for game in games:
        verify_record(game["record"])
        assert set(game["entrants"]) <= numbers
        assert game["seats"] == [[0], [1]]


def test_a_game_that_others_still_play_has_no_line():
    tournament = started(4, rounds=1, deals=1)
    play(open_games(tournament)[0])
    assert lines_of(tournament) == [{"end": True, "count": 0}]
    answer = Client().head(f"/api/v1/tournaments/{tournament.public_id}/games.ndjson")
    assert (answer.status_code, answer.getvalue()) == (200, b"")

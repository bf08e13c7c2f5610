"""A program's owner sits down as a team by key: at a table of its own, and at one that waits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.tokens import create_token
from games.models import Player, SeatInvitation, Table
from games.services.players import player_for
from tests.live.keys import program
from tests.services.people import names, table_of
from tests.services.test_teams import founded

WELCOME = {"programs": "casual"}


def program_player(name: str) -> Player:
    """The player of a program, whose keys may open tables."""
    return player_for(program(name)[0])


pytestmark = pytest.mark.django_db
ID = "once-and-no-more"


def asked(player: Any, path: str, body: dict[str, Any]) -> Any:
    """The answer to a POST by a key of this player."""
    _row, key = create_token(
        user=player.user, name=f"of {player.name}", scopes=["read", "tables"], days=7
    )
    return Client().post(
        f"/api/v1/play/{path}",
        json.dumps(body),
        content_type="application/json",
        headers={"authorization": f"Bearer {key}"},
    )


def test_a_table_is_opened_as_a_team_once():
    ana, eva = program_player("ana"), program_player("eva")
    team = founded(ana, eva)
    body = {"id": ID, "players": 4, "team": team.pk}
    first, again = asked(ana, "tables/", body), asked(ana, "tables/", body)
    assert first.status_code == 201, first.content
    assert first.json() == again.json()
    assert SeatInvitation.objects.get().invited == eva


def test_a_side_of_a_waiting_table_is_taken():
    ana, eva = program_player("ana"), program_player("eva")
    table = table_of(program_player("leo"), players=4, **WELCOME)
    answer = asked(eva, f"tables/{table.public_id}/team/", {"team": founded(ana, eva).pk})
    assert answer.status_code == 200, answer.content
    assert names(table) == ["leo", "eva", None, None]
    assert SeatInvitation.objects.get().seat == 3


@pytest.mark.parametrize(("players", "code"), [(2, "team_size"), (4, "not_member")])
def test_a_refusal_has_its_code_and_leaves_nothing(players, code):
    ana, eva, leo = (program_player(name) for name in ("ana", "eva", "leo"))
    team = founded(ana, eva)
    who = ana if code == "team_size" else leo
    opened = asked(who, "tables/", {"id": ID, "players": players, "team": team.pk})
    assert (opened.status_code, opened.json()["error"]["code"]) == (409, code)
    assert not Table.objects.exists()
    table = table_of(program_player("mar"), players=players, **WELCOME)
    joined = asked(who, f"tables/{table.public_id}/team/", {"team": team.pk})
    assert (joined.status_code, joined.json()["error"]["code"]) == (409, code)
    assert names(table) == ["mar", *[None] * (players - 1)]


def test_a_table_that_there_is_not_is_not_found():
    ana, eva = program_player("ana"), program_player("eva")
    answer = asked(ana, "tables/no-table/team/", {"team": founded(ana, eva).pk})
    assert answer.status_code == 404

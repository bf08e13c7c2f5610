"""Every address for programs that play, by every kind of visitor and key: each cell is asked.

Every answer is held against the document, and nobody is told the cards or invitations of others.
"""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.core.cache import cache
from django.utils import timezone

from games.live.http import event_stream
from games.live.http.gateway import REQUEST_TYPES
from games.live.schema.asyncapi import name_of
from games.live.schema.http_schema import http_shapes
from games.live.schema.state_schema import shapes as own
from games.models import Table
from tests.api.play.matrix_site import DAY, KEYS, NO_KEY, WHO, Site, make_site
from tests.api.support import hold, operations, validate
from tests.live.keys import current, told
from tests.support.live import Client, ids, running
from tests.support.path_values import PATH_VALUES

pytestmark = pytest.mark.django_db(transaction=True)


def row(**by_key: int) -> dict[str, int]:
    return {**dict.fromkeys(NO_KEY, 401), **by_key}


SEEN = dict.fromkeys(KEYS, 200)
MATRIX: dict[str, dict[str, int]] = {
    "get_play_account": row(**SEEN),
    "get_standing": row(**{**SEEN, "opener": 403}),
    "list_play_tables": row(**{**SEEN, "opener": 403}),
    "open_play_table": row(person=403, reader=403, opener=201, stranger=201, player=201),
    "get_play_table": row(**{**SEEN, "opener": 403}),
    "say_at_play_table": row(person=403, reader=403, opener=403, stranger=403, player=200),
    # nobody sits down as a team of others
    "sit_down_as_team": row(person=403, reader=403, opener=409, stranger=409, player=409),
    "follow_play": row(**{**SEEN, "opener": 403}),
    "list_exercises": row(**{**SEEN, "opener": 403}),
    "get_exercise": row(**{**dict.fromkeys(KEYS, 404), "opener": 403, "player": 200}),
    "answer_exercise": row(**{**dict.fromkeys(KEYS, 404), "opener": 403, "player": 200}),
    "list_notifications": row(**{**SEEN, "opener": 403}),
    "read_notifications": row(**{**dict.fromkeys(KEYS, 403), "stranger": 200, "player": 200}),
    "get_notification_settings": row(**{**SEEN, "opener": 403}),
    "set_notification_settings": row(
        **{**dict.fromkeys(KEYS, 403), "stranger": 200, "player": 200}
    ),
    "list_invitations": row(**{**SEEN, "opener": 403}),
    # nobody learns of tables and invitations of others
    "invite_to_seat": row(person=403, reader=403, opener=404, stranger=404, player=201),
    "answer_seat_invitation": row(person=403, reader=403, opener=404, stranger=404, player=200),
    "list_own_clubs": row(**{**SEEN, "opener": 403}),
    "enter_club": row(**{**dict.fromkeys(KEYS, 403), "stranger": 200, "player": 200}),
    "leave_club": row(**{**dict.fromkeys(KEYS, 403), "stranger": 204, "player": 204}),
    "answer_club_invitation": row(**{**dict.fromkeys(KEYS, 403), "stranger": 409, "player": 409}),
    "list_own_teams": row(**{**SEEN, "opener": 403}),
    "propose_team": row(**{**dict.fromkeys(KEYS, 403), "stranger": 201, "player": 201}),
    # nobody learns of the proposals of others
    "answer_team_proposal": row(**{**dict.fromkeys(KEYS, 403), "stranger": 404, "player": 200}),
    "change_team": row(**{**dict.fromkeys(KEYS, 403), "stranger": 409, "player": 200}),
    "dissolve_team": row(**{**dict.fromkeys(KEYS, 403), "stranger": 409, "player": 204}),
    "list_conversations": row(**{**dict.fromkeys(KEYS, 403), "person": 200}),
    "list_messages": row(**{**dict.fromkeys(KEYS, 403), "person": 200}),
    "send_message": row(**{**dict.fromkeys(KEYS, 403), "person": 201}),
    "mark_messages_read": row(**{**dict.fromkeys(KEYS, 403), "person": 204}),
    "list_own_tournaments": row(**{**SEEN, "opener": 403}),
    "announce_tournament": row(person=403, reader=403, opener=201, stranger=201, player=201),
    "answer_invitation": row(**{**dict.fromkeys(KEYS, 403), "stranger": 409, "player": 409}),
    "check_in_to_tournament": row(**{**dict.fromkeys(KEYS, 403), "stranger": 409, "player": 200}),
    "get_tournament_entry": row(**{**dict.fromkeys(KEYS, 404), "opener": 403, "player": 200}),
    "enter_tournament": row(**{**dict.fromkeys(KEYS, 403), "stranger": 201, "player": 409}),
    "withdraw_from_tournament": row(**{**dict.fromkeys(KEYS, 403), "stranger": 204, "player": 204}),
    "follow_tournament": row(**{**SEEN, "opener": 403}),
    "list_own_league_matches": row(**{**SEEN, "opener": 403}),
    # nobody takes steps in the matches of others
    **dict.fromkeys(
        (
            "propose_league_time",
            "answer_league_time",
            "be_at_league_match",
            "claim_league_win",
        ),
        row(**{**dict.fromkeys(KEYS, 403), "stranger": 404, "player": 200}),
    ),
    "answer_puzzle": row(**{**SEEN, "opener": 403}),
    **dict.fromkeys(
        (
            "get_next_puzzle",
            "get_own_puzzle",
            "answer_rated_puzzle",
            "list_puzzle_attempts",
            "get_puzzle_rating",
            "start_puzzle_run",
        ),
        row(**{**SEEN, "opener": 403}),
    ),
    # nobody learns of the runs of others; the player's is over, as another has begun
    "get_puzzle_run": row(**{**dict.fromkeys(KEYS, 404), "opener": 403, "player": 200}),
    "answer_puzzle_run": row(**{**dict.fromkeys(KEYS, 404), "opener": 403, "player": 409}),
    "end_puzzle_run": row(**{**dict.fromkeys(KEYS, 404), "opener": 403, "player": 204}),
}
OPEN_POSITIONS = ("get_next_puzzle", "get_own_puzzle", "start_puzzle_run")
"""These tell a hand of a deal that is over, to be answered by everybody."""


async def asked(site: Site, who: str, path: str, body: Any = None, method: str = "get") -> Any:
    await database_sync_to_async(cache.clear)()
    headers = {"accept-language": "en"}
    if who in site.keys:
        headers["authorization"] = f"Bearer {site.keys[who]}"
    client = site.clients[who]
    if body is not None:
        return await client.post(
            path, json.dumps(body), content_type="application/json", headers=headers
        )
    return await getattr(client, method)(path, headers=headers)


def body_for(operation: str, site: Site) -> Any:
    assert site.league is not None
    if operation in site.league.bodies:
        return site.league.bodies[operation]
    if operation in ("be_at_league_match", "claim_league_win"):
        return {}
    if operation == "start_puzzle_run":
        return {"mode": "rush"}
    if operation == "answer_puzzle_run":
        return {"puzzle": site.puzzle, "choice": site.cards["answer_rated_puzzle"]}
    if operation == "answer_rated_puzzle":
        return {"choice": site.cards[operation]}
    if operation in site.cards:
        return {"card": site.cards[operation]}
    if operation == "announce_tournament":
        soon = timezone.now() + timedelta(days=1)
        return {"name": "Mine", "format": "swiss", "starts_at": soon.isoformat(), "deals": 1}
    if operation in ("enter_tournament", "check_in_to_tournament"):
        return {}
    if operation == "enter_club":
        return {"message": ""}
    if operation in ("answer_invitation", "answer_team_proposal", "answer_club_invitation"):
        return {"agree": True}
    if operation == "read_notifications":
        return {}
    if operation == "set_notification_settings":
        hours = {"quiet_from": 22, "quiet_to": 8, "mail_hour": 9}
        zone = {"time_zone": "Europe/Madrid", "mail_on": False}
        return {"channels": {"invited": ["page"]}, **hours, **zone}
    if operation == "invite_to_seat":
        return {"table": site.waiting, "player": "Friend"}
    if operation == "answer_seat_invitation":
        return {"accept": False}
    if operation == "propose_team":
        return {"partners": ["Friend"]}
    if operation == "send_message":
        return {"id": next(ids), "text": "Hello"}
    if operation == "mark_messages_read":
        return {}
    if operation == "change_team":
        return {"name": "Copas"}
    if operation == "sit_down_as_team":
        return {"team": site.team}
    if operation == "open_play_table":
        return {"id": next(ids), "preset": "catalan"}
    return {"t": "do", "id": next(ids), "cmd": "agree"}


async def first_lines(answer: Any) -> list[dict[str, Any]]:
    """What a stream tells at once."""
    try:
        return told(await anext(aiter(answer.streaming_content)))
    finally:
        answer.close()


async def dealt(site: Site, runtime: Any) -> list[str]:
    """The player's cards, once they are dealt."""
    table = await database_sync_to_async(Table.objects.get)(public_id=site.table)
    watcher = await Client(runtime, table).connect()
    await watcher.until_seq(2)
    look = await asked(site, "player", f"/api/v1/play/tables/{site.table}/")
    hand: list[str] = look.json()["state"]["view"]["hand"]
    return hand


def test_no_method_is_without_its_row():
    assert {told["operationId"] for _, _, told in operations() if "security" in told} == set(MATRIX)
    assert all(tuple(cells) == WHO for cells in MATRIX.values())


@pytest.mark.asyncio
async def test_every_method_answers_everybody_as_the_document_says_and_tells_nothing_private(
    monkeypatch,
):
    monkeypatch.setattr(event_stream, "KEEP_ALIVE", 0.05)
    site = await database_sync_to_async(make_site)()
    wrong = []
    async with running() as runtime:
        with current(runtime):
            assert await dealt(site, runtime)
            for path, method, described in operations():
                operation = described["operationId"]
                if operation not in MATRIX:
                    continue
                table = site.waiting if method == "post" else site.table
                places = {
                    **PATH_VALUES,
                    "table": table,
                    "name": "Pal",
                    "club": "el-siete",
                    "exercise": site.exercise,
                    "puzzle": site.puzzle,
                    "run": site.run,
                    "day": DAY,
                    "tournament": site.event,
                    "team": site.team,
                    "proposal": site.proposal,
                    "invitation": site.seat_invitation,
                }
                assert site.league is not None
                places |= site.league.fixtures.get(operation, {})
                address = path.format_map(places)
                for who in WHO:
                    body = body_for(operation, site) if method == "post" else None
                    answer = await asked(site, who, address, body, method)
                    if answer.status_code != MATRIX[operation][who]:
                        wrong.append(f"{operation} as {who}: {answer.status_code}")
                    if answer.streaming:
                        lines = await first_lines(answer)
                        for line in lines:
                            name = "LiveLine" if operation == "follow_play" else "TournamentLine"
                            validate(line, {"$ref": f"#/components/schemas/{name}"})
                        text = json.dumps(lines)
                    else:
                        text = json.dumps(hold(address, answer, method))
                    views = re.findall(r'"hand": \[("[^]]+)\]', text)
                    if views and who != "player" and operation not in OPEN_POSITIONS:
                        wrong.append(f"{operation} as {who} tells cards")
                    wrong += [
                        f"{operation} as {who} tells {secret}"
                        for secret, friends in site.secrets.items()
                        if secret in text and who not in friends
                    ]
                    assert answer["Cache-Control"] == "no-store"
                    assert not answer.cookies
    assert not wrong, "\n".join(wrong)


@pytest.mark.asyncio
async def test_what_is_planted_is_told_to_its_owner():
    """So what others are not told would be found if they were."""
    site = await database_sync_to_async(make_site)()
    async with running() as runtime:
        with current(runtime):
            assert await dealt(site, runtime)
            tables = (await asked(site, "player", "/api/v1/play/tables/")).content.decode()
            assert site.invitation in tables


def test_no_message_and_no_shape_of_the_table_share_a_name():
    shapes = http_shapes(REQUEST_TYPES)
    kinds = {name_of(kind) for kind in REQUEST_TYPES}
    assert kinds | {"Message", "Ack", "Look", "Line"} <= set(shapes)
    assert not kinds & set(own())

"""Somebody at a table who gets another name or face: all who are there are told."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from accounts.services import register_guest, rename_account, set_account_face
from games.models.people import PlayerKind
from tests.support.live import Client, alay, running, seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def become_guest(user):
    user.is_guest = True
    user.save(update_fields=["is_guest"])
    user.player.kind = PlayerKind.GUEST
    user.player.save(update_fields=["kind"])


def sign_up(user):
    register_guest(user=user, username="Lucia", email="", password="siete-de-oros-1932")


async def test_a_guest_who_signs_up_while_playing_has_the_new_name_at_the_table_at_once():
    async with running() as runtime:
        table, users = await alay(2)
        await database_sync_to_async(become_guest)(users[1])
        clients = await seated(runtime, table, users)
        await database_sync_to_async(sign_up)(users[1])
        for client in clients:
            told = await client.until(
                lambda frame: (
                    frame["t"] == "table" and frame["table"]["seats"][1]["player"] == "Lucia"
                )
            )
            assert told["table"]["seats"][1]["kind"] == "human"


@pytest.mark.parametrize("start", [True, False])
async def test_another_name_or_face_is_told_to_all_at_the_table(start):
    async with running() as runtime:
        table, users = await alay(3, start=start)
        watcher = await Client(runtime, table).connect()
        await database_sync_to_async(rename_account)(user=users[2], name="Carmen")
        await watcher.until(
            lambda frame: frame["t"] == "table" and frame["table"]["seats"][2]["player"] == "Carmen"
        )
        seats = watcher.table["seats"]
        free = next(
            face
            for face in ("t1", "t2", "t3", "t4")
            if face not in {seat["face"] for seat in seats}
        )
        await database_sync_to_async(set_account_face)(user=users[2], face=free)
        await watcher.until(
            lambda frame: frame["t"] == "table" and frame["table"]["seats"][2]["face"] == free
        )

"""Games of a tournament at real tables: the same decks, nothing shown too early, nobody gives up."""

from __future__ import annotations

import asyncio
import json
import zlib
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.test import Client as Browser
from django.utils import timezone

from games.models import Match
from games.record.verify import verify_record
from games.tournaments.models import TournamentDeck, TournamentGame
from games.tournaments.services import entries, ticker
from games.tournaments.services.creating import TournamentOptions, create_tournament
from tests.support.live import Client, FakeClock, first_card, play, running, settle, user_and_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

on_db = database_sync_to_async


def begun(count: int = 4, **choices: object):
    """A tournament whose first round is seated; gives it and the users by their player's id."""
    now = timezone.now() - timedelta(minutes=2)
    chosen = {
        "name": "Live", "format": "swiss", "preset": "ludoteka", "players": 2, "rounds": 1,
        "deals": 2, "starts_at": now + timedelta(minutes=1), **choices,
    }  # fmt: skip
    tournament = create_tournament(creator=None, chosen=TournamentOptions(**chosen), now=now)
    users = {}
    for number in range(count):
        user, player = user_and_player(f"player{number}")
        entries.enter(tournament=tournament, player=player, now=now)
        users[player.pk] = user
    ticker.tick(now=now)
    for pk in users:
        member = tournament.people.get(player=pk)
        entries.check_in(tournament=tournament, player=member.player, now=now)
    ticker.tick(now=now + timedelta(minutes=1))
    tournament.refresh_from_db()
    assert tournament.stage == "playing"
    return tournament, users


def tables_of(tournament):
    """The table and the ids of the players of each game, by seat."""
    games = TournamentGame.objects.filter(round__tournament=tournament).select_related("table")
    return [
        (game.table, list(game.table.seats.order_by("seat").values_list("player", flat=True)))
        for game in games.order_by("number")
    ]


async def clients_of(runtime, tournament, users):
    """The clients of each table of the round."""
    return [
        [await Client(runtime, table, users[pk]).connect() for pk in players]
        for table, players in await on_db(tables_of)(tournament)
    ]


def record_of(game):
    return json.loads(zlib.decompress(game.match.record.body))


async def test_two_tables_play_the_same_decks_and_learn_nothing_before_both_are_done():
    tournament, users = await on_db(begun)()
    async with running(tournaments_every=3600.0) as runtime:
        first, second = await clients_of(runtime, tournament, users)
        await asyncio.gather(*(play(client, first_card) for client in first))
        frames = json.dumps([frame for client in first for frame in client.frames])

        def while_others_play() -> None:
            decks = TournamentDeck.objects.filter(tournament=tournament)
            for deck in decks:
                assert deck.fairness["server_commit"] in frames
                assert deck.fairness["server_seed"] not in frames
                assert not any(nonce in frames for nonce in deck.fairness["nonces"])
            game = TournamentGame.objects.select_related("match").order_by("number")[0]
            assert game.match.status == "held"
            web = Browser()
            assert web.get(f"/matches/{game.match.public_id}/record.json").status_code == 404
            assert web.get(f"/api/v1/matches/{game.match.public_id}/").status_code == 404

        await on_db(while_others_play)()
        await asyncio.gather(*(play(client, first_card) for client in second))
        await settle()

    def over() -> None:
        ticker.tick(now=timezone.now() + timedelta(minutes=2))
        ticker.tick(now=timezone.now() + timedelta(minutes=3))
        tournament.refresh_from_db()
        assert tournament.status == "finished"
        games = TournamentGame.objects.select_related("match__record").order_by("number")
        records = [record_of(game) for game in games]
        seeds = [[deal["fairness"]["server_seed"] for deal in one["deals"]] for one in records]
        assert seeds[0] == seeds[1]
        assert len(set(seeds[0])) == 2
        for record in records:
            verify_record(record)
        for game in games:
            assert game.match.status == "finished"
            assert len([one for one in game.points if one]) == 2
            assert {place.own_deals for place in game.places.all()} == {2}
        assert set(Match.objects.values_list("rated", flat=True)) == {True}

    await on_db(over)()


async def test_nobody_gives_a_game_of_a_tournament_up_or_offers_a_draw():
    tournament, users = await on_db(begun)(count=2)
    async with running(tournaments_every=3600.0) as runtime:
        ((one, other),) = await clients_of(runtime, tournament, users)
        await one.until_seq(2)
        for action in ({"type": "resign"}, {"type": "offer", "what": "draw"}):
            answer = await one.act(action)
            assert (answer["t"], answer["code"]) == ("nak", "not_in_tournament")
        await other.close()
        await one.close()


async def test_a_bot_plays_for_who_does_not_come_after_a_minute_and_a_half_without_a_vote():
    clock = FakeClock(timezone.now().timestamp() - 59)
    tournament, users = await on_db(begun)(count=2)
    async with running(clock, tournaments_every=3600.0) as runtime:
        ((table, players),) = await on_db(tables_of)(tournament)
        here = await Client(runtime, table, users[players[0]]).connect()
        await here.until_seq(2)
        await clock.go(62)
        assert here.table["absences"] == []
        assert here.table["seats"][1]["substitute"] is None
        await clock.go(45)
        await here.until_table(lambda seen: seen["seats"][1]["substitute"] == "rules")
        assert here.table["absences"] == []


async def test_a_player_of_a_tournament_asks_for_no_rematch():
    tournament, users = await on_db(begun)(count=2, deals=1)
    async with running(tournaments_every=3600.0) as runtime:
        ((one, other),) = await clients_of(runtime, tournament, users)
        await asyncio.gather(play(one, first_card), play(other, first_card))
        answer = await one.do("rematch")
        assert (answer["t"], answer["code"]) == ("nak", "no_match")

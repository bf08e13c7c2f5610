"""A player's connection is lost: the people who remain choose what becomes of the seat."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.models import AbsenceVote, Departure, Match, MatchOutcome
from games.services import absences
from tests.live.support import (
    Client,
    FakeClock,
    alay,
    first_card,
    play_a_trick,
    play_out,
    running,
    seated,
    settle,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

PLAYERS = {2: {}, 3: {}, 4: {"teams": "pairs"}, 6: {"teams": "pairs"}}
CLOCK = {"turn_ms": 20_000, "bank_ms": 10_000}
GONE = 1
"""The seat whose connection is lost."""

the_match = database_sync_to_async(lambda: Match.objects.get())
departures = database_sync_to_async(
    lambda: list(Departure.objects.values_list("seat", "reason", "returned_at"))
)
excused = database_sync_to_async(lambda: list(Departure.objects.values_list("excused", flat=True)))
outcomes = database_sync_to_async(
    lambda: list(MatchOutcome.objects.order_by("player").values_list("kind", flat=True))
)
matches = database_sync_to_async(lambda: Match.objects.count())
votes = database_sync_to_async(lambda: list(AbsenceVote.objects.values_list("seat", "result")))


async def begun(runtime, count=2, *, rules=None, **clock):
    """A table at which everybody has played a card, and its clients."""
    table, users = await alay(
        count, rules={"match.target": 5, **PLAYERS[count], **(rules or {})}, **clock
    )
    clients = await seated(runtime, table, users)
    await play_a_trick(clients)
    return table, users, clients


async def turn_to(clients, seat):
    """Play cards until it is this seat's turn."""
    while True:
        for client in clients:
            await client.drain()
        turn = clients[0].view["turn"]
        if turn == seat:
            return
        assert (await clients[turn].act(first_card(clients[turn].view)))["t"] == "ack"
        await settle()


async def lose(clients, clock, seconds=61, *, turn=GONE):
    """Cut the connection of the seat GONE in a turn, and wait; return those who remain, asked."""
    await turn_to(clients, turn)
    remain = [*clients[:GONE], *clients[GONE + 1 :]]
    await clients[GONE].close()
    await settle()
    await clock.go(seconds)
    for client in remain:
        await client.until_table(lambda table: bool(table["absences"]))
    return remain


async def choose(clients, *choices):
    for client, choice in zip(clients, choices, strict=False):
        answer = await client.do("vote", seat=GONE, choice=choice)
        assert answer["t"] == "ack", answer


def absence(client):
    (found,) = client.table["absences"]
    return found


@pytest.mark.parametrize("count", PLAYERS)
async def test_those_who_remain_are_asked_after_a_minute_and_see_what_the_others_chose(count):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime, count)
        remain = await lose(clients, clock)
        asked = absence(remain[0])
        assert (asked["seat"], asked["result"], asked["choices"]) == (GONE, "open", [])
        assert asked["voters"] == [client.seat for client in remain]
        assert 0 < asked["ends_in_ms"] <= 20_000
        if count > 2:
            await choose(remain[:1], "wait")
            await remain[-1].until_table(lambda table: bool(table["absences"][0]["choices"]))
            assert absence(remain[-1])["choices"] == [{"seat": remain[0].seat, "choice": "wait"}]
            assert absence(remain[-1])["result"] == "open"


@pytest.mark.parametrize("count", PLAYERS)
async def test_a_bot_plays_on_at_once_where_more_than_half_choose_it(count):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime, count)
        remain = await lose(clients, clock)
        await choose(remain[: len(remain) // 2 + 1], *["bot"] * len(remain))
        await remain[-1].until_table(lambda table: bool(table["seats"][GONE]["substitute"]))
        assert remain[-1].table["absences"] == []
    assert await departures() == [(GONE, "disconnected", None)]


@pytest.mark.parametrize("count", PLAYERS)
async def test_they_wait_where_more_than_half_choose_it_and_are_asked_again(count):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime, count)
        remain = await lose(clients, clock)
        await choose(remain[: len(remain) // 2 + 1], *["wait"] * len(remain))
        await remain[-1].until_table(lambda table: table["absences"][0]["result"] == "wait")
        await clock.go(110)
        assert await votes() == [(GONE, "wait")]
        assert await departures() == []
        await clock.go(20)
        assert await votes() == [(GONE, "open")]


async def test_in_a_match_of_two_the_other_claims_the_match():
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime)
        (other,) = await lose(clients, clock)
        await choose([other], "end")
        await settle()
        await clock.go(1)
        await other.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
        assert (other.view["winners"], other.view["ended_by"]) == ([0], "resigned")
    match = await the_match()
    assert (match.winners, match.ended_by, match.status) == ([0], "resigned", "finished")
    assert match.unrated_reason != "early_resignation"
    assert await outcomes() == ["finished", "left"]
    assert await votes() == []


@pytest.mark.parametrize("count", [3, 4, 6])
async def test_in_any_other_match_its_end_is_a_draw_and_the_absent_player_has_left(count):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime, count)
        remain = await lose(clients, clock)
        await choose(remain[: len(remain) // 2 + 1], *["end"] * len(remain))
        await settle()
        await clock.go(1)
        for client in remain:
            await client.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
            assert (client.view["winners"], client.view["ended_by"]) == ([], "agreed")
    assert await outcomes() == ["finished", "left", *["finished"] * (count - 2)]
    match = await the_match()
    assert (match.rated, match.unrated_reason) == (False, "player_gone")


@pytest.mark.parametrize(
    ("count", "chosen"), [(3, []), (3, ["wait", "end"]), (4, ["wait", "end"]), (6, ["end", "end"])]
)
async def test_without_a_majority_a_bot_plays_on_after_twenty_seconds(count, chosen):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime, count)
        remain = await lose(clients, clock)
        await choose(remain, *chosen)
        assert await departures() == []
        await clock.go(21)
        await remain[0].until_table(lambda table: bool(table["seats"][GONE]["substitute"]))
    assert await departures() == [(GONE, "disconnected", None)]


async def test_who_comes_back_in_the_last_second_has_the_seat():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime, 3)
        remain = await lose(clients, clock)
        await choose(remain[:1], "end")
        await clock.go(18.5)
        back = await Client(runtime, table, users[GONE]).connect()
        await remain[0].until_table(lambda table: not table["absences"])
        await clock.go(30)
        assert (await remain[1].do("vote", seat=GONE, choice="end"))["code"] == "no_vote"
        assert back.table["seats"][GONE]["substitute"] is None
        await back.drain()
        assert back.view["turn"] == GONE
        assert (await back.act(first_card(back.view)))["t"] == "ack"
    assert await departures() == []


async def test_the_clock_of_somebody_else_is_not_touched():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, _users, clients = await begun(runtime, turn_ms=300_000, bank_ms=0)
        await turn_to(clients, 0)
        actor = runtime.rooms[table.public_id].actor
        plan, banks = actor.plan, list(actor.game.time.banks)
        (other,) = await lose(clients, clock, turn=0)
        assert actor.plan == plan
        await choose([other], "wait")
        await settle()
        assert (actor.plan, actor.game.time.banks) == (plan, banks)


async def test_a_turn_that_runs_out_while_its_player_is_gone_is_not_played_but_asked_about():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime, **CLOCK)
        (other,) = await lose(clients, clock)
        seq = runtime.rooms[table.public_id].actor.game.seq
        await choose([other], "wait")
        await settle()
        await clock.go(100)
        assert runtime.rooms[table.public_id].actor.game.seq == seq
        back = await Client(runtime, table, users[GONE]).connect()
        await other.until_table(lambda table: not table["absences"])
        await settle()
        await clock.go(10)
        await back.until_seq(seq)
        assert back.view["turn"] == GONE
        assert (await back.act(first_card(back.view)))["t"] == "ack"


async def test_who_comes_back_to_a_prolonged_turn_has_its_usual_time_left():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime, **CLOCK)
        (other,) = await lose(clients, clock)
        await choose([other], "wait")
        await settle()
        await clock.go(25)
        back = await Client(runtime, table, users[GONE]).connect()
        await other.until_table(lambda table: not table["absences"])
        await settle()
        plan = runtime.rooms[table.public_id].actor.plan
        assert (plan.kind, plan.seat) == ("turn", GONE)
        assert plan.due - clock.now() == pytest.approx(30, abs=1)
        assert back.table["seats"][GONE]["substitute"] is None


async def test_a_process_that_dies_while_they_choose_leaves_the_vote_to_the_next():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime, 3)
        await lose(clients, clock)
    later = FakeClock(clock.now() + 5)
    async with running(later) as runtime:
        again = [await Client(runtime, table, users[seat]).connect() for seat in (0, 2)]
        assert absence(again[0])["result"] == "open"
        await choose(again, "bot", "bot")
        await again[0].until_table(lambda table: bool(table["seats"][GONE]["substitute"]))
    assert len(await departures()) == 1


async def test_a_process_that_dies_before_it_ends_the_match_leaves_that_to_the_next():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime)
        await lose(clients, clock)
    player = await database_sync_to_async(lambda: table.seats.get(seat=0).player)()
    await database_sync_to_async(absences.cast_vote)(
        table=table, player=player, seat=GONE, choice="end", seq=4, now=None
    )
    assert await votes() == [(GONE, "end")]
    later = FakeClock(clock.now() + 5)
    async with running(later) as runtime:
        other = await Client(runtime, table, users[0]).connect()
        await later.go(2)
        await other.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
    assert (await the_match()).winners == [0]
    assert await departures() == [(GONE, "disconnected", None)]


async def test_two_processes_ask_once_and_agree():
    clock = FakeClock()
    async with (
        running(clock, bell_in_memory=True) as here,
        running(clock, bell_in_memory=True) as there,
    ):
        table, users = await alay(3, rules={"match.target": 5})
        clients = [
            await Client(runtime, table, user).connect()
            for runtime, user in zip((here, here, there), users, strict=True)
        ]
        for client in clients:
            await client.until_seq(2)
        await play_a_trick(clients)
        one, two = await lose(clients, clock)
        assert await votes() == [(GONE, "open")]
        await choose([one, two], "bot", "bot")
        for client in (one, two):
            await client.until_table(lambda table: bool(table["seats"][GONE]["substitute"]))
    assert len(await departures()) == 1


async def test_a_match_is_called_off_where_the_first_card_is_never_played():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users = await alay(2, rules={"match.target": 5})
        clients = await seated(runtime, table, users)
        (other,) = await lose(clients, clock)
        await clock.go(21)
        await other.until_table(lambda table: table["status"] == "finished")
        assert other.table["ended"]["ended_by"] == "abandoned"
        assert runtime.rooms[table.public_id].actor.over
    match = await the_match()
    assert (match.status, match.winners) == ("abandoned", None)
    assert await outcomes() == ["no_first_card"]


async def test_whoever_leaves_before_the_first_card_ends_the_match_for_all_at_once():
    async with running(FakeClock()) as runtime:
        table, users = await alay(3, rules={"match.target": 5})
        clients = await seated(runtime, table, users)
        assert (await clients[GONE].do("leave"))["t"] == "ack"
        for client in (clients[0], clients[2]):
            await client.until_table(lambda table: table["status"] == "finished")
            assert (await client.do("rematch"))["t"] == "ack"
    assert await outcomes() == ["no_first_card"]


async def test_only_those_who_remain_choose_and_only_what_there_is():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, _users, clients = await begun(runtime, 3)
        vote = {"seat": GONE, "choice": "bot"}
        assert (await clients[0].do("vote", **vote))["code"] == "no_vote"
        remain = await lose(clients, clock)
        watcher = await Client(runtime, table).connect()
        assert (await watcher.do("vote", **vote))["code"] == "forbidden"
        assert (await remain[0].do("vote", seat=GONE, choice="win"))["code"] == "bad_choice"
        assert (await remain[0].do("vote", seat=0, choice="bot"))["code"] == "no_vote"
        assert (await remain[0].do("vote", choice="bot"))["code"] == "bad_message"
    assert await votes() == [(GONE, "open")]


# -- gone while another is to play -----------------------------------------------------------------


@pytest.mark.parametrize("clock_of_table", [{}, {"turn_ms": 75_000, "bank_ms": 0}])
async def test_whoever_is_to_play_and_does_not_cannot_claim_the_match(clock_of_table):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime, **clock_of_table)
        await turn_to(clients, 0)
        await clients[GONE].close()
        await settle()
        for _ in range(3):
            await clock.go(20.5)
        (other,) = clients[:GONE]
        await other.until_table(lambda table: bool(table["absences"]))
        asked = absence(other)
        assert (asked["kind"], asked["may"]) == ("away", ["wait", "bot"])
        assert (await other.do("vote", seat=GONE, choice="end"))["code"] == "bad_choice"
        assert await departures() == []
        assert (await the_match()).status == "playing"


async def test_without_an_answer_they_wait_for_whoever_is_gone_while_another_is_to_play():
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime)
        await lose(clients, clock, turn=0)
        assert await votes() == [(GONE, "open")]
        await clock.go(21)
        assert await votes() == [(GONE, "wait")]
        await clock.go(121)
        assert await votes() == [(GONE, "open")]
        assert await departures() == []


async def test_a_bot_that_is_chosen_before_the_turn_of_the_absent_is_held_against_nobody():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime)
        (other,) = await lose(clients, clock, turn=0)
        await choose([other], "bot")
        await other.until_table(lambda table: bool(table["seats"][GONE]["substitute"]))
        assert await excused() == [True]
        back = await Client(runtime, table, users[GONE]).connect()
        assert (await back.do("take_back"))["t"] == "ack"
        await other.until_table(lambda table: not table["seats"][GONE]["substitute"])


async def test_the_minute_after_which_a_match_is_claimed_begins_with_the_turn_of_the_absent():
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await begun(runtime)
        (other,) = await lose(clients, clock, 100, turn=0)
        await turn_to([other], GONE)
        await clock.go(55)
        assert absence(other)["kind"] == "away"
        await clock.go(6)
        await other.until_table(lambda table: table["absences"][0]["kind"] == "turn")
        await choose([other], "end")
        await settle()
        await clock.go(1)
        await other.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
        assert other.view["winners"] == [0]


async def test_who_comes_back_in_the_others_turn_finds_nothing_changed():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await begun(runtime)
        (other,) = await lose(clients, clock, 300, turn=0)
        back = await Client(runtime, table, users[GONE]).connect()
        await other.until_table(lambda table: not table["absences"])
        await turn_to([other, back], GONE)
        assert (await back.act(first_card(back.view)))["t"] == "ack"
    assert await departures() == []


# -- claimed after the other has left --------------------------------------------------------------


async def test_in_a_match_of_two_whoever_stays_claims_at_once_when_the_other_leaves():
    clock = FakeClock()
    async with running(clock, pace=1.0) as runtime:
        table, users, clients = await begun(runtime, rules={"match.target": 5})
        assert (await clients[GONE].do("leave"))["t"] == "ack"
        (other,) = clients[:GONE]
        await other.until_table(lambda table: bool(table["absences"]))
        asked = absence(other)
        assert (asked["kind"], asked["may"]) == ("left", ["bot", "end"])
        assert other.table["you"]["leaving"] == "free"
        await choose([other], "end")
        await settle()
        await clock.go(1)
        await other.until(lambda f: f["t"] == "state" and f["view"]["phase"] == "match_over")
        assert (other.view["winners"], other.view["ended_by"]) == ([0], "resigned")
        await other.until_table(lambda table: table["status"] == "finished")
        back = await Client(runtime, table, users[GONE]).connect()
        assert back.table["ended"]["gone"] == [{"seat": GONE, "why": "left", "excused": False}]
    assert await outcomes() == ["finished", "left"]


async def test_a_leaver_who_takes_the_seat_back_takes_the_claim_away():
    async with running(FakeClock(), pace=1.0) as runtime:
        _table, _users, clients = await begun(runtime)
        assert (await clients[GONE].do("leave"))["t"] == "ack"
        await clients[0].until_table(lambda table: bool(table["absences"]))
        assert (await clients[GONE].do("take_back"))["t"] == "ack"
        await clients[0].until_table(lambda table: not table["absences"])
        assert (await clients[0].do("vote", seat=GONE, choice="end"))["code"] == "no_vote"


async def test_whoever_would_rather_play_on_against_the_bot_is_not_asked_again():
    clock = FakeClock()
    async with running(clock, pace=1.0) as runtime:
        _table, _users, clients = await begun(runtime)
        assert (await clients[GONE].do("leave"))["t"] == "ack"
        await clients[0].until_table(lambda table: bool(table["absences"]))
        await choose(clients[:1], "bot")
        await clients[0].until_table(lambda table: not table["absences"])
        assert clients[0].table["seats"][GONE]["substitute"]
    assert await departures() == [(GONE, "left", None)]


async def test_in_larger_matches_nobody_claims_what_somebody_has_left():
    async with running(FakeClock(), pace=1.0) as runtime:
        _table, _users, clients = await begun(runtime, 3)
        assert (await clients[GONE].do("leave"))["t"] == "ack"
        await clients[0].until_table(lambda table: bool(table["seats"][GONE]["substitute"]))
        assert clients[0].table["absences"] == []
        assert (await clients[0].do("vote", seat=GONE, choice="end"))["code"] == "no_vote"


# -- rematches -------------------------------------------------------------------------------------


async def over(runtime):
    """A match of two that is over, at a table of strangers."""
    table, users = await alay(2, rules={"match.target": 1, "match.tie": "draw"})
    clients = await seated(runtime, table, users)
    await play_out(clients)
    for client in clients:
        await client.until_table(lambda table: table["status"] == "finished")
    return table, users, clients


async def test_a_wish_for_a_rematch_ends_with_the_connection():
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await over(runtime)
        assert (await clients[GONE].do("rematch"))["t"] == "ack"
        await clients[0].until_table(lambda table: table["rematch"] == [GONE])
        await clients[GONE].close()
        await settle()
        await clock.go(6)
        await clients[0].until_table(lambda table: table["rematch"] == [])
        assert (await clients[0].do("rematch"))["t"] == "ack"
        await settle()
        assert await matches() == 1


async def test_a_wish_for_a_rematch_outlives_a_page_that_is_loaded_again():
    clock = FakeClock()
    async with running(clock) as runtime:
        table, users, clients = await over(runtime)
        assert (await clients[GONE].do("rematch"))["t"] == "ack"
        await clients[GONE].close()
        await settle()
        await clock.go(3)
        back = await Client(runtime, table, users[GONE]).connect()
        await clock.go(60)
        assert back.table["rematch"] == [GONE]


@pytest.mark.parametrize("choice", [None, "end"])
async def test_nobody_is_blamed_for_a_match_that_began_without_them(choice):
    clock = FakeClock()
    async with running(clock) as runtime:
        _table, _users, clients = await over(runtime)
        before, first = await outcomes(), clients[0].table["match"]
        assert (await clients[GONE].do("rematch"))["t"] == "ack"
        await clients[GONE].close()
        await settle()
        (other,) = clients[:GONE]
        assert (await other.do("rematch"))["t"] == "ack"
        await other.until_table(lambda table: table["status"] == "playing")
        await other.until(lambda f: f["t"] == "state" and f["match"] != first)
        while not other.view["hand"]:  # the clock cuts in the end
            await clock.go(5)
            await other.drain()
        await turn_to([other], GONE)
        await clock.go(61)
        await other.until_table(lambda table: bool(table["absences"]))
        if choice is not None:
            await choose([other], choice)
        else:
            await clock.go(21)
        await other.until_table(lambda table: table["status"] == "finished")
        ended = other.table["ended"]
        assert ended["ended_by"] == "abandoned"
        assert ended["gone"] == [{"seat": GONE, "why": "disconnected", "excused": True}]
    assert sorted(await outcomes()) == sorted([*before, "excused"])

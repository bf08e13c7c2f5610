"""A seat at once: people of one game are brought together, and bots take what stays empty."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.common.errors import TableError
from games.models import Deadline, Match, PartnerLike, Player, Table
from games.models.tables import TableStatus
from games.selectors.tables import running_tables
from games.selectors.watching import tables_to_watch
from games.services import leaving, seating, tables
from games.services.due_tables import fill_due_tables
from games.services.quick_play import (
    QUICK_BANK_MS,
    QUICK_TURN_MS,
    QuickGame,
    play_bots_now,
    play_now,
    stop_searching,
)
from tests.services.people import levels, names, table_of
from tests.support.people import player_with_account, player_without_account

pytestmark = pytest.mark.django_db


def likes(one: Player, other: Player) -> None:
    """Two players who like each other as partners."""
    PartnerLike.objects.create(player=one, partner=other)
    PartnerLike.objects.create(player=other, partner=one)


def status(table: Table) -> str:
    table.refresh_from_db()
    return table.status


def test_play_now_brings_two_together_and_begins():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = play_now(player=ana, game=QuickGame(players=2))
    assert table.quick
    assert table.turn_ms
    assert play_now(player=ana, game=QuickGame(players=2)) == table, "who waits comes back"
    assert play_now(player=eva, game=QuickGame(players=2)) == table
    assert names(table) == ["ana", "eva"]
    assert status(table) == TableStatus.PLAYING
    assert play_now(player=eva, game=QuickGame(players=2)) == table, "who plays comes back"


def test_play_now_keeps_kinds_apart():
    first = play_now(player=player_without_account("ana"), game=QuickGame(players=4))
    second = play_now(
        player=player_without_account("eva"), game=QuickGame(players=4, teams="individual")
    )
    third = play_now(player=player_without_account("leo"), game=QuickGame(players=3))
    assert len({first, second, third}) == 3
    assert play_now(player=player_without_account("mar"), game=QuickGame(players=4)) == first


def test_those_who_like_each_other_become_partners_when_the_table_is_full():
    ana, eva, leo, mar = (player_with_account(name) for name in ("ana", "eva", "leo", "mar"))
    likes(ana, eva)
    game = QuickGame(players=4)
    tables = {play_now(player=one, game=game) for one in (ana, eva, leo, mar)}
    (table,) = tables
    assert names(table) == ["ana", "leo", "eva", "mar"]
    assert status(table) == TableStatus.PLAYING
    assert list(table.seats.values_list("agreed", flat=True)) == [False] * 4


def test_those_who_like_each_other_become_partners_when_bots_take_the_rest():
    ana, eva = player_with_account("ana"), player_with_account("eva")
    likes(ana, eva)
    table = play_now(player=ana, game=QuickGame(players=4))
    play_now(player=eva, game=QuickGame(players=4))
    assert names(table) == ["ana", "eva", None, None], "nobody waits for it"
    fill_due_tables(now=timezone.now() + timedelta(minutes=1))
    assert levels(table) == ["", "rules", "", "rules"]


def test_bots_at_once_seat_partners_together_too():
    ana, eva = player_with_account("ana"), player_with_account("eva")
    likes(ana, eva)
    table = play_now(player=ana, game=QuickGame(players=4))
    play_now(player=eva, game=QuickGame(players=4))
    play_bots_now(player=eva, game=QuickGame(players=4))
    assert levels(table) == ["", "rules", "", "rules"]


def test_a_like_of_one_alone_moves_nobody():
    ana, eva, leo, mar = (player_with_account(name) for name in ("ana", "eva", "leo", "mar"))
    PartnerLike.objects.create(player=ana, partner=eva)
    game = QuickGame(players=4)
    for one in (ana, eva, leo, mar):
        table = play_now(player=one, game=game)
    assert names(table) == ["ana", "eva", "leo", "mar"]


def test_a_like_leads_nobody_past_an_older_table():
    ana, eva, leo, mar = (player_with_account(name) for name in ("ana", "eva", "leo", "mar"))
    likes(ana, eva)
    game = QuickGame(players=4)
    older = play_now(player=leo, game=game)
    mar.blocks.create(blocked=leo)
    newer = play_now(player=mar, game=game)
    assert newer != older
    assert play_now(player=ana, game=game) == play_now(player=eva, game=game) == older


def test_where_everybody_plays_alone_likes_move_nobody():
    people = [player_with_account(name) for name in ("ana", "eva", "leo", "mar")]
    likes(people[0], people[1])
    game = QuickGame(players=4, teams="individual")
    for one in people:
        table = play_now(player=one, game=game)
    assert names(table) == ["ana", "eva", "leo", "mar"]


def test_play_now_sends_nobody_to_a_table_opened_by_hand_or_whose_time_is_up():
    opened = table_of(player_without_account("ana"))
    late = play_now(player=player_without_account("eva"), game=QuickGame(players=2))
    Table.objects.filter(pk=late.pk).update(fill_at=timezone.now() - timedelta(seconds=1))
    assert play_now(player=player_without_account("leo"), game=QuickGame(players=2)) not in (
        opened,
        late,
    )


def test_play_now_after_a_bot_took_over_is_another_match():
    ana = player_without_account("ana")
    table = play_now(player=ana, game=QuickGame(players=2))
    tables.fill_due_tables(now=timezone.now() + timedelta(seconds=30))
    leaving.set_substitute(table_id=table.public_id, seat=0, reason="disconnected", seq=0)
    assert play_now(player=ana, game=QuickGame(players=2)) != table


def test_quick_tables_fill_with_bots_when_their_time_is_up():
    table, other = (
        play_now(player=player_without_account("ana"), game=QuickGame(players=4)),
        table_of(player_without_account("eva")),
    )
    now = timezone.now()
    assert tables.fill_due_tables(now=now) == []
    assert tables.fill_due_tables(now=now + tables.FILL_AFTER + timedelta(seconds=1)) == [table]
    assert levels(table) == ["", "rules", "rules", "rules"]
    assert (status(table), status(other)) == (TableStatus.PLAYING, TableStatus.WAITING)
    assert tables.fill_due_tables(now=now + timedelta(hours=1)) == []
    assert Match.objects.count() == 1


def test_alone_in_the_lobby_bots_come_after_two_seconds():
    table = play_now(player=player_without_account("ana"), game=QuickGame(), alone=True)
    now = timezone.now()
    assert tables.fill_due_tables(now=now + timedelta(seconds=1)) == []
    assert play_now(player=player_without_account("eva"), game=QuickGame(), alone=True) == table, (
        "people first"
    )
    assert status(table) == TableStatus.PLAYING
    other = play_now(player=player_without_account("leo"), game=QuickGame(players=3), alone=True)
    assert tables.fill_due_tables(now=now + timedelta(seconds=3)) == [other]


def test_any_game_of_the_family_is_searched_for_by_itself():
    first = play_now(player=player_without_account("ana"), game=QuickGame("catalan", 4))
    signs = QuickGame("ludoteka", 4, options={"talk.mode": "senas"})
    assert play_now(player=player_without_account("eva"), game=signs) != first
    assert play_now(player=player_without_account("leo"), game=QuickGame("catalan", 4)) == first
    assert play_now(player=player_without_account("mar"), game=QuickGame("ludoteka", 4)) != first


def test_a_search_ends_with_another_one():
    ana = player_without_account("ana")
    first = play_now(player=ana, game=QuickGame())
    second = play_now(player=ana, game=QuickGame(players=3))
    assert list(Table.objects.all()) == [second], "nobody else sat at the first"
    eva = player_without_account("eva")
    assert play_now(player=eva, game=QuickGame(players=3)) == second
    play_bots_now(player=ana, game=QuickGame())
    assert names(second) == [None, "eva", None], "who waits there still does"
    assert first != second


def test_bots_come_to_who_is_searching_for_that_game_and_to_who_waits_with_them():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = play_now(player=ana, game=QuickGame(players=4))
    play_now(player=eva, game=QuickGame(players=4))
    assert play_bots_now(player=eva, game=QuickGame(players=4), level="greedy") == table
    assert levels(table) == ["", "", "greedy", "greedy"]
    assert status(table) == TableStatus.PLAYING
    again = play_bots_now(player=eva, game=QuickGame(players=4))
    assert again != table, "a match that runs is no search"


def test_who_stops_searching_waits_nowhere_and_ends_no_match():
    ana = player_without_account("ana")
    play_now(player=ana, game=QuickGame())
    playing = play_bots_now(player=ana, game=QuickGame(players=3))
    own = table_of(ana)
    stop_searching(player=ana)
    assert set(Table.objects.all()) == {playing, own}


def test_alone_with_bots_there_is_no_clock():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    asked = play_bots_now(player=ana, game=QuickGame(players=4))
    search = play_now(player=eva, game=QuickGame(players=2))
    fill_due_tables(now=timezone.now() + timedelta(minutes=1))
    leo = player_without_account("leo")
    searched = play_now(player=leo, game=QuickGame(players=3))
    assert play_bots_now(player=leo, game=QuickGame(players=3)) == searched
    for table in (asked, search, searched):
        table.refresh_from_db()
        assert (table.turn_ms, table.bank_ms) == (None, 0)
        assert table.match is not None
        assert (table.match.turn_ms, table.match.bank_ms) == (None, 0)


def test_two_people_with_bots_have_the_usual_clock():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = play_now(player=ana, game=QuickGame(players=4))
    play_now(player=eva, game=QuickGame(players=4))
    play_bots_now(player=eva, game=QuickGame(players=4))
    table.refresh_from_db()
    assert table.match is not None
    assert (table.match.turn_ms, table.match.bank_ms) == (QUICK_TURN_MS, QUICK_BANK_MS)


def test_a_clock_chosen_at_a_table_holds_with_bots_alone():
    ana = player_without_account("ana")
    table = table_of(ana, turn_ms=20_000)
    assert tables.begin(table=table, player=ana).turn_ms == 20_000


def park(table: Table) -> None:
    """Give the match of a table the deadline of a match that is parked."""
    table.refresh_from_db()
    due = timezone.now() + timedelta(days=7)
    Deadline.objects.filter(match=table.match).update(kind="away", due_at=due)


def test_who_looks_for_people_is_not_sent_to_a_parked_match_with_bots():
    ana = player_without_account("ana")
    table = play_bots_now(player=ana, game=QuickGame(players=2))
    Table.objects.filter(pk=table.pk).update(quick=True)
    assert play_now(player=ana, game=QuickGame(players=2)) == table
    park(table)
    assert play_now(player=ana, game=QuickGame(players=2)) != table
    assert table in running_tables(ana), "the lobby offers to go on"


def test_parked_matches_take_no_place_of_open_tables(monkeypatch):
    monkeypatch.setattr(seating, "MAX_SEATS_A_PLAYER", 1)
    ana = player_without_account("ana")
    table = play_bots_now(player=ana, game=QuickGame(players=2))
    with pytest.raises(TableError, match="too_many_tables"):
        play_bots_now(player=ana, game=QuickGame(players=2))
    park(table)
    assert play_bots_now(player=ana, game=QuickGame(players=2)) != table


def test_a_parked_match_is_not_proposed_for_watching():
    table = play_now(player=player_without_account("ana"), game=QuickGame(players=2))
    fill_due_tables(now=timezone.now() + timedelta(minutes=1))

    def proposed() -> list[str]:
        rows = tables_to_watch(None, watchers=lambda _tables: {})
        return [row.running.table.public_id for row in rows]

    assert proposed() == [table.public_id]
    park(table)
    assert proposed() == []

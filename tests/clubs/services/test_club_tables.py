"""Tables of a club are for its members, unless the club opens them.

Sockets and the API are in the matrix of permissions, `tests/access/`.
"""

from __future__ import annotations

from functools import partial

import pytest
from django.test import Client

from games.clubs.models import Club, ClubMember
from games.clubs.selectors.people import club_tables, members_here
from games.clubs.services.rules import open_club_table
from games.common.errors import InvitationError, TableError, TeamError
from games.models import ChatLine, Notification, NotificationBatch, Player, Table
from games.models.tables import TableStatus
from games.selectors.social import lines_at, tables_of
from games.selectors.tables import lobby_tables, may_watch, table_json
from games.selectors.watching import tables_to_watch
from games.services.invitations import invite
from games.services.social import follow
from games.services.tables import TableOptions, sit
from games.services.team_play import join_as_team
from tests.clubs.builders import club_of, longtime_player, member
from tests.services.people import names
from tests.services.test_stakes_at_once import at_once
from tests.services.test_teams import founded

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Player:
    return longtime_player("Ana")


@pytest.fixture
def eva() -> Player:
    return longtime_player("Eva")


@pytest.fixture
def club(ana) -> Club:
    return club_of(ana)


def opened(club: Club, host: Player, players: int = 2) -> Table:
    return open_club_table(
        club=club, host=host, chosen=TableOptions(preset="ludoteka", players=players)
    )


def test_members_sit_and_others_do_not_even_with_the_address(ana, eva, club):
    table = opened(club, ana, players=4)
    with pytest.raises(TableError, match="members_only"):
        sit(table=table, player=eva, seat=None)
    place = table.seats.get(seat=1)
    with pytest.raises(TableError, match="members_only"):
        sit(table=table, player=eva, seat=None, invite=place.invite)
    with pytest.raises(InvitationError, match="members_only"):
        invite(table=table, inviter=ana, invited=eva)
    with pytest.raises(InvitationError, match="members_only"):
        join_as_team(team=founded(ana, eva), table=table, player=ana)
    member(club, eva)
    sit(table=table, player=eva, seat=None)
    assert names(table)[:2] == ["Ana", "Eva"]


def test_a_team_of_which_one_is_no_member_does_not_come(ana, eva, club):
    table = opened(club, ana, players=4)
    member(club, eva)
    with pytest.raises((InvitationError, TeamError)) as caught:
        join_as_team(team=founded(eva, longtime_player("Leo")), table=table, player=eva)
    assert caught.value.code == "members_only"
    assert names(table) == ["Ana", None, None, None]


def test_others_may_not_see_it_and_who_leaves_the_club_keeps_the_seat(ana, eva, club):
    table = opened(club, ana)
    for viewer in (None, eva):
        shown = table_json(table.public_id, viewer)
        assert shown["you"]["members_only"]
        assert not shown["you"]["can_sit"]
        assert not may_watch(shown)
    member(club, eva)
    sit(table=table, player=eva, seat=None)
    ClubMember.objects.filter(player=eva).delete()
    assert may_watch(table_json(table.public_id, eva))


def test_a_club_that_opens_its_tables_lets_everybody_in(ana, eva, club):
    Club.objects.update(tables_closed=False)
    club.refresh_from_db()
    table = opened(club, ana)
    assert may_watch(table_json(table.public_id, None))
    assert [row["id"] for row, _people in lobby_tables()] == [table.public_id]
    assert club_tables(club, member=False) == [table]
    sit(table=table, player=eva, seat=None)


def test_nobody_else_finds_it_in_a_list_or_is_told_of_it(ana, eva, club):
    follow(player=eva, other=ana)
    table = opened(club, ana)
    assert lobby_tables() == []
    assert club_tables(club, member=False) == []
    assert club_tables(club, member=True) == [table]
    assert not NotificationBatch.objects.filter(kind="table_opened").exists()
    assert not Notification.objects.filter(kind="table_opened").exists()
    # it was public when the club closed its tables
    Table.objects.update(visibility=Table.Visibility.PUBLIC)
    assert lobby_tables() == []
    member(club, eva)
    sit(table=table, player=eva, seat=None, agreed=True)
    table.seats.update(agreed=True)
    Table.objects.update(status=TableStatus.PLAYING)
    assert tables_to_watch(None, watchers=lambda _tables: {}) == []


def test_a_public_table_that_the_club_closed_is_not_shown_beside_friends_or_by_its_talk(
    ana, eva, club
):
    table, leo = opened(club, ana), longtime_player("Leo")
    member(club, leo)
    Table.objects.update(visibility=Table.Visibility.PUBLIC)
    table.refresh_from_db()
    ChatLine.objects.create(table=table, player=ana, seat=0, text="hola")
    for reader, lines in ((eva, 0), (leo, 1), (ana, 1)):
        assert len(lines_at(table, reader)) == lines
    assert tables_of([ana], eva) == {}
    Club.objects.update(tables_closed=False)
    assert list(tables_of([ana], eva)) == [ana.pk]
    assert len(lines_at(Table.objects.get(), eva)) == 1


def test_a_page_is_not_there_for_others_and_a_link_leads_to_the_club(ana, eva, club):
    table = opened(club, ana)
    client = Client(headers={"accept-language": "en"})
    assert client.get(f"/t/{table.public_id}/").status_code == 404
    token = table.seats.get(seat=1).invite
    led = client.get(f"/t/{table.public_id}/?seat=1&invite={token}", follow=True)
    assert led.redirect_chain[0][0] == "/clubs/el-siete/"
    assert "for members of a club alone" in led.content.decode()
    client.force_login(eva.user)
    member(club, eva)
    assert client.get(f"/t/{table.public_id}/").status_code == 200


def test_the_settings_of_a_club_open_its_tables(ana, club):
    client = Client(headers={"accept-language": "en"})
    client.force_login(ana.user)
    assert (
        "Only members play at its tables"
        in client.get("/clubs/el-siete/settings/").content.decode()
    )
    sent = {"name": "El Siete", "emblem": "O7", "entry": "open", "members_visible": "on"}
    client.post("/clubs/el-siete/settings/", sent)
    club.refresh_from_db()
    assert not club.tables_closed


def test_those_who_see_the_members_see_how_many_are_here(ana, eva, club):
    member(club, eva)
    assert members_here(club, lambda _users: []) == 0
    assert members_here(club, lambda users: [user for user in users if user == ana.user_id]) == 1
    table = opened(club, ana)
    Table.objects.filter(pk=table.pk).update(status=TableStatus.PLAYING)
    assert members_here(club, lambda users: users) == 2, "nobody counts twice"


@pytest.mark.django_db(transaction=True)
def test_who_is_removed_at_the_moment_of_sitting_down_sits_or_does_not():
    for number in range(3):
        host, other = longtime_player(f"host{number}"), longtime_player(f"other{number}")
        club = club_of(host, f"club-{number}")
        row = member(club, other)
        table = opened(club, host)
        raised = at_once(partial(sit, table=table, player=other, seat=None), row.delete)
        assert raised[1] is None
        seated = table.seats.filter(player=other).exists()
        assert seated or getattr(raised[0], "code", "") == "members_only"

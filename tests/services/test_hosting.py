"""What the host of a table may do with who sits there, and when."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.utils import timezone

from accounts.services import close_account, create_guest
from games.common.errors import TableError
from games.models import PlayAddress, Table, TableBan, TableBanAddress
from games.models.tables import TableStatus
from games.selectors.tables import may_watch, table_json
from games.services import hosting, leaving, tables
from games.services.due_tables import STALE_AFTER, sweep_tables
from games.services.players import forget_player, player_for
from games.services.seating import OPEN_TABLES
from tests.services.people import levels, names, table_of
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def refused(code, call, /, **given):
    with pytest.raises(TableError) as caught:
        call(**given)
    assert caught.value.code == code


def seated(players=4, **more):
    """Ana's table, at which Eva and Leo sit."""
    ana, eva, leo = (
        player_without_account("ana"),
        player_without_account("eva"),
        player_without_account("leo"),
    )
    table = table_of(ana, players, **more)
    for seat, one in ((1, eva), (2, leo)):
        if seat < players:
            tables.sit(table=table, player=one, seat=seat, address="192.0.2.7")
    return table, ana, eva, leo


def begun(table):
    """Everybody agrees, so that the match begins."""
    for seat in table.seats.exclude(player=None):
        tables.set_agreed(table=table, player=seat.player, on=True)
    table.refresh_from_db()
    assert table.status == TableStatus.PLAYING


def finished(table):
    """The match of the table is over."""
    Table.objects.filter(pk=table.pk).update(status=TableStatus.FINISHED)


def you(table, player):
    return table_json(table.public_id, player)["you"]


def test_a_kicked_person_loses_the_seat_and_may_come_back():
    table, ana, eva, _leo = seated()
    hosting.kick(table=table, player=ana, seat=1)
    assert names(table) == ["ana", None, "leo", None]
    assert not PlayAddress.objects.filter(player=eva).exists()
    assert you(table, eva)["can_sit"]
    tables.sit(table=table, player=eva, seat=3)
    assert names(table) == ["ana", None, "leo", "eva"]


@pytest.mark.parametrize("power", [hosting.kick, hosting.ban, hosting.hand_over])
def test_powers_are_the_hosts_alone_and_never_about_bots_free_seats_or_oneself(power):
    table, ana, eva, _leo = seated()
    tables.add_bot(table=table, player=ana, seat=3, level="rules")
    refused("not_host", power, table=table, player=eva, seat=2)
    refused("nobody_there", power, table=table, player=ana, seat=0)
    refused("nobody_there", power, table=table, player=ana, seat=3)
    refused("nobody_there", power, table=table, player=ana, seat=None)
    refused("nobody_there", power, table=table, player=ana, seat=9)
    assert names(table)[:3] == ["ana", "eva", "leo"]
    table.delete()
    table.pk = 999_999
    refused("no_such_table", power, table=table, player=ana, seat=1)


@pytest.mark.parametrize("power", [hosting.kick, hosting.ban, hosting.hand_over])
def test_nobody_is_sent_away_while_a_match_runs(power):
    table, ana, _eva, _leo = seated(3)
    begun(table)
    refused("not_waiting", power, table=table, player=ana, seat=1)
    assert names(table) == ["ana", "eva", "leo"]
    assert not TableBan.objects.exists()


@pytest.mark.parametrize("power", [hosting.kick, hosting.ban, hosting.hand_over])
def test_a_table_of_quick_play_has_no_powers(power):
    table, ana, _eva, _leo = seated()
    Table.objects.filter(pk=table.pk).update(quick=True)
    refused("forbidden", power, table=table, player=ana, seat=1)


def test_between_matches_a_bot_has_the_seat_of_a_kicked_person_from_the_rematch_on():
    table, ana, eva, leo = seated(3)
    begun(table)
    finished(table)
    tables.request_rematch(table=table, player=leo)
    tables.request_rematch(table=table, player=ana)
    hosting.kick(table=table, player=ana, seat=1)
    table.refresh_from_db()
    assert table.status == TableStatus.PLAYING
    assert levels(table) == ["", "rules", ""]
    assert eva.name not in names(table)


def test_a_banned_person_may_neither_sit_nor_ask_for_a_rematch():
    table, ana, eva, _leo = seated()
    hosting.ban(table=table, player=ana, seat=1)
    assert names(table) == ["ana", None, "leo", None]
    refused("banned", tables.sit, table=table, player=eva, seat=1)
    seat = table.seats.get(seat=1)
    refused("banned", tables.sit, table=table, player=eva, seat=None, invite=seat.invite)
    assert (you(table, eva)["banned"], you(table, eva)["can_sit"]) == (True, False)
    finished(table)
    leo_seat = 2
    hosting.ban(table=table, player=ana, seat=leo_seat)
    leo = table.seats.get(seat=leo_seat).player
    refused("banned", tables.request_rematch, table=table, player=leo)


def guest_at(table, name, seat, address):
    """A guest who sits down from an address."""
    guest = player_for(create_guest(language="es", name=name))
    UserSession.objects.create(
        user=guest.user, ip=address, session_key=f"{name}{address}"[:40], user_agent="x"
    )
    tables.sit(table=table, player=guest, seat=seat, address=address)
    return guest


def test_a_banned_guest_does_not_come_back_as_another_guest_from_the_same_address():
    table, ana, _eva, _leo = seated()
    guest_at(table, "zoe", 3, "2001:db8:0:1::7")
    hosting.ban(table=table, player=ana, seat=3)
    again = player_for(create_guest(language="es", name="zoe2"))
    come = {"table": table, "player": again, "seat": 3}
    refused("banned", tables.sit, **come, address="2001:db8:0:1::8")
    other = table_of(player_without_account("ben"))
    tables.sit(table=other, player=again, seat=1, address="2001:db8:0:1::8")
    member = player_without_account("mia")
    tables.sit(table=table, player=member, seat=3, address="2001:db8:0:1::8")
    hosting.kick(table=table, player=ana, seat=3)
    tables.sit(**come, address="2001:db8:0:2::8")
    assert names(table)[3] == "zoe2"


def test_the_address_of_a_banned_guest_is_forgotten_with_the_ban_and_with_the_table():
    table, ana, _eva, _leo = seated()
    guest_at(table, "zoe", 3, "192.0.2.9")
    hosting.ban(table=table, player=ana, seat=3)
    assert "192.0.2" not in TableBanAddress.objects.get().digest  # a digest has no dots
    hosting.unban(table=table, player=ana, name="zoe")
    assert not TableBanAddress.objects.exists()
    guest_at(table, "pau", 3, "192.0.2.9")
    hosting.ban(table=table, player=ana, seat=3)
    tables.close_table(table=table, player=ana)
    assert not TableBanAddress.objects.exists()
    assert TableBan.objects.exists()


def test_the_address_is_forgotten_when_a_table_that_nobody_began_is_closed():
    table, ana, _eva, _leo = seated()
    guest_at(table, "zoe", 3, "192.0.2.9")
    hosting.ban(table=table, player=ana, seat=3)
    sweep_tables(now=timezone.now() + STALE_AFTER + timedelta(hours=1))
    assert not TableBanAddress.objects.exists()


def test_a_guest_who_deletes_the_account_does_not_lose_the_ban_of_the_address():
    table, ana, _eva, _leo = seated()
    guest = guest_at(table, "zoe", 3, "192.0.2.9")
    hosting.ban(table=table, player=ana, seat=3)
    close_account(user=guest.user)
    again = player_for(create_guest(language="es", name="zoe2"))
    refused("banned", tables.sit, table=table, player=again, seat=3, address="192.0.2.9")


def test_of_members_who_are_banned_no_address_is_kept(django_user_model):
    table, ana, _eva, _leo = seated()
    zoe = player_for(django_user_model.objects.create_user("zoe"))
    UserSession.objects.create(user=zoe.user, ip="192.0.2.9", session_key="x", user_agent="x")
    tables.sit(table=table, player=zoe, seat=3, address="192.0.2.9")
    hosting.ban(table=table, player=ana, seat=3)
    assert not TableBanAddress.objects.exists()


def test_the_host_reads_who_is_banned_and_undoes_it():
    table, ana, eva, leo = seated()
    hosting.ban(table=table, player=ana, seat=1)
    hosting.ban(table=table, player=ana, seat=2)
    assert you(table, ana)["bans"] == ["eva", "leo"]
    assert you(table, eva)["bans"] == you(table, None)["bans"] == []
    refused("not_host", hosting.unban, table=table, player=leo, name="leo")
    refused("nobody_there", hosting.unban, table=table, player=ana, name="nobody")
    refused("nobody_there", hosting.unban, table=table, player=ana, name=None)
    hosting.unban(table=table, player=ana, name="eva")
    assert you(table, ana)["bans"] == ["leo"]
    tables.sit(table=table, player=eva, seat=1)
    assert names(table)[1] == "eva"


def test_a_ban_holds_at_its_table_alone_and_before_the_table_of_a_friend_it_also_keeps_from_watching():
    table, ana, eva, _leo = seated(visibility=Table.Visibility.LINK)
    assert may_watch(table_json(table.public_id, eva))
    hosting.ban(table=table, player=ana, seat=1)
    assert not may_watch(table_json(table.public_id, eva))
    other = table_of(ana)
    tables.sit(table=other, player=eva, seat=1)
    public, ana, zoe = table_of(player_without_account("ben")), None, player_without_account("zoe")
    tables.sit(table=public, player=zoe, seat=1)
    hosting.ban(table=public, player=public.host, seat=1)
    assert may_watch(table_json(public.public_id, zoe)), "whom strangers may watch as well"


def test_the_role_of_the_host_is_handed_over():
    table, ana, eva, _leo = seated()
    hosting.hand_over(table=table, player=ana, seat=1)
    assert (you(table, ana)["host"], you(table, eva)["host"]) == (False, True)
    assert table_json(table.public_id, None)["host"] == 1
    refused("not_host", hosting.kick, table=table, player=ana, seat=2)
    hosting.kick(table=table, player=eva, seat=0)
    assert names(table) == [None, "eva", "leo", None]


def test_nobody_is_made_host_of_more_tables_than_one_may_host():
    table, ana, eva, _leo = seated()
    for _ in range(OPEN_TABLES):
        table_of(eva)
    refused("too_many_tables", hosting.hand_over, table=table, player=ana, seat=1)
    finished(table)
    hosting.hand_over(table=table, player=ana, seat=1)


def test_a_program_is_never_made_host():
    table, ana, eva, _leo = seated()
    eva.kind = "bot"
    eva.save()
    refused("nobody_there", hosting.hand_over, table=table, player=ana, seat=1)
    hosting.kick(table=table, player=ana, seat=1)


def test_the_role_passes_on_when_the_host_leaves():
    table, ana, eva, leo = seated()
    tables.stand(table=table, player=ana)
    assert you(table, eva)["host"]
    tables.stand(table=table, player=eva)
    assert you(table, leo)["host"]
    tables.stand(table=table, player=leo)
    assert not Table.objects.filter(pk=table.pk).exists()


def test_the_role_passes_on_when_the_host_leaves_after_or_during_a_match():
    table, ana, eva, leo = seated(3)
    begun(table)
    leaving.leave_match(table=table, player=ana, seq=0)
    assert you(table, eva)["host"]
    finished(table)
    tables.stand(table=table, player=eva)
    assert you(table, leo)["host"]


def test_deleted_accounts_are_banned_nowhere(django_user_model):
    table, ana, _eva, _leo = seated()
    user = django_user_model.objects.create_user("zoe")
    zoe = player_for(user)
    tables.sit(table=table, player=zoe, seat=3)
    hosting.ban(table=table, player=ana, seat=3)
    forget_player(user_id=user.pk)
    assert not TableBan.objects.exists()
    assert ana.name in names(table)

"""Invitations by name: who may invite whom, and that only the invited one uses them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.common.errors import InvitationError, TableError
from games.models import SeatInvitation, Table, TableBan
from games.models.tables import TableStatus
from games.selectors.invitations import invitable, open_invitations, waiting_table
from games.selectors.notifications import notification_groups, unread_count
from games.services import hosting, invitations, social, tables
from games.services.invitations import answer_invitation, invite
from games.services.players import house_bot, player_for
from tests.services.notices import told
from tests.services.people import names, table_of
from tests.support.people import player_with_account, player_without_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return player_with_account("Ana")


@pytest.fixture
def eva():
    return player_with_account("Eva")


def refused(code, call, **given):
    with pytest.raises((InvitationError, TableError)) as caught:
        call(**given)
    assert caught.value.code == code


def test_the_invited_sits_down_with_one_press(ana, eva):
    table = table_of(ana, visibility="link", name="Ours")
    asked = invite(table=table, inviter=ana, invited=eva)
    assert told(eva) == [f"invitation:{asked.pk}"]
    (group,), _more = notification_groups(eva)
    assert group.invitation == asked
    assert answer_invitation(invitation=asked.pk, player=eva, accept=True) == table
    assert names(table) == ["Ana", "Eva"]
    assert unread_count(eva.user_id) == 0
    refused("not_invited", answer_invitation, invitation=asked.pk, player=eva, accept=True)


def test_nobody_else_uses_an_invitation(ana, eva):
    table = table_of(ana)
    asked = invite(table=table, inviter=ana, invited=eva)
    leo = player_with_account("Leo")
    refused("not_invited", answer_invitation, invitation=asked.pk, player=leo, accept=True)
    refused("not_invited", answer_invitation, invitation=asked.pk, player=leo, accept=False)
    assert open_invitations(leo) == []
    assert open_invitations(eva) == open_invitations(ana) == [asked]


def test_guests_are_invited_too(ana):
    from accounts.services import create_guest

    guest = player_for(create_guest(language="en"))
    asked = invite(table=table_of(ana), inviter=ana, invited=guest)
    answer_invitation(invitation=asked.pk, player=guest, accept=True)


def test_the_seat_is_the_one_that_was_named_and_is_not_kept(ana, eva):
    table, leo = table_of(ana, 4), player_with_account("Leo")
    asked = invite(table=table, inviter=ana, invited=eva, seat=2)
    tables.sit(table=table, player=leo, seat=2)
    refused("seat_taken", answer_invitation, invitation=asked.pk, player=eva, accept=True)
    asked.refresh_from_db()
    assert not asked.answer, "the seat may become free again"
    tables.stand(table=table, player=leo)
    answer_invitation(invitation=asked.pk, player=eva, accept=True)
    assert names(table)[2] == "Eva"


def test_anybody_who_sits_there_invites_and_nobody_else(ana, eva):
    table, leo = table_of(ana, 4), player_with_account("Leo")
    refused("not_seated", invite, table=table, inviter=eva, invited=leo)
    tables.sit(table=table, player=eva, seat=None)
    assert invite(table=table, inviter=eva, invited=leo)


def test_who_cannot_sit_down_is_not_invited(ana, eva):
    table = table_of(ana, 4)
    refused("no_such_player", invite, table=table, inviter=ana, invited=house_bot("rules", 0))
    refused(
        "no_such_player", invite, table=table, inviter=ana, invited=player_without_account("gone")
    )
    refused("no_such_seat", invite, table=table, inviter=ana, invited=eva, seat=7)
    refused("seat_taken", invite, table=table, inviter=ana, invited=eva, seat=0)
    refused("already_seated", invite, table=table, inviter=ana, invited=ana)
    invite(table=table, inviter=ana, invited=eva)
    refused("already_invited", invite, table=table, inviter=ana, invited=eva)


@pytest.mark.parametrize("who", ["ana", "eva"])
def test_a_block_in_either_direction_refuses_and_withdraws(ana, eva, who):
    asked = invite(table=table_of(ana), inviter=ana, invited=eva)
    blocker, blocked = (ana, eva) if who == "ana" else (eva, ana)
    social.block(player=blocker, other=blocked)
    refused("not_invited", answer_invitation, invitation=asked.pk, player=eva, accept=True)
    refused("not_welcome", invite, table=table_of(ana), inviter=ana, invited=eva)


@pytest.mark.parametrize("step", [hosting.kick, hosting.ban])
def test_whom_the_host_sent_away_only_the_host_invites(ana, eva, step):
    table, leo = table_of(ana, 4), player_with_account("Leo")
    for one in (eva, leo):
        tables.sit(table=table, player=one, seat=None)
    step(table=table, player=ana, seat=2)
    refused("sent_away", invite, table=table, inviter=eva, invited=leo)
    asked = invite(table=table, inviter=ana, invited=leo)
    answer_invitation(invitation=asked.pk, player=leo, accept=True)
    assert not TableBan.objects.exists()
    assert "Leo" in names(table)


def test_an_invitation_ends_with_its_time_and_with_the_table(ana, eva):
    table, leo = table_of(ana, 4), player_with_account("Leo")
    late = timezone.now() + timedelta(hours=1)
    asked = invite(table=table, inviter=ana, invited=eva)
    given = {"invitation": asked.pk, "player": eva, "accept": True}
    refused("expired", answer_invitation, **given, now=late)
    (group,), _more = notification_groups(eva, now=late)
    assert group.over == "expired"
    other = invite(table=table, inviter=ana, invited=leo)
    Table.objects.filter(pk=table.pk).update(status=TableStatus.PLAYING)
    refused("not_waiting", answer_invitation, invitation=other.pk, player=leo, accept=True)
    (group,), _more = notification_groups(leo)
    assert group.over == "began"
    table.delete()
    (group,), _more = notification_groups(leo)
    assert group.over == "closed"


def test_an_invitation_that_is_over_can_be_sent_again(ana, eva):
    table = table_of(ana)
    early = timezone.now() - timedelta(hours=2)
    invite(table=table, inviter=ana, invited=eva, now=early)
    again = invite(table=table, inviter=ana, invited=eva)
    answer_invitation(invitation=again.pk, player=eva, accept=False)
    refused("already_invited", invite, table=table, inviter=ana, invited=eva)
    assert SeatInvitation.objects.count() == 2


def test_there_are_limits_to_inviting(ana, monkeypatch):
    monkeypatch.setattr(invitations, "MAX_OPEN", 2)
    monkeypatch.setattr(invitations, "MAX_AN_HOUR", 3)
    table, people = table_of(ana, 6), [player_with_account(f"friend{n}") for n in range(4)]
    made = [invite(table=table, inviter=ana, invited=one) for one in people[:2]]
    refused("too_many_open", invite, table=table, inviter=ana, invited=people[2])
    answer_invitation(invitation=made[0].pk, player=people[0], accept=False)
    invite(table=table, inviter=ana, invited=people[2])
    answer_invitation(invitation=made[1].pk, player=people[1], accept=False)
    refused("too_many", invite, table=table, inviter=ana, invited=people[3])


def test_the_page_offers_people_one_knows_but_nobody_blocked(ana, eva):
    leo = player_with_account("Leo")
    social.follow(player=ana, other=eva)
    social.follow(player=ana, other=leo)
    social.block(player=leo, other=ana)
    table = table_of(ana, 4)
    assert waiting_table(ana) == table
    assert waiting_table(eva) is None
    assert [one.player for one in invitable(table, ana)] == [eva]

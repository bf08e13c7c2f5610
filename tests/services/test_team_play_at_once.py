"""Members of a team who act at the same moment: it ends as if one was after the other."""

from __future__ import annotations

from functools import partial

import pytest

from games.common.errors import ServiceError
from games.models import SeatInvitation, Table
from games.models.tables import TableStatus
from games.services import social, teams
from games.services.invitations import answer_invitation
from games.services.tables import stand
from games.services.team_play import open_table_as_team, play_as_team
from tests.services.people import names
from tests.services.test_stakes_at_once import at_once
from tests.services.test_team_play import CHOSEN, PAIRS, asked
from tests.services.test_teams import founded
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 5


def codes(results) -> list[str]:
    """The codes of those steps that were refused; anything else that went wrong fails the test."""
    found = [one for one in results if isinstance(one, BaseException)]
    assert all(isinstance(one, ServiceError) for one in found), found
    return [one.code for one in found]


def pair(number: int):
    return player_with_account(f"ana{number}"), player_with_account(f"eva{number}")


def test_two_who_press_at_once_sit_at_one_table():
    for number in range(TIMES):
        ana, eva = pair(number)
        team = founded(ana, eva)
        refused = codes(
            at_once(
                partial(play_as_team, team=team, player=ana, game=PAIRS, bots=True),
                partial(play_as_team, team=team, player=eva, game=PAIRS, bots=True),
            )
        )
        assert not refused
        table = Table.objects.get(seats__player=ana)
        assert sorted(filter(None, names(table))) == [f"ana{number}", f"eva{number}"]
        assert {seat.seat for seat in table.seats.exclude(player=None)} == {0, 2}


def test_who_accepts_while_the_other_leaves_sits_alone_or_not_at_all():
    for number in range(TIMES):
        ana, eva = pair(number)
        table = open_table_as_team(team=founded(ana, eva), host=ana, chosen=CHOSEN)
        row = asked(eva).pk
        refused = codes(
            at_once(
                partial(answer_invitation, invitation=row, player=eva, accept=True),
                partial(stand, table=table, player=ana),
            )
        )
        left = Table.objects.filter(pk=table.pk).first()
        assert refused in ([], ["not_invited"], ["no_such_table"], ["not_waiting"])
        assert (left is None) == bool(refused)
        if left is not None:
            assert [name for name in names(left) if name] == [f"eva{number}"]
        assert not SeatInvitation.objects.filter(answered_at=None).exists()


def test_who_accepts_twice_sits_once():
    ana, eva = pair(0)
    table = open_table_as_team(team=founded(ana, eva), host=ana, chosen=CHOSEN)
    row = asked(eva).pk
    refused = codes(
        at_once(*[partial(answer_invitation, invitation=row, player=eva, accept=True)] * 3)
    )
    assert refused == ["not_invited"] * 2
    assert names(table) == ["ana0", None, "eva0", None]


def test_a_block_at_the_moment_of_the_answer_leaves_no_open_question():
    for number in range(TIMES):
        ana, eva = pair(number)
        open_table_as_team(team=founded(ana, eva), host=ana, chosen=CHOSEN)
        row = asked(eva).pk
        refused = codes(
            at_once(
                partial(answer_invitation, invitation=row, player=eva, accept=True),
                partial(social.block, player=ana, other=eva),
            )
        )
        assert refused in ([], ["not_welcome"], ["not_invited"])
        assert not SeatInvitation.objects.filter(answered_at=None).exists()


def test_two_teams_that_ask_at_once_come_to_whole_sides():
    for number in range(TIMES):
        one, two = pair(number), pair(number + 100)
        codes(
            at_once(
                partial(play_as_team, team=founded(*one), player=one[0], game=PAIRS),
                partial(play_as_team, team=founded(*two), player=two[0], game=PAIRS),
            )
        )
        for host, partner in (one, two):
            place = Table.objects.get(seats__player=host).seats.get(player=host)
            assert asked(partner).seat == (place.seat + 2) % 4
        Table.objects.update(status=TableStatus.CLOSED)


def test_a_team_that_is_dissolved_at_the_moment_it_sits_down_sits_or_does_not():
    for number in range(TIMES):
        ana, eva = pair(number)
        team = founded(ana, eva)
        refused = codes(
            at_once(
                partial(play_as_team, team=team, player=ana, game=PAIRS, bots=True),
                partial(teams.dissolve_team, team=team, player=eva),
            )
        )
        assert refused in ([], ["not_founded"])
        assert Table.objects.filter(seats__player=ana).exists() == (not refused)

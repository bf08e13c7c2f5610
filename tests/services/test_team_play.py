"""A team sits down as one: the partner's seat is kept, and a side is theirs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.common.errors import InvitationError, TableError, TeamError
from games.models import Notification, PartnerLike, Player, SeatInvitation, Table, Team
from games.models.tables import TableStatus
from games.selectors.tables import lobby_tables, table_json
from games.services import hosting, social, tables, teams
from games.services.due_tables import fill_due_tables
from games.services.held_seats import end_due_holds
from games.services.invitations import answer_invitation, invite
from games.services.quick_play import QuickGame, play_bots_now, play_now
from games.services.tables import TableOptions, sit, stand
from games.services.team_play import KEPT_QUICK, join_as_team, open_table_as_team, play_as_team
from tests.services.people import levels, names, table_of
from tests.services.test_teams import founded
from tests.support.people import player_with_account, player_without_account

pytestmark = pytest.mark.django_db
PAIRS = QuickGame(players=4)
CHOSEN = TableOptions(preset="ludoteka", players=4)


def four() -> list[Player]:
    return [player_with_account(name) for name in ("ana", "eva", "leo", "mar")]


def asked(player: Player) -> SeatInvitation:
    """The invitation that waits for a player's answer."""
    return SeatInvitation.objects.get(invited=player, answered_at=None)


def accept(player: Player, on: bool = True) -> Table:
    return answer_invitation(invitation=asked(player).pk, player=player, accept=on)


def current(table: Table) -> Table:
    table.refresh_from_db()
    return table


def test_the_partner_is_asked_and_sits_down_on_the_same_side_in_one_tap():
    ana, eva, *_others = four()
    team = founded(ana, eva, name="Las de Oros")
    table = play_as_team(team=team, player=ana, game=PAIRS)
    told = Notification.objects.get(recipient=eva, kind="invited")
    assert told.text == "invited_as_team"
    assert told.data["team"] == "Las de Oros"
    assert accept(eva) == table
    assert names(table) == ["ana", None, "eva", None]
    assert current(table).fill_at <= timezone.now() + tables.FILL_AFTER
    fill_due_tables(now=timezone.now() + timedelta(minutes=1))
    assert levels(table) == ["", "rules", "", "rules"]


def test_a_team_without_a_name_asks_as_partners():
    ana, eva, *_others = four()
    play_as_team(team=founded(ana, eva), player=ana, game=PAIRS)
    assert Notification.objects.get(recipient=eva, kind="invited").text == "invited_as_partner"


def test_two_teams_in_quick_play_meet_each_other():
    ana, eva, leo, mar = four()
    first, second = founded(ana, eva), founded(leo, mar)
    table = play_as_team(team=first, player=ana, game=PAIRS)
    assert play_as_team(team=second, player=leo, game=PAIRS) == table
    accept(mar)
    assert current(table).status == TableStatus.WAITING
    accept(eva)
    assert names(table) == ["ana", "leo", "eva", "mar"]
    assert current(table).status == TableStatus.PLAYING


def test_members_who_ask_each_other_for_one_game_come_to_one_table():
    ana, eva, *_others = four()
    team = founded(ana, eva)
    table = play_as_team(team=team, player=ana, game=PAIRS)
    assert play_as_team(team=team, player=ana, game=PAIRS) == table, "who waits comes back"
    assert play_as_team(team=team, player=eva, game=PAIRS) == table
    assert names(table) == ["ana", None, "eva", None]


def test_others_who_play_now_do_not_wait_for_a_partner_but_join_a_complete_pair():
    ana, eva, leo, mar = four()
    table = play_as_team(team=founded(ana, eva), player=ana, game=PAIRS)
    assert play_now(player=leo, game=PAIRS) != table
    accept(eva)
    assert play_now(player=mar, game=PAIRS) in (table, Table.objects.get(seats__player=leo))


def test_a_three_takes_a_side_of_three():
    ana, eva, leo, mar = four()
    team = founded(ana, eva, leo)
    game = QuickGame(players=6, teams="threes")
    table = play_as_team(team=team, player=eva, game=game)
    accept(leo)
    assert current(table).fill_at > timezone.now() + tables.FILL_AFTER, "one is still missing"
    accept(ana)
    assert sorted(filter(None, names(table)[::2])) == ["ana", "eva", "leo"]
    with pytest.raises(TeamError, match="team_size"):
        play_as_team(team=team, player=ana, game=PAIRS)
    with pytest.raises(TeamError, match="team_size"):
        play_as_team(team=founded(ana, mar), player=ana, game=QuickGame(players=2))


def test_a_partner_who_does_not_answer_is_not_waited_for():
    ana, eva, *_others = four()
    table = play_as_team(team=founded(ana, eva), player=ana, game=PAIRS)
    soon = timezone.now() + tables.FILL_AFTER + timedelta(seconds=1)
    assert fill_due_tables(now=soon) == [], "the seat is kept longer than for strangers"
    fill_due_tables(now=timezone.now() + KEPT_QUICK + timedelta(seconds=1))
    assert levels(table) == ["", "rules", "rules", "rules"]
    with pytest.raises(InvitationError, match="not_waiting"):
        accept(eva)


def test_a_partner_who_declines_frees_the_seat():
    ana, eva, *_others = four()
    table = play_as_team(team=founded(ana, eva), player=ana, game=PAIRS)
    accept(eva, on=False)
    assert current(table).fill_at <= timezone.now() + tables.FILL_AFTER
    assert table_json(table.public_id, None)["you"]["can_sit"]


def test_against_bots_nobody_else_comes_and_the_match_begins_with_the_partner():
    ana, eva, leo, mar = four()
    table = play_as_team(team=founded(ana, eva), player=ana, game=PAIRS, bots=True)
    assert play_as_team(team=founded(leo, mar), player=leo, game=PAIRS) != table
    accept(eva)
    assert play_now(player=player_with_account("new"), game=PAIRS) != table
    assert table in fill_due_tables(now=timezone.now())
    assert levels(table) == ["", "rules", "", "rules"]


def test_whoever_asks_for_bots_meanwhile_has_them_in_the_place_of_the_partner():
    ana, eva, *_others = four()
    table = play_as_team(team=founded(ana, eva), player=ana, game=PAIRS)
    assert play_bots_now(player=ana, game=PAIRS) == table
    assert levels(table) == ["", "rules", "rules", "rules"]


def test_who_leaves_takes_the_question_back():
    ana, eva, *_others = four()
    table = open_table_as_team(team=founded(ana, eva), host=ana, chosen=CHOSEN)
    sit(table=table, player=player_with_account("new"), seat=1)
    stand(table=table, player=ana)
    with pytest.raises(InvitationError, match="not_invited"):
        answer_invitation(invitation=SeatInvitation.objects.get().pk, player=eva, accept=True)
    assert all("held_for" not in seat for seat in table_json(table.public_id, None)["seats"])


def test_a_kept_seat_is_shown_and_nobody_else_takes_it():
    ana, eva, leo, mar = four()
    table = open_table_as_team(team=founded(ana, eva), host=ana, chosen=CHOSEN)
    shown = table_json(table.public_id, leo)
    assert [seat.get("held_for") for seat in shown["seats"]] == [None, None, "eva", None]
    assert lobby_tables()[0][0]["free"] == 2
    with pytest.raises(TableError, match="seat_taken"):
        sit(table=table, player=leo, seat=2)
    with pytest.raises(TableError, match="seat_taken"):
        tables.add_bot(table=table, player=ana, seat=2, level="rules")
    with pytest.raises(InvitationError, match="seat_taken"):
        invite(table=table, inviter=ana, invited=mar, seat=2)
    sit(table=table, player=leo, seat=None)
    sit(table=table, player=mar, seat=None)
    assert names(table) == ["ana", "leo", None, "mar"]
    assert not table_json(table.public_id, player_without_account("late"))["you"]["can_sit"]
    with pytest.raises(TableError, match="table_full"):
        sit(table=table, player=player_with_account("new"), seat=None)
    sit(table=table, player=eva, seat=None)
    assert names(table) == ["ana", "leo", "eva", "mar"]
    assert SeatInvitation.objects.get().answer == "accepted"


def test_a_seat_is_free_again_when_its_time_is_over_and_a_late_partner_may_still_take_it():
    ana, eva, leo, _mar = four()
    table = open_table_as_team(team=founded(ana, eva), host=ana, chosen=CHOSEN)
    SeatInvitation.objects.update(held_until=timezone.now())
    assert end_due_holds(now=timezone.now()) == [table], "who is at the table is shown it"
    assert end_due_holds(now=timezone.now()) == []
    accept(eva)
    assert names(table)[2] == "eva"
    stand(table=table, player=eva)
    sit(table=table, player=leo, seat=2)
    assert names(table)[2] == "leo"


def test_a_team_joins_a_table_whose_side_is_free():
    ana, eva, leo, mar = four()
    table = table_of(mar, players=4)
    join_as_team(team=founded(ana, eva), table=table, player=eva, agreed=True)
    accept(ana)
    assert names(table) == ["mar", "eva", None, "ana"]
    with pytest.raises(TeamError, match="no_side"):
        join_as_team(team=founded(leo, ana), table=table, player=leo)
    join_as_team(team=founded(mar, leo), table=table, player=mar)
    assert asked(leo).seat == 2, "who sits already asks the partner beside them"


def test_only_a_member_of_a_founded_team_plays_as_it():
    ana, eva, leo, _mar = four()
    team = founded(ana, eva)
    with pytest.raises(TeamError, match="not_member"):
        play_as_team(team=team, player=leo, game=PAIRS)
    teams.dissolve_team(team=team, player=eva)
    with pytest.raises(TeamError, match="not_founded"):
        open_table_as_team(team=team, host=ana, chosen=CHOSEN)
    assert not Table.objects.exists()


def test_nothing_is_opened_where_one_has_blocked_the_other():
    ana, eva, *_others = four()
    team = founded(ana, eva)
    social.block(player=eva, other=ana)
    for call in (
        lambda: play_as_team(team=team, player=ana, game=PAIRS),
        lambda: open_table_as_team(team=team, host=ana, chosen=CHOSEN),
    ):
        with pytest.raises(InvitationError, match="not_welcome"):
            call()
    assert not Table.objects.exists()


def test_a_block_ends_what_was_kept():
    ana, eva, *_others = four()
    table = open_table_as_team(team=founded(ana, eva), host=ana, chosen=CHOSEN)
    social.block(player=eva, other=ana)
    assert all("held_for" not in seat for seat in table_json(table.public_id, None)["seats"])


def test_a_partner_who_is_banned_there_is_not_brought_by_the_other():
    ana, eva, leo, _mar = four()
    table = table_of(leo, players=4)
    sit(table=table, player=eva, seat=1)
    hosting.ban(table=table, player=leo, seat=1)
    with pytest.raises(InvitationError, match="sent_away"):
        join_as_team(team=founded(ana, eva), table=table, player=ana)
    assert names(table) == ["leo", None, None, None]


def test_a_team_in_quick_play_passes_by_a_table_where_somebody_is_blocked():
    ana, eva, leo, mar = four()
    table = play_as_team(team=founded(ana, eva), player=ana, game=PAIRS)
    social.block(player=mar, other=ana)
    assert play_as_team(team=founded(leo, mar), player=leo, game=PAIRS) != table


def test_who_goes_to_the_other_side_keeps_no_seat_there():
    ana, eva, *_others = four()
    table = open_table_as_team(team=founded(ana, eva), host=ana, chosen=CHOSEN)
    sit(table=table, player=ana, seat=1)
    assert asked(eva).seat is None
    sit(table=table, player=player_with_account("new"), seat=2)
    accept(eva)
    assert names(table) == ["eva", "ana", "new", None]


def test_those_who_like_each_other_do_not_part_a_team():
    ana, eva, leo, mar = four()
    PartnerLike.objects.create(player=eva, partner=leo)
    PartnerLike.objects.create(player=leo, partner=eva)
    table = play_as_team(team=founded(ana, eva), player=ana, game=PAIRS)
    accept(eva)
    for one in (leo, mar):
        play_now(player=one, game=PAIRS)
    assert names(table) == ["ana", "leo", "eva", "mar"]


def test_a_late_partner_sits_on_the_same_side_or_not_at_all():
    ana, eva, leo, mar = four()
    team = founded(ana, eva)
    table = open_table_as_team(team=team, host=ana, chosen=CHOSEN)
    SeatInvitation.objects.update(held_until=None)
    sit(table=table, player=leo, seat=2)
    with pytest.raises(TableError, match="seat_taken"):
        accept(eva)
    assert asked(eva), "the question stays open"
    assert Team.objects.get(pk=team.pk).is_founded
    assert mar

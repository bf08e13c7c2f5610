"""What happens to a team at the same moment counts as if one was after the other."""

from __future__ import annotations

from functools import partial
from threading import Event

import pytest
from django.db import connection, transaction

from games.common.errors import TeamError
from games.models import Team, TeamProposal, TeamProposalPlayer
from games.services import social, teams
from games.services.players import forget_player
from tests.services.test_stakes_at_once import at_once
from tests.services.test_teams import founded
from tests.support.needs import postgres_alone
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 5


def refusals(results) -> list[str]:
    """The codes of those steps that were refused; anything else that went wrong fails the test."""
    found = [one for one in results if isinstance(one, BaseException)]
    assert all(isinstance(one, TeamError) for one in found), found
    return [one.code for one in found]


def test_two_who_ask_each_other_at_once_found_one_team():
    for number in range(TIMES):
        ana, eva = player_with_account(f"ana{number}"), player_with_account(f"eva{number}")
        codes = refusals(
            at_once(
                partial(teams.propose_team, founder=ana, partners=[eva]),
                partial(teams.propose_team, founder=eva, partners=[ana]),
            )
        )
        assert not codes
    assert Team.objects.filter(founded_at__isnull=False).count() == TIMES
    assert not TeamProposal.objects.exists()


def test_the_last_two_who_agree_at_once_found_a_three_once():
    for number in range(TIMES):
        ana, eva, leo = (player_with_account(f"{name}{number}") for name in ("ana", "eva", "leo"))
        proposal = teams.propose_team(founder=ana, partners=[eva, leo])
        codes = refusals(
            at_once(
                partial(teams.answer_proposal, proposal=proposal, player=eva, agree=True),
                partial(teams.answer_proposal, proposal=proposal, player=leo, agree=True),
            )
        )
        assert not codes
    assert [team.players.count() for team in Team.objects.all()] == [3] * TIMES
    assert not TeamProposalPlayer.objects.exists()


def test_who_agrees_while_the_founder_takes_it_back_has_a_team_or_none():
    for number in range(TIMES):
        ana, eva = player_with_account(f"ana{number}"), player_with_account(f"eva{number}")
        proposal = teams.propose_team(founder=ana, partners=[eva])
        codes = refusals(
            at_once(
                partial(teams.answer_proposal, proposal=proposal, player=eva, agree=True),
                partial(teams.answer_proposal, proposal=proposal, player=ana, agree=False),
            )
        )
        assert codes == ["not_invited"], "one of them came too late"
    assert not TeamProposal.objects.exists()


def test_two_who_dissolve_a_team_at_once_do_it_once():
    for number in range(TIMES):
        ana, eva = player_with_account(f"ana{number}"), player_with_account(f"eva{number}")
        team = founded(ana, eva)
        codes = refusals(
            at_once(
                partial(teams.dissolve_team, team=team, player=ana),
                partial(teams.dissolve_team, team=team, player=eva),
            )
        )
        assert codes == ["not_founded"]


def test_an_account_that_is_deleted_while_the_partner_agrees_leaves_no_team():
    for number in range(TIMES):
        ana, eva = player_with_account(f"ana{number}"), player_with_account(f"eva{number}")
        proposal = teams.propose_team(founder=ana, partners=[eva])

        def gone(user: int = ana.user_id) -> None:
            teams.leave_all_teams(user_id=user)
            forget_player(user_id=user)

        refusals(
            at_once(partial(teams.answer_proposal, proposal=proposal, player=eva, agree=True), gone)
        )
    assert not any(team.is_founded for team in Team.objects.all())
    assert not TeamProposal.objects.exists()


@postgres_alone
@pytest.mark.parametrize(
    "lock", [teams.lock_players, social.lock_both], ids=["lock_players", "lock_both"]
)
def test_a_block_by_another_does_not_wait_for_players_who_are_locked(lock):
    ana, eva = player_with_account("ana"), player_with_account("eva")
    locked, done = Event(), Event()

    def hold() -> None:
        with transaction.atomic():
            lock([ana.pk])
            locked.set()
            done.wait(30)

    def others() -> None:
        locked.wait(30)
        try:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    cursor.execute("SET LOCAL lock_timeout = '5s'")
                social.block(player=eva, other=ana)
        finally:
            done.set()

    assert at_once(hold, others) == [None, None]


def test_who_proposes_while_the_other_blocks_waits_for_no_deadlock():
    for number in range(3 * TIMES):
        ana, eva, leo = (player_with_account(f"{name}{number}") for name in ("ana", "eva", "leo"))
        codes = refusals(
            at_once(
                partial(teams.propose_team, founder=ana, partners=[eva, leo]),
                partial(social.block, player=leo, other=ana),
                partial(social.block, player=eva, other=ana),
            )
        )
        assert codes in ([], ["not_welcome"])

"""Teams: proposed, founded once all agree, changed, dissolved, and founded again."""

from __future__ import annotations

import pytest

from games.common.errors import TeamError
from games.models import Player, Team, TeamProposal, TeamProposalPlayer
from games.models.people import PlayerKind
from games.selectors import teams as selected
from games.services import social, teams
from games.services.players import forget_player, house_bot
from games.tournaments.selectors.tournaments import entrants_json
from games.tournaments.services import entries
from tests.support.people import player_with_account
from tests.tournaments.builders import NOW, announced, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Player:
    return player_with_account("Ana")


@pytest.fixture
def eva() -> Player:
    return player_with_account("Eva")


def founded(*people: Player, name: str = "") -> Team:
    """A team of these people."""
    proposal = teams.propose_team(founder=people[0], partners=people[1:], name=name)
    team = None
    for one in people[1:]:
        team = teams.answer_proposal(proposal=proposal, player=one, agree=True)
    assert team is not None
    return team


def test_a_pair_is_founded_when_the_partner_agrees(ana, eva):
    proposal = teams.propose_team(founder=ana, partners=[eva], name="  Las  de Oros ", face="t3")
    assert not Team.objects.exists(), "nobody is in a team without having agreed"
    assert selected.proposals_to(eva) == [proposal]
    assert selected.proposals_by(ana) == [proposal]
    team = teams.answer_proposal(proposal=proposal, player=eva, agree=True)
    assert (team.name, team.face, team.is_founded) == ("Las de Oros", "t3", True)
    assert set(team.players.all()) == {ana, eva}
    assert selected.own_teams(ana) == selected.own_teams(eva) == [team]
    assert not TeamProposal.objects.exists()


def test_a_three_needs_all_of_them(ana, eva):
    leo = player_with_account("Leo")
    proposal = teams.propose_team(founder=ana, partners=[eva, leo])
    assert teams.answer_proposal(proposal=proposal, player=leo, agree=True) is None
    assert teams.answer_proposal(proposal=proposal, player=leo, agree=True) is None
    assert teams.answer_proposal(proposal=proposal, player=eva, agree=True) is not None


@pytest.mark.parametrize("who", ["ana", "eva"])
def test_who_refuses_ends_the_proposal_and_may_be_asked_again(ana, eva, who):
    proposal = teams.propose_team(founder=ana, partners=[eva])
    teams.answer_proposal(proposal=proposal, player={"ana": ana, "eva": eva}[who], agree=False)
    assert not TeamProposal.objects.exists()
    assert not TeamProposalPlayer.objects.exists()
    with pytest.raises(TeamError, match="not_invited"):
        teams.answer_proposal(proposal=proposal, player=eva, agree=True)
    assert founded(ana, eva)


def test_two_who_ask_each_other_have_agreed(ana, eva):
    teams.propose_team(founder=ana, partners=[eva], name="One")
    teams.propose_team(founder=eva, partners=[ana], name="Other")
    assert Team.objects.get().name == "One"


def test_partners_who_have_played_together_claim_the_row_that_holds_their_figures(ana, eva):
    row = Team.objects.create(key=teams.team_key([eva.pk, ana.pk]))
    row.players.set([ana, eva])
    assert founded(ana, eva, name="Claimed").pk == row.pk
    assert row.players.count() == 2


def test_only_its_players_answer_change_and_dissolve(ana, eva):
    leo = player_with_account("Leo")
    proposal = teams.propose_team(founder=ana, partners=[eva])
    with pytest.raises(TeamError, match="not_invited"):
        teams.answer_proposal(proposal=proposal, player=leo, agree=True)
    team = teams.answer_proposal(proposal=proposal, player=eva, agree=True)
    for step in (
        lambda: teams.change_team(team=team, player=leo, name="Mine", face=""),
        lambda: teams.dissolve_team(team=team, player=leo),
    ):
        with pytest.raises(TeamError, match="not_member"):
            step()


def test_a_dissolved_team_keeps_its_row_loses_its_name_and_can_be_founded_again(ana, eva):
    team = founded(ana, eva, name="Once")
    teams.change_team(team=team, player=eva, name="Twice", face="t1", signs=["brisca", "trump_ace"])
    team.refresh_from_db()
    assert (team.name, team.signs) == ("Twice", ["trump_ace", "brisca"])
    teams.dissolve_team(team=team, player=eva)
    team.refresh_from_db()
    assert (team.name, team.face, team.signs, team.is_founded) == ("", "", [], False)
    assert not selected.own_teams(ana)
    with pytest.raises(TeamError, match="not_founded"):
        teams.change_team(team=team, player=ana, name="Late", face="")
    assert founded(eva, ana, name="Again").pk == team.pk


@pytest.mark.parametrize(
    "name",
    ["x" * 41, "www.example.com/win", "hijo de puta"],
)
def test_names_that_are_too_long_or_hostile_are_refused(ana, eva, name):
    with pytest.raises(TeamError, match="bad_name"):
        teams.propose_team(founder=ana, partners=[eva], name=name)
    team = founded(ana, eva)
    with pytest.raises(TeamError, match="bad_name"):
        teams.change_team(team=team, player=ana, name=name, face="")


def test_invisible_characters_are_no_part_of_a_name(ana, eva):
    assert founded(ana, eva, name="\u202eOro\u200b\x07").name == "Oro"


@pytest.mark.parametrize(
    ("face", "signs", "code"), [("t9", (), "bad_face"), ("", ("x",), "bad_signs")]
)
def test_a_tile_or_sign_that_there_is_not_is_refused(ana, eva, face, signs, code):
    team = founded(ana, eva)
    with pytest.raises(TeamError, match=code):
        teams.change_team(team=team, player=ana, name="", face=face, signs=signs)


def test_who_cannot_be_partners_is_refused_by_name(ana, eva):
    guest = player_with_account("Guest")
    guest.kind = PlayerKind.GUEST
    guest.save()
    four = [eva, player_with_account("Leo"), player_with_account("Pau")]
    for partners, code in (
        ([], "bad_partners"),
        ([ana], "bad_partners"),
        ([eva, eva], "bad_partners"),
        (four, "bad_partners"),
        ([house_bot("rules", 0)], "bad_partners"),
        ([guest], "registered_only"),
    ):
        with pytest.raises(TeamError, match=code):
            teams.propose_team(founder=ana, partners=partners)
    social.block(player=eva, other=ana)
    with pytest.raises(TeamError, match="not_welcome"):
        teams.propose_team(founder=ana, partners=[eva])


def test_a_team_is_founded_once(ana, eva):
    founded(ana, eva)
    with pytest.raises(TeamError, match="already_founded"):
        teams.propose_team(founder=eva, partners=[ana])


def test_nobody_asks_everybody(ana, monkeypatch):
    monkeypatch.setattr(teams, "MAX_PROPOSALS", 2)
    for number in range(2):
        teams.propose_team(founder=ana, partners=[player_with_account(f"p{number}")])
    with pytest.raises(TeamError, match="too_many_proposals"):
        teams.propose_team(founder=ana, partners=[player_with_account("p9")])


def test_nobody_has_more_teams_than_one_may(ana, eva, monkeypatch):
    monkeypatch.setattr(teams, "MAX_TEAMS", 1)
    founded(ana, eva)
    with pytest.raises(TeamError, match="too_many_teams"):
        teams.propose_team(founder=ana, partners=[player_with_account("Leo")])
    proposal = teams.propose_team(founder=player_with_account("Pau"), partners=[eva])
    with pytest.raises(TeamError, match="too_many_teams"):
        teams.answer_proposal(proposal=proposal, player=eva, agree=True)


def test_an_account_that_is_deleted_leaves_its_teams_and_proposals(ana, eva):
    team = founded(ana, eva, name="Gone")
    teams.propose_team(founder=player_with_account("Leo"), partners=[eva])
    user = eva.user
    teams.leave_all_teams(user_id=user.pk)
    forget_player(user_id=user.pk)
    team.refresh_from_db()
    assert (team.is_founded, team.name) == (False, "")
    assert not TeamProposal.objects.exists()
    assert team.players.count() == 2, "its history stays"


def test_a_founded_team_stands_under_its_name_in_a_tournament(ana, eva):
    team = founded(ana, eva, name="Las de Oros")
    tournament = announced(players=4, members=2, options={"teams": "pairs"})
    others = people(2)
    for one, other in ((ana, eva), others):
        entries.enter(tournament=tournament, player=one, partners=[other], now=NOW)
        entries.answer(tournament=tournament, player=other, agree=True, now=NOW)
    names = [one["name"] for one in entrants_json(tournament)]
    assert names == ["Las de Oros", "p0 – p1"]
    assert tournament.entrants.get(number=1).team == team
    teams.dissolve_team(team=team, player=ana)
    assert entrants_json(tournament)[0]["name"] == "Ana – Eva"

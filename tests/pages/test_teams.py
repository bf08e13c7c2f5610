"""Pages of teams: founding, agreeing, changing, and what a page shows to whom."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.models import Player, Rating, Team, TeamProposal, TeamRating, TeamRatingPoint
from games.pages.wording.teams import big_figures
from games.selectors.teams import TeamStrength, team_rivals, team_strength
from games.services import teams
from tests.pages.reading import words
from tests.services.test_matches import begun_by, finish, played
from tests.services.test_teams import founded
from tests.support.people import client_and_player, player_with_account
from tests.tournaments.builders import announced

pytestmark = pytest.mark.django_db
POOL = "4-pairs"


def page(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def rated(team: Team, display: int, matches: int) -> None:
    """Give a team a rating."""
    TeamRating.objects.create(
        team=team, pool=POOL, mu=25, sigma=1, display=display, matches=matches
    )


def test_two_people_found_a_team_by_name():
    (one, _ana), (other, _eva) = client_and_player("Ana"), client_and_player("Eva")
    sent = one.post(
        reverse("team_found"), {"partner": "eva", "name": "Oros", "face": "t2"}, follow=True
    )
    assert "They are asked." in sent.content.decode()
    assert "not all have agreed yet" in words(page(one, "/teams/"))
    shown = words(page(other, "/teams/"))
    assert "Ana wants to found a team with you. Oros" in shown
    proposal = TeamProposal.objects.get()
    answer = other.post(reverse("team_answer", args=[proposal.pk]), {"agree": "1"})
    team = Team.objects.get()
    assert answer["Location"] == reverse("team", args=[team.pk])
    for client in (one, other, Client(headers={"accept-language": "en"})):
        assert "Oros" in words(page(client, f"/teams/{team.pk}/"))


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ({"partner": "Nobody"}, "A team has two or three different people."),
        ({"partner": "Ana"}, "A team has two or three different people."),
        ({"partner": "Eva", "name": "hijo de puta"}, "Choose another name"),
        ({}, "This field is required."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(sent, text):
    (one, _ana), _eva = client_and_player("Ana"), client_and_player("Eva")
    answer = one.post(reverse("team_found"), sent)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert text in html
    assert all(value in html for value in sent.values())
    assert not TeamProposal.objects.exists()


def test_strangers_and_guests_are_led_to_an_account():
    shown = words(page(Client(headers={"accept-language": "en"}), "/teams/"))
    assert "Create an account, and found a team" in shown
    assert "Ask them" not in shown


def test_a_proposal_that_is_over_is_said_so():
    one, _ana = client_and_player("Ana")
    answer = one.post(reverse("team_answer", args=[77]), {"agree": "1"}, follow=True)
    assert "This proposal is over." in answer.content.decode()


def test_members_change_and_dissolve_their_team_and_others_see_no_form():
    (one, ana), (other, eva) = client_and_player("Ana"), client_and_player("Eva")
    team = founded(ana, eva)
    place = f"/teams/{team.pk}/"
    assert "Dissolve" not in page(Client(headers={"accept-language": "en"}), place)
    one.post(f"{place}change/", {"name": "Bastos", "face": "t4", "signs": ["brisca"]})
    shown = words(page(other, place))
    assert "Bastos" in shown
    assert "A brisca: ace or three of another suit" in shown
    wrong = one.post(f"{place}change/", {"name": "www.example.com/win"})
    assert wrong.status_code == 422
    stranger, _leo = client_and_player("Leo")
    refused = stranger.post(f"{place}dissolve/", follow=True)
    assert "Only its players do that." in refused.content.decode()
    done = other.post(f"{place}dissolve/", follow=True)
    assert "Its matches and figures stay" in done.content.decode()
    assert "Found this team" in words(page(one, place))


def test_what_a_pair_gains_is_shown_from_twenty_matches_on_beside_the_ratings_of_each():
    ana, eva = player_with_account("Ana"), player_with_account("Eva")
    team = founded(ana, eva)
    for player, display in ((ana, 1600), (eva, 1700)):
        Rating.objects.create(player=player, pool=POOL, mu=25, sigma=1, display=display, matches=30)
    rated(team, 1690, 19)
    assert team_strength(team.pk, [ana, eva]).gain is None
    anybody = Client(headers={"accept-language": "en"})
    assert "1 match is missing" in words(page(anybody, f"/teams/{team.pk}/"))
    TeamRating.objects.update(matches=20)
    strength = team_strength(team.pk, [ana, eva])
    assert (strength.gain, strength.place, strength.of) == (40, 1, 1)
    shown = words(page(anybody, f"/teams/{team.pk}/"))
    assert "+40" in shown
    assert "1600" in shown


def test_a_rating_with_bots_is_not_the_teams():
    ana, eva = player_with_account("Ana"), player_with_account("Eva")
    team = founded(ana, eva)
    TeamRating.objects.create(
        team=team, pool=f"bots-{POOL}", mu=25, sigma=1, display=1999, matches=50
    )
    strength = team_strength(team.pk, [ana, eva])
    assert strength is None or strength.rating != 1999


def test_the_rating_after_each_match_is_drawn_and_told_in_words_and_as_a_table():
    people = [player_with_account(name) for name in ("Ana", "Leo", "Eva", "Pau")]
    for number in range(2):
        match = begun_by(*people)
        finish(match, played(match, seed=f"history {number}"))
    team = Team.objects.get(key=teams.team_key([people[0].pk, people[2].pk]))
    (first, last) = TeamRatingPoint.objects.filter(rating__team=team).order_by("number")
    shown = words(page(Client(headers={"accept-language": "en"}), f"/teams/{team.pk}/"))
    assert "Rating: " in shown
    html = page(Client(headers={"accept-language": "en"}), f"/teams/{team.pk}/")
    assert f"Rating over the last 2 matches: from {first.display} to {last.display}" in html


def test_rivals_are_those_met_most_with_the_results_of_their_matches():
    people = [player_with_account(name) for name in ("Ana", "Eva", "Leo", "Pau")]
    seats = [people[0], people[2], people[1], people[3]]
    for number in range(3):
        match = begun_by(*seats)
        finish(match, played(match, seed=f"rivals {number}"))
    team = Team.objects.get(key=teams.team_key([people[0].pk, people[1].pk]))
    (rival,) = team_rivals(team.pk)
    assert set(rival.players) == {"Leo", "Pau"}
    assert rival.won + rival.lost == 3
    shown = words(page(Client(headers={"accept-language": "en"}), f"/teams/{team.pk}/"))
    assert f"{rival.won}–{rival.lost}" in shown
    assert "Partners since" in shown


def test_the_figures_of_a_team_are_shown_to_its_members_alone_where_one_keeps_them():
    (one, ana), eva = client_and_player("Ana"), player_with_account("Eva")
    team = founded(ana, eva)
    rated(team, 1777, 30)
    Player.objects.filter(pk=eva.pk).update(figures_private=True)
    anybody = Client(headers={"accept-language": "en"})
    place = f"/teams/{team.pk}/"
    assert "1777" not in words(page(anybody, place))
    assert "keeps their statistics" in words(page(anybody, place))
    assert "1777" in words(page(one, place))


@pytest.mark.parametrize("path", ["/teams/0/", "/teams/99999999999999999999/", "/teams/x/"])
def test_a_team_that_there_is_not_is_not_found(path):
    assert Client().get(path).status_code == 404


def test_a_players_page_offers_to_found_a_team():
    (one, ana), eva = client_and_player("Ana"), player_with_account("Eva")
    assert "/teams/?with=Eva" in page(one, "/players/Eva/")
    assert 'value="Eva"' in page(one, "/teams/?with=Eva")
    assert "/teams/?with=" not in page(one, "/players/Ana/")
    founded(ana, eva)
    assert "/teams/?with=" not in page(one, "/players/Eva/")


def test_a_pair_enters_a_tournament_as_one():
    (one, ana), eva = client_and_player("Ana"), player_with_account("Eva")
    founded(ana, eva, name="Espadas")
    tournament = announced(players=4, members=2, options={"teams": "pairs"})
    place = reverse("tournament", args=[tournament.public_id])
    shown = page(one, place)
    assert "Enter as Espadas" in words(shown)
    assert '<input type="hidden" name="partner" value="Eva">' in shown
    one.post(reverse("tournament_step", args=[tournament.public_id, "enter"]), {"partner": "Eva"})
    assert [member.player for member in tournament.people.order_by("index")] == [ana, eva]
    single = announced()
    assert "Enter as" not in page(one, reverse("tournament", args=[single.public_id]))


@pytest.mark.parametrize(
    ("place", "of", "note"),
    [(3, 400, "place 3 of 400"), (3, 500, "place 3"), (501, 500, "after place 500")],
)
def test_places_of_a_long_ranking_are_counted_up_to_a_bound(place, of, note):
    strength = TeamStrength(
        pool="4-pairs",
        rating=1600,
        deviation=70,
        matches=9,
        place=place,
        of=of,
        members={},
        missing=0,
        gain=None,
    )
    with translation.override("en"):
        assert big_figures([], strength)[0]["note"] == note

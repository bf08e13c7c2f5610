"""Pages of a match of two teams: announced by its template, entered by team, and shown as teams."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from games.services.players import player_for
from games.tournaments.models import Tournament
from games.tournaments.services import entries
from tests.pages.reading import words
from tests.tournaments.builders import NOW, announced, people, play_out, started
from tests.tournaments.pages.test_tournaments import form_data

pytestmark = pytest.mark.django_db
TEAMS = {"format": "teams", "deals": 2}


@pytest.fixture
def browser() -> Client:
    """The browser of Ana."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(get_user_model().objects.create_user("ana", password="secret-words"))
    return client


def page(client, tournament):
    return client.get(reverse("tournament", args=[tournament.public_id])).content.decode()


def test_it_is_announced_with_all_its_people_and_nobody_more(browser):
    data = form_data(
        format="teams", seating="pairs", deals="8", max_entrants="64", visibility="link"
    )
    told = browser.post(reverse("tournament_summary"), data).content.decode()
    assert "two teams at two tables with the same cards" in told
    assert "for 8 people who have the link" in told
    told = browser.post(reverse("tournament_summary"), {**data, "bots": "on"}).content.decode()
    assert "each once against bots" in told
    assert "for 4 people" in told
    browser.post(reverse("tournament_new"), {**data, "bots": "on"})
    made = Tournament.objects.get()
    assert (made.bots, made.min_entrants, made.max_entrants) == ("learned", 2, 2)
    assert (made.compared, made.rounds, made.prizes) == (True, 1, [100])


def test_one_chooses_a_team_as_long_as_both_have_a_place(browser):
    tournament = announced(**TEAMS)
    shown = page(browser, tournament)
    assert '<select class="inp" id="squad" name="squad">' in shown
    step = reverse("tournament_step", args=[tournament.public_id, "enter"])
    browser.post(step, {"squad": "2"})
    assert tournament.entrants.get().squad == 2
    assert "Team 2" in words(page(browser, tournament))
    other = Client(headers={"accept-language": "en"})
    other.force_login(get_user_model().objects.create_user("eva", password="secret-words"))
    entries.enter(tournament=tournament, player=people(1)[0], squad=2, now=NOW)
    assert 'name="squad"' not in page(other, tournament)
    told = other.post(step, {"squad": "2"}, follow=True).content.decode()
    assert "That team is complete. The other one has a place." in told
    other.post(step)
    assert sorted(tournament.entrants.values_list("squad", flat=True)) == [1, 2, 2]


@pytest.mark.parametrize("wrong", ["3", "-1", "99999999", "x"])
def test_a_team_that_there_is_not_takes_nobody(browser, wrong):
    tournament = announced(**TEAMS)
    step = reverse("tournament_step", args=[tournament.public_id, "enter"])
    told = browser.post(step, {"squad": wrong}, follow=True)
    assert told.status_code == 200
    squads = tournament.entrants.values_list("squad", flat=True)
    assert list(squads) in ([], [1]), "what is no number is no wish"


def test_the_page_shows_the_team_that_won_and_the_place_among_two(browser):
    tournament = play_out(started(4, **TEAMS))
    entry = tournament.people.get(player__name="p0")
    entry.player = player_for(get_user_model().objects.get(username="ana"))
    entry.save()
    shown = words(page(browser, tournament))
    assert f"Place {entry.entrant.place} of two teams" in shown
    tournament.entrants.update(place=1)  # as after a draw, where nobody may be left out
    podium = page(browser, tournament).split('<ol class="podium')[1].split("</ol>")[0]
    assert podium.count("<li") == 4
    assert "The cards stay secret until the last table has finished." in shown


def test_programs_read_and_choose_the_team():
    tournament = play_out(started(4, **TEAMS))
    api = f"/api/v1/tournaments/{tournament.public_id}/"
    lines = Client().get(f"{api}standings/").json()["results"]
    assert {line["squad"] for line in lines} == {1, 2}
    assert {line["squad"] for line in lines if line["place"] == 1} in ({1}, {2}, {1, 2})
    assert [one["squad"] for one in Client().get(f"{api}entrants/").json()["results"]] == [
        1,
        2,
        1,
        2,
    ]

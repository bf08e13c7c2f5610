"""Pages of tournaments: the list, the event in each of its states, its deals, and the form."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from games.services.players import player_for
from games.tournaments.models import Tournament, TournamentMember, TournamentPlace
from games.tournaments.pages import context as tournament_context
from games.tournaments.services import creating, entries, ticker
from games.tournaments.services.creating import TournamentOptions
from tests.api.support import ask, whole_list
from tests.tournaments.builders import (
    NOW,
    START,
    STEP,
    announced,
    entered,
    open_games,
    play,
    play_out,
    started,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def ana(client):
    user = get_user_model().objects.create_user("ana", password="secret-words")
    client.force_login(user)
    return player_for(user)


def page(client, tournament, **query):
    return client.get(reverse("tournament", args=[tournament.public_id]), query)


def test_the_list_has_what_comes_what_runs_and_what_is_over(client):
    play_out(started(2, name="Past one", rounds=1, deals=1))
    announced(name="Coming one", starts_at=NOW + timedelta(days=30))
    text = client.get(reverse("tournaments")).content.decode()
    assert "Coming one" in text
    assert "Past one" in text
    assert "Won by" in text


def test_somebody_enters_checks_in_sits_down_and_sees_the_result(client, ana):
    now = timezone.now()
    chosen = TournamentOptions(
        name="Today", format="swiss", preset="ludoteka", players=2, rounds=1, deals=1,
        starts_at=now + timedelta(minutes=5), checkin_minutes=15,
    )  # fmt: skip
    tournament = creating.create_tournament(creator=None, chosen=chosen, now=now)
    assert "Enter" in page(client, tournament).content.decode()
    step = reverse("tournament_step", args=[tournament.public_id, "enter"])
    assert client.post(step).status_code == 302
    (eva,) = entered(tournament, 1, "eva")
    ticker.tick(now=now)
    assert "I am here" in page(client, tournament).content.decode()
    client.post(reverse("tournament_step", args=[tournament.public_id, "check-in"]))
    entries.check_in(tournament=tournament, player=eva)
    ticker.tick(now=now + timedelta(minutes=5))
    shown = page(client, tournament).content.decode()
    table = open_games(tournament)[0].table
    assert reverse("table", args=[table.public_id]) in shown
    state = client.get(reverse("tournament_state", args=[tournament.public_id])).json()
    assert state["table"] == reverse("table", args=[table.public_id])
    play(open_games(tournament)[0])
    ticker.tick(now=now + timedelta(minutes=6))
    ticker.tick(now=now + timedelta(minutes=7))
    shown = page(client, tournament).content.decode()
    assert "Final standings" in shown
    assert "Place 1 of" in shown or "Place 2 of" in shown
    assert (
        client.get(reverse("tournament_state", args=[tournament.public_id])).json()["mark"]
        != state["mark"]
    )


def test_a_deal_is_shown_for_all_tables_once_its_round_is_over_and_not_before(client):
    tournament = started(4)
    url = reverse("tournament_deal", args=[tournament.public_id, 1])
    assert client.get(url).status_code == 404
    tournament = play_out(tournament)
    shown = client.get(url).content.decode()
    assert "Deal 1 at all tables" in shown
    assert "2 of 2" in shown or "1 of 2" in shown
    assert "The cards" in shown
    assert "Turned card" in shown
    assert (
        client.get(reverse("tournament_deal", args=[tournament.public_id, 99])).status_code == 404
    )


def test_a_private_tournament_is_found_by_its_link_alone(client):
    tournament = announced(visibility="link")
    assert page(client, tournament).status_code == 404
    assert page(client, tournament, invite="wrong").status_code == 404
    assert page(client, tournament, invite=tournament.invite).status_code == 200
    assert page(client, tournament).status_code == 200  # it is remembered
    assert tournament.name not in client.get(reverse("tournaments")).content.decode()


def form_data(**changes):
    start = timezone.localtime(timezone.now() + timedelta(hours=3))
    return {
        "preset": "ludoteka", "seating": "pairs", "format": "swiss", "rounds": 5, "deals": 4,
        "best_of": 1, "minutes": 45, "starts_at": f"{start:%Y-%m-%dT%H:%M}", "every_days": 0,
        "visibility": "public", "min_finished": 90, "max_entrants": 32, "fee": 0,
        "late_entry": "on", "name": "Thursdays", "line": "", **changes,
    }  # fmt: skip


def test_an_organiser_announces_a_tournament_by_the_form(client, ana):
    assert client.get(reverse("tournament_new")).status_code == 200
    answer = client.post(reverse("tournament_new"), form_data())
    made = Tournament.objects.get()
    assert answer["Location"] == reverse("tournament", args=[made.public_id])
    assert (made.creator, made.status, made.members, made.rounds) == (ana, "open", 2, 5)
    assert made.compared


def test_a_draft_is_seen_by_its_organiser_alone_until_it_is_announced(client, ana):
    client.post(reverse("tournament_new"), form_data(draft="1"))
    made = Tournament.objects.get()
    assert made.status == "draft"
    assert page(client, made).status_code == 200
    client.post(reverse("tournament_step", args=[made.public_id, "publish"]))
    client.logout()
    assert page(client, made).status_code == 200


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"seating": "three"}, "In this format these players cannot enter like that."),
        ({"name": ""}, "required"),
        ({"seating": "five"}, "not played like that"),
        ({"starts_at": "2020-01-01T10:00"}, "Choose a time from now on"),
    ],
)
def test_wrong_choices_are_named_and_nothing_typed_is_lost(client, ana, wrong, text):
    answer = client.post(reverse("tournament_new"), form_data(line="My line", **wrong))
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert text in shown
    assert "My line" in shown
    assert not Tournament.objects.exists()


def test_the_organiser_stops_and_goes_on_and_others_cannot(client, ana):
    creator = ana
    tournament = announced(creator=creator)
    other = get_user_model().objects.create_user("eva")
    client.force_login(other)
    url = reverse("tournament_step", args=[tournament.public_id, "cancel"])
    client.post(url, {"reason": "rain"})
    tournament.refresh_from_db()
    assert tournament.status == "open"
    client.force_login(creator.user)
    client.post(url, {"reason": "rain"})
    tournament.refresh_from_db()
    assert tournament.status == "cancelled"
    assert "rain" in page(client, tournament).content.decode()


def test_tournaments_come_into_a_calendar(client):
    tournament = announced(name="Jueves; parejas")
    text = client.get(reverse("tournaments_calendar")).content.decode()
    assert text.startswith("BEGIN:VCALENDAR")
    assert "SUMMARY:Jueves\\; parejas" in text
    one = client.get(reverse("tournament_calendar", args=[tournament.public_id]))
    assert one["Content-Type"].startswith("text/calendar")


def test_the_page_says_nothing_of_points_while_others_still_play_the_round(client):
    tournament = started(4)
    before = page(client, tournament).content.decode()
    play(open_games(tournament)[0])
    shown = page(client, tournament).content.decode()
    for game in tournament.round_rows.get().games.exclude(points=[]):
        for points in game.points:
            assert f">{points[0]}<" not in shown
    assert "Standings" not in before + shown


def test_the_lobby_announces_the_next_tournament_and_ones_own_before_it(client, ana):
    announced(name="Soon", starts_at=timezone.now() + timedelta(hours=1))
    later = announced(name="Later", starts_at=timezone.now() + timedelta(hours=5))
    assert "Soon" in client.get("/").content.decode()
    entries.enter(tournament=later, player=ana)
    shown = client.get("/").content.decode()
    assert shown.index("Later") < shown.index("Soon")


def test_pages_of_a_large_tournament_together_have_every_table_and_line_once(client, monkeypatch):
    monkeypatch.setattr(tournament_context, "SHOWN", 4)
    tournament = started(10, rounds=2, deals=1)
    first = page(client, tournament).context
    second = page(client, tournament, **{"from": first["next_start"]}).context
    third = page(client, tournament, **{"from": second["next_start"]}).context
    pages = (first, second, third)
    assert [len(one["round"]["games"]) for one in pages] == [2, 2, 1]
    assert sorted(game["table"] for one in pages for game in one["round"]["games"]) == [
        *range(1, 6)
    ]
    assert third["next_start"] is None
    for game in open_games(tournament):
        play(game)
    ticker.tick(now=START + STEP)
    lines = [page(client, tournament, **{"from": start}).context["lines"] for start in (0, 4, 8)]
    assert [line["place"] for part in lines for line in part] == [*range(1, 11)]


def test_programs_read_standings_page_by_page():
    tournament = play_out(started(5, rounds=2, deals=1))
    path = f"/tournaments/{tournament.public_id}/standings/"
    whole = ask(path)
    assert whole["rounds"] == 2
    assert whole["final"]
    assert whole["next"] is None
    assert [line["place"] for line in whole["results"]] == [1, 2, 3, 4, 5]
    assert whole_list(path, 2) == whole["results"]


def page_html(client, tournament):
    return page(client, tournament).content.decode()


def words_of(html):
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.mark.parametrize("second", [False, True])
def test_a_knockout_draws_its_brackets_round_by_round(client, second):
    tournament = started(7, format="knockout", second_bracket=second)
    shown = page_html(client, tournament)
    bracket = words_of(shown[shown.index('id="h-bracket"') :])
    assert "Quarterfinal" in bracket
    assert bracket.count("goes on without a match") == 1
    assert bracket.count("to be played") == 3
    tournament = play_out(tournament)
    shown = page_html(client, tournament)
    main, *others = shown[: shown.index("</section>", shown.index('id="h-bracket"'))].split(
        'class="bracket"'
    )[1:]
    assert "to be played" not in main
    assert [("Final of the second bracket" in words_of(other)) for other in others] == [
        True
    ] * second
    winner = tournament.entrants.get(place=1).people.get().player.name
    assert f"{winner} wins the tie" in words_of(main).rpartition("Final")[2]


def test_the_bracket_tells_no_points_of_a_round_that_is_played(client):
    tournament = started(4, format="knockout")
    play(open_games(tournament)[0])
    shown = page_html(client, tournament)
    bracket = shown[
        shown.index('id="h-bracket"') : shown.index("</section>", shown.index('id="h-bracket"'))
    ]
    assert 'class="num"' not in bracket
    assert "wins the tie" not in bracket


def test_groups_draw_the_ties_that_follow_them(client):
    tournament = started(6, format="groups")
    assert 'id="h-bracket"' not in page_html(client, tournament)
    shown = page_html(client, play_out(tournament))
    assert "Semifinal" in shown[shown.index('id="h-bracket"') :]


def test_the_page_says_how_a_tie_is_decided_by_the_version_of_the_event(client):
    tournament = announced(format="knockout")
    table = "Only where four or more tables of one bracket play the same cards"
    assert table in page_html(client, tournament)
    Tournament.objects.update(scoring_version=1)
    assert table not in page_html(client, tournament)


def test_after_the_last_round_the_points_are_counted_and_no_round_is_promised(client, ana):
    tournament = started(3, rounds=2)
    TournamentMember.objects.filter(entrant__number=1).update(player=ana)
    for number in (1, 2):
        for game in open_games(tournament):
            play(game)
        now = START + number * STEP
        for tick in range(3):
            ticker.tick(now=now + timedelta(seconds=tick))
        tournament.refresh_from_db()
        if number == 1:
            ticker.tick(now=now + timedelta(seconds=40))
    shown = words_of(page_html(client, tournament))
    assert "The points are being counted" in shown
    assert "next round" not in shown.replace("Stop before the next round", "")


def test_a_level_place_opens_the_reason(client):
    tournament = started(4, rounds=1)
    tournament.round_rows.update(closed_at=START)
    Tournament.objects.filter(pk=tournament.pk).update(status="finished")
    line = {"percent": 50.0, "decided_by": "lot", "ranked": True}
    for entrant in tournament.entrants.all():
        entrant.place, entrant.score, entrant.line = entrant.number, 10.0, line
        entrant.save()
    shown = page_html(client, tournament)
    assert shown.count('<details class="why"') == 3
    assert "Before them by the lot" in words_of(shown)


def test_who_has_lost_a_tie_is_promised_no_next_round(client, ana):
    tournament = started(4, format="knockout")
    for game in open_games(tournament):
        play(game)
    for tick in range(3):
        ticker.tick(now=START + STEP + timedelta(seconds=tick))
    loser = TournamentPlace.objects.filter(round__tournament=tournament, score=0).first()
    TournamentMember.objects.filter(entrant=loser.entrant).update(player=ana)
    shown = words_of(page_html(client, tournament))
    assert "You are out. The brackets show how it goes on." in shown
    assert "The next round begins" not in shown

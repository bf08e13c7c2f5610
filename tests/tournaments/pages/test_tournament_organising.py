"""What organisers do on pages: templates, changes, calls, substitutes, pairs by hand, and series."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import PushSubscription
from games.models import PushMessage
from games.services.players import player_for
from games.tournaments.models import Tournament, TournamentAction, TournamentMember
from games.tournaments.pages.event_templates import TEMPLATES
from games.tournaments.services import daily, ticker
from games.tournaments.services.creating import TournamentOptions, create_tournament
from tests.accounts.support import moderator, with_factor
from tests.support.people import player_without_account
from tests.tournaments.builders import START, announced, open_games, play, play_out, started
from tests.tournaments.pages.test_tournaments import form_data

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def ana(client):
    user = get_user_model().objects.create_user("ana", password="secret-words")
    client.force_login(user)
    return player_for(user)


def do(client, tournament, action, **data):
    return client.post(
        reverse("tournament_step", args=[tournament.public_id, action]), data, follow=True
    ).content.decode()


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_makes_a_tournament_that_can_be_announced(client, ana, name):
    form = client.get(reverse("tournament_new"), {"template": name}).context["form"]
    data = {
        key: field.value() if field.value() is not None else ""
        for key, field in ((one.name, one) for one in form)
    }
    data = {key: value for key, value in data.items() if value is not False}
    data |= {"name": "Mine", "starts_at": form_data()["starts_at"], "offset": ""}
    told = client.post(reverse("tournament_summary"), data)
    assert told.status_code == 200, told.content.decode()
    answer = client.post(reverse("tournament_new"), data)
    made = Tournament.objects.get()
    assert answer["Location"] == reverse("tournament", args=[made.public_id])
    assert made.format == TEMPLATES[name].initial["format"]


def test_the_form_is_said_in_one_sentence_as_it_is_filled_in(client, ana):
    told = client.post(reverse("tournament_summary"), form_data(fee=5, every_days=7))
    text = told.content.decode()
    assert text.startswith("Classic Brisca, in pairs; 5 rounds of 4 deals, about 70 minutes; ")
    assert "and then every week" in text
    assert text.endswith("at most 32; 5 chips to enter.")
    nameless = client.post(reverse("tournament_summary"), form_data(fee=5, every_days=7, name=""))
    assert nameless.content == told.content, "a name that is yet to be typed is no error"
    wrong = client.post(reverse("tournament_summary"), form_data(seating="three"))
    assert wrong.content.decode().endswith(": In this format these players cannot enter like that.")


@pytest.mark.parametrize(
    ("zone", "city"), [("Europe/Madrid", "Madrid"), ("America/Mexico_City", "Mexico City")]
)
def test_the_sentence_says_the_hour_that_was_typed_and_where_it_is(client, ana, zone, city):
    start = timezone.now().astimezone(ZoneInfo(zone)) + timedelta(days=80)
    typed = start.replace(hour=21, minute=7)
    chosen = form_data(
        starts_at=f"{typed:%Y-%m-%dT%H:%M}", time_zone=zone, offset="0", every_days=7
    )
    answer = client.post(reverse("tournament_summary"), chosen, HTTP_ACCEPT_LANGUAGE="es")
    text = answer.content.decode()
    assert f"21:07 ({city})" in text
    client.post(reverse("tournament_new"), chosen)
    tournament = Tournament.objects.get()
    assert tournament.starts_at == typed.replace(second=0, microsecond=0)
    assert (tournament.series.time_zone, str(tournament.series.time_of_day)) == (zone, "21:07:00")


@pytest.mark.parametrize(("zone", "shown"), [("", "UTC-03:00"), ("Mars/Olympus", "UTC-03:00")])
def test_without_a_known_zone_the_offset_of_the_typed_time_counts(client, ana, zone, shown):
    typed = f"{timezone.now() + timedelta(days=2):%Y-%m-%d}T21:07"
    chosen = form_data(starts_at=typed, time_zone=zone, offset="180")
    text = client.post(reverse("tournament_summary"), chosen).content.decode()
    assert f"21:07 ({shown})" in text
    client.post(reverse("tournament_new"), chosen)
    assert Tournament.objects.get().starts_at == datetime.fromisoformat(f"{typed}-03:00")


def test_an_older_tournament_of_ones_own_is_announced_again_with_its_choices(client, ana):
    mine = announced(creator=ana, name="Cup", format="knockout", best_of=3, fee=7)
    other = announced(creator=player_without_account("eva"), name="Hers", fee=9)
    form = client.get(reverse("tournament_new"), {"from": mine.public_id}).context["form"]
    assert (form["format"].value(), form["best_of"].value(), form["fee"].value()) == (
        "knockout",
        3,
        7,
    )
    form = client.get(reverse("tournament_new"), {"from": other.public_id}).context["form"]
    assert form["fee"].value() == 0


def test_the_organiser_changes_an_announced_tournament_and_nobody_else(client, ana):
    now = timezone.now()
    chosen = TournamentOptions(name="Mine", format="swiss", preset="ludoteka", players=4, members=2,
                               options={"teams": "pairs"}, starts_at=now + timedelta(hours=2))  # fmt: skip
    mine = create_tournament(creator=ana, chosen=chosen, now=now)
    url = reverse("tournament_edit", args=[mine.public_id])
    shown = client.get(url)
    assert shown.context["form"]["seating"].value() == "pairs"
    client.post(url, form_data(name="Renamed", rounds=7))
    mine.refresh_from_db()
    assert (mine.name, mine.rounds) == ("Renamed", 7)
    client.force_login(get_user_model().objects.create_user("eva"))
    assert client.get(url).status_code == 404
    assert client.post(url, form_data(name="Stolen")).status_code == 404


def test_a_substitute_plays_from_the_next_round_and_somebody_is_taken_out(client, ana):
    tournament = started(4)
    Tournament.objects.filter(pk=tournament.pk).update(creator=ana)
    player_without_account("eva")
    assert "Nobody is called so" in do(
        client, tournament, "substitute", out="p0", **{"in": "nobody"}
    )
    do(client, tournament, "substitute", out="p0", **{"in": "eva"})
    do(client, tournament, "remove", entrant="2", reason="rude")
    people = tournament.people.filter(left_at=None).values_list("player__name", flat=True)
    assert set(people) == {"eva", "p1", "p2", "p3"}
    assert tournament.entrants.get(number=2).status == "withdrawn"
    kinds = TournamentAction.objects.filter(tournament=tournament).values_list("kind", flat=True)
    assert list(kinds) == ["substitute", "remove"]


def test_a_round_is_paired_by_hand_between_two_rounds(client, ana):
    tournament = started(4)
    Tournament.objects.filter(pk=tournament.pk).update(creator=ana)
    assert "cannot be done now" in do(client, tournament, "pair", tables="1 2\n3 4", reason="wish")
    for game in open_games(tournament):
        play(game)
    ticker.tick(now=START + timedelta(minutes=9))
    assert "Each entrant who plays" in do(client, tournament, "pair", tables="1 1", reason="wish")
    do(client, tournament, "pair", tables="4 2\r\n3 - 1\r\n", reason="wish")
    row = tournament.round_rows.get(number=2)
    assert row.manual
    pairs = [[place.entrant.number for place in game.places.all()] for game in row.games.all()]
    assert pairs == [[4, 2], [3, 1]]


def test_the_players_who_are_awaited_are_called_once_a_minute(
    client, ana, monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setattr("games.tournaments.services.directing.in_background", lambda task: task())
    tournament = started(2)
    Tournament.objects.filter(pk=tournament.pk).update(creator=ana)
    user = get_user_model().objects.create_user("called")
    player = open_games(tournament)[0].table.seats.get(seat=0).player
    player.user = user
    player.save()
    PushSubscription.objects.create(
        user=user, endpoint="https://fcm.googleapis.com/x", language="en"
    )
    with django_capture_on_commit_callbacks(execute=True):
        assert "They are called." in do(client, tournament, "call")
        assert "cannot be done now" in do(client, tournament, "call")
    (queued,) = PushMessage.objects.all()
    assert queued.subscription.user == user
    assert queued.message["title"] == "Your round begins"
    assert queued.message["url"] == f"/t/{open_games(tournament)[0].table.public_id}/"


def test_a_series_has_a_common_table_of_its_players(client, ana):
    first = play_out(started(3, name="Thursdays", every_days=7, rounds=2, deals=1))
    shown = client.get(reverse("tournament_series", args=[first.series.public_id])).content.decode()
    assert "Common table" in shown
    winner = first.entrants.get(place=1).people.get().player.name
    assert f">{winner}<" in shown
    assert "100" in shown
    assert "33.3" in shown
    private = announced(visibility="link", every_days=7)
    url = reverse("tournament_series", args=[private.series.public_id])
    assert client.get(url).status_code == 404


def daily_event(**choices):
    now = timezone.now()
    chosen = TournamentOptions(
        name="Today", format="daily", preset="ludoteka", players=2, deals=2, bots="greedy",
        starts_at=now, **choices,
    )  # fmt: skip
    tournament = create_tournament(creator=None, chosen=chosen, now=now)
    ticker.tick(now=now)
    return tournament


def test_a_daily_event_shows_its_standings_to_those_alone_who_have_played_it(client, ana):
    tournament = daily_event()
    url = reverse("tournament", args=[tournament.public_id])
    daily.begin(tournament=tournament, player=player_without_account("eva"))
    play(open_games(tournament)[0])
    ticker.tick(now=timezone.now() + timedelta(seconds=6))
    shown = client.get(url).content.decode()
    assert "Play it whenever you like" in shown
    assert "Standings so far" not in shown
    answer = client.post(reverse("tournament_step", args=[tournament.public_id, "enter"]))
    mine = open_games(tournament)[0]
    assert answer["Location"] == reverse("table", args=[mine.table.public_id])
    shown = client.get(url).content.decode()
    assert "You are at deal 1 of 2" in shown
    assert "Standings so far" not in shown
    play(mine, seed="other")
    ticker.tick(now=timezone.now() + timedelta(seconds=12))
    shown = client.get(url).content.decode()
    assert "Standings so far" in shown
    assert "You have played it" in shown
    assert client.get(reverse("tournament_deal", args=[tournament.public_id, 1])).status_code == 404
    client.logout()
    assert "Standings so far" not in client.get(url).content.decode()
    ticker.tick(now=timezone.now() + timedelta(days=1, minutes=1))
    shown = client.get(url).content.decode()
    assert "Final standings" in shown
    deal = client.get(reverse("tournament_deal", args=[tournament.public_id, 1])).content.decode()
    assert "eva" in deal
    assert "Second side" not in deal


def test_a_browser_in_which_a_daily_event_was_begun_begins_no_second_try(client, ana):
    tournament = daily_event()
    enter = reverse("tournament_step", args=[tournament.public_id, "enter"])
    assert "/t/" in client.post(enter)["Location"]
    assert client.cookies["events"]["httponly"]
    assert "/t/" in client.post(enter)["Location"]  # the same person goes on
    client.force_login(get_user_model().objects.create_user("second"))
    shown = client.post(enter, follow=True).content.decode()
    assert "was played in this browser with another account" in shown
    assert not tournament.people.filter(player__name="second").exists()
    other = daily_event()
    again = reverse("tournament_step", args=[other.public_id, "enter"])
    assert "/t/" in client.post(again)["Location"]


def test_a_browser_in_which_a_daily_event_was_only_gone_on_with_remembers_it_too(client, ana):
    tournament = daily_event()
    daily.begin(tournament=tournament, player=ana)
    client.get(reverse("tournament", args=[tournament.public_id]))
    client.force_login(get_user_model().objects.create_user("second"))
    assert "with another account" in do(client, tournament, "enter")


def test_a_full_daily_event_says_that_one_waits(client, ana):
    tournament = daily_event()
    Tournament.objects.filter(pk=tournament.pk).update(max_entrants=1)
    daily.begin(tournament=tournament, player=player_without_account("eva"))
    assert "you are on the waiting list" in do(client, tournament, "enter")
    assert open_games(tournament)[0].places.get().entrant.number == 1


def test_a_moderator_changes_the_points_that_an_organiser_who_plays_may_not(client, ana):
    tournament = started(4)
    entrant = tournament.entrants.get(number=1)
    TournamentMember.objects.filter(entrant=entrant).update(player=ana)
    Tournament.objects.filter(pk=tournament.pk).update(creator=ana)
    tournament.round_rows.update(closed_at=START)
    step = {"entrant": "1", "round": "1", "points": "5", "reason": "bonus"}
    assert "A moderator of the site can" in do(client, tournament, "adjust", **step)
    user = moderator()
    desk = with_factor(Client(headers={"accept-language": "en"}), user)
    page = desk.get(reverse("tournament", args=[tournament.public_id])).content.decode()
    assert "For moderators" in page
    do(desk, tournament, "adjust", **step)
    assert TournamentAction.objects.get(kind="adjust").actor.name == user.username


def test_a_moderator_without_the_second_step_is_led_to_the_desk(client):
    tournament = started(4)
    tournament.round_rows.update(closed_at=START)
    client.force_login(moderator())
    adjust = reverse("tournament_step", args=[tournament.public_id, "adjust"])
    step = {"entrant": "1", "round": "1", "points": "5", "reason": "bonus"}
    assert client.post(adjust, step)["Location"] == reverse("desk")
    assert not TournamentAction.objects.exists()

"""Pages of leagues: the list, the form, a season with its rounds and table, and one match."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.leagues.models import League, LeagueMember, TimeProposal
from games.leagues.services import creating, directing, presence, ticker
from games.models import Player
from games.services.players import player_for
from tests.leagues.builders import (
    BEGIN,
    THURSDAY,
    begun,
    bulk_entered,
    entered,
    league,
    pair,
    play,
    players,
    settled,
    side_players,
    sides,
)
from tests.pages.reading import main, page
from tests.support.people import player_with_account, signed_in

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert(1)</script>\u202e'\"&"


@pytest.fixture
def at(monkeypatch):
    """Set the moment at which the pages are asked for."""

    def set_now(moment):
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return set_now


def test_the_list_shows_own_leagues_and_others(at):
    at(BEGIN)
    season = begun(4, name="Liga de Madrid")
    assert "Liga de Madrid" in main(page("/leagues/"))
    home = sides(season.fixtures.first())[0]
    html = main(page("/leagues/", signed_in(home)))
    assert "Your match this round" in html
    assert "Your leagues" not in html


def test_lists_take_as_many_queries_however_many_rows():
    taken = []
    for pairs in (4, 8):
        season = begun(pairs, name=f"Liga de {pairs}")
        for path in ("/leagues/", f"/leagues/{season.league.public_id}/?round=8"):
            with CaptureQueriesContext(connection) as queries:
                page(path)
            taken.append(len(queries))
        Player.objects.update(name=Concat("name", Value("x")))
    assert taken[2:] == taken[:2]


def test_a_league_is_founded_by_the_form_with_its_own_values():
    client = signed_in(player_with_account("Ana"))
    html = page("/leagues/new/", client)
    assert 'value="2' in html
    data = {
        "name": "Nueva", "line": "", "kind": "pairs", "preset": "ludoteka", "deals": 16,
        "turn_ms": 15000, "starts_on": creating.first_monday(timezone.now()).isoformat(),
        "time_zone": "Europe/Madrid", "default_weekday": 3, "default_time": "21:00", "restarts": "on", "programs": "",
    }  # fmt: skip
    summary = client.post("/leagues/new/summary/", data, headers={"accept-language": "en"})
    assert "the match is played on Thursday at 21:00" in summary.content.decode()
    nothing = {**data, "name": ""}
    nameless = client.post("/leagues/new/summary/", nothing, headers={"accept-language": "en"})
    assert nameless.content == summary.content, "a name that is yet to be typed is no error"
    assert client.post("/leagues/new/", {**data, "starts_on": "2020-01-06"}).status_code == 422
    answer = client.post("/leagues/new/", data)
    made = League.objects.get()
    assert answer.url == f"/leagues/{made.public_id}/"
    assert (made.organiser.name, made.bots, made.restarts) == ("Ana", "expert", True)
    assert "The first chair is free" in main(page(answer.url, client))


def test_a_pair_enters_and_the_partner_agrees_on_the_page(at):
    at(BEGIN - timedelta(days=10))
    season = league()
    team = pair("ana")
    first, second = players(team)
    path = f"/leagues/{season.league.public_id}/"
    browser = signed_in(first)
    assert "Your pair" in main(page(path, browser))
    browser.post(f"{path}do/enter/", {"team": team.pk})
    assert "Not answered yet: anab" in main(page(path, browser))
    partner = signed_in(second)
    assert "You are asked to play in this league" in main(page(path, partner))
    partner.post(f"{path}do/answer/", {"agree": "1"})
    assert season.entrants.get().status == "entered"
    partner.post(f"{path}do/withdraw/")
    assert not season.entrants.exists()


def test_a_team_of_four_enters_with_the_names_of_the_other_pair(at):
    at(BEGIN - timedelta(days=10))
    season = league(kind="fours")
    team = pair("ana")
    pair("leo")
    path = f"/leagues/{season.league.public_id}/"
    browser = signed_in(players(team)[0])
    for names in (("nobody", "leob"), ("leoa", "anaa"), ("leoa", "leoa")):
        browser.post(f"{path}do/enter/", {"team": team.pk, "second": names[0], "third": names[1]})
        assert not season.entrants.exists()
    browser.post(f"{path}do/enter/", {"team": team.pk, "second": "leoa", "third": "leob"})
    assert LeagueMember.objects.filter(season=season).count() == 4


def test_the_season_shows_rounds_table_with_its_zones_and_matches(at):
    at(THURSDAY)
    season = begun(16)
    path = f"/leagues/{season.league.public_id}/"
    play(settled(season)[0], 14.0, THURSDAY)
    html = main(page(path))
    assert "this week" in html
    assert "Down to division 2" in html
    assert "Next: play-off against division 2" in html
    assert "14 – 6" in html
    assert "default time: nobody has agreed" in html
    other = main(page(path, division=2))
    assert "Up to division 1" in other
    assert "Play-off against division 1" in other
    for query in ({"round": 8}, {"round": 9}, {"round": 99}, {"division": 7}, {"season": 1}):
        page(path, **query)
    page(path, season=2, status=404)
    page("/leagues/nothing/", status=404)


def test_two_sides_agree_on_a_time_come_and_go_to_the_table(at):
    at(BEGIN + timedelta(hours=10))
    season = begun(4)
    match = season.fixtures.filter(round=1).first()
    home, away = sides(match)
    path = f"/leagues/{season.league.public_id}/matches/{match.pk}/"
    one, other = signed_in(home), signed_in(away)
    assert "Propose a time" in main(page(path, one))
    one.post(f"{path}do/propose/", {"at": "2026-11-25T20:30"})
    assert "They have not answered yet" in main(page(path, one))
    html = main(page(path, other))
    assert "Wed 25 Nov, 20:30?" in html
    assert "We play then" in html
    proposal = TimeProposal.objects.get()
    other.post(f"{path}do/time/", {"time": proposal.pk, "accept": "1"})
    match.refresh_from_db()
    assert match.agreed_at == THURSDAY - timedelta(days=1, minutes=30)
    assert "agreed to Wed 25 Nov, 20:30" in main(page(path))
    at(match.agreed_at)
    for player in [*side_players(match, match.home_id), *side_players(match, match.away_id)]:
        signed_in(player).post(f"{path}do/here/")
    ticker.tick(now=match.agreed_at)
    match.refresh_from_db()
    assert match.state == "playing"
    from games.tournaments.services import ticker as tournaments

    tournaments.tick(now=match.agreed_at)
    assert "To the table" in main(page(path, one))
    assert "To the table" not in main(page(path))


def test_the_win_is_claimed_by_a_button_that_comes_after_twenty_minutes(at):
    season = begun(4)
    match = settled(season)[0]
    home, away = sides(match)
    for player in side_players(match, match.home_id):
        presence.be_here(fixture=match, player=player, now=THURSDAY)
    path = f"/leagues/{season.league.public_id}/matches/{match.pk}/"
    at(THURSDAY + timedelta(minutes=19))
    assert "Claim the win" not in main(page(path, signed_in(home)))
    at(THURSDAY + timedelta(minutes=20))
    assert "Claim the win" in main(page(path, signed_in(home)))
    assert "Claim the win" not in main(page(path, signed_in(away)))
    signed_in(home).post(f"{path}do/claim/")
    html = main(page(path))
    assert "claimed the win" in html
    assert "12 – 0" in html


def test_a_correction_and_its_reason_are_shown_to_everybody(at):
    at(THURSDAY)
    organiser = player_with_account("Ana")
    season = begun(4, organiser=organiser)
    match = settled(season)[0]
    path = f"/leagues/{season.league.public_id}/matches/{match.pk}/"
    browser = signed_in(organiser)
    assert "Correct the result" in main(page(path, browser))
    assert "Correct the result" not in main(page(path, signed_in(sides(match)[0])))
    for home_vp in ("", "nan", "1e3", "-1", "\u0665", "21"):
        browser.post(f"{path}do/set/", {"home_vp": home_vp, "away_vp": "0", "reason": "A fault"})
        match.refresh_from_db()
        assert match.state == "agreed", home_vp
    browser.post(f"{path}do/set/", {"home_vp": "12,5", "away_vp": "7.5", "reason": HOSTILE})
    html = page(path)
    assert "<script>alert" not in html
    assert "12.50 – 7.50" in main(html)
    assert "&lt;script&gt;" in main(page(f"/leagues/{season.league.public_id}/"))


def test_hostile_names_and_numbers_do_no_harm(at):
    at(BEGIN)
    season = begun(4, name=HOSTILE)
    path = f"/leagues/{season.league.public_id}/"
    page(path)
    page("/leagues/")
    page(path, season="9" * 40)
    page(path, round="\u0663", division="-1")
    browser = signed_in(player_with_account("Ana"))
    for action in ("enter", "answer", "withdraw", "substitute", "remove", "officer", "restarts"):
        cache.clear()  # the limit of steps
        for value in ("", "-1", "9" * 40, "\u0663", HOSTILE):
            sent = {
                "team": value,
                "name": value,
                "entrant": value,
                "reason": value,
                "season": value,
            }
            assert browser.post(f"{path}do/{action}/", sent).status_code in (302, 404)
    match = season.fixtures.first()
    actions = ("propose", "time", "here", "claim", "play-for", "set", "annul", "replay")
    for action in actions:
        cache.clear()
        for value in ("", "0001-01-01T00:00", "9999-12-31T23:59", "9" * 40, HOSTILE):
            sent = {"at": value, "time": value, "absent": value, "player": value, "missed": value}
            answer = browser.post(f"{path}matches/{match.pk}/do/{action}/", sent)
            assert answer.status_code == 302
    assert browser.post(f"{path}matches/{2**70}/do/here/").status_code == 404
    assert browser.post(f"{path}do/nothing/").status_code == 404


def test_calendars_hold_the_matches_that_have_a_time(at):
    at(THURSDAY)
    season = begun(4)
    match = settled(season)[0]
    path = f"/leagues/{season.league.public_id}/"
    feed = Client().get(f"{path}calendar.ics").content.decode()
    assert feed.count("BEGIN:VEVENT") == 2
    own = Client().get(f"{path}calendar.ics?entrant={match.home.number}").content.decode()
    assert own.count("BEGIN:VEVENT") == 1
    one = Client().get(f"{path}matches/{match.pk}/match.ics")
    assert one["Content-Type"].startswith("text/calendar")
    assert "DTSTART:20261126T200000Z" in one.content.decode()
    assert "SEQUENCE:" in one.content.decode()


def test_the_organiser_names_helpers_and_ends_the_league(at):
    at(BEGIN)
    organiser, eva = player_with_account("Ana"), player_with_account("Eva")
    season = begun(4, organiser=organiser)
    path = f"/leagues/{season.league.public_id}/"
    browser = signed_in(organiser)
    assert "For organisers" in main(page(path, browser))
    browser.post(f"{path}do/officer/", {"name": "eva"})
    assert list(season.league.officers.all()) == [eva]
    assert "For organisers" in main(page(path, signed_in(eva)))
    browser.post(f"{path}do/officer/", {"name": "Eva", "remove": "1"})
    browser.post(f"{path}do/restarts/")
    season.league.refresh_from_db()
    assert not season.league.restarts
    assert not season.league.officers.exists()
    directing.remove_entrant(season=season, actor=organiser, entrant=1, reason="Gone", now=BEGIN)
    assert "out, its results do not count" in main(page(path))


def test_guests_are_led_to_signing_up():
    user = get_user_model().objects.create_user("guest1", is_guest=True)
    player_for(user)
    client = Client()
    client.force_login(user)
    assert client.get("/leagues/new/").url == "/accounts/signup/"
    season = league()
    bulk_entered(season, 1)
    entered(season, "ana")
    path = f"/leagues/{season.league.public_id}/"
    page(path, client)
    client.post(f"{path}do/enter/", {"team": 1})
    assert season.entrants.count() == 2

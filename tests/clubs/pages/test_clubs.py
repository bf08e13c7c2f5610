"""Pages of clubs: what each person sees, every step by its button, and what stays hidden."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from games.clubs.models import Club, ClubChallenge, ClubFigures, ClubMember, ClubPost, ClubRuleset
from games.clubs.rules.seasons import season_at
from games.clubs.services import founding, inviting
from games.models import Table
from games.services import social
from games.tournaments.models import Tournament
from tests.clubs.builders import club_of, longtime_player, member
from tests.pages.reading import words
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db
PAGES = ("", "members/", "season/", "talk/", "settings/", "log/")


@pytest.fixture
def ana():
    return longtime_player("Ana")


@pytest.fixture
def eva():
    return longtime_player("Eva")


@pytest.fixture
def club(ana):
    return club_of(ana, description="Los miércoles", place="Sevilla")


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return words(answer.content.decode())


def do(client: Client, action: str, **sent: object) -> str:
    """The words of the page after a step in the club."""
    answer = client.post(f"/clubs/el-siete/do/{action}/", sent, follow=True)
    assert answer.status_code == 200
    return words(answer.content.decode())


def test_the_community_leads_to_people_teams_clubs_and_rankings():
    page = Client(headers={"accept-language": "en"}).get("/community/").content.decode()
    for path in ("/people/", "/teams/", "/clubs/", "/leaderboard/"):
        assert f'href="{path}' in page


def test_the_list_finds_clubs_by_words_and_filter(ana, club):
    club_of(longtime_player("Leo"), "la-sota", name="La Sota", entry="request")
    stranger = Client(headers={"accept-language": "en"})
    assert "El Siete" in read(stranger, "/clubs/")
    for query in ("siete", "EL S", "si\u00e9te", "el-siete"):
        assert "El Siete" in read(stranger, f"/clubs/?q={query}")
        assert "La Sota" not in read(stranger, f"/clubs/?q={query}")
    assert "La Sota" not in read(stranger, "/clubs/?entry=open")
    assert "No club is found" in read(stranger, "/clubs/?q=zzz")
    for bad in ("?cursor=x", "?q=%25", "?entry=none", "?q='--"):
        assert stranger.get(f"/clubs/{bad}").status_code in (200, 302)


def test_a_club_is_founded_by_its_form(ana, monkeypatch):
    monkeypatch.setattr(founding, "MIN_MATCHES", 0)
    browser = signed_in(ana)
    sent = {"name": "El Siete", "handle": "el-siete", "emblem": "O7", "entry": "open"}
    assert browser.post("/clubs/new/", {**sent, "handle": "New"}).status_code == 422
    answer = browser.post("/clubs/new/", sent)
    assert answer["Location"] == "/clubs/el-siete/"
    again = browser.post("/clubs/new/", sent)
    assert "This address is taken" in again.content.decode()


def test_who_cannot_found_a_club_yet_is_told_before_filling_in_the_form(ana, monkeypatch):
    page = signed_in(ana).get("/clubs/new/").content.decode()
    assert "finished 20 matches" in words(page)
    assert 'name="handle"' not in page
    monkeypatch.setattr(founding, "MIN_MATCHES", 0)
    assert 'name="handle"' in signed_in(ana).get("/clubs/new/").content.decode()


def test_a_name_that_is_too_long_is_refused_and_not_cut(ana, monkeypatch):
    monkeypatch.setattr(founding, "MIN_MATCHES", 0)
    browser = signed_in(ana)
    name = "Penya de la Brisca de Vilanova i la Geltrú"
    sent = {"name": name, "handle": "penya", "emblem": "O7", "entry": "open"}
    answer = browser.post("/clubs/new/", sent)
    assert answer.status_code == 422
    assert "40 characters" in words(answer.content.decode())
    assert not Club.objects.exists()
    field = browser.get("/clubs/new/").content.decode().partition('id="id_name"')[0]
    assert "maxlength" not in field.rpartition("<input")[2]


def test_who_is_invited_is_listed_until_the_invitation_is_taken_back(ana, eva, club):
    inviting.invite(club=club, inviter=ana, player=eva)
    browser, guest = signed_in(ana), signed_in(eva)
    assert "Invited, without an answer yet" in read(browser, "/clubs/el-siete/members/")
    assert "Invited, without" not in read(guest, "/clubs/el-siete/members/")
    do(guest, "take-back-invitation", player="Eva")
    assert club.invitations.get().answered_at is None
    do(browser, "take-back-invitation", player="Eva")
    assert club.invitations.get().answered_at is not None
    assert "Invited, without" not in read(browser, "/clubs/el-siete/members/")


@pytest.mark.parametrize(
    ("entry", "words_shown"),
    [
        ("open", "Enter the club"),
        ("request", "Ask to enter"),
        ("invitation", "One enters by invitation."),
    ],
)
def test_each_way_in_has_its_one_action(eva, club, entry, words_shown):
    Club.objects.update(entry=entry)
    shown = read(signed_in(eva), "/clubs/el-siete/")
    assert words_shown in shown
    assert "Open a table for the club" not in shown
    assert "Log in to enter" in read(Client(headers={"accept-language": "en"}), "/clubs/el-siete/")


def test_a_request_is_seen_and_answered(ana, eva, club):
    Club.objects.update(entry="request")
    assert "Your request waits" in do(signed_in(eva), "ask", message="<b>Hola</b>")
    owner = signed_in(ana)
    assert "1 person asks to enter." in read(owner, "/clubs/el-siete/")
    assert "<b>Hola</b>" not in owner.get("/clubs/el-siete/members/").content.decode()
    assert "Eva" in do(owner, "let-in", player="Eva")
    assert ClubMember.objects.filter(player=eva).exists()


def test_a_link_lets_in(ana, eva, club):
    link = inviting.make_link(club=club, player=ana, days=1, uses=1)
    path = f"/clubs/join/{link.token}/"
    assert "Create account" in read(Client(headers={"accept-language": "en"}), path)
    browser = signed_in(eva)
    assert "Enter the club" in read(browser, path)
    assert browser.post(path)["Location"] == "/clubs/el-siete/"
    assert browser.get(path).status_code == 404


def test_members_see_all_pages_and_what_they_may_do(ana, eva, club):
    member(club, eva)
    for path in PAGES:
        read(signed_in(ana), f"/clubs/el-siete/{path}")
        read(signed_in(eva), f"/clubs/el-siete/{path}")
    assert "Manage" in read(signed_in(ana), "/clubs/el-siete/members/")
    assert "Manage" not in read(signed_in(eva), "/clubs/el-siete/members/")
    owner = signed_in(ana)
    do(owner, "role", player="Eva", role="officer")
    do(owner, "rights", player="Eva", rights=["2", "64", "99999999", "x"])
    assert ClubMember.objects.get(player=eva).rights == 66
    assert "Ana gave Eva a role: Officer" in read(owner, "/clubs/el-siete/log/")
    assert "Nobody." in do(owner, "kick", player="Eva")
    sent = owner.post("/clubs/el-siete/do/kick/", {"player": "nobody"}, follow=True)
    assert "There is no such player." in sent.content.decode()


def test_posts_are_shown_quoted_and_hidden(ana, eva, club):
    member(club, eva)
    browser = signed_in(eva)
    shown = do(browser, "post", text="<script>alert(1)</script> hola")
    assert "alert(1)" in shown
    assert "<script>alert" not in browser.get("/clubs/el-siete/talk/").content.decode()
    post = ClubPost.objects.get()
    reply = signed_in(ana)
    assert "Your answer" in read(reply, f"/clubs/el-siete/talk/?reply={post.pk}")
    do(reply, "post", text="Yo juego", reply=post.pk)
    assert "This post is hidden." in do(reply, "hide", post=post.pk)


def test_a_hidden_post_is_not_read_by_answering_it(ana, eva, club):
    member(club, eva)
    hidden = ClubPost.objects.create(club=club, author=ana, text="palabras feas")
    do(signed_in(ana), "hide", post=hidden.pk)
    page = read(signed_in(eva), f"/clubs/el-siete/talk/?reply={hidden.pk}")
    assert "palabras feas" not in page
    assert "Your answer" not in page


def test_who_is_blocked_is_not_read_in_the_answers_of_others(ana, eva, club):
    leo = longtime_player("Leo")
    member(club, eva)
    member(club, leo)
    post = ClubPost.objects.create(club=club, author=leo, text="palabras de Leo")
    ClubPost.objects.create(club=club, author=ana, text="respuesta de Ana", reply_to=post)
    social.block(player=eva, other=leo)
    page = read(signed_in(eva), "/clubs/el-siete/talk/")
    assert "respuesta de Ana" in page
    assert "Leo" not in page
    assert "palabras de Leo" in read(signed_in(ana), "/clubs/el-siete/talk/")


def test_rights_of_thousands_of_digits_do_no_harm(ana, eva, club):
    member(club, eva)
    do(signed_in(ana), "rights", player="Eva", rights=["9" * 5000, "64"])
    assert ClubMember.objects.get(player=eva).rights == 64


def test_who_hides_its_members_shows_them_to_members_alone(ana, eva, club):
    now = season_at(timezone.now())
    ClubFigures.objects.create(club=club, season=now, player=ana, matches=5, points=50)
    Club.objects.update(members_visible=False, talk_public=True, size=0)
    ClubPost.objects.create(club=club, author=ana, text="hola")
    for client in (Client(headers={"accept-language": "en"}), signed_in(eva)):
        shown = read(client, "/clubs/el-siete/")
        assert "Ana" not in shown
        assert "1 member" not in shown
        assert "member" not in read(client, "/clubs/?q=siete").replace("members alone", "")
        for path in ("members/", "season/", "talk/", "log/"):
            assert client.get(f"/clubs/el-siete/{path}").status_code == 404
        api = client.get("/api/v1/clubs/el-siete/").json()
        assert api["members"] is None
        for path in ("members/", "season/"):
            assert client.get(f"/api/v1/clubs/el-siete/{path}").status_code == 404
    assert "Ana" in read(signed_in(ana), "/clubs/el-siete/members/")


def test_a_table_and_rules_of_the_club_are_made_by_the_form_of_tables(ana, eva, club):
    browser = signed_in(ana)
    assert "For El Siete" in read(browser, "/tables/new/?club=el-siete")
    assert "For El Siete" not in read(signed_in(eva), "/tables/new/?club=el-siete")
    sent = {
        "club": "el-siete", "seating": "2", "preset": "ludoteka", "clock": "normal",
        "visibility": "link", "watch": "anyone", "name": "La de casa", "o.match.target": "3",
    }  # fmt: skip
    answer = browser.post("/tables/new/", {**sent, "keep": "1"})
    assert answer["Location"] == "/clubs/el-siete/"
    assert ClubRuleset.objects.get().name == "La de casa"
    assert "La de casa" in read(Client(headers={"accept-language": "en"}), "/clubs/el-siete/")
    browser.post("/tables/new/", sent)
    assert Table.objects.get().club == club
    assert "Waits for you" in read(browser, "/clubs/el-siete/")
    assert "Waits for you" not in read(signed_in(eva), "/clubs/el-siete/")


def test_a_tournament_is_announced_from_the_club(ana, eva, club):
    browser = signed_in(ana)
    assert "Members of El Siete alone" in read(browser, "/tournaments/new/?club=el-siete")
    begins = timezone.localtime() + timezone.timedelta(hours=5)
    sent = {
        "club": "el-siete", "members_only": "on", "preset": "ludoteka", "seating": "two",
        "format": "swiss", "rounds": "3", "deals": "4", "best_of": "1", "every_days": "0",
        "starts_at": begins.strftime("%Y-%m-%dT%H:%M"), "visibility": "public",
        "min_finished": "0", "max_entrants": "16", "fee": "0", "name": "Miércoles",
        "clubs_apart": "on",
    }  # fmt: skip
    answer = browser.post("/tournaments/new/", sent)
    made = Tournament.objects.get()
    assert answer["Location"] == f"/tournaments/{made.public_id}/"
    assert (made.club, made.club_only, made.clubs_apart) == (club, True, True)
    assert "Miércoles" in read(browser, "/clubs/el-siete/")
    other = signed_in(eva)
    assert "Miércoles" not in read(other, "/clubs/el-siete/")
    assert other.get(f"/tournaments/{made.public_id}/").status_code == 403
    member(club, eva)
    assert other.get(f"/tournaments/{made.public_id}/").status_code == 200
    feed = ClubMember.objects.get(player=eva).calendar
    stranger = Client()
    assert b"SUMMARY:Mi" in stranger.get(f"/clubs/calendar/{feed}/").content
    do(other, "feed")
    assert stranger.get(f"/clubs/calendar/{feed}/").status_code == 404


def test_a_challenge_begins_at_the_hour_of_whoever_writes_it(ana, eva, club):
    club_of(eva, "la-sota", name="La Sota")
    begins = (timezone.now() + timezone.timedelta(days=2)).replace(second=0, microsecond=0)
    in_new_york = begins.astimezone(timezone.get_fixed_timezone(-300))
    at = in_new_york.strftime("%Y-%m-%dT%H:%M")
    sent = {"rival": "la-sota", "kind": "pairs", "starts_at": at}
    client = signed_in(ana)
    for wrong in ("100000", "-1440", "x"):
        do(client, "challenge", **sent, offset=wrong)
        assert not ClubChallenge.objects.exists()
    do(client, "challenge", **sent, offset="300")
    assert ClubChallenge.objects.get().starts_at == begins
    front = client.get("/clubs/el-siete/").content.decode()
    assert 'name="offset"' in front
    assert 'name="time_zone"' in front
    assert "js/tournaments/main.js" in front


@pytest.mark.parametrize("zone", ["Europe/Madrid", "America/Mexico_City"])
def test_a_challenge_begins_at_the_hour_typed_on_the_other_side_of_a_change_of_clocks(
    ana, eva, club, zone
):
    club_of(eva, "la-sota", name="La Sota")
    begins = timezone.now().astimezone(ZoneInfo(zone)) + timezone.timedelta(days=80)
    begins = begins.replace(hour=21, minute=0, second=0, microsecond=0)
    sent = {"rival": "la-sota", "kind": "pairs", "starts_at": f"{begins:%Y-%m-%dT%H:%M}"}
    do(signed_in(ana), "challenge", **sent, time_zone=zone, offset="0")
    assert ClubChallenge.objects.get().starts_at == begins


def test_a_challenge_is_sent_and_accepted_on_the_pages(ana, eva, club):
    rival = club_of(eva, "la-sota", name="La Sota")
    begins = timezone.localtime() + timezone.timedelta(days=1)
    at = begins.strftime("%Y-%m-%dT%H:%M")
    sent = do(signed_in(ana), "challenge", rival="LA-SOTA", kind="pairs", starts_at=at)
    assert "You challenge La Sota" in sent
    found = ClubChallenge.objects.get()
    other = signed_in(eva)
    assert "El Siete challenges you" in read(other, "/clubs/la-sota/")
    path = "/clubs/la-sota/do/answer-challenge/"
    other.post(path, {"challenge": found.public_id, "agree": "1"})
    found.refresh_from_db()
    assert (found.state, found.rival) == ("accepted", rival)
    assert "El Siete – La Sota" in read(other, "/clubs/la-sota/")


def test_the_owner_dissolves_it_by_typing_its_address(ana, club):
    browser = signed_in(ana)
    do(browser, "dissolve", handle="other")
    assert Club.objects.get().dissolved_at is None
    sent = browser.post("/clubs/el-siete/do/dissolve/", {"handle": "el-siete"}, follow=True)
    assert "The club is dissolved." in sent.content.decode()
    assert browser.get("/clubs/el-siete/").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/clubs/none/", "/clubs/el-siete/season/?season=1", "/clubs/el-siete/season/?season=x",
     "/clubs/el-siete/members/?cursor=x", "/clubs/join/x%00y/", "/clubs/calendar/x%00y/",
     "/clubs/el-siete/talk/?cursor=9"],
)  # fmt: skip
def test_what_there_is_not_is_not_found(ana, club, path):
    assert signed_in(ana).get(path).status_code == 404
    assert get_user_model().objects.count() == 1

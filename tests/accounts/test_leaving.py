"""Deleting an account, and taking one's data along."""

from __future__ import annotations

import json

import pytest
from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Block, DealSecret, Follow, Match, Player, Ruleset, Seat
from games.models.matches import MatchStatus
from games.services import social
from games.services.chat import say
from games.services.players import player_for
from games.services.reports import send_report
from games.services.tables import TableOptions, open_table
from tests.accounts.support import PASSWORD, guest, member, sign_in_by_form

pytestmark = pytest.mark.django_db


def match_of(*players: Player, status: str = MatchStatus.FINISHED) -> Match:
    """A match of these players, as rows alone."""
    ruleset, _ = Ruleset.objects.get_or_create(
        hash="sha256:" + "0" * 64, defaults={"preset": "classic", "options": {}}
    )
    over = timezone.now() if status == MatchStatus.FINISHED else None
    match = Match.objects.create(
        ruleset=ruleset,
        preset="classic",
        players=len(players),
        pool=str(len(players)),
        sides=[[seat] for seat in range(len(players))],
        first_dealer=0,
        status=status,
        finished_at=over,
    )
    for seat, player in enumerate(players):
        Seat.objects.create(
            match=match, seat=seat, side=seat, player=player, kind=player.kind, points=60
        )
    return match


def test_matches_of_others_stay_whole_under_an_empty_name(client):
    lucia, ana = member("Lucia"), member("Ana")
    player = player_for(lucia)
    match = match_of(player, player_for(ana))
    sign_in_by_form(client, lucia)

    answer = client.post("/accounts/delete/", {"password": PASSWORD})

    assert answer.status_code == 302
    assert not User.objects.filter(username="Lucia").exists()
    seats = list(match.seats.values_list("seat", "player__name", "player__user"))
    assert len(seats) == 2
    assert seats[0][0] == 0
    assert seats[0][1].startswith("deleted-")
    assert seats[0][2] is None
    assert seats[1] == (1, "Ana", ana.pk)
    assert "Lucia" not in str(Player.objects.values_list("name", flat=True))


def test_deleting_takes_the_password(client):
    sign_in_by_form(client, member())
    for form in ({}, {"password": "x"}, {"name": "Lucia"}):
        assert client.post("/accounts/delete/", form).status_code == 422
    assert client.get("/accounts/delete/").status_code == 200
    assert User.objects.exists()


def test_guessing_the_password_here_locks_as_it_does_at_the_door(client):
    sign_in_by_form(client, member())
    answers = [client.post("/accounts/delete/", {"password": "x"}) for _ in range(11)]
    assert answers[-1].status_code == 429
    assert client.post("/accounts/delete/", {"password": PASSWORD}).status_code == 429
    assert User.objects.exists()


def test_guest_says_their_name_to_be_deleted(client):
    user = guest(client)
    assert client.post("/accounts/delete/", {"name": "otra"}).status_code == 422
    assert client.post("/accounts/delete/", {"name": user.username.upper()}).status_code == 302
    assert not User.objects.exists()


def test_deleting_ends_every_session_and_leaves_no_trace(client):
    user = member()
    other = sign_in_by_form(Client(), user)
    other.get("/accounts/profile/")
    Client().post("/accounts/login/", {"login": "lucia", "password": "x"})
    assert AccessAttempt.objects.exists()
    sign_in_by_form(client, user)
    client.get("/accounts/profile/")
    client.post("/accounts/delete/", {"password": PASSWORD})
    assert other.get("/accounts/profile/").status_code == 302
    assert not AccessAttempt.objects.exists()
    assert all("_auth_user_id" not in session.get_decoded() for session in Session.objects.all())


def test_name_is_free_again(client):
    sign_in_by_form(client, member())
    client.post("/accounts/delete/", {"password": PASSWORD})
    member("Lucia")


# -- the download -------------------------------------------------------------------------------


def downloaded(client: Client) -> dict:
    answer = client.get("/accounts/export/")
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment")
    return json.loads(answer.content)


def test_download_holds_what_is_kept_about_somebody(client):
    lucia = member("Lucia", "lucia@example.org")
    match = match_of(player_for(lucia), player_for(member("Ana")))
    sign_in_by_form(client, lucia)
    data = downloaded(client)
    assert data["account"]["name"] == "Lucia"
    assert data["account"]["email"] == "lucia@example.org"
    assert [one["id"] for one in data["games"]["matches"]] == [match.public_id]
    assert data["games"]["matches"][0]["points"] == 60
    assert len(data["sessions"]) == 1


def test_download_holds_whom_one_knows_and_what_one_said(client):
    lucia = player_for(member("Lucia"))
    ana, pep = player_for(member("Ana")), player_for(member("Pep"))
    social.follow(player=lucia, other=ana)
    social.block(player=lucia, other=pep)
    send_report(player=lucia, other=pep, kind="insults", note="Rude")
    table = open_table(host=lucia, chosen=TableOptions(preset="ludoteka", players=2))
    say(table=table, player=lucia, client_id="said-one", text="Good evening")
    sign_in_by_form(client, lucia.user)
    data = downloaded(client)["games"]
    assert (data["follows"], data["blocks"]) == (["Ana"], ["Pep"])
    assert [line["text"] for line in data["said"]] == ["Good evening"]
    assert [(one["reported__name"], one["note"]) for one in data["reports"]] == [("Pep", "Rude")]
    assert data["daily"] == []


def test_who_left_stands_on_nobodys_list(client):
    lucia, ana = player_for(member("Lucia")), player_for(member("Ana"))
    pep = player_for(member("Pep"))
    social.follow(player=ana, other=lucia)
    social.follow(player=lucia, other=ana)
    social.block(player=pep, other=lucia)
    sign_in_by_form(client, lucia.user)
    client.post("/accounts/delete/", {"password": PASSWORD})
    assert not Follow.objects.exists()
    assert not Block.objects.exists()


def test_download_holds_nothing_of_others_and_nothing_secret(client):
    lucia, ana = member("Lucia"), member("Ana", "ana@example.org")
    running = match_of(player_for(lucia), player_for(ana), status=MatchStatus.PLAYING)
    foreign = match_of(player_for(ana), player_for(member("Pep")))
    DealSecret.objects.create(
        match=running,
        deal_number=1,
        server_seed=b"\x07" * 32,
        server_commit="c" * 64,
        fairness={"server_seed": "07" * 32},
    )
    sign_in_by_form(client, lucia)
    text = json.dumps(downloaded(client))
    for hidden in (
        "Ana",
        "ana@example.org",
        "Pep",
        foreign.public_id,
        "07" * 32,
        '"password"',
        lucia.password,
    ):
        assert hidden not in text
    (one,) = downloaded(client)["games"]["matches"]
    assert (one["id"], one["status"]) == (running.public_id, "playing")
    assert one["points"] is None


def test_download_of_somebody_who_never_played(client):
    sign_in_by_form(client, member())
    assert downloaded(client)["games"] is None


def test_guest_can_download_too(client):
    user = guest(client)
    assert downloaded(client)["account"]["name"] == user.username

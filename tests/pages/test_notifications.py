"""Pages of notifications: the bell, the list in groups, the settings, and inviting by name."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.models import Notification, NotificationSettings, SeatInvitation, Table
from games.pages.wording.notifications import bell_label, label_pattern
from games.services import invitations, social, tables
from tests.pages.reading import words
from tests.pages.test_teams import page
from tests.services.notices import tell
from tests.services.people import names, table_of
from tests.support.people import client_and_player, player_with_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    """Ana's browser, and Ana."""
    return client_and_player("Ana")


def bell(client) -> str:
    """The accessible name of the bell."""
    (found,) = re.findall(r'aria-label="(Notifications[^"]*)"', page(client, "/rules/"))
    return found


def test_the_bell_counts_what_is_unread(ana):
    client, player = ana
    assert bell(client) == "Notifications"
    tell(player, key="one")
    tell(player, key="two")
    assert bell(client) == "Notifications, 2 new"
    Notification.objects.bulk_create(
        Notification(
            recipient=player, kind="club", text="followed", key=f"k{n}",
            created_at=Notification.objects.first().created_at,
        )
        for n in range(120)
    )  # fmt: skip
    assert bell(client) == "Notifications, 99+ new"
    client.post("/notifications/read/")
    assert bell(client) == "Notifications"


@pytest.mark.parametrize(
    ("language", "one", "three"),
    [
        ("en", "Notifications, 1 new", "Notifications, 3 new"),
        ("es", "Avisos: 1 nuevo", "Avisos: 3 nuevos"),
        ("ca", "Avisos: 1 de nou", "Avisos: 3 de nous"),
    ],
)
def test_the_name_of_the_bell_agrees_with_its_number(language: str, one: str, three: str):
    with translation.override(language):
        assert [bell_label(1), bell_label(3)] == [one, three]
        assert label_pattern() == three.replace("3", "{n}")


def test_the_page_gives_its_script_the_names_of_the_bell(ana):
    client, _player = ana
    html = page(client, "/rules/")
    assert 'data-single="Notifications, 1 new"' in html
    assert 'data-several="Notifications, {n} new"' in html


def test_strangers_have_no_bell_and_no_list():
    client = Client()
    assert "data-bell" not in page(client, "/rules/")
    assert client.get("/notifications/").status_code == 302


def test_the_bell_takes_one_query(ana, django_assert_max_num_queries):
    client, player = ana
    page(client, "/rules/")
    tell(player)
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(
        connection,
    ) as taken:
        page(client, "/rules/")
    asked = [one["sql"] for one in taken.captured_queries if "games_notification" in one["sql"]]
    assert len(asked) == 1


def test_followers_are_told_together(ana):
    client, player = ana
    for name in ("Eva", "Leo", "Mar", "Pau"):
        social.follow(player=player_with_account(name), other=player)
    shown = words(page(client, "/notifications/"))
    assert "Pau and 3 others follow you." in shown
    assert shown.count("Pau and 3 others") == 2, "in the sentence, and in the name of its link"
    client.post("/notifications/read/")
    social.follow(player=player_with_account("Iris"), other=player)
    shown = words(page(client, "/notifications/"))
    assert "Iris follows you." in shown, "what is new stands apart"


def test_opening_one_reads_its_group_and_leads_to_its_page(ana):
    client, player = ana
    tell(player, key="one", url="/people/", text="team_proposed")
    tell(player, key="two", url="/people/", text="team_proposed")
    tell(player, key="three", url="/rules/", text="team_proposed")
    row = Notification.objects.get(key="two")
    answer = client.get(reverse("notification_open", args=[row.pk]))
    assert answer["Location"] == "/people/"
    unread = Notification.objects.filter(read_at=None)
    assert list(unread.values_list("key", flat=True)) == ["three"]
    other, _eva = client_and_player("Eva")
    assert other.get(reverse("notification_open", args=[row.pk])).status_code == 404


def test_older_ones_are_on_the_next_page(ana):
    client, player = ana
    for number in range(60):
        tell(
            player,
            key=f"k{number}",
            url=f"/matches/{number}/",
            text="round_begins",
            data={"event": f"P{number}."},
        )
    first = page(client, "/notifications/")
    assert "P59." in first
    assert "P9." not in first
    (older,) = re.findall(r'href="(\?before=\d+)"', first)
    assert "P9." in page(client, f"/notifications/{older}")
    for wrong in ("x", "-1", "9" * 30, "%00"):
        assert client.get(f"/notifications/?before={wrong}").status_code in (200, 400)


def test_the_panel_is_the_list_alone(ana):
    client, player = ana
    tell(player)
    shown = page(client, "/notifications/?panel")
    assert "<html" not in shown
    assert "Leo follows you." in shown
    answer = client.post("/notifications/read/", headers={"accept": "application/json"})
    assert answer.json() == {"unread": ""}


def test_hostile_names_are_shown_as_they_are(ana):
    client, player = ana
    tell(player, data={"actor": "<script>alert(1)</script> %(x)s {{ 7 }}"})
    for path in ("/notifications/", "/notifications/?panel"):
        shown = page(client, path)
        assert "<script>alert" not in shown
        assert "&lt;script&gt;alert(1)&lt;/script&gt; %(x)s {{ 7 }} follows you." in shown


def test_a_sentence_of_a_newer_release_is_told_in_general_words(ana):
    client, player = ana
    tell(player, text="of_later", key="a")
    tell(player, text="round_begins", key="b", data={})
    assert page(client, "/notifications/").count("There is news for you.") >= 2


def test_an_invitation_is_answered_on_the_page(ana):
    client, player = ana
    eva = player_with_account("Eva")
    table = table_of(eva, visibility="link")
    asked = invitations.invite(table=table, inviter=eva, invited=player)
    assert "Eva invites you to a table" in words(page(client, "/notifications/"))
    answer = client.post(reverse("invitation_answer", args=[asked.pk]), {"accept": "1"})
    assert answer["Location"] == f"/t/{table.public_id}/"
    assert names(table) == ["Eva", "Ana"]


def test_an_invitation_that_is_over_says_so_in_its_place(ana):
    client, player = ana
    eva = player_with_account("Eva")
    table = table_of(eva)
    asked = invitations.invite(table=table, inviter=eva, invited=player)
    Table.objects.filter(pk=table.pk).update(status="playing")
    shown = page(client, "/notifications/")
    assert "It has begun already" in shown
    assert "Sit down" not in shown
    answer = client.post(
        reverse("invitation_answer", args=[asked.pk]), {"accept": "1"}, follow=True
    )
    assert "It has begun already." in answer.content.decode()


def test_somebody_elses_invitation_leads_nowhere(ana):
    client, _player = ana
    eva, leo = player_with_account("Eva"), player_with_account("Leo")
    table = table_of(eva)
    asked = invitations.invite(table=table, inviter=eva, invited=leo)
    for number in (asked.pk, 0, 2**70):
        client.post(reverse("invitation_answer", args=[number]), {"accept": "1"})
    assert names(table) == ["Eva", None]


def test_a_player_is_invited_from_their_page_to_a_new_table(ana):
    client, player = ana
    eva = player_with_account("Eva")
    assert "Invite to play" in page(client, "/players/Eva/")
    answer = client.post(reverse("player_invite", args=["Eva"]))
    table = Table.objects.get()
    assert (table.host, table.visibility) == (player, "link")
    assert answer["Location"] == f"/t/{table.public_id}/"
    client.post(reverse("player_invite", args=[player_with_account("Leo").name]))
    assert Table.objects.count() == 1 or table.players == 2
    assert SeatInvitation.objects.filter(invited=eva).count() == 1


def test_nobody_who_cannot_be_invited_costs_a_table(ana):
    client, player = ana
    social.block(player=player_with_account("Eva"), other=player)
    answer = client.post(reverse("player_invite", args=["Eva"]), follow=True)
    assert "You cannot invite this player." in answer.content.decode()
    assert not Table.objects.exists()


def test_friends_are_invited_from_a_table_by_name(ana):
    client, player = ana
    eva = player_with_account("Eva")
    social.follow(player=player, other=eva)
    table = table_of(player)
    path = reverse("table_invite", args=[table.public_id])
    assert "Eva" in words(page(client, path))
    assert client.get(path, headers={"accept": "application/json"}).json() == {
        "people": [{"name": "Eva", "invited": False}]
    }
    assert client.post(path, {"name": "eva"})["Location"] == path
    assert "invited" in words(page(client, path))
    again = client.post(path, {"name": "Eva"}, headers={"accept": "application/json"})
    assert (again.status_code, again.json()) == (
        409,
        {"error": "That player is invited already."},
    )
    for wrong in ("nobody", "", "<b>", "x" * 300):
        assert client.post(path, {"name": wrong}).status_code == 409
    other, _leo = client_and_player("Leo")
    assert other.get(path).status_code == 404, "a table that waits is nobody else's to fill"


def test_settings_are_stored_and_shown_again(ana):
    client, player = ana
    path = "/notifications/settings/"
    shown = page(client, path)
    assert "Invitations to a table" in shown
    given = {
        "followed.push": "on",
        "quiet_from": "23",
        "quiet_to": "7",
        "time_zone": "America/Lima",
        "mail_hour": "9",
    }
    assert client.post(path, given).status_code == 302
    own = NotificationSettings.objects.get(player=player)
    assert own.channels["followed"] == ["push"]
    assert own.channels["invited"] == []
    assert (own.quiet_from, own.time_zone, own.mail_on) == (23, "America/Lima", False)
    assert '<option value="America/Lima" selected>' in page(client, path)
    wrong = client.post(path, {**given, "time_zone": "../etc/passwd", "quiet_from": "25"})
    assert wrong.status_code == 422


def test_a_lobby_friend_who_is_at_no_table_can_be_invited(ana):
    client, player = ana
    social.follow(player=player, other=player_with_account("Eva"))
    assert reverse("player_invite", args=["Eva"]) in page(client, "/")
    table = table_of(player_with_account("Mar"))
    eva = Notification.objects.get(kind="followed").recipient
    tables.sit(table=table, player=eva, seat=None)
    assert reverse("player_invite", args=["Eva"]) not in page(client, "/")

"""Pages of messages between people: writing, reading, blocking and reporting without script."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.services import set_account_preferences
from games.models import Block, CaseReport, Message, Notification
from games.services import social
from tests.pages.reading import words
from tests.pages.test_teams import page
from tests.services.test_direct_messages import write
from tests.support.people import client_and_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def two():
    """Two browsers of people who follow each other, and their players."""
    (one, ana), (other, eva) = client_and_player("Ana"), client_and_player("Eva")
    social.follow(player=ana, other=eva)
    social.follow(player=eva, other=ana)
    return one, ana, other, eva


def send(client: Client, name: str, text: str):
    """Send the form of a conversation as its page has it."""
    shown = page(client, f"/messages/{name}/")
    key = re.search(r'name="key" value="(\w+)"', shown)
    assert key
    return client.post(f"/messages/{name}/", {"text": text, "key": key[1]})


def test_a_message_is_written_read_and_answered(two):
    one, _ana, other, _eva = two
    assert send(one, "Eva", "Play tonight?").status_code == 302
    listed = words(page(other, "/messages/"))
    assert "Ana 1 new Play tonight?" in listed
    assert "Play tonight?" in words(page(other, "/messages/ana/"))
    assert "1 new" not in words(page(other, "/messages/")), "opening it has read it"
    send(other, "Ana", "Yes")
    assert "Eva 1 new Yes" in words(page(one, "/messages/"))


def test_a_form_sent_twice_is_one_message(two):
    one, _ana, _other, _eva = two
    for _ in range(2):
        one.post("/messages/Eva/", {"text": "Hello", "key": "same-key"})
    assert Message.objects.count() == 1


def test_a_refusal_is_said_at_the_field_and_nothing_is_lost(two):
    one, _ana, _other, _eva = two
    send(one, "Eva", "Hello")
    answer = send(one, "Eva", "Hello")
    assert answer.status_code == 422
    assert "You have just written that." in answer.content.decode()
    assert ">\nHello</textarea>" in answer.content.decode()


def test_hostile_text_and_names_are_text(two):
    one, _ana, other, _eva = two
    send(one, "Eva", '<script>alert("x")</script>')
    for path in ("/messages/", "/messages/Ana/"):
        shown = page(other, path)
        assert "<script>alert" not in shown
        assert "&lt;script&gt;alert" in shown
    assert one.get("/messages/<b>nobody/").status_code == 404
    for before in ("x", "-1", "9" * 40, "&"):
        assert one.get(f"/messages/Eva/?before={before}").status_code == 200


def test_what_may_offend_is_folded_for_its_reader_alone(two):
    one, _ana, other, _eva = two
    send(one, "Eva", "eres gilipollas")
    assert "<details>" in page(other, "/messages/Ana/")
    assert "gilipollas" not in page(other, "/messages/")
    assert "<details>" not in page(one, "/messages/Eva/")


def test_without_a_mutual_follow_the_page_reads_and_does_not_write(two):
    one, ana, _other, eva = two
    send(one, "Eva", "Hello")
    social.unfollow(player=eva, other=ana)
    shown = page(one, "/messages/Eva/")
    assert "Hello" in shown
    assert "<textarea" not in shown
    assert one.post("/messages/Eva/", {"text": "More", "key": "key-two"}).status_code == 422
    assert Message.objects.count() == 1


def test_a_message_is_reported_with_its_text_and_no_other(two):
    one, ana, other, eva = two
    send(one, "Eva", "This is private")
    bad = write(ana, eva, "eres gilipollas")
    shown = page(other, "/messages/Ana/")
    link = f"/players/Ana/report/?message={bad.pk}"
    assert link in shown
    form = words(page(other, link))
    assert "eres gilipollas" in form
    assert "This is private" not in form
    done = other.post(link, {"kind": "insults", "message": bad.pk, "block": "on"})
    assert done.status_code == 200
    (line,) = CaseReport.objects.get().lines
    assert line["text"] == "eres gilipollas"
    assert Block.objects.filter(blocker=eva, blocked=ana).exists()


def test_nobody_sees_messages_of_others_in_a_report(two):
    one, ana, _other, eva = two
    private = write(ana, eva, "Only for Eva")
    third, _leo = client_and_player("Leo")
    for client in (third, one):
        assert "Only for Eva" not in page(client, f"/players/Eva/report/?message={private.pk}")
    assert "Only for Eva" not in page(third, f"/players/Ana/report/?message={private.pk}")
    assert "Only for Eva" not in page(third, "/messages/Ana/")


def test_the_profile_offers_a_message_where_it_is_allowed(two):
    one, ana, _other, eva = two
    assert 'href="/messages/Eva/"' in page(one, "/players/Eva/")
    social.unfollow(player=eva, other=ana)
    assert 'href="/messages/Eva/"' not in page(one, "/players/Eva/")


def test_opening_a_conversation_reads_its_notification(two):
    one, _ana, other, _eva = two
    send(one, "Eva", "Hello")
    page(other, "/messages/Ana/")
    assert Notification.objects.get(kind="message").read_at


def test_strangers_log_in_and_guests_are_led_to_an_account():
    answer = Client().get("/messages/")
    assert answer.status_code == 302
    assert "/login" in answer["Location"]
    guest, player = client_and_player("Guest")
    player.user.is_guest = True
    player.user.save()
    assert "Create account" in words(page(guest, "/messages/"))


def test_who_writes_to_a_person_without_chat_learns_only_that_they_take_no_messages(two):
    one, _ana, other, eva = two
    send(one, "Eva", "Play tonight?")
    set_account_preferences(user=eva.user, preferences={"chat": "off"})
    assert "This person takes no messages." in words(page(one, "/messages/Eva/"))
    answer = one.post("/messages/Eva/", {"text": "Hello again", "key": "another-key"})
    assert answer.status_code == 422
    assert "This person takes no messages." in answer.content.decode()
    for path in ("/messages/", "/messages/Ana/"):
        shown = words(page(other, path))
        assert "You have turned the chat off" in shown
        assert "Play tonight?" not in shown

"""Calls: only to push services, only for who asked, and quiet where they do not go."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client

from accounts import push
from accounts.models import PushSubscription, User

pytestmark = pytest.mark.django_db
GOOD = "https://fcm.googleapis.com/fcm/send/abc"


def code(raw: bytes) -> str:
    """Base64 for addresses."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def subscription(endpoint: str = GOOD) -> dict[str, Any]:
    """What a browser would send."""
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    key = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return {"endpoint": endpoint, "keys": {"p256dh": code(key), "auth": code(b"0" * 16)}}


@pytest.fixture
def ana(client: Client) -> User:
    """Somebody who is signed in."""
    user = User.objects.create_user("ana")
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return user


def send(client: Client, body: object, method: str = "post") -> int:
    """The status of an answer to a browser's wish."""
    call = getattr(client, method)
    return int(call("/accounts/push/", json.dumps(body), "application/json").status_code)


def test_a_browser_is_given_a_key_that_stays(client: Client, ana: User) -> None:
    first, second = (client.get("/accounts/push/").json()["key"] for _ in range(2))
    assert first == second
    assert len(base64.urlsafe_b64decode(first + "=")) == 65


def test_a_subscription_is_kept_once_and_forgotten_on_demand(client: Client, ana: User) -> None:
    given = subscription()
    assert [send(client, given), send(client, given)] == [204, 204]
    assert ana.push_subscriptions.count() == 1
    assert send(client, {"endpoint": given["endpoint"]}, "delete") == 204
    assert ana.push_subscriptions.count() == 0


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com:8443/x",
        "https://user@fcm.googleapis.com/x",
        "https://[bad/x",
        "https://fcm.googleapis.com/" + "x" * 600,
        "https://fcm.googleapis.com/\0",
    ],
)
def test_nothing_is_ever_sent_elsewhere(client: Client, ana: User, endpoint: str) -> None:
    assert send(client, subscription(endpoint)) == 422
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "body", [None, [], "x", {}, {"endpoint": GOOD}, {"endpoint": GOOD, "keys": 3}]
)
def test_what_is_no_subscription_is_refused(client: Client, ana: User, body: object) -> None:
    assert send(client, body) in (400, 422)


def test_keys_are_kept_as_they_are_meant(client: Client, ana: User) -> None:
    given = subscription()
    meant = dict(given["keys"])
    given["keys"] = {"p256dh": "!" * 40 + meant["p256dh"], "auth": meant["auth"] + "=="}
    assert send(client, given) == 204
    kept = ana.push_subscriptions.get()
    assert (kept.p256dh, kept.auth) == (meant["p256dh"], meant["auth"])


def test_to_forget_what_no_browser_has_does_nothing(client: Client, ana: User) -> None:
    assert send(client, {"endpoint": "\0"}, "delete") == 204


def test_strangers_have_nothing_to_be_called_for(client: Client) -> None:
    assert send(client, subscription()) == 302


def test_an_account_has_so_many_browsers_and_no_more(client: Client, ana: User) -> None:
    for number in range(push.MAX_BROWSERS + 3):
        send(client, subscription(f"{GOOD}{number}"))
    kept = set(ana.push_subscriptions.values_list("endpoint", flat=True))
    assert len(kept) == push.MAX_BROWSERS
    assert f"{GOOD}{push.MAX_BROWSERS + 2}" in kept


class Answer:
    """What a push service says."""

    def __init__(self, status: int) -> None:
        self.status_code, self.text, self.reason = status, "", ""
        self.headers: dict[str, str] = {}


@pytest.mark.parametrize(
    ("status", "went", "kept"), [(201, True, 1), (410, False, 0), (500, False, 1)]
)
def test_a_subscription_that_has_ended_is_forgotten(
    client: Client,
    ana: User,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    went: bool,
    kept: int,
) -> None:
    send(client, subscription())
    sent: list[bytes] = []

    def post(session: requests.Session, url: str, data: bytes = b"", **kwargs: object) -> Answer:
        assert session.max_redirects == 0, "a push service answers itself"
        sent.append(data)
        return Answer(status)

    monkeypatch.setattr(requests.Session, "post", post)
    assert push.call(ana.push_subscriptions.get(), {"title": "Te toca"}) is went
    assert ana.push_subscriptions.count() == kept
    assert b"Te toca" not in sent[0], "it goes encrypted"


def test_without_network_a_call_is_lost_quietly(
    client: Client, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(client, subscription())

    def post(*args: object, **kwargs: object) -> Answer:
        raise requests.ConnectionError

    monkeypatch.setattr(requests.Session, "post", post)
    assert push.call(ana.push_subscriptions.get(), {"title": "Te toca"}) is False
    assert ana.push_subscriptions.count() == 1

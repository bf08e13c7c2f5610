"""Everybody who may ask, everything that may be asked for, and what nobody else may be told."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.utils import timezone

from accounts.models import AccountEvent, PushSubscription, User
from accounts.moderators import MODERATORS_GROUP
from accounts.services import LOGIN_BACKEND
from accounts.tokens import create_token
from games.models import (
    Announcement,
    Match,
    MatchOfWeek,
    Player,
    Table,
)
from games.models.people import PlayerKind
from tests.access.passkeys import passkey_data
from tests.access.viewers import BROWSERS, KEYS, STAFF
from tests.access.world_data import World
from tests.access.world_play import (
    add_days,
    add_finished,
    add_messages,
    add_running,
    add_waiting,
    add_words,
)
from tests.accounts.support import PASSWORD, age, with_factor
from tests.stats.support import FIRST_DAY


def build_world(*, dealt: bool = True) -> World:
    """Fill the database; gives what tests need to know of it.

    `dealt` says whether running matches have cards already; else the live path deals them.
    """
    world = World(dealt=dealt)
    _people(world)
    _keys(world)
    add_waiting(world)
    add_running(world, "running", watch=Table.Watch.ANYONE)
    add_running(world, "private", watch=Table.Watch.NOBODY, visibility=Table.Visibility.LINK)
    add_finished(world)
    add_days(world)
    add_words(world)
    add_messages(world)
    _second_factors(world)
    _sessions(world)
    _rows(world)
    return world


def _people(world: World) -> None:
    """One account for each viewer, one for the owner of the keys and one for an opponent."""
    for who in (*BROWSERS, "rival", "robot", "person"):
        if who == "anonymous":
            continue
        user = User.objects.create_user(
            f"login-{who}", f"mail-{who}@private.example", PASSWORD,
            is_guest=who == "guest", is_bot=who == "robot", is_staff=who in STAFF or who == "stepless_superuser",
            is_superuser="superuser" in who, first_name=f"First{who}.", last_name=f"Last{who}",
        )  # fmt: skip
        world.users[who] = user
        if not user.is_guest:
            EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
        kind = {"guest": PlayerKind.GUEST, "robot": PlayerKind.BOT}.get(who, PlayerKind.HUMAN)
        Player.objects.create(user=user, name=f"Name{who}", kind=kind)
        seers = {who, "superuser", "account_moderator"}
        world.hide(user.email, f"the e-mail of {who}", {who}, seers)
        world.hide(user.password, f"the password of {who}")
        world.hide(f"First{who}.", f"the name of {who}", {who}, seers)
        PushSubscription.objects.create(
            user=user,
            endpoint=f"https://push.example/of-{who}",
            p256dh=f"p256dh-{who}",
            auth=f"auth-{who}",
        )
        world.hide(f"push.example/of-{who}", f"where {who} is called", {who})
        world.hide(f"auth-{who}", f"the push key of {who}")
    _let_moderate(world)


def _let_moderate(world: World) -> None:
    """Give the moderators what moderators have, and to one of them the accounts as well."""
    for who in ("moderator", "account_moderator"):
        world.users[who].groups.add(Group.objects.get(name=MODERATORS_GROUP))
    accounts = Permission.objects.filter(content_type__app_label="accounts")
    world.users["account_moderator"].user_permissions.set(accounts)


def _keys(world: World) -> None:
    """A key with each single scope, of a program's account and of a person's."""
    for who in KEYS:
        owner, _, scope = who.partition("_")
        user = world.users[owner]
        token, key = create_token(user=user, name=f"key of {who}", scopes=[scope], days=30)
        world.keys[who] = key
        world.hide(key, f"the key {who}")
        world.hide(token.digest, f"the digest of the key {who}")
    for who in ("member", "seated"):
        _token, key = create_token(user=world.users[who], name="own", scopes=["read"], days=30)
        world.hide(key, f"the key of {who}")


def _second_factors(world: World) -> None:
    """Passkeys, and the key of an app that shows codes."""
    for who in ("member", "rival"):
        one = Authenticator.objects.create(
            user=world.users[who], type="webauthn", data=passkey_data(f"Phone of {who}")
        )
        world.objects[f"passkey_{who}"] = {"pk": str(one.pk)}
    Authenticator.objects.create(
        user=world.users["rival"], type="totp", data={"secret": "totp-secret-of-rival"}
    )
    world.hide("totp-secret-of-rival", "the secret of an app")


def _sessions(world: World) -> None:
    """A browser for everybody who signs in; the password was typed long ago."""
    for who in BROWSERS:
        world.cookies[who] = {}
        if who == "anonymous":
            continue
        client = Client()
        if who in STAFF:
            age(with_factor(client, world.users[who]))
        else:
            client.force_login(world.users[who], backend=LOGIN_BACKEND)
        if who == "member":
            done = client.post("/accounts/reauthenticate/", {"password": PASSWORD})
            assert done.status_code == 302, done.content
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        world.cookies[who] = {settings.SESSION_COOKIE_NAME: key}
        world.hide(key, f"the session of {who}", {who})
        UserSession.objects.get_or_create(
            session_key=key,
            defaults={"user": world.users[who], "ip": "192.0.2.1", "user_agent": f"Agent of {who}"},
        )


def _rows(world: World) -> None:
    """A row of each model that the admin shows."""
    attempt = {
        "username": "login-rival",
        "ip_address": "192.0.2.77",
        "user_agent": "Agent of rival",
    }
    AccessAttempt.objects.create(**attempt, failures_since_start=1, get_data="", post_data="")
    AccessFailureLog.objects.create(**attempt)
    AccessLog.objects.create(**attempt)
    world.hide("192.0.2.77", "an address", (), {"superuser"})
    rival = world.users["rival"]
    AccountEvent.objects.create(user=rival, kind="login", address="192.0.2.88")
    world.hide("192.0.2.88", "what happened to an account")
    Announcement.objects.create(text_es="El domingo.", ends_at=timezone.now() + timedelta(hours=1))
    MatchOfWeek.objects.create(monday=FIRST_DAY.date())
    from django.contrib import admin

    for model in admin.site._registry:
        first = model._default_manager.order_by("pk").first()
        world.rows[f"{model._meta.app_label}_{model._meta.model_name}"] = str(
            first.pk if first else 1
        )
    world.rows["accounts_user"] = str(world.users["rival"].pk)
    world.rows["games_table"] = str(
        Table.objects.get(public_id=world.objects["private"]["table"]).pk
    )
    world.rows["games_match"] = str(
        Match.objects.get(public_id=world.objects["private"]["match"]).pk
    )

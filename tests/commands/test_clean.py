"""One command deletes what is older than the site says that it keeps, and nothing else."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.apps import apps
from django.conf import settings as site_settings
from django.contrib.sessions.models import Session
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.utils import timezone
from environs import Env

from accounts.models import SignupBan, Token, User
from accounts.services import create_guest
from brisca_site.retention import ELSEWHERE, PERIODS, read_periods
from games.management.commands import clean
from games.models import (
    Appeal,
    Case,
    CaseReport,
    ChatLine,
    Conversation,
    Departure,
    Match,
    MatchOutcome,
    Message,
    ModNote,
    Notification,
    NotificationBatch,
    Outage,
    PlayerPause,
    Request,
    Restriction,
    Ruleset,
    SeatInvitation,
    Statement,
    TableBan,
    TableBanAddress,
)
from games.services.chat import say
from games.services.decisions import Verdict, decide_by_rule
from games.services.reports import send_report
from tests.services.people import table_of
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]
NUMBERS = count()


def run(*options):
    out = StringIO()
    call_command("clean", *options, stdout=out)
    return dict(line.split(": ") for line in out.getvalue().splitlines())


def ago(days):
    return timezone.now() - timedelta(days=days)


def lay(name, days):
    """A row of the kind `name` that came, or ended, so many days ago."""
    number = next(NUMBERS)
    if name in ("sessions", "idle_sessions", "keys", "account_events", "bars"):
        user = User.objects.create(username=f"member{number}")
    if name == "sessions":
        session(user, created_at=ago(days), expire_date=ago(-1))
    elif name == "idle_sessions":
        session(user, created_at=ago(1), expire_date=ago(days - site_settings.RETENTION[name].days))
    elif name == "sign_in_attempts":
        sign_in_attempts(number, ago(days))
    elif name == "guests":
        guest = create_guest(language="es", name=f"guest{number}")
        User.objects.filter(pk=guest.pk).update(date_joined=ago(days))
    elif name == "keys":
        token, _ = Token.objects.create(user=user, name="old", scopes="read")
        Token.objects.filter(pk=token.pk).update(expiry=ago(days))
    elif name == "chat":
        player = player_without_account(f"p{number}")
        line = say(table=table_of(player), player=player, client_id="line-0001", text="hello")
        ChatLine.objects.filter(pk=line.pk).update(at=ago(days))
    elif name == "reports":
        other = player_without_account(f"q{number}")
        report = send_report(
            player=player_without_account(f"p{number}"), other=other, kind="insults"
        )
        Case.objects.filter(pk=report.case_id).update(closed_at=ago(days))
    elif name == "decisions":
        decision(player_without_account(f"p{number}"), ago(days))
    elif name == "conduct":
        conduct(player_without_account(f"p{number}"), ago(days))
    elif name == "table_bans":
        host, other = player_without_account(f"p{number}"), player_without_account(f"q{number}")
        ban = TableBan.objects.create(table=table_of(host), player=other)
        TableBan.objects.filter(pk=ban.pk).update(created_at=ago(days))
        TableBanAddress.objects.create(table=ban.table, digest=f"x{number}")
        TableBanAddress.objects.filter(digest=f"x{number}").update(created_at=ago(days))
    elif name == "notifications":
        notifications(number, ago(days))
    elif name == "signup_bans":
        ban = SignupBan(kind="domain", value=f"x{number}.example", action=number)
        ban.ends_at = ago(days)
        ban.save()
    elif name == "messages":
        one, other = player_without_account(f"p{number}"), player_without_account(f"q{number}")
        talk = Conversation.objects.create(first=one, second=other, last_at=ago(days))
        Message.objects.create(
            conversation=talk, author=one, client_id="x", text="x", created_at=ago(days)
        )
    elif name == "requests":
        request = Request.objects.create(
            player=player_without_account(f"p{number}"), client_id="x", digest="y"
        )
        Request.objects.filter(pk=request.pk).update(created_at=ago(days))
    elif name == "account_events":
        apps.get_model("accounts", "AccountEvent").objects.create(
            user=user, kind="login", at=ago(days)
        )
    elif name == "bars":
        bars = apps.get_model("accounts", "AccountBar").objects
        bars.create(user=user, reason="ended", until=ago(days))
        bars.create(user=user, reason="lifted", lifted_at=ago(days))
        bars.get_or_create(user=user, reason="runs on")
    else:
        raise NotImplementedError(name)


def notifications(number, moment):
    """A notification of one, one of many, an invitation, all of a moment."""
    host, other = player_without_account(f"p{number}"), player_without_account(f"q{number}")
    told = {"kind": "followed", "text": "followed", "key": "one", "created_at": moment}
    Notification.objects.create(recipient=other, **told)
    NotificationBatch.objects.create(**told)
    SeatInvitation.objects.create(
        table=table_of(host), inviter=host, invited=other, created_at=moment, expires_at=moment
    )


def conduct(player, moment):
    """A departure, the outcome and the pause that followed, and an outage, all at a moment."""
    match = Match.objects.create(
        ruleset=Ruleset.objects.get_or_create(hash="x", defaults={"options": {}})[0],
        players=2,
        sides=[[0], [1]],
        first_dealer=0,
    )
    Departure.objects.create(match=match, seat=0, player=player, reason="left", seq=1, at=moment)
    MatchOutcome.objects.create(match=match, player=player, kind="left", at=moment)
    PlayerPause.objects.create(player=player, starts_at=moment, ends_at=moment, minutes=0)
    Outage.objects.create(began_at=moment, ended_at=moment)


def decision(player, moment):
    """A mute that is over, a statement with an appeal, and a note of moderators, all of a moment."""
    warning = Verdict(measure="warning", rule="insults", text="rude")
    action = decide_by_rule(player=player, verdict=warning)
    Restriction.objects.create(player=player, kind="chat", starts_at=moment, ends_at=moment)
    Statement.objects.filter(action=action).update(at=moment)
    Appeal.objects.create(statement=action.statement, text="no", at=moment)
    ModNote.objects.create(player=player, text="watch", at=moment)


def session(user, *, created_at, expire_date):
    key = f"key-{user.pk:028}"
    Session.objects.create(session_key=key, session_data="", expire_date=expire_date)
    UserSession.objects.create(
        user=user, ip="192.0.2.1", session_key=key, user_agent="x", created_at=created_at
    )


def sign_in_attempts(number, moment):
    name = f"name{number}"
    rows = (
        AccessAttempt.objects.create(username=name, ip_address="192.0.2.1", failures_since_start=1),
        AccessFailureLog.objects.create(username=name, ip_address="192.0.2.1"),
        AccessLog.objects.create(username=name, ip_address="192.0.2.1"),
    )
    for row in rows:
        type(row).objects.filter(pk=row.pk).update(attempt_time=moment)


def rows_of(model, **wanted):
    """How many rows of a model of accounts; 0 where there is no such model."""
    models = {found.__name__: found for found in apps.get_app_config("accounts").get_models()}
    return models[model].objects.filter(**wanted).count() if model in models else 0


def left():
    """How many rows there are of each kind of data, what hangs on them included."""
    return {
        "account_events": rows_of("AccountEvent"),
        "signup_bans": SignupBan.objects.count(),
        "bars": rows_of("AccountBar", reason__in=("ended", "lifted")),
        "sessions": Session.objects.count() + UserSession.objects.count(),
        "sign_in_attempts": sum(
            model.objects.count() for model in (AccessAttempt, AccessFailureLog, AccessLog)
        ),
        "guests": User.objects.filter(is_guest=True).count(),
        "keys": Token.objects.count(),
        "chat": ChatLine.objects.count(),
        "messages": Message.objects.count() + Conversation.objects.count(),
        "reports": CaseReport.objects.count(),
        "decisions": sum(
            model.objects.count() for model in (Restriction, Statement, Appeal, ModNote)
        ),
        "conduct": sum(
            model.objects.count() for model in (Departure, MatchOutcome, PlayerPause, Outage)
        ),
        "table_bans": TableBan.objects.count() + TableBanAddress.objects.count(),
        "notifications": sum(
            model.objects.count() for model in (Notification, NotificationBatch, SeatInvitation)
        ),
        "requests": Request.objects.count(),
    }


KINDS = sorted(clean.CLEANERS)


@pytest.mark.parametrize("name", KINDS)
def test_what_is_older_than_its_period_goes_and_what_is_younger_stays(name):
    days = site_settings.RETENTION[name].days
    lay(name, days - 0.5)
    young = left()
    lay(name, days + 0.5)
    both = left()
    assert both != young
    gone = run("--only", name, "--dry-run")
    assert left() == both
    assert re.fullmatch(r"[1-9]\d* would be deleted", gone[name])
    run("--only", name)
    assert left() == young
    assert run("--only", name) == {name: "0 deleted"}


def test_one_run_enforces_the_whole_table_in_batches(monkeypatch):
    monkeypatch.setattr(clean, "ROWS_A_BATCH", 2)
    for name in KINDS:
        for _ in range(5):
            lay(name, site_settings.RETENTION[name].days + 1)
    told = run()
    assert list(told) == [name for name in site_settings.RETENTION if name in clean.CLEANERS]
    assert told["chat"] == told["guests"] == told["reports"] == "5 deleted"
    assert told["sign_in_attempts"] == "15 deleted"
    assert left() == dict.fromkeys(left(), 0)
    assert set(run().values()) == {"0 deleted"}


def test_a_period_of_the_environment_counts(settings):
    lay("chat", 8)
    assert run("--only", "chat") == {"chat": "0 deleted"}
    settings.RETENTION = {**settings.RETENTION, "chat": timedelta(days=7)}
    assert run("--only", "chat") == {"chat": "1 deleted"}


def test_a_row_that_changes_meanwhile_stays(monkeypatch):
    lay("decisions", 400)
    lay("decisions", 400)
    cleaner = clean.CLEANERS["decisions"][0]
    batches = cleaner.clean(ago(365), 1)
    assert next(batches) == 1
    Restriction.objects.update(ends_at=ago(-1))
    assert list(batches) == []
    assert Restriction.objects.count() == 1


def test_kinds_that_are_not_known_are_refused():
    with pytest.raises(CommandError, match="invalid choice"):
        run("--only", "everything")


def test_every_period_is_kept_by_somebody():
    names = [period.name for period in PERIODS]
    assert len(set(names)) == len(names)
    assert set(names) == set(site_settings.RETENTION)
    waiting = {"account_events", "bars"} - clean.CLEANERS.keys()
    assert set(names) - ELSEWHERE - waiting == set(clean.CLEANERS)


def test_sessions_end_when_the_table_says():
    kept = site_settings.RETENTION
    assert timedelta(seconds=site_settings.SESSION_COOKIE_AGE) == kept["idle_sessions"]
    longest = getattr(site_settings, "SESSION_MAX_AGE", kept["sessions"].total_seconds())
    assert timedelta(seconds=longest) == kept["sessions"]


def test_the_operators_document_has_the_same_table():
    text = (ROOT / "docs" / "operations" / "settings.md").read_text()
    rows = re.findall(r"^\| (.+?) \| `(KEEP_\w+_DAYS)` \| (\d+) \|", text, re.MULTILINE)
    assert [(variable, int(days)) for _what, variable, days in rows] == [
        (period.variable, period.days) for period in PERIODS
    ]


@pytest.mark.parametrize("value", ["0", "-1", "x", "1.5", "99999", "4000", " "])
def test_a_period_is_a_number_of_days(monkeypatch, value):
    monkeypatch.setenv("KEEP_CHAT_DAYS", value)
    with pytest.raises(ImproperlyConfigured, match="KEEP_CHAT_DAYS"):
        read_periods(Env())
    monkeypatch.setenv("KEEP_CHAT_DAYS", "7")
    assert read_periods(Env())["chat"] == timedelta(days=7)

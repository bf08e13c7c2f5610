"""Rows of accounts that are deleted when they are too old.

An app has a table `CLEANERS` like the one below: the cleaners of each period of
`settings.RETENTION`, by its name. `manage.py clean` runs those of all apps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import Any, Final, TypeAlias

from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import SignupBan, Token

Rows: TypeAlias = "QuerySet[Any]"


def delete_rows(rows: Rows) -> int:
    """Delete the rows of a query and their dependents; return the number of the query's rows."""
    _all, by_model = rows.delete()
    return by_model.get(rows.model._meta.label, 0)


@dataclass(frozen=True, slots=True)
class Cleaner:
    """Rule by which one kind of old rows is found, and deleted in batches after its period."""

    expired: Callable[[datetime], Rows]
    """Function that returns the rows to delete: those that came, or ended, before a moment."""
    delete: Callable[[Rows], int] = delete_rows
    """Function that deletes the given rows in an open transaction, and returns their number."""

    def count(self, before: datetime) -> int:
        """Return the number of this kind's rows that are older than `before`."""
        return self.expired(before).count()

    def clean(self, before: datetime, batch: int) -> Iterator[int]:
        """Delete rows older than `before`, `batch` rows per transaction; yield each number deleted.

        Rows that change meanwhile, and are no longer too old, stay. Other processes may run the
        same at the same time.
        """
        last: Any = None
        while True:
            rows = self.expired(before).order_by("pk")
            if last is not None:
                rows = rows.filter(pk__gt=last)
            keys = list(rows.values_list("pk", flat=True)[:batch])
            if not keys:
                return
            last = keys[-1]
            with transaction.atomic():
                yield self.delete(self.expired(before).filter(pk__in=keys))


Cleaners: TypeAlias = Mapping[str, Sequence[Cleaner]]


def _end_sessions(rows: Rows) -> int:
    """End these sessions; return the number of sessions ended."""
    ended = list(rows)
    for session in ended:
        session.end()
    return len(ended)


def _older(model: type[Model], field: str) -> Cleaner:
    """Return a cleaner that deletes a model's rows by the age of a date field."""

    def expired(before: datetime) -> Rows:
        rows: Rows = model._default_manager.filter(**{f"{field}__lt": before})
        return rows

    return Cleaner(expired)


def _sessions() -> Rows:
    """Return a query of all sessions in the session engine of the settings."""
    store: Any = import_module(settings.SESSION_ENGINE).SessionStore
    rows: Rows = store.get_model_class().objects.all()
    return rows


def _ended_sessions(_before: datetime) -> Rows:
    """Return the expired sessions; a session's end moves whenever the session is used."""
    rows: Rows = _sessions().filter(expire_date__lt=timezone.now())
    return rows


def _addresses_without_session(_before: datetime) -> Rows:
    """Return the rows (address and browser) of sessions that have been deleted."""
    session = _sessions().filter(session_key=OuterRef("session_key"))
    rows: Rows = UserSession.objects.filter(~Exists(session))
    return rows


def _ended_bars(model: type[Model]) -> Cleaner:
    """Return a cleaner of bars by their end, or the moment when they were lifted."""

    def expired(before: datetime) -> Rows:
        rows: Rows = model._default_manager.filter(Q(until__lt=before) | Q(lifted_at__lt=before))
        return rows

    return Cleaner(expired)


def _ended_signup_bans(before: datetime) -> Rows:
    """Return the sign-up bans that ended, or were lifted, before a moment."""
    rows: Rows = SignupBan.objects.filter(Q(ends_at__lt=before) | Q(lifted_at__lt=before))
    return rows


def _cleaners() -> Cleaners:
    """Return the cleaners of the accounts' old rows, by the name of their retention period."""
    cleaners: dict[str, Sequence[Cleaner]] = {
        "sessions": (
            Cleaner(
                lambda before: UserSession.objects.filter(created_at__lt=before), _end_sessions
            ),
        ),
        "idle_sessions": (Cleaner(_ended_sessions), Cleaner(_addresses_without_session)),
        "sign_in_attempts": tuple(
            _older(model, "attempt_time") for model in (AccessAttempt, AccessFailureLog, AccessLog)
        ),
        "keys": (_older(Token, "expiry"),),
    }
    models = {model.__name__: model for model in apps.get_app_config("accounts").get_models()}
    if "AccountEvent" in models:
        cleaners["account_events"] = (_older(models["AccountEvent"], "at"),)
    if "AccountBar" in models:
        cleaners["bars"] = (_ended_bars(models["AccountBar"]),)
    cleaners["signup_bans"] = (Cleaner(_ended_signup_bans),)
    return cleaners


CLEANERS: Final = _cleaners()

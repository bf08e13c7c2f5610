"""Which rows of accounts are too old to be kept, and how they are deleted.

An app has a table `CLEANERS` like the one below: for the name of each period of
`settings.RETENTION` the cleaners that keep to it. `manage.py clean` runs those of all apps.
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

from accounts.models import Token

Rows: TypeAlias = "QuerySet[Any]"


def delete_rows(rows: Rows) -> int:
    """Delete rows with what hangs on them; return how many of the rows themselves."""
    _all, by_model = rows.delete()
    return by_model.get(rows.model._meta.label, 0)


@dataclass(frozen=True, slots=True)
class Cleaner:
    """Delete rows that are older than a moment, a batch at a time."""

    expired: Callable[[datetime], Rows]
    """The rows that are too old: all that came, or ended, before the moment."""
    delete: Callable[[Rows], int] = delete_rows
    """Delete the given rows, in a transaction that is open; return how many."""

    def count(self, before: datetime) -> int:
        """Return how many rows are too old."""
        return self.expired(before).count()

    def clean(self, before: datetime, batch: int) -> Iterator[int]:
        """Delete what is too old in transactions of `batch` rows; yield how many went in each.

        Rows that change in between, and are no longer too old, stay. Other processes may do the
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
    ended = list(rows)
    for session in ended:
        session.end()
    return len(ended)


def _older(model: type[Model], field: str) -> Cleaner:
    def expired(before: datetime) -> Rows:
        rows: Rows = model._default_manager.filter(**{f"{field}__lt": before})
        return rows

    return Cleaner(expired)


def _sessions() -> Rows:
    """Return all sessions, of the engine that the settings name."""
    store: Any = import_module(settings.SESSION_ENGINE).SessionStore
    rows: Rows = store.get_model_class().objects.all()
    return rows


def _ended_sessions(_before: datetime) -> Rows:
    """Sessions carry their own end; it moves as they are used."""
    rows: Rows = _sessions().filter(expire_date__lt=timezone.now())
    return rows


def _addresses_without_session(_before: datetime) -> Rows:
    """Addresses and browsers of sessions that have been deleted."""
    session = _sessions().filter(session_key=OuterRef("session_key"))
    rows: Rows = UserSession.objects.filter(~Exists(session))
    return rows


def _ended_bars(model: type[Model]) -> Cleaner:
    """Bars of accounts, from their end, or from when somebody lifted them."""

    def expired(before: datetime) -> Rows:
        rows: Rows = model._default_manager.filter(Q(until__lt=before) | Q(lifted_at__lt=before))
        return rows

    return Cleaner(expired)


def _cleaners() -> Cleaners:
    found: dict[str, Sequence[Cleaner]] = {
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
        found["account_events"] = (_older(models["AccountEvent"], "at"),)
    if "AccountBar" in models:
        found["bars"] = (_ended_bars(models["AccountBar"]),)
    return found


CLEANERS: Final = _cleaners()

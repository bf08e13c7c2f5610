"""Moderators and cases for the tests of services."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group

from accounts.models import User
from games.common.errors import AppealError, CaseError, ReportError
from games.models import CaseReport, Player
from games.services.decisions import Verdict
from games.services.reports import send_report
from tests.support.people import player_with_account, player_without_account

MUTE = Verdict(measure="mute", rule="insults", minutes=10_080, text="You insulted your partner.")
WARNING = Verdict(measure="warning", rule="insults", text="Speak well.")
CLOSURE = Verdict(measure="closure", rule="threats", text="Your account is closed.")


def moderator(name: str = "Marta") -> User:
    """A member of the group of moderators."""
    user = User.objects.create(username=name, is_staff=True)
    user.groups.add(Group.objects.get(name="moderators"))
    return user


def reported(name: str = "eva", kind: str = "insults", by: str = "ana") -> CaseReport:
    """A report about a player, made by another."""
    other = Player.objects.filter(name=name).first() or player_with_account(name)
    author = Player.objects.filter(name=by).first() or player_without_account(by)
    return send_report(player=author, other=other, kind=kind)


def refused(act: Callable[..., object], **what: Any) -> str:
    """The code with which a service refuses something."""
    with pytest.raises((AppealError, CaseError, ReportError)) as caught:
        act(**what)
    error = caught.value
    assert isinstance(error, AppealError | CaseError | ReportError)
    return error.code

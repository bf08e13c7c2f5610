"""The private parts of django-allauth that accounts use, and the versions they were tested with.

allauth publishes no function that notes an authentication in the session, forgets a sign-in that is
under way, keeps a posted request until after the authentication, or tells its views of an inactive
account whose password was correct. No other module imports from `allauth.*.internal`.
"""

from __future__ import annotations

from typing import Any, Final

import allauth
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.reauthentication import (
    STATE_SESSION_KEY as SUSPENDED_REQUEST_KEY,
)
from allauth.account.internal.flows.reauthentication import suspend_request
from allauth.account.internal.stagekit import clear_login
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.checks import CheckMessage, Warning, register

__all__ = [
    "SUSPENDED_REQUEST_KEY",
    "clear_login",
    "record_authentication",
    "remember_inactive",
    "suspend_request",
]

TESTED_VERSIONS: Final = ("65.21.1",)
"""Versions of django-allauth with which the tests of accounts have passed."""


def remember_inactive(user: AbstractBaseUser) -> None:
    """Remember an inactive account whose password was correct, until the end of the attempt.

    allauth then shows the visitor the page of inactive accounts, in place of "wrong password".
    """
    AuthenticationBackend._stash_user(user)


@register()
def check_allauth_version(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Return a warning if the installed version of django-allauth is not a tested one."""
    if allauth.__version__ in TESTED_VERSIONS:
        return []
    return [
        Warning(
            f"django-allauth {allauth.__version__} is not tested: the site uses private parts of it.",
            hint=f"Install {TESTED_VERSIONS[-1]}, or run the tests of accounts and add the version.",
            id="accounts.W001",
        )
    ]

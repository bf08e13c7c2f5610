"""The account of an e-mail address, for log-in and for a new password.

An address counts for an account if its owner has confirmed it, or if it is the main one. An
unconfirmed address is the main one only where it was given at sign-up and never changed, as
`accounts.views.EmailView` makes no other unconfirmed address the main one. An address that was only
added counts for nothing until it is confirmed.
"""

from __future__ import annotations

from copy import copy
from typing import Any, cast

from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db.models import Q
from django.dispatch import receiver

from accounts.models import User


def counting_address(email: str) -> EmailAddress | None:
    """Return the row that ties an e-mail address to an account; None if no account has it.

    A confirmed address comes before one that was only given at sign-up; among equals the oldest.
    """
    return (
        EmailAddress.objects.filter(Q(verified=True) | Q(primary=True), email=email.lower())
        .select_related("user")
        .order_by("-verified", "pk")
        .first()
    )


def nobody() -> User:
    """Return an unsaved account for requests about no account, so that they do the same work."""
    return User(pk=0, username="nobody")


def is_nobody(user: User) -> bool:
    """Return True if an account is the placeholder that `nobody` returns."""
    return bool(user.pk == 0)


class ResetTokenGenerator(PasswordResetTokenGenerator):
    """Generator of password reset links, which expire when the account's addresses change.

    Django binds a link to the account's field `email`. The generator hands it a copy of the account
    in which that field holds all of its addresses.
    """

    def make_token(self, user: AbstractBaseUser) -> str:
        """Return the token of a link that sets a new password for an account."""
        return super().make_token(_with_all_addresses(user))

    def check_token(self, user: AbstractBaseUser | None, token: str | None) -> bool:
        """Return True if a token is valid for an account, whose addresses are the same as then."""
        return super().check_token(_with_all_addresses(user) if user else None, token)


def _with_all_addresses(user: AbstractBaseUser) -> User:
    """Return an unsaved copy of an account whose `email` holds all addresses of the account."""
    account = copy(cast("User", user))
    emails = set(EmailAddress.objects.filter(user_id=account.pk).values_list("email", flat=True))
    if account.email:
        emails.add(account.email.lower())
    account.email = (account.email or "") + "|".join(sorted(emails))
    return account


@receiver(user_logged_in, dispatch_uid="accounts.emails.keep_first_address")
def keep_first_address(user: User, **_kwargs: Any) -> None:
    """Store the e-mail address of an account that was created outside the site as its main one."""
    if user.email and not EmailAddress.objects.filter(user=user).exists():
        EmailAddress.objects.create(user=user, email=user.email.lower(), primary=True)

"""Which account an e-mail address stands for, at log-in and when a new password is asked for.

An address counts for an account if its owner has confirmed it, or if it is the main one: an address
that is not confirmed is the main one only where it was given at sign-up and never changed, as
`accounts.views.EmailView` makes no other the main one. An address that was only added counts for
nothing until it is confirmed.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db.models import Q
from django.dispatch import receiver

from accounts.models import User


def counting_address(email: str) -> EmailAddress | None:
    """Return the row by which an e-mail address stands for an account; None if it stands for none.

    Who confirmed an address comes before who gave it at sign-up, and of those the first.
    """
    return (
        EmailAddress.objects.filter(Q(verified=True) | Q(primary=True), email=email.lower())
        .select_related("user")
        .order_by("-verified", "pk")
        .first()
    )


def nobody() -> User:
    """Return an account that does not exist, for which the work is done that one would take."""
    return User(pk=0, username="nobody")


def is_nobody(user: User) -> bool:
    """Return whether this is the account that does not exist."""
    return bool(user.pk == 0)


class ResetTokenGenerator(PasswordResetTokenGenerator):
    """Links to set a new password; one ends when the addresses of its account change."""

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        emails = set(EmailAddress.objects.filter(user_id=user.pk).values_list("email", flat=True))
        if own := str(getattr(user, "email", "")).lower():
            emails.add(own)
        return super()._make_hash_value(user, timestamp) + "|".join(sorted(emails))


@receiver(user_logged_in, dispatch_uid="accounts.emails.keep_first_address")
def keep_first_address(user: User, **_kwargs: Any) -> None:
    """Make the address with which an account was created outside the site its main one."""
    if user.email and not EmailAddress.objects.filter(user=user).exists():
        EmailAddress.objects.create(user=user, email=user.email.lower(), primary=True)

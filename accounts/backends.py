"""Authentication by a name or an e-mail address, and a password."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.allauth_private import remember_inactive
from accounts.emails import counting_address
from accounts.models import User


class PasswordBackend(AuthenticationBackend):  # type: ignore[misc]  # allauth has no types
    """Authentication backend that checks a password for the account of a name or e-mail address.

    Exactly one password is hashed for each attempt, also where there is no such account, so that
    the response time does not tell whether there is one.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """Return the account if the password is correct; None if there is no password to check.

        Raises:
            PermissionDenied: the password is wrong, or the account is closed, so that no other
                backend is tried.
        """
        password = credentials.get("password")
        if not password:
            return None
        account = account_of(credentials)
        if account is None:
            User().set_password(password)  # takes as long as to check a password
            raise PermissionDenied
        if not account.check_password(password):
            raise PermissionDenied
        if not self.user_can_authenticate(account):
            remember_inactive(account)
            raise PermissionDenied
        return account

    def get_user(self, user_id: int) -> User | None:
        """Return the account with this row id, which a session names; None if closed or barred."""
        user = User.objects.filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None


def account_of(credentials: Mapping[str, Any]) -> User | None:
    """Return the account named by `username` or `email` (a name or an address); None without one.

    The password is not checked.
    """
    login = str(credentials.get("username") or credentials.get("email") or "")
    if "@" not in login:
        return User.objects.with_name(login)
    address = counting_address(login)
    return address.user if address is not None else None

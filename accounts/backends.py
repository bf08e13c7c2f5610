"""Authentication by a name or an e-mail address, and a password."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.emails import counting_address
from accounts.models import User
from brisca_site.prepared_queries import prepared


class PasswordBackend(AuthenticationBackend):  # type: ignore[misc]  # allauth has no types
    """Authentication backend that checks a password for the account of a name or e-mail address.

    Exactly one password is hashed for each attempt, also where there is no such account, so that
    the response time does not tell whether there is one.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """Return the account if the password is correct; None if there is no password to check.

        Raises:
            PermissionDenied: the password is wrong, so that no other backend is tried.
        """
        if not credentials.get("password"):
            return None
        user: User | None = super().authenticate(request, **credentials)
        if user is None:
            raise PermissionDenied
        return user

    def get_user(self, user_id: int) -> User | None:
        """Return the account with this row id, which a session names; None where it may not enter."""
        user = _accounts.first(user_id)
        return user if user is not None and self.user_can_authenticate(user) else None

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """Return the account if the password is correct, else None."""
        account = account_of(credentials)
        user: User | None = self._check_password(account, credentials["password"])
        return user


@prepared
def _accounts(user: int) -> QuerySet[User]:
    """Return the account with this row id."""
    return User.objects.filter(pk=user)


def account_of(credentials: Mapping[str, Any]) -> User | None:
    """Return the account of the name or e-mail address in `username` or `email`; None without one.

    The password is not checked.
    """
    login = str(credentials.get("username") or credentials.get("email") or "")
    if "@" not in login:
        return User.objects.with_name(login)
    address = counting_address(login)
    return address.user if address is not None else None

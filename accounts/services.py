"""Services of accounts: guests, registration, names, programs, deletion."""

from __future__ import annotations

from typing import Any, Final

from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.auth import login, logout
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts.activity import Origin, record_event
from accounts.attempts import counted_names
from accounts.faces import FACES
from accounts.guest_names import guest_names
from accounts.limits import TooManyError, count
from accounts.models import AccountEvent, User
from accounts.names import checked_name
from accounts.signals import (
    account_closing,
    account_played,
    account_renamed,
    guest_leaving,
    signing_in,
)
from accounts.signup_bans import check_visitor

LOGIN_BACKEND: Final = "allauth.account.auth_backends.AuthenticationBackend"
NAME_TRIES: Final = 40


class TooManyGuestsError(TooManyError):
    """Refusal of a new guest: its IP address has created more than the limit `guest` allows."""


class NotAGuestError(Exception):
    """Refusal to register an account that is registered already."""


class MembersOnlyError(Exception):
    """Refusal of an operation that guests may not use."""


class NameTakenError(Exception):
    """Refusal of a name that somebody else has."""


class HasPlayedError(Exception):
    """Refusal to mark an account that has played as a program's."""


def create_guest(*, language: str, name: str = "", face: str = "") -> User:
    """Create a guest, an account without a password; without a name they get a generated one.

    A given name has passed `accounts.names.checked_name`, and a face is one of
    `accounts.faces.FACES` or empty. `language` is the code of the pages' language.

    Raises:
        IntegrityError: somebody has taken the given name meanwhile.
        RuntimeError: no generated name is free.
    """
    if name:
        return _new_guest(name, language, face)
    for _try, guest_name in zip(range(NAME_TRIES), guest_names(language), strict=False):
        try:
            return _new_guest(checked_name(guest_name), language, face)
        except (ValidationError, IntegrityError):  # taken, perhaps at the same moment
            continue
    raise RuntimeError("there is no free name for a guest")


def _new_guest(name: str, language: str, face: str) -> User:
    """Insert the row of a new guest.

    Raises:
        IntegrityError: the name is taken.
    """
    user = User(username=name, is_guest=True, language=language, face=face)
    user.set_unusable_password()
    with transaction.atomic():
        user.save()
    return user


def member_of(request: HttpRequest) -> User:
    """Return the signed-in user, read again from the database; the view must require sign-in."""
    assert isinstance(request.user, User)
    return User.objects.get(pk=request.user.pk)


def ensure_user(request: HttpRequest, *, name: str = "", face: str = "") -> User:
    """Return the signed-in user; a stranger becomes a guest and is signed in.

    `name` and `face` are for the new guest, as `create_guest` takes them.

    Raises:
        SignupBannedError: nobody becomes a guest from the address for now.
        TooManyGuestsError: the address creates guests faster than the limit `guest`.
        IntegrityError: somebody has taken the name meanwhile.
    """
    if request.user.is_authenticated:
        return request.user
    check_visitor(request)
    _count_guest(request)
    guest = create_guest(language=get_language() or "", name=name, face=face)
    signing_in.send(sender=User, request=request, user=guest)
    login(request, guest, backend=LOGIN_BACKEND)
    UserSession.objects.create_from_request(request)  # allauth sees its own sign-ins only
    return guest


def sign_out_guest(request: HttpRequest) -> None:
    """Sign out a guest who signs in to an account; the session keeps what receivers add to it."""
    answers: list[Any] = guest_leaving.send(sender=User, user=request.user)
    logout(request)
    for _receiver, belongings in answers:
        request.session.update(belongings)


def _count_guest(request: HttpRequest) -> None:
    """Count a new guest of the visitor's address.

    Raises:
        TooManyGuestsError: the address creates guests faster than the limit `guest`.
    """
    try:
        count(request, "guest")
    except TooManyError as error:
        raise TooManyGuestsError("guest", error.limit) from error


@transaction.atomic
def register_guest(
    *, user: User, username: str, email: str, password: str | None, face: str = ""
) -> User:
    """Make a guest a member: the same row under their own name and password.

    `face` is one of `accounts.faces.FACES`; with "" the account keeps its face.

    Raises:
        NotAGuestError: the account is registered already.
        IntegrityError: somebody has a name like this.
    """
    row = User.objects.select_for_update().get(pk=user.pk)
    if not row.is_guest:
        raise NotAGuestError
    user.username, user.email, user.is_guest = username, email, False
    user.face = face or user.face
    if password:
        user.set_password(password)
    else:
        user.set_unusable_password()
    user.save(update_fields=["username", "email", "face", "is_guest", "password"])
    account_renamed.send(sender=User, user=user)
    return user


def rename_account(*, user: User, name: str) -> None:
    """Set an account's name, which has passed `accounts.names.checked_name`.

    Raises:
        NameTakenError: somebody has taken the name meanwhile; the account keeps its own.
    """
    own, user.username = user.username, name
    try:
        with transaction.atomic():
            user.save(update_fields=["username"])
            account_renamed.send(sender=User, user=user)
    except IntegrityError as error:
        user.username = own
        raise NameTakenError from error


@transaction.atomic
def set_account_face(*, user: User, face: str) -> None:
    """Store the chosen face of an account: one of `accounts.faces.FACES`, or "" for none.

    Raises:
        ValueError: there is no such face.
    """
    if face and face not in FACES:
        raise ValueError(f"{face!r} is no face")
    user.face = face
    user.save(update_fields=["face"])
    account_renamed.send(sender=User, user=user)


@transaction.atomic
def become_bot(*, user: User, origin: Origin | None = None) -> None:
    """Mark an account as a program's for ever; do nothing where the account is one already.

    Raises:
        MembersOnlyError: the user is a guest.
        HasPlayedError: the account has had a seat at a table.
    """
    row = User.objects.select_for_update().get(pk=user.pk)
    if row.is_guest:
        raise MembersOnlyError
    if not row.is_bot:
        answers = account_played.send(sender=User, user=row)
        if any(answer for _receiver, answer in answers):
            raise HasPlayedError
        row.is_bot = True
        row.save(update_fields=["is_bot"])
        account_renamed.send(sender=User, user=row)
        record_event(user=row, kind=AccountEvent.Kind.BECAME_BOT, origin=origin)
    user.is_bot = True


def set_account_language(*, user: User, language: str) -> None:
    """Store the code of the language in which a user reads the site."""
    user.language = language
    user.save(update_fields=["language"])


def set_account_preferences(*, user: User, preferences: dict[str, str]) -> None:
    """Store a user's preferences (name -> value), as `accounts.preferences` reads them."""
    user.preferences = preferences
    user.save(update_fields=["preferences"])


@transaction.atomic
def close_account(*, user: User) -> None:
    """Delete an account, its sessions and its log-in attempts; matches stay without its name."""
    account_closing.send(sender=User, user=user)
    for session in UserSession.objects.filter(user=user):
        session.end()
    names = counted_names(user)
    for traces in (AccessAttempt, AccessFailureLog, AccessLog):
        traces.objects.filter(Q(username__iexact=user.username) | Q(username__in=names)).delete()
    user.delete()

"""Users (people with an account, guests and programs), and the rows that belong to an account."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, ClassVar, Final

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator, RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from knox.models import AbstractAuthToken

from accounts.scripts import validate_script
from accounts.skeletons import DUPLICATE_MARK, compared, marked, name_key, plain

validate_name = RegexValidator(
    r"^[\w.\-]+(?: [\w.\-]+)*\Z",
    _("Use letters, digits, single spaces, hyphens, dots and underscores only."),
)


NO_END: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""The value of `User.barred_until` for a bar without an end."""


class AccountManager(UserManager["User"]):
    """Manager of accounts that finds them by name in upper or lower case, in all of Unicode."""

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the account that has this name, in any case.

        Raises:
            User.DoesNotExist: nobody has the name.
        """
        user = self.with_name(username or "")
        if user is None:
            raise self.model.DoesNotExist
        return user

    def with_name(self, name: str) -> User | None:
        """Return the account of this name, as written or else in any case; None without one.

        One query is made, whether there is such an account or not.
        """
        if "\0" in name or len(name) > 200:
            return None
        accounts = self.filter(models.Q(username=name) | models.Q(name_key=name_key(name)))
        return min(accounts, key=lambda user: user.username != name, default=None)

    def like(self, name: str) -> models.QuerySet[User]:
        """Return the accounts whose names are equal to this one in any case, or look like it."""
        condition = models.Q()
        for field, value in compared(name).items():
            condition |= models.Q(**{f"{field}__in": [value, *marked(value)]})
        return self.filter(condition)

    def create_superuser(self, username: str, *args: Any, **more: Any) -> User:
        """Create a superuser.

        Raises:
            ValidationError: a name like this is taken.
        """
        if self.like(self.model.normalize_username(username)).exists():
            raise ValidationError(_("That name looks too much like one that is taken."))
        return super().create_superuser(username, *args, **more)


class User(AbstractUser):  # type: ignore[django-manager-missing]  # of tokens: knox has no types
    """An account of a member, guest or program; a guest who registers keeps the same row."""

    username = models.CharField(
        _("name"),
        max_length=24,
        unique=True,
        validators=[MinLengthValidator(2), validate_name, validate_script],
        error_messages={"unique": _("That name is taken.")},
    )
    # Unique and without a default: of two rows that have none, neither is refused.
    name_key = models.CharField(  # noqa: DJ001
        max_length=255, null=True, unique=True, editable=False, help_text="The name without case."
    )
    name_skeleton = models.CharField(  # noqa: DJ001
        max_length=255,
        null=True,
        unique=True,
        editable=False,
        help_text="What names that look alike share.",
    )
    email = models.EmailField(_("e-mail"), blank=True)
    is_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(default=False)
    language = models.CharField(max_length=8, blank=True)
    preferences = models.JSONField(default=dict, blank=True)
    face = models.CharField(
        max_length=2, blank=True, help_text="The tile chosen as a face; empty: by the name."
    )
    device_epoch = models.PositiveIntegerField(
        default=0, editable=False, help_text="One more makes all known devices unknown."
    )
    barred_until = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="End of the newest bar, lifted or not; accounts.bars alone writes it.",
    )

    objects: ClassVar[AccountManager] = AccountManager()

    class Meta:
        verbose_name = pgettext_lazy("model", "account")
        verbose_name_plural = pgettext_lazy("model", "accounts")
        constraints = [models.UniqueConstraint(Lower("username"), name="user_name_once")]
        permissions = [("bar_user", "Can bar accounts that are not staff")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the account, and with its name the values by which names are compared.

        `barred_until` is saved only if `update_fields` names it: stale instances lift no bar.

        Raises:
            IntegrityError: somebody has a name like this.
            ValueError: a program would become a person again.
        """
        fields = kwargs.get("update_fields")
        unmarked = not self.is_bot and (fields is None or "is_bot" in fields)
        if unmarked and User.objects.filter(pk=self.pk, is_bot=True).exists():
            raise ValueError("an account of a program stays one")
        if fields is None and not self._state.adding and not args:
            kwargs["update_fields"] = self._fields_without_bar()
        if fields is None or "username" in fields:
            self._compare_name()
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_key", "name_skeleton"}
        super().save(*args, **kwargs)

    def _compare_name(self) -> None:
        """Set the columns by which the account's name is compared; keep its similarity mark."""
        if "username" in self.get_deferred_fields():
            return
        for field, value in compared(self.username).items():
            if not self.pk or plain(getattr(self, field)) != value:
                setattr(self, field, value)

    def _fields_without_bar(self) -> set[str]:
        """Return the names of the loaded columns except the key and `barred_until`."""
        names = {field.name for field in self._meta.concrete_fields if not field.primary_key}
        return names - self.get_deferred_fields() - {"barred_until"}

    @property
    def is_alike(self) -> bool:
        """Return True if the name, taken in an earlier release, is marked as similar to another."""
        return DUPLICATE_MARK in (self.name_skeleton or "") or DUPLICATE_MARK in (
            self.name_key or ""
        )

    @property
    def is_protected(self) -> bool:
        """Return True if only superusers may view or change this account in the admin."""
        return self.is_staff or self.is_superuser

    @property
    def is_barred(self) -> bool:
        """Return True if the account is barred from the site now."""
        return self.barred_until is not None and self.barred_until > timezone.now()

    @property
    def may_enter(self) -> bool:
        """Return True if the account may be used now: neither closed nor barred."""
        return self.is_active and not self.is_barred

    def get_session_auth_hash(self) -> str:
        """Return the value to which sessions are bound, which a bar changes as a new password does.

        Sessions from before a bar stay ended when the bar is over.
        """
        return self._bound_to_bar(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Yield the values of sessions that were bound under SECRET_KEY_FALLBACKS."""
        password_hashes = super().get_session_auth_fallback_hash()
        for secret, bound in zip(settings.SECRET_KEY_FALLBACKS, password_hashes, strict=True):
            yield self._bound_to_bar(bound, secret)

    def _bound_to_bar(self, bound: str, secret: str | None = None) -> str:
        """Return a hash of `bound` and the end of the latest bar; `bound` if never barred."""
        if self.barred_until is None:
            return bound
        salt = "accounts.models.User.barred_until"
        ended = f"{bound}{self.barred_until.timestamp()}"
        return salted_hmac(salt, ended, secret=secret, algorithm="sha256").hexdigest()


class AccountBarQuerySet(models.QuerySet["AccountBar"]):
    """Query set of bars, each of which keeps an account out of the site for a time."""

    def running(self) -> AccountBarQuerySet:
        """Return a query of the bars that are in force now."""
        not_over = models.Q(until=None) | models.Q(until__gt=timezone.now())
        return self.filter(not_over, lifted_at=None)


class AccountBar(models.Model):
    """A bar that keeps an account out of the site until a time, or without end; past bars stay.

    `accounts.bars` writes them. A bar ends by itself: nothing has to run at its end.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="bars")
    reason = models.CharField(_("reason"), max_length=500)
    created_at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True, help_text="Empty: without an end.")
    barred_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    objects = AccountBarQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("model", "bar of an account")
        verbose_name_plural = pgettext_lazy("model", "bars of accounts")
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["user", "-created_at"], name="bars_of_user")]
        default_permissions = ()

    def __str__(self) -> str:
        return f"bar of {self.user}"


class SignupBan(models.Model):
    """A ban on signing up from an e-mail domain, or from an IP address (kept as a keyed hash).

    `accounts.signup_bans` writes them. A ban ends by itself; `manage.py clean` deletes it then.
    """

    class Kind(models.TextChoices):
        """Kind of address that a sign-up ban refuses: domain or IP address."""

        DOMAIN = "domain"
        """E-mail addresses of a domain and its subdomains."""
        ADDRESS = "address"
        """New accounts and guests from an address (IP)."""

    kind = models.CharField(max_length=8, choices=Kind)
    value = models.CharField(max_length=253, help_text="The domain, or the keyed hash.")
    reason = models.CharField(max_length=300, help_text="For moderators.")
    action = models.PositiveBigIntegerField(help_text="Number of the decision in the log.")
    made_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    ends_at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = pgettext_lazy("model", "ban of sign-up")
        verbose_name_plural = pgettext_lazy("model", "bans of sign-up")
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(fields=["kind", "value"], name="signup_bans_by_value"),
            models.Index(fields=["ends_at"], name="signup_bans_by_end"),
        ]
        default_permissions = ()

    def __str__(self) -> str:
        return f"ban {self.action} of {self.kind} until {self.ends_at}"


class Scope(models.TextChoices):
    """The scopes (permissions) that an API key can have."""

    READ = "read", _("See who you are and where you sit")
    TABLES = "tables", _("Open tables, sit down, agree, leave")
    PLAY = "play", _("See your hand and play")
    MESSAGES = "messages", _("Read and write your messages")


class Token(AbstractAuthToken):  # type: ignore[misc]  # knox has no types
    """An API key of an account; only the key's beginning and a digest are stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    scopes = models.CharField(max_length=60, help_text="Names of scopes, with spaces between.")
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "key for a program")
        verbose_name_plural = pgettext_lazy("model", "keys for programs")
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.name} ({self.token_key})"

    @property
    def allowed(self) -> frozenset[str]:
        """Return the names of the scopes (permissions) chosen for the API key."""
        return frozenset(self.scopes.split())

    @property
    def good_for(self) -> frozenset[str]:
        """Return the key's effective scopes: programs get no messages, people no play or tables."""
        if self.user.is_bot:
            return self.allowed - {"messages"}
        return self.allowed & {"read", "messages"}

    @property
    def labels(self) -> list[str]:
        """Return the translated labels of the API key's scopes."""
        return [str(scope.label) for scope in Scope if scope.value in self.allowed]

    @property
    def is_over(self) -> bool:
        """Return True if the API key has expired."""
        return self.expiry is not None and self.expiry <= timezone.now()


class PushSubscription(models.Model):
    """A browser's subscription to push messages, such as that it is its owner's turn."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=600, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    language = models.CharField(max_length=8, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "browser to notify")
        verbose_name_plural = pgettext_lazy("model", "browsers to notify")

    def __str__(self) -> str:
        return f"push to {self.user}"


class AccountEvent(models.Model):
    """An event of an account, such as a sign-in, for its owner to see: time, address, device."""

    class Kind(models.TextChoices):
        CREATED = "created", _("Account created")
        LOGIN = "login", _("Logged in")
        LOGIN_PASSWORD = "login_password", _("Logged in with the password")
        LOGIN_PASSKEY = "login_passkey", _("Logged in with a passkey")
        LOGIN_RECOVERY_CODE = "login_recovery", _("Logged in with a password recovery code")
        LOGIN_FAILED = "login_failed", _("Wrong passwords")
        SESSIONS_ENDED = "sessions_ended", _("Logged out on other devices")
        NOT_ME = "not_me", _("“This was not me”: access of others ended")
        TOKEN_MADE = "token_made", _("Key for a program made")
        TOKEN_REVOKED = "token_revoked", _("Key for a program revoked")
        BECAME_BOT = "became_bot", _("Account made a program’s")
        EMAIL_ADDED = "email_added", _("E-mail added")
        EMAIL_CONFIRMED = "email_confirmed", _("E-mail confirmed")
        EMAIL_REMOVED = "email_removed", _("E-mail removed")
        EMAIL_CHANGED = "email_changed", _("Main e-mail changed")
        PASSWORD_SET = "password_set", _("Password set")
        PASSWORD_CHANGED = "password_changed", _("Password changed")
        PASSWORD_RESET = "password_reset", _("New password set by e-mail")
        PASSWORD_RECOVERED = "password_recovered", _("New password set with a recovery code")
        RECOVERY_CODES_MADE = "recovery_codes", _("Password recovery codes made")
        FACTOR_ADDED = "factor_added", _("Second step added")
        FACTOR_REMOVED = "factor_removed", _("Second step removed")
        PASSKEY_ADDED = "passkey_added", _("Passkey added")
        PASSKEY_REMOVED = "passkey_removed", _("Passkey removed")
        FACTOR_CODES_MADE = "factor_codes", _("Recovery codes of the second step made")
        FACTOR_CODE_USED = "factor_code_used", _("Recovery code of the second step used")
        EXPORTED = "exported", _("Own data downloaded")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(
        null=True, help_text="The last time, where the row counts several."
    )
    count = models.PositiveIntegerField(default=1)
    address = models.GenericIPAddressField(null=True)
    user_agent = models.CharField(max_length=200, blank=True)
    detail = models.CharField(max_length=254, blank=True)
    is_new_device = models.BooleanField(default=False)

    class Meta:
        verbose_name = pgettext_lazy("model", "event of an account")
        verbose_name_plural = pgettext_lazy("model", "events of accounts")
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["user", "-at", "-id"], name="account_event_newest"),
            models.Index(fields=["at"], name="account_event_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user}"


class RecoveryCode(models.Model):
    """A printed code that sets a new password once; only a keyed hash is stored.

    It is not one of django-allauth's recovery codes, which replace the second factor.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "recovery code")
        verbose_name_plural = pgettext_lazy("model", "recovery codes")

    def __str__(self) -> str:
        return f"recovery code of {self.user}"

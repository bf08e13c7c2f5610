"""Accounts in the admin.

Superusers change accounts. Moderators, who have the permission `accounts.bar_user`, see names and
bars of accounts that are not staff: other permissions give them nothing more here. Nobody bars an
account here, or lifts a bar: that is decided at the moderators' desk, which logs and states it.
Nobody sets a password here: its owner does, by a reset mail, or `manage.py changepassword`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.admin_parts import StrictLookups, SuperusersOnly
from accounts.bars import BAR_PERMISSION
from accounts.models import AccountBar, User
from accounts.services import close_account
from brisca_site.base.dates import full_words

if TYPE_CHECKING:
    from django.db.models import QuerySet


class BarredFilter(admin.SimpleListFilter):
    """Filter of the list of accounts for those that are barred (kept out of the site) now."""

    title = gettext_lazy("barred")
    parameter_name = "barred"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the one choice of the admin's filter: barred accounts."""
        return [("now", gettext_lazy("Barred now"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """Return a query of the accounts that the chosen filter selects."""
        if self.value() != "now":
            return queryset
        return queryset.filter(barred_until__gt=timezone.now())


@admin.register(User)
class AccountAdmin(StrictLookups):
    """Admin of accounts, without their passwords; names can only be read."""

    change_form_template = "admin/accounts/user/change_form.html"
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active", BarredFilter)
    ordering = ("-date_joined",)
    show_full_result_count = False
    readonly_fields = (
        "username",
        "kind",
        "is_guest",
        "is_bot",
        "last_login",
        "date_joined",
        "bars",
    )
    fieldsets = (
        (None, {"fields": ("username", "email", "language", "is_guest", "is_bot")}),
        (
            gettext_lazy("Access"),
            {"fields": ("is_active", "bars", "is_staff", "is_superuser", "groups")},
        ),
        (gettext_lazy("Dates"), {"fields": ("last_login", "date_joined")}),
    )

    # -- who sees which rows, and what of them ----------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Return the accounts that the user may view: staff only for superusers."""
        rows: QuerySet[User] = super().get_queryset(request)
        if request.user.is_superuser:
            return rows
        return rows.filter(is_staff=False, is_superuser=False)

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the columns of the admin's list of accounts; without e-mail for moderators."""
        if request.user.is_superuser:
            return ("username", "email", "kind", "is_staff", "date_joined", "barred")
        return ("username", "kind", "date_joined", "barred")

    def get_list_filter(self, request: HttpRequest) -> tuple[Any, ...]:
        """Return the filters of the list of accounts; moderators get those on columns they see."""
        return (
            self.list_filter if request.user.is_superuser else ("is_guest", "is_bot", BarredFilter)
        )

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the fields in which a search for accounts looks; for moderators only the name."""
        return ("username", "email") if request.user.is_superuser else ("username",)

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return the fields of an account's page; for moderators only name, kind, date and bars."""
        if request.user.is_superuser:
            return self.fieldsets
        return ((None, {"fields": ("username", "kind", "date_joined", "bars")}),)

    # -- who may do what --------------------------------------------------------------------------

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return True if the admin's index lists accounts for the user."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the user may view an account: superusers all, moderators none of staff."""
        if request.user.is_superuser:
            return True
        return request.user.has_perm(BAR_PERMISSION) and not (obj and obj.is_protected)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: nobody creates accounts for others."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the user may change accounts: superusers only."""
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the user may delete accounts: superusers only."""
        return bool(request.user.is_superuser)

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> User:
        """Return an account; every page of one account calls this first.

        Raises:
            Http404: there is no such account, or the user may not view it.
        """
        user: User | None = super().get_object(request, object_id, from_field)
        if user is None:
            raise Http404
        return user

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete an account as its owner would: matches stay without its name."""
        close_account(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Delete accounts as their owners would: matches stay without their names."""
        for user in queryset:
            close_account(user=user)

    # -- columns ----------------------------------------------------------------------------------

    @admin.display(description=gettext_lazy("kind"))
    def kind(self, user: User) -> Any:
        """Return the kind of an account: program, guest or member."""
        if user.is_bot:
            return pgettext_lazy("kind of account", "program")
        if user.is_guest:
            return pgettext_lazy("kind of account", "guest")
        return pgettext_lazy("kind of account", "member")

    @admin.display(description=gettext_lazy("barred"), boolean=True)
    def barred(self, user: User) -> bool:
        """Return True if an account is barred from the site now."""
        return user.is_barred

    @admin.display(description=gettext_lazy("bars"))
    def bars(self, user: User) -> SafeString | str:
        """Return the bars of an account as an HTML list, newest first."""
        rows = user.bars.select_related("barred_by", "lifted_by")
        lines = format_html_join("", "<li>{}</li>", ((_bar_in_words(bar),) for bar in rows))
        return format_html("<ul>{}</ul>", lines) if lines else "-"


def _bar_in_words(bar: AccountBar) -> str:
    """Return a sentence about a bar: its dates, moderators and reason."""
    words = {
        "start": full_words(bar.created_at),
        "moderator": bar.barred_by or "-",
        "reason": bar.reason,
    }
    if bar.until is None:
        line = _("From %(start)s, without an end, by %(moderator)s: %(reason)s") % words
    else:
        words["end"] = full_words(bar.until)
        line = _("From %(start)s to %(end)s, by %(moderator)s: %(reason)s") % words
    if bar.lifted_at is None:
        return line
    lifted = {
        "at": full_words(bar.lifted_at),
        "moderator": bar.lifted_by or "-",
    }
    end = _("Lifted %(at)s by %(moderator)s.") % lifted
    return f"{line} {end}"


# -- of the libraries: what belongs to accounts ---------------------------------------------------


def _for_superusers(model: type[Any], **more: Any) -> None:
    """Replace a library's admin of a model by one for superusers only."""
    theirs = type(admin.site.get_model_admin(model))
    admin.site.unregister(model)
    admin.site.register(model, type(theirs.__name__, (SuperusersOnly, theirs), more))


def _nobody(self: Any, request: HttpRequest, obj: Any = None) -> bool:
    """Return False: stands for a permission in the admin that nobody has."""
    return False


for _model in (Group, EmailAddress, UserSession, AccessAttempt, AccessFailureLog, AccessLog):
    _for_superusers(_model)
# Secrets of second factors are not shown: a superuser takes away what somebody has lost.
_for_superusers(
    Authenticator,
    fields=("user", "type", "created_at", "last_used_at"),
    has_add_permission=_nobody,
    has_change_permission=_nobody,
)

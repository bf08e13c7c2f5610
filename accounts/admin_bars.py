"""Pages of the admin on which moderators bar an account and lift a bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.admin_forms import BarForm
from accounts.bars import (
    BAR_PERMISSION,
    AlreadyBarredError,
    NotBarredError,
    bar_account,
    lift_bar,
)
from accounts.models import AccountBar, User

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[User]
else:
    ModelAdmin = admin.ModelAdmin


class BarPages(ModelAdmin):
    """Mixin that adds the two pages to the admin of accounts, which limits the accounts shown."""

    change_form_template = "admin/accounts/user/change_form.html"

    def get_urls(self) -> list[Any]:
        """Return the admin's addresses, with the two pages before Django's catch-all address."""
        view = self.admin_site.admin_view
        own = [
            path("<path:object_id>/bar/", view(self.bar_view), name="accounts_user_bar"),
            path("<path:object_id>/lift/", view(self.lift_view), name="accounts_user_lift"),
        ]
        return own + super().get_urls()

    def bar_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the form that bars an account, or bar the account.

        Raises:
            Http404: there is no such account, or the user may not view it.
            PermissionDenied: the user may not bar the account.
        """
        user = self._target(request, object_id)
        form = BarForm(request.POST if request.method == "POST" else None)
        if not form.is_valid():
            return self._page(request, user, "bar", _("Bar %(name)s"), form=form)
        try:
            bar = bar_account(
                user=user,
                reason=form.cleaned_data["reason"],
                until=form.cleaned_data["until"],
                barred_by=_moderator(request),
            )
        except AlreadyBarredError:
            messages.warning(request, _("The account is barred already."))
        else:
            self.log_change(request, user, _in_history(bar))
            messages.success(request, _("The account is barred."))
        return _back(user)

    def lift_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the page that lifts the current bar of an account, or lift the bar.

        Raises:
            Http404: there is no such account, or the user may not view it.
            PermissionDenied: the user may not bar the account.
        """
        user = self._target(request, object_id)
        if request.method != "POST":
            return self._page(request, user, "lift", _("Lift the bar of %(name)s"))
        try:
            lift_bar(user=user, lifted_by=_moderator(request))
        except NotBarredError:
            messages.warning(request, _("The account is not barred."))
        else:
            self.log_change(request, user, _("Bar lifted."))
            messages.success(request, _("The bar is lifted."))
        return _back(user)

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **more: Any
    ) -> Any:
        """Render the page of an account, with a button to bar it where the user may."""
        user = more.get("obj")
        context["may_bar"] = user is not None and _may_bar(request, user)
        return super().render_change_form(request, context, *args, **more)

    def _target(self, request: HttpRequest, object_id: str) -> User:
        """Return the account to bar.

        Raises:
            Http404: there is no such account, or the user may not view it.
            PermissionDenied: the user may not bar the account.
        """
        user = self.get_object(request, object_id)
        assert user is not None
        if not _may_bar(request, user):
            raise PermissionDenied
        return user

    def _page(
        self, request: HttpRequest, user: User, page: str, title: str, **more: Any
    ) -> HttpResponse:
        """Return a page about an account; with status 422 for an invalid form."""
        context = {
            **self.admin_site.each_context(request),
            "title": title % {"name": user.username},
            "opts": self.opts,
            "original": user,
            "media": self.media + more["form"].media if "form" in more else self.media,
            **more,
        }
        status = 422 if request.method == "POST" else 200
        template = f"admin/accounts/user/{page}.html"
        return TemplateResponse(request, template, context, status=status)


def _moderator(request: HttpRequest) -> User:
    """Return the signed-in user."""
    assert isinstance(request.user, User)
    return request.user


def _may_bar(request: HttpRequest, user: User) -> bool:
    """Return whether the user of a request may bar an account."""
    return request.user.has_perm(BAR_PERMISSION) and not user.is_protected


def _in_history(bar: AccountBar) -> str:
    """Return the line about a new bar in the admin's history."""
    if bar.until is None:
        return _("Barred without an end: %(reason)s") % {"reason": bar.reason}
    end = date_format(timezone.localtime(bar.until), "DATETIME_FORMAT")
    return _("Barred until %(end)s: %(reason)s") % {"end": end, "reason": bar.reason}


def _back(user: User) -> HttpResponse:
    """Return a redirect to the admin's page of an account."""
    return redirect(reverse("admin:accounts_user_change", args=[user.pk]))

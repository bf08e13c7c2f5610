"""Pages that show the events of an account, and end the access of others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access_termination import secure_account
from accounts.activity import events_of, origin_of
from accounts.attempts import sum_up_failures
from accounts.devices import remember_device
from accounts.models import AccountEvent
from accounts.services import member_of
from accounts.user_agents import device_label

EVENTS_A_PAGE: Final = 30
"""Number of events on a page."""


class NotMeForm(forms.Form):
    """Form to end other people's access to one's account, and optionally to revoke its API keys."""

    keys = forms.BooleanField(label=gettext_lazy("Revoke all keys for programs"), required=False)


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event of an account in words, as its owner's page lists it, with how often it happened."""

    what: str
    detail: str
    at: datetime
    until: datetime | None
    count: int
    where: str
    device: str
    is_new_device: bool


@login_required
@never_cache
@require_safe
def activity(request: HttpRequest) -> HttpResponse:
    """Answer with a page of the events (sign-ins ...) of the visitor's own account."""
    user = member_of(request)
    sum_up_failures(user=user)
    page = Paginator(events_of(user), EVENTS_A_PAGE).get_page(request.GET.get("page", "1")[:6])
    return render(
        request,
        "accounts/activity.html",
        {
            "events": [_row(event) for event in page],
            "next_url": f"?page={page.next_page_number()}" if page.has_next() else "",
            "total": page.paginator.count,
            "shown": page.end_index(),
            "kept_days": settings.RETENTION["account_events"].days,
        },
    )


def _row(event: AccountEvent) -> EventRow:
    """Return an account's event as the page lists it, in words."""
    failed = event.kind == AccountEvent.Kind.LOGIN_FAILED
    nowhere = _("from several addresses") if failed else _("from an unknown address")
    return EventRow(
        what=event.get_kind_display(),
        detail=event.detail,
        at=event.at,
        until=event.until if event.until != event.at else None,
        count=event.count,
        where=event.address or nowhere,
        device=device_label(event.user_agent) if event.user_agent else "",
        is_new_device=event.is_new_device,
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def not_me(request: HttpRequest) -> HttpResponse:
    """Show a form that ends others' access; on POST end it, and ask for a new password."""
    user = member_of(request)
    form = NotMeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        secure_account(
            user=user,
            keep_session=request.session.session_key,
            revoke_keys=form.cleaned_data["keys"],
            origin=origin_of(request),
        )
        remember_device(request, user)
        messages.success(request, _("Everybody else is logged out. Now set a new password."))
        known = user.has_usable_password()
        return redirect("account_change_password" if known else "account_set_password")
    return render(request, "accounts/not_me.html", {"form": form})

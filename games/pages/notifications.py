"""Views of notifications: the list, the panel of the bell, their settings, and the end of mails."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import count
from games.common.errors import NotificationError
from games.common.keyset import LARGEST
from games.models import Player
from games.pages.forms.notifications import NotificationForm
from games.pages.visitor import ensure_player
from games.pages.wording.notifications import count_words, notification_lines
from games.selectors import notifications as selected
from games.selectors.faces import chosen_faces_by_name
from games.services import notification_mail, notification_settings
from games.services.notification_delivery import has_mail
from games.services.notifications import mark_read

SETTINGS_FIELDS: Final = ("quiet_from", "quiet_to", "time_zone", "mail_on", "mail_hour")
"""Fields of the form of settings that are stored as they are."""


def _number(text: str) -> int | None:
    """Return a row id from a query or form as an int; None for any other text."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0
    return number if 0 < number <= LARGEST else None


def _list(me: Player, *, size: int, before: int | None = None) -> dict[str, Any]:
    """Return the template context of a list of a player's notifications."""
    groups, more = selected.notification_groups(me, count=size, before=before)
    lines = notification_lines(groups)
    names = {line.face for line in lines if line.face}
    return {"lines": lines, "more": more, "chosen_faces": chosen_faces_by_name(names)}


@login_required
@never_cache
@require_safe
def notifications(request: HttpRequest) -> HttpResponse:
    """Show the visitor's notifications in groups, the newest first.

    With `panel` in the query the answer is the list alone, for the panel of the bell.
    """
    me = ensure_player(request)
    if "panel" in request.GET:
        context = _list(me, size=selected.PANEL_SIZE)
        return render(request, "games/_notification_panel.html", context)
    context = _list(me, size=selected.PER_PAGE, before=_number(request.GET.get("before", "")))
    return render(request, "games/notifications.html", context)


@login_required
@require_POST
def notifications_read(request: HttpRequest) -> HttpResponse:
    """Mark all notifications of the visitor as read; tell scripts how many are unread now."""
    me = ensure_player(request)
    mark_read(player=me)
    if not request.accepts("text/html"):
        unread = selected.unread_count(me.user_id or 0)
        return JsonResponse({"unread": count_words(unread)})
    return redirect("notifications")


@login_required
@require_safe
def notification_open(request: HttpRequest, notification: int) -> HttpResponse:
    """Mark a notification and its group as read, and redirect to the page it is about.

    Raises:
        Http404: it is none of the visitor's.
    """
    me = ensure_player(request)
    rows = selected.together_with(me, notification) if notification <= LARGEST else []
    if not rows:
        raise Http404
    mark_read(player=me, notifications=[row.pk for row in rows])
    return redirect(rows[0].url or "notifications")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Show the visitor's notification settings, or store the submitted ones.

    Raises:
        TooManyError: the visitor is at the limit `social`.
    """
    me = ensure_player(request)
    own = selected.settings_of(me)
    if request.method != "POST":
        return _settings_page(request, NotificationForm(own=own))
    count(request, "social")
    form = NotificationForm(request.POST, own=own)
    if form.is_valid():
        _change_settings(me, form)
    if not form.is_valid():
        return _settings_page(request, form, status=422)
    messages.success(request, _("Saved."))
    return redirect("notification_settings")


def _change_settings(player: Player, form: NotificationForm) -> None:
    """Store the notification settings of a valid form; add an error if they are refused."""
    chosen = {name: form.cleaned_data[name] for name in SETTINGS_FIELDS}
    try:
        notification_settings.change_settings(player=player, channels=form.chosen(), **chosen)
    except NotificationError as error:
        form.add_error(None, error.code)


def _settings_page(request: HttpRequest, form: NotificationForm, status: int = 200) -> HttpResponse:
    """Return the page of notification settings with this form."""
    context = {"form": form, "has_mail": has_mail()}
    return render(request, "games/notification_settings.html", context, status=status)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_off(request: HttpRequest, signed: str) -> HttpResponse:
    """Show a button that turns all of a person's mails off, or turn them off.

    No sign-in and no CSRF token is asked for: mail programs send the POST (RFC 8058), and the URL
    itself shows that it is the recipient's.

    Raises:
        Http404: the URL was not signed by this site.
    """
    player = notification_mail.LEAVE_LINK.player_of(signed)
    if player is None:
        raise Http404
    done = request.method == "POST"
    if done and not notification_mail.stop_mails(player=player):
        raise Http404
    return render(request, "games/notification_mail_off.html", {"done": done})


NOTIFICATION_URLS: list[Any] = [
    path("notifications/", notifications, name="notifications"),
    path("notifications/read/", notifications_read, name="notifications_read"),
    path("notifications/settings/", settings, name="notification_settings"),
    path("notifications/mail-off/<str:signed>/", mail_off, name="notification_mail_off"),
    path("notifications/<int:notification>/", notification_open, name="notification_open"),
]

"""Views of a player's own weeks, of the wish for their mail, and of its end."""

from __future__ import annotations

from typing import Any, Final
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import count
from games.models import Player
from games.models.people import PlayerKind
from games.pages.visitor import ensure_player
from games.selectors.guidance import wants_week_mail
from games.selectors.weeks import FIRST_WEEK, Week, played_week, week_named, week_of
from games.services import week_mail
from games.services.notification_delivery import has_mail, settings_of, zone_of
from games.site.week_words import LUCK_WIDTH, chapter_for, week_words


@login_required
@require_safe
def this_week(request: HttpRequest) -> HttpResponse:
    """Redirect to the page of the visitor's present week."""
    return redirect("week", _present(_zone(ensure_player(request))).name)


@login_required
@never_cache
@require_safe
def week(request: HttpRequest, week: str) -> HttpResponse:
    """Show one week of the visitor: matches by day, luck against play, and what weighed most.

    Raises:
        Http404: there is no such week, or it has not begun.
    """
    me = ensure_player(request)
    zone = _zone(me)
    shown = _week(week, zone)
    words = week_words(me, shown, zone, timezone.now())
    later = shown.after if shown.after <= _present(zone) else None
    context = {
        "words": words,
        "name": me.name,
        "before": shown.before.name if shown > FIRST_WEEK else "",
        "after": later.name if later else "",
        "luck_width": LUCK_WIDTH,
        "mail": _mail_context(me),
    }
    return render(request, "games/week.html", context)


@login_required
@require_safe
def place(request: HttpRequest, week: str, place: str) -> HttpResponse:
    """Redirect a link of the mail to its place, and store that a link of the mail was followed.

    Raises:
        Http404: there is no such week, or nothing of that kind in it.
    """
    me = ensure_player(request)
    zone = _zone(me)
    shown = _week(week, zone)
    url = _places(me, shown, zone).get(place, "")
    if not url:
        raise Http404
    week_mail.note_week_opened(player=me, now=timezone.now())
    return redirect(url)


@login_required
@require_POST
def mail(request: HttpRequest) -> HttpResponse:
    """Turn the mail about each week on or off for the visitor.

    Raises:
        TooManyError: the visitor is at the limit `social`.
    """
    me = ensure_player(request)
    count(request, "social")
    on = request.POST.get("on") == "1"
    week_mail.ask_for_week_mail(player=me, on=on, now=timezone.now())
    messages.success(request, _("Saved."))
    return redirect("this_week")


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_off(request: HttpRequest, signed: str) -> HttpResponse:
    """Show a button that ends a person's mails about weeks, or end them.

    No sign-in and no CSRF token is asked for: mail programs send the POST (RFC 8058), and the URL
    itself shows that it is the recipient's.

    Raises:
        Http404: the URL was not signed by this site.
    """
    player = week_mail.LEAVE_LINK.player_of(signed)
    if player is None:
        raise Http404
    done = request.method == "POST"
    if done and not week_mail.stop_week_mail(player=player):
        raise Http404
    return render(request, "games/week_mail_off.html", {"done": done})


def _zone(player: Player) -> ZoneInfo:
    """Return the time zone of a player's days."""
    return zone_of(settings_of(player))


def _present(zone: ZoneInfo) -> Week:
    """Return the week that runs now in a time zone."""
    return week_of(timezone.now().astimezone(zone).date())


def _week(name: str, zone: ZoneInfo) -> Week:
    """Return the week that an address names.

    Raises:
        Http404: there is no such week, or it has not begun.
    """
    named = week_named(name)
    if named is None or named > _present(zone):
        raise Http404
    return named


def _places(me: Player, week: Week, zone: ZoneInfo) -> dict[str, str]:
    """Return place of a mail's link -> its address; "" where the week has nothing of that kind."""
    played = played_week(me, week, zone)
    find, error = (
        f"{reverse('match', args=[moment.match])}#{moment.at}" if moment else ""
        for moment in (played.find, played.error)
    )
    return {
        "page": reverse("week", args=[week.name]),
        "card": find,
        "mistake": error,
        "exercise": reverse("exercise", args=[played.exercise]) if played.exercise else "",
        "chapter": reverse("guide_chapter", args=[chapter_for(played).slug]),
    }


def _mail_context(me: Player) -> dict[str, Any] | None:
    """Return the template context of the mail's switch; None for guests, who have no address."""
    if me.kind == PlayerKind.GUEST:
        return None
    return {"on": wants_week_mail(me), "has_mail": has_mail()}


WEEK_URLS: Final[list[Any]] = [
    path("week/", this_week, name="this_week"),
    path("week/mail/", mail, name="week_mail"),
    path("week/mail-off/<str:signed>/", mail_off, name="week_mail_off"),
    path("week/<slug:week>/", week, name="week"),
    path("week/<slug:week>/<slug:place>/", place, name="week_place"),
]

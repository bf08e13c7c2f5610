"""Views of relations between players: following, blocking, and who is here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import orjson
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import count
from games.common.errors import SocialError
from games.common.live_gateway import live_gateway
from games.models import Player
from games.pages.charts.seated_hours import hours_chart
from games.pages.fragments import cached_text
from games.pages.visitor import ensure_player, player_of
from games.pages.wording.house_bots import house_rows
from games.selectors import social as known
from games.selectors.faces import chosen_faces_by_name
from games.selectors.figures import find_player
from games.selectors.messages import may_write
from games.selectors.partner_likes import liking, may_like
from games.selectors.seated_hours import seated_by_hour
from games.selectors.teams import may_found_together
from games.services import partner_likes, social
from games.services.players import player_of_member

SHOWN: Final = 6
"""Number of followed players, and of others, in the boxes of the page; the rest is folded."""
HOURS_CACHE_S: Final = 300.0
"""Seconds for which the chart of the hours may be old: a process adds a sample that often."""
SOCIAL_REFUSALS: Final[dict[str, Promise]] = {
    "oneself": _("That is you."),
    "blocked": _("You block this player. Unblock them first."),
    "too_many": _("Your list is full. Remove someone first."),
    "house_bot": _("The site's own bots cannot be blocked."),
    "registered_only": _("Both of you need an account for that."),
    "not_partners": _("You have not played as partners yet."),
}


def social_context(viewer: Player | None, other: Player) -> dict[str, Any]:
    """Return template context: whether the visitor may follow, block or write to a player.

    `viewer` is the visitor's player; None for strangers.
    """
    between = known.between(viewer, other)
    return {
        "oneself": viewer is not None and viewer.pk == other.pk,
        "reachable": viewer is not None and viewer.pk != other.pk and known.is_person(other),
        "followable": viewer is not None and viewer.pk != other.pk and not other.bot,
        "between": between,
        "may_found": viewer is not None and may_found_together(viewer, other),
        "may_like": viewer is not None and may_like(viewer, other, between),
        "liking": liking(viewer, other),
        "may_write": viewer is not None
        and viewer.pk != other.pk
        and may_write(viewer, other, between),
    }


@never_cache
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Show who is here, followed players, recent partners and rivals, and when people are here."""
    me = player_of(request)
    means = _means_by_hour()
    context: dict[str, Any] = {
        "me": me,
        "house": house_rows(),
        "hours": hours_chart(means) if means else None,
        "zone": timezone.get_current_timezone_name(),
    }
    if me is not None:
        context |= _own_people(me)
    return render(request, "games/people.html", context)


def _means_by_hour() -> list[float] | None:
    """Return what `seated_by_hour` returns, which may be HOURS_CACHE_S old."""
    text = cached_text(
        "seated by hour",
        timezone.get_current_timezone_name(),
        lambda: orjson.dumps(seated_by_hour(timezone.now())).decode(),
        HOURS_CACHE_S,
    )
    means: list[float] | None = orjson.loads(text)
    return means


def _own_people(me: Player) -> dict[str, Any]:
    """Return the template context of the people whom a player follows, has met, and blocks."""
    followed = known.followed(me)
    followed_ids = {player.pk for player in followed}
    met = [player for player in known.met_lately(me) if player.pk not in followed_ids]
    blocked = known.blocked(me)
    away = known.blocked_either_way(me.pk)
    places = known.places_of(followed, me, live_gateway().in_lobby, away, met=met)
    mutual = known.follows_back(me, followed)
    rows = [
        {"player": player, "place": places.get(player.pk), "mutual": player.pk in mutual}
        for player in (*followed, *met)
    ]
    return {
        "here": [row for row in rows if row["place"]],
        "followed": rows[: len(followed)],
        "met": rows[len(followed) :],
        "blocked": blocked,
        "shown": SHOWN,
        "chosen_faces": chosen_faces_by_name(player.name for player in (*followed, *met, *blocked)),
    }


def _change(act: Callable[..., None], done: Promise) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return a view that calls `act` on a named player for the visitor and shows the text `done`.

    The view raises Http404 without such a player, and TooManyError at the limit `social`.
    """

    @require_POST
    def view(request: HttpRequest, name: str) -> HttpResponse:
        other = named_player(name)
        player = ensure_player(request)  # before it is counted, as a stranger is nobody's count
        count(request, "social")
        try:
            act(player=player, other=other)
        except SocialError as error:
            messages.error(request, str(SOCIAL_REFUSALS[error.code]))
        else:
            messages.success(request, str(done) % {"name": other.name})
        return redirect(_back(request, other))

    return view


def named_player(name: str) -> Player:
    """Return the player with this name, from the URL.

    Raises:
        Http404: there is no such player.
    """
    row = find_player(name)
    if row is not None:
        return Player.objects.get(pk=row["id"])
    player = player_of_member(name=name)
    if player is None:
        raise Http404
    return player


def _back(request: HttpRequest, other: Player) -> str:
    """Return the URL of the page with the pressed button, if it is on this site."""
    back = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return back
    return f"/players/{other.name}/"


PEOPLE_URLS: list[Any] = [
    path("people/", people, name="people"),
    path(
        "players/<str:name>/follow/",
        _change(social.follow, _("You now follow %(name)s.")),
        name="follow",
    ),
    path(
        "players/<str:name>/unfollow/",
        _change(social.unfollow, _("You no longer follow %(name)s.")),
        name="unfollow",
    ),
    path(
        "players/<str:name>/block/",
        _change(
            social.block,
            _("%(name)s is blocked: you will no longer see what they say or meet them."),
        ),
        name="block",
    ),
    path(
        "players/<str:name>/like/",
        _change(
            partner_likes.like_partner,
            _("If %(name)s wants it too, quick play seats you together as partners."),
        ),
        name="like",
    ),
    path(
        "players/<str:name>/unlike/",
        _change(partner_likes.unlike_partner, _("%(name)s is a partner like any other again.")),
        name="unlike",
    ),
    path(
        "players/<str:name>/unblock/",
        _change(social.unblock, _("%(name)s is no longer blocked.")),
        name="unblock",
    ),
]

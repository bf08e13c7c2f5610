"""Views of relations between players: following, blocking, and who is here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import count
from games.models import Player
from games.pages.visitor import ensure_player, player_of
from games.selectors import social as known
from games.selectors.faces import chosen_faces_by_name
from games.selectors.figures import find_player
from games.selectors.messages import may_write
from games.selectors.partner_likes import liking, may_like
from games.selectors.teams import may_found_together
from games.services import partner_likes, social
from games.services.errors import SocialError
from games.services.players import player_of_member

REFUSED: Final[dict[str, Promise]] = {
    "oneself": _("That is you."),
    "blocked": _("You block this player. Unblock them first."),
    "too_many": _("Your list is full. Remove someone first."),
    "house_bot": _("The site's own bots cannot be blocked."),
    "registered_only": _("Both of you need an account for that."),
    "not_partners": _("You have not played as partners yet."),
}


def social_context(viewer: Player | None, other: Player) -> dict[str, Any]:
    """Return the template context about what a visitor may do to a player: follow, block, write.

    `viewer` is the visitor's player; None for strangers.
    """
    return {
        "oneself": viewer is not None and viewer.pk == other.pk,
        "reachable": viewer is not None and viewer.pk != other.pk and known.is_person(other),
        "followable": viewer is not None and viewer.pk != other.pk and not other.bot,
        "between": known.between(viewer, other),
        "may_found": viewer is not None and may_found_together(viewer, other),
        "may_like": viewer is not None and may_like(viewer, other),
        "liking": liking(viewer, other),
        "may_write": viewer is not None and viewer.pk != other.pk and may_write(viewer, other),
    }


@never_cache
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Show whom the visitor follows and where they are, recent partners and rivals, and blocks."""
    me = player_of(request)
    if me is None:
        return render(request, "games/people.html", {"me": None})
    followed = known.followed(me)
    met = [player for player in known.met_lately(me) if player not in followed]
    where = known.tables_of([*followed, *met], me)
    blocked = known.blocked(me)
    return render(
        request,
        "games/people.html",
        {
            "me": me,
            "chosen_faces": chosen_faces_by_name(
                player.name for player in (*followed, *met, *blocked)
            ),
            "followed": [(player, where.get(player.pk)) for player in followed],
            "met": [(player, where.get(player.pk)) for player in met],
            "blocked": blocked,
        },
    )


def _change(act: Callable[..., None], done: Promise) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return a view that calls `act` for the visitor and a named player, and says `done`.

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
            messages.error(request, str(REFUSED[error.code]))
        else:
            messages.success(request, str(done) % {"name": other.name})
        return redirect(_back(request, other))

    return view


def named_player(name: str) -> Player:
    """Return the player with this name.

    Raises:
        Http404: there is no such player.
    """
    found = find_player(name)
    if found is not None:
        return Player.objects.get(pk=found["id"])
    player = player_of_member(name=name)
    if player is None:
        raise Http404
    return player


def _back(request: HttpRequest, other: Player) -> str:
    """Return the address of the page with the button, if it is on this site."""
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

"""Pages that lead to clubs: the community, the list, a new one, and an invitation by link."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import count
from games.clubs.models import Club, ClubLink
from games.clubs.models.clubs import ClubEntry
from games.clubs.pages.fields import FIELD_OF, FoundForm
from games.clubs.selectors import lists
from games.clubs.selectors.people import link_or_none
from games.clubs.services.founding import found_club, why_not_found
from games.clubs.services.inviting import use_link
from games.clubs.wording.clubs import ENTRY_NAMES
from games.clubs.wording.refusals import refusal_text
from games.common.errors import ClubError
from games.common.keyset import BadCursorError
from games.models import Player
from games.pages.visitor import ensure_player, player_of


@require_safe
def community(request: HttpRequest) -> HttpResponse:
    """Show the overview of people: players the visitor knows, rankings, teams and clubs."""
    return render(request, "games/community.html")


@never_cache
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Show the visitor's clubs and invitations, and a searchable list of all clubs."""
    me = player_of(request)
    query = request.GET.get("q", "")[: lists.MAX_QUERY]
    entry = request.GET.get("entry", "")
    entry = entry if entry in ClubEntry.values else ""
    try:
        page = lists.clubs_page(query=query, entry=entry, cursor=request.GET.get("cursor") or None)
    except BadCursorError:
        return redirect("clubs")
    more = {"q": query, "entry": entry, "cursor": page.next or ""}
    first = not request.GET
    own = lists.own_clubs(me) if me and first else []
    shown_above = {membership.club_id for membership in own}
    return render(
        request,
        "games/clubs/list.html",
        {
            "me": me,
            "rows": [
                (club, ENTRY_NAMES[club.entry]) for club in page.rows if club.pk not in shown_above
            ],
            "next_url": "?" + urlencode(more) if page.next else "",
            "query": query,
            "entry": entry,
            "entries": ENTRY_NAMES.items(),
            "own": own,
            "invited": lists.invitations_to(me) if me and first else [],
            "asked": lists.requests_of(me) if me and first else [],
        },
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_new(request: HttpRequest) -> HttpResponse:
    """Show the form of a new club, or found the club; guests are asked to sign up first.

    Raises:
        TooManyError: the visitor is at the limit `social`.
    """
    if request.user.is_guest:  # type: ignore[union-attr]
        return redirect("account_signup")
    form = FoundForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        me = ensure_player(request)
        count(request, "social")
        club = _founded(form, me) if form.is_valid() else None
        if club is not None:
            return redirect("club", club.handle)
    visitor = player_of(request)
    refusal = why_not_found(visitor) if visitor is not None else "too_new"
    context: dict[str, Any] = {"form": form, "refused": refusal_text(refusal) if refusal else ""}
    return render(request, "games/clubs/new.html", context, status=422 if form.errors else 200)


def _founded(form: FoundForm, founder: Player) -> Club | None:
    """Found the club of a valid form and return it; if refused, add the error and return None."""
    handle = form.cleaned_data["handle"]
    try:
        return found_club(founder=founder, handle=handle, chosen=form.chosen())
    except ClubError as error:
        form.add_error(FIELD_OF.get(error.code), refusal_text(error.code))
        return None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the club to which an invitation link leads, and on a POST make the visitor a member.

    Raises:
        TooManyError: the visitor is at the limit `social`.
    """
    link = link_or_none(token, timezone.now())
    if request.method == "POST" and request.user.is_authenticated:
        return _joined(request, token, link)
    if link is None:
        return render(request, "games/clubs/link_old.html", status=404)
    guest = bool(getattr(request.user, "is_guest", False))
    signed_in = request.user.is_authenticated and not guest
    context = {"link": link, "signed_in": signed_in, "next": request.path}
    return render(request, "games/clubs/join.html", context)


def _joined(request: HttpRequest, token: str, link: ClubLink | None) -> HttpResponse:
    """Make the visitor a member by a link, and redirect to the club.

    Raises:
        TooManyError: the visitor is at the limit `social`.
    """
    me = ensure_player(request)
    count(request, "social")
    try:
        club = use_link(token=token, player=me)
    except ClubError as error:
        messages.error(request, refusal_text(error.code))
        return redirect("club", link.club.handle) if link else redirect("clubs")
    return redirect("club", club.handle)

"""Views that open a table, show a table, and seat a visitor."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import client_address
from brisca_site.site_address import site_address
from games.clubs.rights import Right
from games.engine import Ruleset
from games.models import Club, Player, Table
from games.models.tables import TableStatus
from games.pages.chips import refusal_words
from games.pages.forms.choosing import option_order, verdict_json
from games.pages.forms.open_table import TableForm
from games.pages.forms.seat import SeatForm
from games.pages.fragments import fragment
from games.pages.invite import (
    Asked,
    asked_for,
    invitation,
    is_invitation_to,
    rules_url,
    seated_player,
    user_of,
)
from games.pages.invite_late import no_seat, no_table
from games.pages.page_cache import same_for_strangers
from games.pages.team_play import REFUSALS, asked_team, table_team, team_refusal
from games.pages.visitor import busy_player, player_of
from games.pages.wording.history import pool_title
from games.pages.wording.tables import rule_lines, table_chips, table_line
from games.rules_text import preset_title, teams_words
from games.rules_text.club_refusals import refusal_text as club_text
from games.selectors.clubs.lists import club_or_none
from games.selectors.clubs.people import visitor_to
from games.selectors.tables import may_watch, table_json
from games.services.clubs.rules import keep_rules, open_club_table
from games.services.errors import ClubError, InvitationError, TableError, TeamError
from games.services.idempotency import once
from games.services.rulesets import engine_ruleset
from games.services.tables import TableOptions, open_table, sit
from games.services.team_play import join_as_team, open_table_as_team
from games.stats.pools import pool_name

KEY_LENGTH: Final = 16
"""Number of characters of the key that makes a form that is sent twice open one table."""


@require_http_methods(["GET", "HEAD", "POST"])
@same_for_strangers
def table_new(request: HttpRequest) -> HttpResponse:
    """Show the form that opens a table, or open the table and redirect to it.

    Raises:
        TooManyError: the visitor is at the limit `table`.
    """
    club = club_of(request)
    if request.method != "POST":
        context = {"parts": _form_parts(request, club), "form_key": get_random_string(KEY_LENGTH)}
        return render(request, "games/table_new.html", context)
    form = TableForm(request.POST.dict())
    if form.is_valid():
        try:
            return _open(request, form, club)
        except REFUSALS as error:
            form.add_error(None, team_refusal(error))
        except ClubError as error:
            form.add_error(None, club_text(error.code))
    context = _form_context(request, form, club)
    parts = {name: render_to_string(path, context) for name, path in FORM_PARTS.items()}
    filled = {"parts": parts, "form_key": request.POST.get("form_key", "")}
    return render(request, "games/table_new.html", filled, status=422)


FORM_PARTS: Final = {"form": "games/_table_form.html", "data": "games/_table_form_data.html"}
"""Templates of the form that opens a table, and of what its script begins with."""


def _form_parts(request: HttpRequest, club: Club | None) -> dict[str, SafeString]:
    """Return the rendered FORM_PARTS for the choices in a link; those of clubs and teams are private."""
    link = _link(request)

    @cache
    def context() -> dict[str, Any]:
        return _form_context(request, TableForm(link=link), club)

    content = (sorted(link.items()), site_address(request))
    private = club is not None or "team" in link
    return {
        name: fragment(path, content, context, private=private) for name, path in FORM_PARTS.items()
    }


def _form_context(request: HttpRequest, form: TableForm, club: Club | None) -> dict[str, Any]:
    """Return the context of FORM_PARTS."""
    verdict = verdict_json(form.verdict)
    return {
        "form": form,
        "verdict": verdict,
        "link": site_address(request, verdict["link"]),
        "choosing": {**option_order(), "verdict": verdict},
        "club": club,
        "team": None if club is not None else table_team(request, player_of(request)),
        "may_keep": club is not None and visitor_to(club, player_of(request)).may(Right.RULESETS),
    }


def club_of(request: HttpRequest) -> Club | None:
    """Return the club that the request names, if the visitor is a member of it; else None.

    It is the club for which a table is opened.
    """
    handle = request.POST.get("club") or request.GET.get("club", "")
    club = club_or_none(handle) if handle else None
    if club is None or visitor_to(club, player_of(request)).member is None:
        return None
    return club


def _open(request: HttpRequest, form: TableForm, club: Club | None) -> HttpResponse:
    """Open the table of a valid form, or keep its rules for a club, and redirect there.

    A form that is sent twice opens one table.

    Raises:
        TableError: the table cannot be opened.
        TeamError: the table cannot be opened as that team, also InvitationError.
        ClubError: the club does not let the visitor do that.
        TooManyError: the visitor is at the limit `table`.
    """
    host = busy_player(request)
    key = request.POST.get("form_key", "")[:KEY_LENGTH]
    if not key:
        return redirect(_open_for(request, form, club, host))
    asked = {name: value for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}
    try:
        address = once(
            player=host,
            client_id=f"form:{key}",
            asked=asked,
            work=lambda: _open_for(request, form, club, host),
        )
    except TableError as error:
        if error.code != "id_reused":  # the form was changed since, so it asks for another table
            raise
        address = _open_for(request, form, club, host)
    return redirect(address)


def _open_for(request: HttpRequest, form: TableForm, club: Club | None, host: Player) -> str:
    """Open the table of a valid form for a host, or keep its rules; return the address of the page.

    Raises:
        TableError: the table cannot be opened.
        TeamError: the table cannot be opened as that team, also InvitationError.
        ClubError: the club does not let the visitor do that.
    """
    chosen, address = form.table_options(), client_address(request)
    team = asked_team(request) if club is None else None
    if club is not None and "keep" in request.POST:
        _keep(club, host, chosen)
        return reverse("club", args=[club.handle])
    if team is not None:
        table = open_table_as_team(team=team, host=host, chosen=chosen, address=address)
    elif club is None:
        table = open_table(host=host, chosen=chosen, address=address)
    else:
        table = open_club_table(club=club, host=host, chosen=chosen, address=address)
    return reverse("table", args=[table.public_id])


def _keep(club: Club, player: Player, chosen: TableOptions) -> None:
    """Keep the rules of a form for a club.

    Raises:
        ClubError: the club does not let the player do that.
    """
    keep_rules(
        club=club,
        player=player,
        name=chosen.name,
        preset=chosen.preset,
        players=chosen.players,
        options=chosen.options,
    )


def _link(request: HttpRequest) -> dict[str, str]:
    """Return the choices in a link; `target` is short for the option of that name."""
    given = request.GET.dict()
    if "target" in given:
        given.setdefault("o.match.target", given.pop("target"))
    return given


@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show a table: an invitation if the visitor may sit down, else the live table.

    A visitor who may not see the table gets the same answer as for a table that does not exist.

    Raises:
        Http404: there is no such open table, or the visitor may not see it.
    """
    player = player_of(request)
    asked = asked_for(request.GET)
    data = table_json(table_id, player)
    if data is None or data["status"] == TableStatus.CLOSED:
        if asked.token:
            return no_table(request, table_id, asked)
        raise Http404
    if not may_watch(data):
        if is_invitation_to(table_id, asked):
            if data["you"].get("members_only"):
                return _to_club(request, table_id)
            return no_seat(request, data=data, watch=False)
        raise Http404
    found = Table.objects.select_related("ruleset", "host").get(public_id=table_id)
    ruleset = engine_ruleset(found.ruleset, found.players)
    if data["you"]["seat"] is None and "watch" not in request.GET:
        if data["you"]["can_sit"]:
            return invitation(request, table=found, data=data, ruleset=ruleset, asked=asked)
        if asked.token or (asked.seat is not None and data["status"] != TableStatus.FINISHED):
            return no_seat(request, data=data, watch=True)
    return render(request, "games/table.html", _live_table(found, data, ruleset))


def _to_club(request: HttpRequest, table_id: str) -> HttpResponse:
    """Redirect somebody who is invited to a table of a club alone to the club, which they may enter."""
    club = Table.objects.select_related("club").get(public_id=table_id).club
    assert club is not None, "the table is for its members"
    messages.warning(request, _("This table is for members of a club alone."))
    return redirect("club", club.handle)


def _live_table(found: Table, data: dict[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """Return the template context of a live table; `data` in it is for the page's script."""
    title = data["name"] or preset_title(data["preset"])
    rules = {
        "title": preset_title(data["preset"]),
        "line": table_line(data),
        "chips": [chip._asdict() for chip in table_chips(data, ruleset)],
        "lines": rule_lines(data, ruleset),
        "kind": teams_words(found.players, found.ruleset.options["teams"]),
        "pool": pool_title(pool_name(found.players, found.ruleset.options)),
        "url": rules_url(ruleset),
    }
    page = {
        "table": data,
        "ws_path": f"/ws/table/{found.public_id}/",
        "title": title,
        "rules": rules,
        "next_table_ms": round(settings.WATCH_NEXT_S * 1000),
    }
    return {"table": data, "title": title, "data": page}


@require_POST
def table_sit(request: HttpRequest, table_id: str) -> HttpResponse:
    """Seat the visitor at a table; a stranger becomes a guest.

    A visitor who was shown the table's current rules agrees to them by sitting down.

    Raises:
        Http404: there is no such table, and the request has no invitation.
        TooManyError: the visitor is at the limit `table`.
    """
    asked = asked_for(request.POST)
    data = table_json(table_id, player_of(request))
    if data is None:
        if asked.token:
            return no_table(request, table_id, asked)
        raise Http404
    if not data["you"]["can_sit"]:
        return redirect(f"{reverse('table', args=[table_id])}?{asked.query}")
    found = Table.objects.select_related("ruleset", "host").get(public_id=table_id)
    if asked.token and asked.seat is None and not is_invitation_to(table_id, asked):
        messages.warning(request, _("That invitation is for another table."))
    form = SeatForm(request.POST, user=user_of(request))
    try:
        player = seated_player(request, form, data) if form.is_valid() else None
    except ValidationError as error:
        form.add_error(None, error)
        player = None
    if player is None:
        ruleset = engine_ruleset(found.ruleset, found.players)
        if not data["you"]["can_sit"]:
            return redirect("table", table_id)
        return invitation(request, table=found, data=data, ruleset=ruleset, asked=asked, form=form)
    return _sit_down(request, found, player, asked)


def _sit_down(request: HttpRequest, found: Table, player: Player, asked: Asked) -> HttpResponse:
    """Take a seat, or a side for a team, and redirect to the table.

    A message says where that cannot be had.
    """
    address = reverse("table", args=[found.public_id])
    here, agreed = client_address(request), request.POST.get("agreed") == found.ruleset.hash
    try:
        team = asked_team(request)
        if team is not None:
            join_as_team(team=team, table=found, player=player, agreed=agreed, address=here)
            return redirect(address)
        sit(
            table=found,
            player=player,
            seat=asked.seat,
            invite=asked.token or None,
            agreed=agreed,
            address=here,
        )
    except (InvitationError, TeamError) as error:
        messages.error(request, team_refusal(error))
    except TableError as error:
        gone = error.code in ("seat_taken", "table_full", "not_waiting")
        if gone and asked.is_invitation:
            return redirect(f"{address}?{asked.query}")  # the page says so
        if error.code != "already_seated":
            taken = _("That seat is taken, or the table is full.")
            messages.error(request, refusal_words(error, taken))
    return redirect(address)

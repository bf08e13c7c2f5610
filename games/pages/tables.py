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
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import client_address
from brisca_site.base.site_address import site_address
from games.common.errors import InvitationError, TableError, TeamError
from games.engine import Ruleset
from games.models import Player, Table
from games.models.tables import TableStatus
from games.pages.chips import refusal_words
from games.pages.forms.choosing import option_order, verdict_json
from games.pages.forms.open_table import TableForm
from games.pages.forms.seat import SeatForm
from games.pages.forms.table_owner import OwnerRefusedError, TableOwner, table_owners
from games.pages.fragments import fragment
from games.pages.invite import (
    SeatRequest,
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
from games.selectors.guidance import leads_after_match
from games.selectors.tables import may_watch, table_json
from games.services.daily_deals import day_of
from games.services.idempotency import once
from games.services.rulesets import engine_ruleset
from games.services.tables import open_table, sit
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
    owner = table_owners().owner_of(request)
    if request.method != "POST":
        context = {"parts": _form_parts(request, owner), "form_key": get_random_string(KEY_LENGTH)}
        return render(request, "games/table_new.html", context)
    form = TableForm(request.POST.dict())
    if form.is_valid():
        try:
            return _open(request, form, owner)
        except REFUSALS as error:
            form.add_error(None, team_refusal(error))
        except OwnerRefusedError as error:
            form.add_error(None, error.text)
    return _refused_form(request, form, owner)


def _refused_form(request: HttpRequest, form: TableForm, owner: TableOwner | None) -> HttpResponse:
    """Show the form that opens a table again, as it was filled in, with its errors."""
    context = _form_context(request, form, owner)
    parts = {name: render_to_string(path, context) for name, path in FORM_PARTS.items()}
    filled = {"parts": parts, "form_key": request.POST.get("form_key", "")}
    return render(request, "games/table_new.html", filled, status=422)


FORM_PARTS: Final = {"form": "games/_table_form.html", "data": "games/_table_form_data.html"}
"""Templates of the form that opens a table, and of what its script begins with."""


def _form_parts(request: HttpRequest, owner: TableOwner | None) -> dict[str, SafeString]:
    """Return HTML of the form that opens a table, by part (FORM_PARTS), for a link's choices.

    Parts that show the visitor's clubs and teams are not cached.
    """
    link = _link(request)

    @cache
    def context() -> dict[str, Any]:
        return _form_context(request, TableForm(link=link), owner)

    content = (sorted(link.items()), site_address(request))
    private = owner is not None or "team" in link
    return {
        name: fragment(path, content, context, private=private) for name, path in FORM_PARTS.items()
    }


def _form_context(
    request: HttpRequest, form: TableForm, owner: TableOwner | None
) -> dict[str, Any]:
    """Return the template context of the form that opens a table."""
    verdict = verdict_json(form.verdict)
    return {
        "form": form,
        "verdict": verdict,
        "link": site_address(request, verdict["link"]),
        "choosing": {**option_order(), "verdict": verdict},
        "team": None if owner is not None else table_team(request, player_of(request)),
        **({} if owner is None else owner.form_context(request)),
    }


def _open(request: HttpRequest, form: TableForm, owner: TableOwner | None) -> HttpResponse:
    """Open the table of a valid form, or let its owner do so, and redirect there.

    A form that is sent twice opens one table.

    Raises:
        TableError: the table cannot be opened.
        TeamError: the table cannot be opened as that team, also InvitationError.
        OwnerRefusedError: the owner does not let the visitor do that.
        TooManyError: the visitor is at the limit `table`.
    """
    host = busy_player(request)
    key = request.POST.get("form_key", "")[:KEY_LENGTH]
    if not key:
        return redirect(_open_for(request, form, owner, host))
    asked = {name: value for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}
    try:
        address = once(
            player=host,
            client_id=f"form:{key}",
            asked=asked,
            work=lambda: _open_for(request, form, owner, host),
        )
    except TableError as error:
        if error.code != "id_reused":  # the form was changed since, so it asks for another table
            raise
        address = _open_for(request, form, owner, host)
    return redirect(address)


def _open_for(request: HttpRequest, form: TableForm, owner: TableOwner | None, host: Player) -> str:
    """Open the table of a valid form for a host; return the URL of the page that follows.

    Raises:
        TableError: the table cannot be opened.
        TeamError: the table cannot be opened as that team, also InvitationError.
        OwnerRefusedError: the owner does not let the visitor do that.
    """
    chosen, address = form.table_options(), client_address(request)
    if owner is not None:
        return owner.submit(request, host=host, chosen=chosen, address=address)
    team = asked_team(request)
    if team is not None:
        table = open_table_as_team(team=team, host=host, chosen=chosen, address=address)
    else:
        table = open_table(host=host, chosen=chosen, address=address)
    return reverse("table", args=[table.public_id])


def _link(request: HttpRequest) -> dict[str, str]:
    """Return the choices of a new table in a link; `target` is short for that option's name."""
    choices = request.GET.dict()
    if "target" in choices:
        choices.setdefault("o.match.target", choices.pop("target"))
    return choices


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
    table_row = Table.objects.select_related("ruleset", "host").get(public_id=table_id)
    ruleset = engine_ruleset(table_row.ruleset, table_row.players)
    if data["you"]["seat"] is None and "watch" not in request.GET:
        if data["you"]["can_sit"]:
            return invitation(request, table=table_row, data=data, ruleset=ruleset, asked=asked)
        if asked.token or (asked.seat is not None and data["status"] != TableStatus.FINISHED):
            return no_seat(request, data=data, watch=True)
    leads = player is not None and leads_after_match(player, day_of(timezone.now()))
    return render(request, "games/table.html", _live_table(table_row, data, ruleset, leads=leads))


def _to_club(request: HttpRequest, table_id: str) -> HttpResponse:
    """Redirect an invited visitor who is no member to the club whose members alone may sit."""
    club = Table.objects.select_related("club").get(public_id=table_id).club
    assert club is not None, "the table is for its members"
    messages.warning(request, _("This table is for members of a club alone."))
    return redirect("club", club.handle)


def _live_table(
    table: Table, data: dict[str, Any], ruleset: Ruleset, *, leads: bool
) -> dict[str, Any]:
    """Return the template context of a live table, with `data` for the page's script.

    `leads` says that the way to the lobby passes by the page after a match, as a newcomer plays.
    """
    title = data["name"] or preset_title(data["preset"])
    rules = {
        "title": preset_title(data["preset"]),
        "line": table_line(data),
        "chips": [chip._asdict() for chip in table_chips(data, ruleset)],
        "lines": rule_lines(data, ruleset),
        "kind": teams_words(table.players, table.ruleset.options["teams"]),
        "pool": pool_title(pool_name(table.players, table.ruleset.options)),
        "url": rules_url(ruleset),
    }
    page = {
        "table": data,
        "ws_path": f"/ws/table/{table.public_id}/",
        "title": title,
        "rules": rules,
        "next_table_ms": round(settings.WATCH_NEXT_S * 1000),
        "leads_after_match": leads,
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
    table_row = Table.objects.select_related("ruleset", "host").get(public_id=table_id)
    if asked.token and asked.seat is None and not is_invitation_to(table_id, asked):
        messages.warning(request, _("That invitation is for another table."))
    form = SeatForm(request.POST, user=user_of(request))
    try:
        player = seated_player(request, form, data) if form.is_valid() else None
    except ValidationError as error:
        form.add_error(None, error)
        player = None
    if player is None:
        ruleset = engine_ruleset(table_row.ruleset, table_row.players)
        if not data["you"]["can_sit"]:
            return redirect("table", table_id)
        return invitation(
            request, table=table_row, data=data, ruleset=ruleset, asked=asked, form=form
        )
    return _sit_down(request, table_row, player, asked)


def _sit_down(
    request: HttpRequest, table: Table, player: Player, asked: SeatRequest
) -> HttpResponse:
    """Take a seat, or a team's side, and redirect to the table.

    If the seat cannot be had, a message says where it failed.
    """
    address = reverse("table", args=[table.public_id])
    client_ip, agreed = client_address(request), request.POST.get("agreed") == table.ruleset.hash
    try:
        team = asked_team(request)
        if team is not None:
            join_as_team(team=team, table=table, player=player, agreed=agreed, address=client_ip)
            return redirect(address)
        sit(
            table=table,
            player=player,
            seat=asked.seat,
            invite=asked.token or None,
            agreed=agreed,
            address=client_ip,
        )
    except (InvitationError, TeamError) as error:
        messages.error(request, team_refusal(error))
    except TableError as error:
        no_seat_left = error.code in ("seat_taken", "table_full", "not_waiting")
        if no_seat_left and asked.is_invitation:
            return redirect(f"{address}?{asked.query}")  # the page says so
        if error.code != "already_seated":
            otherwise = _("That seat is taken, or the table is full.")
            messages.error(request, refusal_words(error, otherwise))
    return redirect(address)

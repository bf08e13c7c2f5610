"""Views of invitations by name: sending one from a table or a player's page, and answering it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import client_address, count
from games.common.errors import InvitationError, TableError
from games.common.keyset import LARGEST
from games.models import Player, Table
from games.pages.chips import refusal_words
from games.pages.forms.quick_play import FIRST_GAME, game_of, last_key
from games.pages.people import named_player
from games.pages.visitor import busy_player, ensure_player
from games.selectors.faces import chosen_faces_by_name
from games.selectors.invitations import invitable, waiting_table
from games.services import invitations
from games.services.quick_play import open_for_invited
from games.wording.invitation_refusals import refusal_text


@login_required
@require_POST
def player_invite(request: HttpRequest, name: str) -> HttpResponse:
    """Invite a player to the visitor's waiting table, opening one if needed; redirect to it.

    Raises:
        Http404: there is no such player.
        TooManyError: the visitor is at the limit `invite`, or `table` where one is opened.
    """
    other = named_player(name)
    me = ensure_player(request)
    count(request, "invite")
    table = waiting_table(me)
    try:
        if table is None:
            game = game_of(last_key(request, me)) or game_of(FIRST_GAME)
            assert game is not None, "the usual game is always there"
            busy_player(request)
            table = open_for_invited(
                player=me, invited=other, game=game, address=client_address(request)
            )
        else:
            invitations.invite(table=table, inviter=me, invited=other)
    except InvitationError as error:
        messages.error(request, refusal_text(error.code))
        return redirect("table", table.public_id) if table else redirect("player", other.name)
    except TableError as error:
        messages.error(request, refusal_words(error, _("That cannot be done now.")))
        return redirect("player", other.name)
    messages.success(request, _("%(name)s is invited.") % {"name": other.name})
    return redirect("table", table.public_id)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_invite(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show whom the visitor may invite to their waiting table; a POST invites a player by name.

    A script that asks for JSON receives `done` or `error`, and of a GET the names.

    Raises:
        Http404: there is no such table, or the visitor does not sit there.
        TooManyError: the visitor is at the limit `invite`.
    """
    me = ensure_player(request)
    table = waiting_table(me, table_id)
    if table is None:
        raise Http404
    script = not request.accepts("text/html")
    if request.method != "POST":
        people = invitable(table, me)
        if script:
            return JsonResponse(
                {
                    "people": [
                        {"name": person.player.name, "invited": person.invited} for person in people
                    ]
                }
            )
        return _invite_page(request, table, me)
    count(request, "invite")
    name = request.POST.get("name", "").strip()
    try:
        done = _invite_by_name(table, me, name, request.POST.get("seat", ""))
    except InvitationError as error:
        words = refusal_text(error.code)
        if script:
            return JsonResponse({"error": words}, status=409)
        messages.error(request, words)
        return _invite_page(request, table, me, status=409)
    if script:
        return JsonResponse({"done": done})
    messages.success(request, done)
    return redirect("table_invite", table_id)


def _invite_by_name(table: Table, me: Player, name: str, seat: str) -> str:
    """Invite a player by name to a table; return a sentence that confirms the invitation.

    Raises:
        InvitationError: it is refused.
    """
    try:
        other = named_player(name)
    except Http404:
        raise InvitationError("no_such_player") from None
    number = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else None
    invitations.invite(table=table, inviter=me, invited=other, seat=number)
    return _("%(name)s is invited.") % {"name": other.name}


def _invite_page(request: HttpRequest, table: Table, me: Player, status: int = 200) -> HttpResponse:
    """Return the page on which a visitor invites people to a table."""
    people = invitable(table, me)
    context = {
        "table": table,
        "people": people,
        "chosen_faces": chosen_faces_by_name(person.player.name for person in people),
    }
    return render(request, "games/table_invite.html", context, status=status)


@login_required
@require_POST
def invitation_answer(request: HttpRequest, invitation: int) -> HttpResponse:
    """Accept an invitation (`accept`) and seat the visitor at its table, or decline it.

    Raises:
        TooManyError: the visitor is at the limit `table`.
    """
    accept = "accept" in request.POST
    me = busy_player(request) if accept else ensure_player(request)
    try:
        if invitation > LARGEST:
            raise InvitationError("not_invited")
        table = invitations.answer_invitation(
            invitation=invitation, player=me, accept=accept, address=client_address(request)
        )
    except InvitationError as error:
        messages.error(request, refusal_text(error.code))
    except TableError as error:
        otherwise = _("That seat is taken, or the table is full.")
        messages.error(request, refusal_words(error, otherwise))
    else:
        if accept:
            return redirect("table", table.public_id)
        messages.success(request, _("You have declined."))
    return redirect("notifications")


INVITATION_URLS: list[Any] = [
    path("players/<str:name>/invite/", player_invite, name="player_invite"),
    path("t/<str:table_id>/invite/", table_invite, name="table_invite"),
    path("invitations/<int:invitation>/answer/", invitation_answer, name="invitation_answer"),
]

"""The page on which moderators see and lift the measures in force; bans of sign-up from a case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _t
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import AccountBar, User
from games.common.errors import CaseError
from games.models import ModAction, Player, PlayerPause
from games.pages import moderation_context
from games.pages.moderation_desk import current_moderator, moderators_only, whole_number
from games.pages.wording.moderation import REFUSALS, lifted_text
from games.selectors import cases as read
from games.selectors.blind_reviews import to_judge_blind
from games.selectors.figures import find_player
from games.selectors.measures_in_force import in_force
from games.services import measure_lifting
from games.services.signup_bans import SignupVerdict, ban_signup


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def measures(request: HttpRequest) -> HttpResponse:
    """Show the measures in force, of all or of `?player=`, or lift one of them."""
    me = current_moderator(request)
    if request.method == "POST":
        return _lift(request, me)
    return _page(request, me)


@moderators_only
@require_POST
def ban(request: HttpRequest, case_id: int) -> HttpResponse:
    """Ban sign-up from the e-mail domain, or from the addresses, of a case's player.

    Raises:
        Http404: there is no such case, it is about the moderator, or is to be judged blind first.
    """
    me, data = current_moderator(request), request.POST
    case = read.visible_case(case_id, me)
    if case is None or to_judge_blind([case], me):
        raise Http404
    verdict = SignupVerdict(
        measure=data.get("measure", ""),
        days=whole_number(data.get("days")) or 0,
        reason=data.get("reason", ""),
        domain=data.get("domain", ""),
    )
    try:
        ban_signup(case_id=case_id, moderator=me, verdict=verdict)
    except CaseError as error:
        messages.error(request, str(REFUSALS[error.code]))
    else:
        messages.success(request, _t("New accounts are refused. It stands under “In force”."))
    return redirect("desk_case", case_id)


def _lift(request: HttpRequest, me: User) -> HttpResponse:
    """Lift the measure, pause or bar named in the form, and redirect to the page."""
    kind, number = request.POST.get("kind", ""), whole_number(request.POST.get("id")) or 0
    if kind not in LIFTS:
        return _page(request, me, error=str(REFUSALS["no_such_decision"]))
    try:
        LIFTS[kind](number, me, request.POST.get("reason", ""))
    except CaseError as error:
        return _page(request, me, error=str(REFUSALS[error.code]))
    messages.success(request, _t("Lifted."))
    return redirect("desk_in_force")


def _lift_decision(number: int, me: User, reason: str) -> ModAction:
    """Lift a measure that began by a moderator's logged decision.

    Raises:
        CaseError: as `measure_lifting.lift_decision`.
    """
    return measure_lifting.lift_decision(number=number, moderator=me, reason=reason)


def _lift_pause(number: int, me: User, reason: str) -> ModAction:
    """Lift a pause that began automatically after leaving matches.

    Raises:
        CaseError: as `measure_lifting.lift_rule_pause`.
    """
    pause = PlayerPause.objects.select_related("player__user").filter(pk=number).first()
    user = None if pause is None else pause.player.user
    text = lifted_text("pause", "" if user is None else user.language)
    return measure_lifting.lift_rule_pause(pause_id=number, moderator=me, reason=reason, text=text)


def _lift_bar(number: int, me: User, reason: str) -> ModAction:
    """Lift an account's bar that no logged decision explains.

    Raises:
        CaseError: as `measure_lifting.lift_old_bar`.
    """
    bar = AccountBar.objects.select_related("user").filter(pk=number).first()
    text = lifted_text("bar", "" if bar is None else bar.user.language)
    return measure_lifting.lift_old_bar(bar_id=number, moderator=me, reason=reason, text=text)


LIFTS: Final[Mapping[str, Callable[[int, User, str], ModAction]]] = {
    "decision": _lift_decision,
    "pause": _lift_pause,
    "bar": _lift_bar,
}
"""How each kind of row of the page is lifted."""


def _page(request: HttpRequest, me: User, *, error: str = "") -> HttpResponse:
    """Show the page of measures in force; `error` says why a lifting was refused."""
    name = request.GET.get("player", "").strip()
    row = find_player(name) if name else None
    player = None if row is None else Player.objects.filter(pk=row["id"]).first()
    shown = [] if name and player is None else in_force(me, player=player)
    context = {
        **moderation_context.tabs(me, "in_force"),
        "rows": [moderation_context.in_force_row(entry) for entry in shown],
        "name": name,
        "error": error,
    }
    return render(request, "games/desk_in_force.html", context, status=422 if error else 200)


IN_FORCE_URLS: Final[list[Any]] = [
    path("desk/in-force/", measures, name="desk_in_force"),
    path("desk/cases/<int:case_id>/signup/", ban, name="desk_signup"),
]

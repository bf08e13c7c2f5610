"""The moderators' desk: the queue of cases, a case with what to do, and appeals."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Final, TypeAlias, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _t
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.second_factor import ask_second_factor
from games.common.errors import AppealError, CaseError
from games.conduct.measures import APPEAL_DAYS, MEASURES, MeasureError, check_measure
from games.models import Case, ModAction, Player
from games.pages import moderation_context
from games.pages.illegal_content_mail import answer_notice
from games.pages.visitor import is_moderator
from games.pages.wording.moderation import REFUSALS, proposed_text
from games.selectors import cases as read
from games.selectors.blind_reviews import to_judge_blind
from games.selectors.figures import find_player
from games.services import appeals, cases, decisions

View: TypeAlias = Callable[..., HttpResponse]


def moderators_only(view: View) -> View:
    """Decorate a view: only moderators reach it, and only after their second factor."""

    @login_required
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        if not is_moderator(request):
            raise PermissionDenied
        return ask_second_factor(request) or view(request, *args, **values)

    return guarded


@moderators_only
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Show the open moderation cases by urgency, or only those the moderator works on."""
    me, now = current_moderator(request), timezone.now()
    own = request.GET.get("of") == "me"
    page = _page_number(request)
    shown = read.queue(me, now, own=own, page=page)
    context = {
        **moderation_context.tabs(me, "own" if own else "open"),
        "rows": moderation_context.queue_rows(shown[: read.CASES_PER_PAGE], me, now),
        "next_page": page + 2 if len(shown) > read.CASES_PER_PAGE else None,
        "page": page + 1,
        "own": own,
        "overdue": read.overdue(me, now),
        "undo": _undoable(request, me, now),
    }
    return render(request, "games/desk_queue.html", context)


@moderators_only
@require_POST
def take(request: HttpRequest, case_id: int) -> HttpResponse:
    """Assign a case to the moderator, and redirect to its page."""
    try:
        cases.take_case(case_id=case_id, moderator=current_moderator(request))
    except CaseError as error:
        messages.error(request, str(REFUSALS[error.code]))
    return redirect("desk_case", case_id)


@moderators_only
@require_POST
def take_all(request: HttpRequest, case_id: int) -> HttpResponse:
    """Assign a case and all others about the same person to the moderator; show the case."""
    try:
        own_cases = cases.take_cases_of_player(
            case_id=case_id, moderator=current_moderator(request)
        )
    except CaseError as error:
        messages.error(request, str(REFUSALS[error.code]))
    else:
        text = ngettext("%(n)s case is yours now.", "%(n)s cases are yours now.", len(own_cases))
        messages.success(request, text % {"n": len(own_cases)})
    return redirect("desk_case", case_id)


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, case_id: int) -> HttpResponse:
    """Show a moderation case, or store the moderator's decision on it.

    Raises:
        Http404: there is no such case, or it is about the moderator.
    """
    me = current_moderator(request)
    case_row = read.visible_case(case_id, me)
    if case_row is None:
        raise Http404
    if to_judge_blind([case_row], me):
        return redirect("desk_blind", case_id)
    if request.method != "POST":
        return _case_page(request, case_row, me)
    if _has_stale_text(request):
        return _case_page(request, case_row, me, error=str(REFUSALS["other_text"]), anew=True)
    try:
        action = decisions.decide_case(case_id=case_id, moderator=me, verdict=_verdict(request))
    except CaseError as error:
        return _case_page(request, case_row, me, error=str(REFUSALS[error.code]))
    for report in case_row.reports.exclude(email="").exclude(decided_at=None):
        answer_notice(report)
    return redirect(f"/desk/?done={action.number}")


@moderators_only
@require_POST
def put_off(request: HttpRequest, case_id: int) -> HttpResponse:
    """Put a case off until tomorrow, and redirect to the queue."""
    try:
        cases.put_off_case(case_id=case_id, moderator=current_moderator(request))
    except CaseError as error:
        messages.error(request, str(REFUSALS[error.code]))
        return redirect("desk_case", case_id)
    messages.success(request, _t("Put off until tomorrow."))
    return redirect("desk")


@moderators_only
@require_POST
def note(request: HttpRequest, case_id: int) -> HttpResponse:
    """Store a moderator's note about the player of a case.

    Raises:
        Http404: there is no such case, or it is about nobody.
    """
    me = current_moderator(request)
    case_row = read.visible_case(case_id, me)
    if case_row is None or case_row.player is None:
        raise Http404
    try:
        cases.add_note(player=case_row.player, moderator=me, text=request.POST.get("note", ""))
    except CaseError as error:
        messages.error(request, str(REFUSALS[error.code]))
    return redirect("desk_case", case_id)


@moderators_only
@require_POST
def name_player(request: HttpRequest, case_id: int) -> HttpResponse:
    """Store whom the notice of a case is about, and show the case about that player."""
    row = find_player(request.POST.get("player", "").strip())
    if row is None:
        messages.error(request, _t("There is no player of that name."))
        return redirect("desk_case", case_id)
    try:
        named_case = cases.name_player(
            case_id=case_id,
            moderator=current_moderator(request),
            player=Player.objects.get(pk=row["id"]),
        )
    except CaseError as error:
        messages.error(request, str(REFUSALS[error.code]))
        return redirect("desk_case", case_id)
    return redirect("desk_case", named_case.pk)


@moderators_only
@require_safe
def text(request: HttpRequest, case_id: int) -> HttpResponse:
    """Answer with the proposed text about a measure, in the language of the case's player.

    Raises:
        Http404: there is no such case, it is about nobody, or is to be judged blind first.
    """
    case = read.visible_case(case_id, current_moderator(request))
    if case is None or case.player is None or to_judge_blind([case], current_moderator(request)):
        raise Http404
    measure, rule = request.GET.get("measure", ""), request.GET.get("rule", "")
    proposed = _proposed(case, measure, rule, _minutes(request.GET))
    return JsonResponse({"text": proposed, "for": _choice(request.GET)})


@moderators_only
@require_POST
def undo(request: HttpRequest, number: int) -> HttpResponse:
    """Undo a decision (row id) that the moderator has just made, and show the queue."""
    try:
        decisions.undo_decision(number=number, moderator=current_moderator(request))
    except CaseError as error:
        messages.error(request, str(REFUSALS[error.code]))
    else:
        messages.success(request, _t("Undone."))
    return redirect("desk")


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def appeal_list(request: HttpRequest) -> HttpResponse:
    """Show the appeals that await an answer, or store a moderator's answer."""
    me, error = current_moderator(request), ""
    if request.method == "POST":
        try:
            appeals.answer_appeal(
                appeal_id=whole_number(request.POST.get("appeal")) or 0,
                moderator=me,
                granted=request.POST.get("granted") == "yes",
                answer=request.POST.get("answer", ""),
            )
        except AppealError as refused:
            error = str(REFUSALS[refused.code])
        else:
            messages.success(request, _t("Answered."))
            return redirect("desk_appeals")
    context = {
        **moderation_context.tabs(me, "appeals"),
        "appeals": [
            moderation_context.appeal_row(open_appeal)
            for open_appeal in read.open_appeals(me)[: read.CASES_PER_PAGE]
        ],
        "error": error,
        "answer": request.POST.get("answer", ""),
        "answered": whole_number(request.POST.get("appeal")),
    }
    return render(request, "games/desk_appeals.html", context, status=422 if error else 200)


def _case_page(
    request: HttpRequest, case: Case, me: User, *, error: str = "", anew: bool = False
) -> HttpResponse:
    """Show a case with its decision form, which keeps what was filled in.

    With `anew` the text is the one proposed for the measure, not what was filled in.
    """
    now = timezone.now()
    context = moderation_context.case_context(case, me, now)
    first: dict[str, str] = {"measure": context["measure"], "rule": context["rule"], "minutes": ""}
    chosen = {name: str(request.POST.get(name, value)) for name, value in first.items()}
    minutes = whole_number(chosen["minutes"])
    proposed = _proposed(case, chosen["measure"], chosen["rule"], minutes)
    context |= {
        **moderation_context.tabs(me, "case"),
        "error": error,
        **chosen,
        "text": proposed
        if anew
        else request.POST.get("text", case.closure.get("text", "") or proposed),
        "proposed": proposed,
        "proposed_for": _choice(chosen),
    }
    return render(request, "games/desk_case.html", context, status=422 if error else 200)


def _proposed(case: Case, measure: str, rule: str, minutes: int | None) -> str:
    """Return the proposed text to the player about a measure; "" if the measure has none."""
    if case.player is None or measure not in MEASURES:
        return ""
    length = minutes if minutes in moderation_context.lengths(measure) else None
    if length is None:
        length = next(iter(moderation_context.lengths(measure)), None)
    try:
        checked, checked_rule = check_measure(measure, rule, length)
    except MeasureError:
        return ""
    now = timezone.now()
    return proposed_text(
        checked,
        checked_rule,
        ends_at=None if length is None else now + timedelta(minutes=length),
        appeal_until=now + timedelta(days=APPEAL_DAYS),
        language="" if case.player.user is None else case.player.user.language,
    )


def _choice(data: Any) -> str:
    """Return the measure, rule and length of a decision form as one comparable text."""
    return f"{data.get('measure', '')}/{data.get('rule', '')}/{_minutes(data) or ''}"


def _has_stale_text(request: HttpRequest) -> bool:
    """Return True if the form's text is the unedited proposal for another measure.

    That happens without the page's script, or if somebody decides before the new text arrives.
    """
    data = request.POST
    text, proposed = (" ".join(data.get(name, "").split()) for name in ("text", "proposed"))
    untouched = bool(proposed) and text == proposed
    return (
        untouched
        and data.get("measure") in MEASURES
        and data.get("proposed_for", "") != _choice(data)
    )


def _verdict(request: HttpRequest) -> decisions.Verdict:
    """Return the decision in a submitted form, without a length its measure cannot have."""
    data = request.POST
    measure = data.get("measure", "")
    return decisions.Verdict(
        measure=measure,
        rule=data.get("rule", ""),
        minutes=_minutes(data) if moderation_context.lengths(measure) else None,
        text=data.get("text", ""),
        refund=data.get("refund") == "on",
        template=f"{measure}/{data.get('rule', '')}"[:32],
    )


def _minutes(data: Any) -> int | None:
    """Return the form's length of its measure in minutes; the usual length if none is chosen."""
    lengths = moderation_context.lengths(data.get("measure", ""))
    chosen = whole_number(data.get("minutes"))
    return chosen if chosen is not None else next(iter(lengths), None)


def _undoable(request: HttpRequest, me: User, now: datetime) -> ModAction | None:
    """Return the decision that the moderator has just made, if it can still be undone."""
    number = whole_number(request.GET.get("done"))
    if number is None:
        return None
    latest = now - decisions.UNDO_WITHIN
    action = ModAction.objects.filter(number=number, moderator=me.pk, at__gt=latest).first()
    return None if action is None or decisions.is_reversed(action) else action


def _page_number(request: HttpRequest) -> int:
    """Return the page number in the request's query, counted from 0."""
    return max(0, (whole_number(request.GET.get("page")) or 1) - 1)


def whole_number(value: str | None) -> int | None:
    """Return a text of at most nine digits as an int, or None for any other text."""
    text = value or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def current_moderator(request: HttpRequest) -> User:
    """Return the moderator who makes the request."""
    return cast("User", request.user)


DESK_URLS: Final[list[Any]] = [
    path("desk/", queue, name="desk"),
    path("desk/appeals/", appeal_list, name="desk_appeals"),
    path("desk/cases/<int:case_id>/", case, name="desk_case"),
    path("desk/cases/<int:case_id>/take/", take, name="desk_take"),
    path("desk/cases/<int:case_id>/take-all/", take_all, name="desk_take_all"),
    path("desk/cases/<int:case_id>/later/", put_off, name="desk_later"),
    path("desk/cases/<int:case_id>/note/", note, name="desk_note"),
    path("desk/cases/<int:case_id>/player/", name_player, name="desk_player"),
    path("desk/cases/<int:case_id>/text/", text, name="desk_text"),
    path("desk/decisions/<int:number>/undo/", undo, name="desk_undo"),
]

"""Pages of moderators' decisions for the player concerned, with appeals; the page of conduct."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import count
from accounts.models import AccountBar
from games.common.errors import AppealError
from games.conduct.measures import RULES
from games.models import CaseReport, Player, Statement
from games.pages.visitor import ensure_player
from games.pages.wording.moderation import (
    KINDS,
    MEASURES,
    REFUSALS,
    RULE_TEXTS,
    measure_words,
    rule_name,
)
from games.selectors.cases import reports_by, statements_of
from games.selectors.mod_log import monthly_counts
from games.services.appeals import mark_read, send_appeal

Json: TypeAlias = dict[str, Any]

APPEAL_SALT: Final = "games.appeal"
"""Salt of the tokens in links to statements, for those who cannot sign in."""
MAX_BAR_DELAY: Final = timedelta(seconds=5)
"""Time between a statement and its bar, which one transaction writes."""


@require_safe
def conduct(request: HttpRequest) -> HttpResponse:
    """Show the rules of conduct, and how many measures of each kind were taken each month."""
    months = monthly_counts()
    taken_measures = [
        name for name in MEASURES if any(name in numbers for _month, numbers in months)
    ]
    context = {
        "rules": [(rule, rule_name(rule), RULE_TEXTS[rule][1]) for rule in RULES],
        "columns": [MEASURES[name] for name in taken_measures],
        "months": [
            (month, [numbers.get(name, 0) for name in taken_measures]) for month, numbers in months
        ],
    }
    return render(request, "games/conduct.html", context)


@login_required
@never_cache
@require_POST
def appeal(request: HttpRequest, statement_id: int) -> HttpResponse:
    """Show a moderators' decision about the visitor, or store the appeal against it.

    Raises:
        TooManyError: the visitor is at the limit `social`.
    """
    count(request, "social")
    text = request.POST.get("text", "")
    try:
        send_appeal(statement_id=statement_id, player=ensure_player(request), text=text)
    except AppealError as error:
        messages.error(request, str(REFUSALS[error.code]))
    return redirect("standing")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def appeal_barred(request: HttpRequest, token: str) -> HttpResponse:
    """Show the owner of a barred account the reasons, or store their appeal.

    The link is on the page that a correct password leads to.

    Raises:
        Http404: the link is not the site's own.
        TooManyError: the visitor is at the limit `notice`.
    """
    try:
        number = signing.loads(token, salt=APPEAL_SALT)
    except signing.BadSignature:
        raise Http404 from None
    statement = get_object_or_404(_with_parts(), pk=number)
    error, sent = "", hasattr(statement, "appeal")
    if request.method == "POST":
        count(request, "notice")
        try:
            send_appeal(
                statement_id=statement.pk,
                player=statement.player,
                text=request.POST.get("text", ""),
            )
            sent = True
        except AppealError as refused:
            error = str(REFUSALS[refused.code])
    context = {"decision": _decision(statement, timezone.now()), "sent": sent, "error": error}
    return render(request, "games/appeal.html", context, status=422 if error else 200)


def appeal_address(bar: AccountBar) -> str:
    """Return the URL where a barred account's owner reads the reasons and appeals, or ""."""
    kept_out = Statement.objects.filter(
        player__user=bar.user_id,
        action__measure__in=("suspension", "closure"),
        withdrawn_at=None,
        at__gte=bar.created_at - MAX_BAR_DELAY,
        at__lte=bar.created_at + MAX_BAR_DELAY,
    )
    number = kept_out.values_list("pk", flat=True).first()
    return (
        ""
        if number is None
        else reverse("appeal_barred", args=[signing.dumps(number, salt=APPEAL_SALT)])
    )


def standing_context(player: Player) -> Json:
    """Return the template context of decisions about a player, and mark them as read.

    It is a template context of the page about the player's standing.
    """
    now = timezone.now()
    statements, reports = statements_of(player), reports_by(player)
    mark_read(player=player, now=now)
    return {
        "decisions": [_decision(statement, now) for statement in statements],
        "reports": [_report(case_report) for case_report in reports],
    }


def _with_parts() -> QuerySet[Statement]:
    """Return a query of all statements of decisions with their players, actions and appeals."""
    return Statement.objects.select_related("player", "action", "appeal")


def _decision(statement: Statement, now: datetime) -> Json:
    """Return a moderators' decision as a dict for the page of the player concerned."""
    action = statement.action
    appeal = getattr(statement, "appeal", None)
    withdrawn = statement.withdrawn_at is not None
    return {
        "id": statement.pk,
        "measure": measure_words(action.measure, action.starts_at, action.ends_at),
        "text": statement.text,
        "rule": rule_name(action.rule),
        "rule_code": action.rule,
        "by_person": action.moderator is not None,
        "at": statement.at,
        "ends_at": action.ends_at,
        "running": action.ends_at is not None and action.ends_at > now and not withdrawn,
        "withdrawn": withdrawn,
        "appeal": appeal,
        "appealable": appeal is None and not withdrawn and statement.appeal_until > now,
        "appeal_until": statement.appeal_until,
    }


def _report(report: CaseReport) -> Json:
    """Return a report as a dict for its author's page."""
    return {
        "kind": KINDS[report.kind][0],
        "about": "" if report.reported is None else report.reported.name,
        "at": report.created_at,
        "status": report.status,
    }


DECISION_URLS: Final[list[Any]] = [
    path("conduct/", conduct, name="conduct"),
    path("standing/decisions/<int:statement_id>/appeal/", appeal, name="appeal"),
    path("appeal/<str:token>/", appeal_barred, name="appeal_barred"),
]

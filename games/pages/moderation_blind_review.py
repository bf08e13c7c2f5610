"""The page on which a moderator judges a case of fair play before knowing whom it is about."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _t
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.common.card_names import suit_name
from games.common.errors import CaseError
from games.models import BlindReview, Case
from games.pages import moderation_context
from games.pages.moderation_desk import moderators_only
from games.pages.wording.moderation import BLIND_VERDICTS, REFUSALS
from games.selectors.blind_reviews import to_judge_blind
from games.selectors.cases import visible_case
from games.services.blind_reviews import begin_blind_review, judge_blind

Json: TypeAlias = dict[str, Any]

SET_NAMES: Final = "ABC"
"""Names of the sets in the order shown."""


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def blind(request: HttpRequest, case_id: int) -> HttpResponse:
    """Show a moderator sets of played decisions without names, or store the verdicts on them.

    The request is redirected to the case itself if that needs no blind review, or no longer.

    Raises:
        Http404: there is no such case, or it is about the moderator.
    """
    me = cast("User", request.user)
    case = visible_case(case_id, me)
    if case is None:
        raise Http404
    if not to_judge_blind([case], me):
        return redirect("desk_case", case_id)
    try:
        review = begin_blind_review(case=case, moderator=me)
    except CaseError:
        raise Http404 from None
    if not review.sets:
        messages.info(request, _t("There is nobody to compare with, so it is not judged blind."))
        return redirect("desk_case", case_id)
    if request.method != "POST":
        return _page(request, case, review)
    chosen = [request.POST.get(f"set{place}", "") for place in range(len(review.sets))]
    try:
        judge_blind(case=case, moderator=me, verdicts=chosen)
    except CaseError as error:
        return _page(request, case, review, chosen, str(REFUSALS[error.code]))
    return redirect("desk_case", case_id)


def _page(
    request: HttpRequest,
    case: Case,
    review: BlindReview,
    chosen: list[str] | None = None,
    error: str = "",
) -> HttpResponse:
    """Show the sets of decisions, without hints at which set belongs to the case."""
    partners = review.subject == "partner"
    context = {
        **moderation_context.tabs(cast("User", request.user), "case"),
        "case": case,
        "partners": partners,
        "sets": [
            {
                "name": name,
                "decisions": [
                    _decision(decision, partners=partners) for decision in decision_set["decisions"]
                ],
                "chosen": picked,
            }
            for name, decision_set, picked in zip(
                SET_NAMES, review.sets, chosen or [""] * 3, strict=True
            )
        ],
        "verdicts": BLIND_VERDICTS.items(),
        "error": error,
    }
    return render(request, "games/desk_blind.html", context, status=422 if error else 200)


def _decision(decision: Json, *, partners: bool) -> Json:
    """Return a decision of a player as a dict for the page, with words below cards of the hand."""
    best = _t("own cards") if partners else _t("own points")
    asked = _t("both hands") if partners else _t("for the opponent")
    marks = (("played", _t("played")), ("best", best), ("asked", asked))
    own, other = decision["points"]
    return {
        "trump": decision["trump"],
        "trump_name": suit_name(decision["trump"]),
        "stock": decision["stock"],
        "own_points": own,
        "other_points": other,
        "trick": [(card, bool(mark)) for card, mark in decision["trick"]],
        "hand": [
            (card, [words for name, words in marks if decision[name] == card])
            for card in decision["hand"]
        ],
    }


BLIND_URLS: Final[list[Any]] = [
    path("desk/cases/<int:case_id>/blind/", blind, name="desk_blind"),
]

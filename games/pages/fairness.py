"""The page that explains the shuffle, and counts the site's shuffles and proofs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.answers.daily import Fairness
from games.selectors.fairness import fairness_figures


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Show how shuffles can be proved fair, with counts of all the site's shuffles and proofs."""
    return render(request, "games/fairness.html", {"named": _named(fairness_figures())})


def _named(figures: Fairness) -> list[tuple[Promise, int, Promise | str]]:
    """Return the counts of shuffles and proofs as (name, number, note)."""
    return [
        (_("Deals dealt"), figures["dealt"], ""),
        (_("Proofs shown"), figures["shown"], _("once the deal is over")),
        (_("Computed again by the server, the same"), figures["verified"], _("since it does so")),
        (_("Computed again by the server, another deck"), figures["failed"], ""),
        (
            _("Checks that failed in a browser"),
            figures["reported_bad"],
            _("and when the server checked the report"),
        ),
        (_("Cut by the clock"), figures["clock_cuts"], _("the player did not in time")),
        (_("Deals without a number of somebody"), figures["incomplete"], ""),
        (_("Numbers that were not given"), figures["nonces_missing"], _("each counts as zeros")),
        (
            _("Numbers said to be given and left out"),
            figures["reported_withheld"],
            _("as reported; the proof goes without them"),
        ),
        (
            _("Reports without a fault"),
            figures["reported_unfounded"],
            _("the server checked the deck: it is as its proof says"),
        ),
        (_("Sealed and never dealt"), figures["dropped"], _("the match ended before the cards")),
    ]


FAIRNESS_URLS = [path("fairness/", fairness, name="fairness")]

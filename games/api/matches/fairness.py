"""The view of the site's fairness figures."""

from __future__ import annotations

from typing import Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.answers.daily import Fairness as FairnessFigures
from games.api.core.base import Endpoint
from games.selectors.fairness import FIGURES_CACHE_S, fairness_figures

A_MINUTE: Final = f"public, max-age={FIGURES_CACHE_S}"
"""As long as the figures are kept here."""


class Fairness(Endpoint):
    """Endpoint: counts about the provable shuffle on the whole site."""

    operation, tag = "get_fairness", "fairness"
    answer = FairnessFigures

    def get(self, request: Request) -> Response:
        """Return the numbers of shuffles whose proof holds or fails, was left out, or is reported."""
        return Response(fairness_figures(), headers={"Cache-Control": A_MINUTE})

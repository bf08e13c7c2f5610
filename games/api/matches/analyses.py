"""The view of a match's analysis."""

from __future__ import annotations

from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import analyses as answers
from games.api.core.base import ASK_AGAIN, Endpoint
from games.api.core.errors import MatchRunningError, MissingError, NotAnalysedError
from games.models.matches import MatchStatus
from games.selectors import analyses
from games.selectors.matches import match_status

COME_AGAIN = "5"
"""Seconds after which an analysis that is being made may be there."""


class Analysis(Endpoint):
    """Endpoint: the analysis of a match."""

    operation, tag = "get_match_analysis", "matches"
    answer, fails = answers.Analysis, (304, 404, 409)
    meanwhile = {202: answers.AnalysisState}
    throttle_scope = "record"

    def get(self, request: Request, match: str) -> HttpResponseBase:
        """Return each play judged against the best by what its player could know, and the luck.

        Raises:
            MatchRunningError: the match is still played.
            MissingError: there is no such match, or none with an analysis to show.
            NotAnalysedError: the match will not be analysed, or its analysis failed.
        """
        tag = analyses.analysis_tag(match)
        if tag is not None:
            return self.lasting(request, tag, ASK_AGAIN, lambda: _body(match))
        analysis = analyses.analysis_state(match)
        if analysis is None:
            if match_status(match) == MatchStatus.PLAYING:
                raise MatchRunningError
            raise MissingError("match")
        if analysis["state"] not in ("waiting", "working"):
            raise NotAnalysedError(analysis["state"])
        headers = {"Retry-After": COME_AGAIN, "Cache-Control": "no-store"}
        return Response(analysis, status=202, headers=headers)


def _body(match: str) -> bytes:
    analysis = analyses.analysis_with_tag(match)
    if analysis is None:
        raise MissingError("match")
    return analysis[0]

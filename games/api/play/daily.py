"""Deals of the day and, once they are shown, what everybody made of them."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import daily as answers
from games.api.core.base import Endpoint, day_of_path
from games.api.core.errors import DailyRunningError, MissingError
from games.api.core.params import ListQuery
from games.selectors import daily
from games.services.daily_deals import day_of


class DailyDeals(Endpoint):
    """Endpoint: list of the deals of the day."""

    operation, tag = "list_daily_deals", "daily"
    query, answer = ListQuery, answers.DailyPage

    def get(self, request: Request) -> Response:
        """List the deals of the day, the latest first; with the proof of each once it is shown."""
        return self.listing(daily.daily_page, until=day_of(timezone.now()))


class DailyResults(Endpoint):
    """Endpoint: ranking of the deal of one day."""

    operation, tag = "list_daily_results", "daily"
    query, answer, fails = ListQuery, answers.DailyResults, (404, 409)

    def get(self, request: Request, day: str) -> Response:
        """List the results of a day's deal, the best first; 409 before the deal is shown.

        Only accounts that were registered before they first looked at the deal are in it.

        Raises:
            MissingError: there is no such day.
            DailyRunningError: the deal is not shown yet.
        """
        row = daily.daily_row(day_of_path(day))
        if row is None or row["day"] > day_of(timezone.now()):
            raise MissingError("day")
        if row["revealed_at"] is None:
            raise DailyRunningError
        return self.listing(daily.results_page, daily=row["id"])

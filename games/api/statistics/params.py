"""Query parameters of statistics."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.core.params import ListQuery
from games.selectors import statistics
from games.stats.figures import ALL
from games.stats.pools import pool_names


class PoolQuery(serializers.Serializer[Any]):
    """Query parameters of statistics: the kind of match, `all` for their sum."""

    pool = serializers.ChoiceField(
        required=False,
        choices=[ALL, *pool_names()],
        help_text="Kind of match; all of them without it.",
    )


class MonthsQuery(PoolQuery, ListQuery):
    """Query parameters of a list of months: kind of match, cursor and limit."""


class SiteQuery(ListQuery):
    """Query parameters of the list of the site's days: kind of match, cursor and limit."""

    pool = serializers.ChoiceField(
        required=False,
        choices=statistics.site_pools(),
        help_text="Kind of match; all of them without it.",
    )

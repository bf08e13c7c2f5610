"""The parts of a player's page that look the same to everybody who may see the player's figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

from django.utils.safestring import SafeString

from games.models.people import PlayerKind
from games.pages.charts.player_plots import accuracy_plot, openings_table, points_bars, rating_plot
from games.pages.fragments import fragment
from games.pages.wording.figures import (
    MAX_RATINGS,
    big_figures,
    luck_figures,
    month_table,
    play_figures,
)
from games.pages.wording.history import named_figures, pool_title
from games.selectors import figures, ratings, statistics
from games.stats.figures import BOTS

Json: TypeAlias = dict[str, Any]

MONTHS: Final = 12
OTHERS_S: Final = 60.0
"""Seconds for which a page may show an earlier place among others, or lack a match's analysis."""


def matches_part(
    player: Json, teams: Sequence[Json], rows: Sequence[Json], faces: Mapping[str, str]
) -> SafeString:
    """Return the rendered partners and latest matches of a player; `faces` are chosen ones by name."""
    return fragment(
        "games/_player_matches.html",
        (player["name"], teams, rows, faces),
        lambda: {"player": player, "teams": teams, "rows": rows, "chosen_faces": faces},
    )


def figure_parts(player: Json, pool: str, version: object) -> dict[str, SafeString]:
    """Return the rendered figures of a player in a pool: `summary` and `figures`.

    `version` is that of `figures_version`.
    """

    @cache
    def context() -> Json:
        return _figures_context(player, pool)

    content = (player["id"], player["kind"], pool, version)
    paths = {"summary": "games/_player_summary.html", "figures": "games/_player_figures.html"}
    return {
        name: fragment(path, content, context, seconds=OTHERS_S) for name, path in paths.items()
    }


def _figures_context(player: Json, pool: str) -> Json:
    """Return the context of the templates of `figure_parts`."""
    stats = figures.player_stats(player["id"])
    chosen = next(one for one in stats if one["pool"] == pool)
    rated = [
        {"title": pool_title(one["pool"]), "pool": one["pool"], **one["rating"]}
        for one in stats
        if one["rating"]
    ]
    openings = statistics.player_openings(player=player["id"], pool=pool)
    months = statistics.player_months(player=player["id"], pool=pool, limit=MONTHS)
    return {
        "rated": rated,
        "big": big_figures(stats, _standings(player, rated)),
        "rating_plot": rating_plot(player["id"], pool, rated),
        "accuracy_plot": accuracy_plot(player["id"], pool),
        "openings": openings_table(openings),
        "named": named_figures(chosen),
        "tabs": [
            {"pool": one["pool"], "title": pool_title(one["pool"]), "current": one is chosen}
            for one in stats
        ],
        "bars": points_bars(chosen["spread"]),
        "play": play_figures(chosen),
        "luck": luck_figures(chosen),
        "months": month_table(months.rows),
    }


def _standings(player: Json, rated: Sequence[Json]) -> dict[str, Json]:
    """Return the places of a player in the pools that they played most, by pool."""
    most = sorted(rated, key=lambda one: -int(one["matches"]))[:MAX_RATINGS]
    prefix = BOTS if player["kind"] == PlayerKind.BOT else ""
    places = ratings.places_of(player["id"], [prefix + one["pool"] for one in most])
    return {pool.removeprefix(BOTS): place for pool, place in places.items()}

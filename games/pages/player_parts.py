"""The parts of a player's page that look the same to everybody who may see the player's figures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import orjson
from django.utils.safestring import SafeString

from games.models import Player
from games.models.people import PlayerKind
from games.pages.charts.player_plots import accuracy_plot, openings_table, points_bars, rating_plot
from games.pages.fragments import fragment, kept
from games.pages.wording.figures import (
    MAX_RATINGS,
    big_figures,
    luck_figures,
    month_table,
    play_figures,
)
from games.pages.wording.history import (
    match_rows,
    named_figures,
    pool_title,
    team_rows,
    with_accuracy,
)
from games.selectors import figures, ratings, statistics
from games.selectors.analyses import accuracies
from games.selectors.faces import chosen_faces_by_name
from games.selectors.matches import latest_of
from games.stats.figures import BOTS

Json: TypeAlias = dict[str, Any]

RECENT: Final = 8
MONTHS: Final = 12
OTHERS_S: Final = 60.0
"""Seconds for which a page may show an earlier place among others, or lack a match's analysis."""


def matches_part(
    player: Json, viewer: Player | None, version: object
) -> tuple[SafeString, dict[str, str]]:
    """Render a player's partners and latest matches; return the HTML, and name -> chosen face.

    Private figures in them are shown to the player alone (`viewer`; None: a stranger). `version`
    changes when the figures do, as `figures_version` does.
    """
    viewer_id = None if viewer is None else viewer.pk
    most = kept(
        "most played teams",
        (player["id"], version),
        lambda: orjson.dumps(figures.most_played(player["id"])).decode(),
        OTHERS_S,
    )
    own = viewer_id == player["id"]
    teams = figures.partner_teams(player["id"], orjson.loads(most), own=own)
    matches = latest_of(player["id"], RECENT)
    found = accuracies(player["name"], [match["id"] for match in matches], viewer_id)
    names = {seat["player"] for match in matches for seat in match["seats"]}
    names.update([player["name"]], *(team["players"] for team in teams))
    faces = chosen_faces_by_name(names)
    part = fragment(
        "games/_player_matches.html",
        (player["name"], teams, matches, found, sorted(faces.items())),
        lambda: {
            "player": player,
            "teams": team_rows(teams),
            "rows": with_accuracy(match_rows(matches, player["name"]), found),
            "chosen_faces": faces,
        },
        private=player["figures_private"] or any(team["private"] for team in teams),
    )
    return part, faces


def figure_parts(player: Json, pool: str, version: object) -> dict[str, SafeString]:
    """Render a player's statistics in one kind of match; return the HTML of two parts by name.

    These are `summary` and `figures`. `version` changes when the figures do, as `figures_version`
    does.
    """

    @cache
    def context() -> Json:
        return _figures_context(player, pool)

    content = (player["id"], player["kind"], pool, version)
    paths = {"summary": "games/_player_summary.html", "figures": "games/_player_figures.html"}
    return {
        name: fragment(path, content, context, seconds=OTHERS_S, private=player["figures_private"])
        for name, path in paths.items()
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

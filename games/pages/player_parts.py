"""The parts of a player's page that look the same to everybody who may see the player's figures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import orjson
from django.utils import timezone
from django.utils.safestring import SafeString

from games.models import Player
from games.models.people import PlayerKind
from games.pages.charts.player_plots import (
    WIDE_WEEKS,
    accuracy_plot,
    days_drawing,
    openings_table,
    points_bars,
    rating_drawing,
)
from games.pages.fragments import cached_text, fragment
from games.pages.match_lines import with_lines
from games.pages.wording.figures import (
    MAX_RATINGS,
    big_figures,
    card_loss_words,
    luck_figures,
    month_table,
    play_figures,
)
from games.pages.wording.history import (
    match_rows,
    named_figures,
    pool_title,
    rival_rows,
    team_rows,
    with_accuracy,
)
from games.selectors import figures, ratings, statistics
from games.selectors.analyses import accuracies
from games.selectors.card_losses import CardLoss, card_losses
from games.selectors.faces import chosen_faces_by_name
from games.selectors.matches import latest_of
from games.stats.figures import BOTS

Json: TypeAlias = dict[str, Any]

MAX_RECENT_MATCHES: Final = 8
MAX_PARTNERS: Final = 3
MAX_RIVALS: Final = 3
MIN_MATCHES: Final = 5
"""Number of matches before which a player is new: the page has no charts yet."""
MAX_DAYS: Final = 7 * WIDE_WEEKS
MAX_MONTHS: Final = 12
MAX_CARDS: Final = 2
"""Number of kinds of cards shown that cost least, and of those that cost most."""
CARDS_CACHE_S: Final = 600.0
"""Seconds for which what the cards of a player cost may lack a match's analysis."""
SHARED_CACHE_S: Final = 60.0
"""Seconds for which a page may show an earlier place among others, or lack a match's analysis."""


def matches_part(
    player: Json, viewer: Player | None, version: object, deck: str
) -> tuple[dict[str, SafeString], dict[str, str]]:
    """Render with whom a player played, and the latest matches.

    Return the HTML of two parts by name, `whom` and `matches`, and the chosen face of each name.
    Private figures in them are shown to the player alone (`viewer`; None: a stranger). `version`
    changes when the figures do, as `figures_version` does. `deck` is the viewer's.
    """
    own = viewer is not None and viewer.pk == player["id"]
    teams = figures.partner_teams(player["id"], _most_played(player["id"], version), own=own)
    bot = player["kind"] == PlayerKind.BOT
    rivals = [] if bot else statistics.rivals_met_most(player["id"], MAX_RIVALS)
    matches = latest_of(player["id"], MAX_RECENT_MATCHES)
    names = {seat["player"] for match in matches for seat in match["seats"]}
    names.update([player["name"]], *(team["players"] for team in teams))
    names.update(rival["rival"] for rival in rivals)
    faces = chosen_faces_by_name(names)
    parts = {
        "whom": _whom_part(player, teams, rivals, faces),
        "matches": _recent_part(player, matches, viewer, faces, deck),
    }
    return parts, faces


def _most_played(player: int, version: object) -> list[Json]:
    """Return the most played teams of a player (row id), cached for each version of the figures."""
    text = cached_text(
        "most played teams",
        (player, version),
        lambda: orjson.dumps(figures.most_played(player)).decode(),
        SHARED_CACHE_S,
    )
    rows: list[Json] = orjson.loads(text)
    return rows


def cards_part(player: Json, version: object, deck: str) -> SafeString | str:
    """Render the cards that cost a player least and most; "" with too few analysed plays.

    `version` changes when the figures do, as `figures_version` does. `deck` is the viewer's.
    """
    text = cached_text(
        "card losses",
        (player["id"], version),
        lambda: orjson.dumps([list(row) for row in card_losses(player["id"])]).decode(),
        CARDS_CACHE_S,
    )
    losses = [CardLoss(*row) for row in orjson.loads(text)]
    if len(losses) < 2 * MAX_CARDS:
        return ""
    shown = [*losses[:MAX_CARDS], *losses[-MAX_CARDS:]]
    return fragment(
        "games/_player_cards.html",
        (shown, deck),
        lambda: {
            "cards": [card_loss_words(row, is_cheap=row in shown[:MAX_CARDS]) for row in shown],
            "preferences": {"deck": deck},
        },
        private=player["figures_private"],
    )


def _whom_part(
    player: Json, teams: list[Json], rivals: list[Json], faces: dict[str, str]
) -> SafeString:
    """Render with whom a player played; it is not cached with a team that the player alone sees."""
    return fragment(
        "games/_player_whom.html",
        (player["name"], teams, rivals, sorted(faces.items())),
        lambda: {
            "player": player,
            "teams": team_rows(teams)[:MAX_PARTNERS],
            "rivals": rival_rows(rivals),
            "chosen_faces": faces,
        },
        private=player["figures_private"] or any(team["private"] for team in teams),
    )


def _recent_part(
    player: Json, matches: list[Json], viewer: Player | None, faces: dict[str, str], deck: str
) -> SafeString:
    """Render a player's latest matches in the viewer's deck, with the accuracy that they may see."""
    viewer_id = None if viewer is None else viewer.pk
    accuracy_by_match = accuracies(player["name"], [match["id"] for match in matches], viewer_id)

    def context() -> Json:
        rows = with_accuracy(match_rows(matches, player["name"]), accuracy_by_match)
        return {
            "player": player,
            "rows": with_lines(rows),
            "chosen_faces": faces,
            "preferences": {"deck": deck},
        }

    return fragment(
        "games/_player_recent.html",
        (player["name"], matches, accuracy_by_match, sorted(faces.items()), deck),
        context,
        private=player["figures_private"],
    )


def figure_parts(player: Json, pool: str, version: object) -> dict[str, SafeString]:
    """Render a player's statistics in one kind of match; return the HTML of parts by name.

    These are `summary`, `days` and `figures`. `version` changes when the figures do, as `figures_version`
    does.
    """

    @cache
    def context() -> Json:
        return _figures_context(player, pool)

    content = (player["id"], player["kind"], pool, version)
    paths = {
        "summary": "games/_player_summary.html",
        "days": "games/_player_days.html",
        "figures": "games/_player_figures.html",
    }
    return {
        name: fragment(
            path, content, context, seconds=SHARED_CACHE_S, private=player["figures_private"]
        )
        for name, path in paths.items()
    }


def _figures_context(player: Json, pool: str) -> Json:
    """Return the template context of a player's statistics for `figure_parts`."""
    stats = figures.player_stats(player["id"])
    chosen = next(pool_stats for pool_stats in stats if pool_stats["pool"] == pool)
    rated = [
        {
            "title": pool_title(pool_stats["pool"]),
            "pool": pool_stats["pool"],
            **pool_stats["rating"],
        }
        for pool_stats in stats
        if pool_stats["rating"]
    ]
    openings = statistics.player_openings(player=player["id"], pool=pool)
    months = statistics.player_months(player=player["id"], pool=pool, limit=MAX_MONTHS)
    new = stats[0]["matches"] < MIN_MATCHES
    bot = player["kind"] == PlayerKind.BOT
    days = [] if new or bot else statistics.player_days(player=player["id"], limit=MAX_DAYS).rows
    return {
        "rated": rated,
        "new": new,
        "days": days_drawing(days, timezone.now().date()),
        "big": big_figures(stats, _standings(player, rated)),
        "rating": None if new else rating_drawing(player["id"], pool, rated),
        "accuracy_plot": accuracy_plot(player["id"], pool),
        "openings": openings_table(openings),
        "named": named_figures(chosen),
        "tabs": [
            {
                "pool": pool_stats["pool"],
                "title": pool_title(pool_stats["pool"]),
                "current": pool_stats is chosen,
            }
            for pool_stats in stats
        ],
        "bars": [] if new else points_bars(chosen["spread"]),
        "play": play_figures(chosen),
        "luck": luck_figures(chosen),
        "months": month_table(months.rows),
    }


def _standings(player: Json, rated: Sequence[Json]) -> dict[str, Json]:
    """Return a dict from pool (kind of match) to the player's leaderboard place there."""
    most = sorted(rated, key=lambda rating: -int(rating["matches"]))[:MAX_RATINGS]
    prefix = BOTS if player["kind"] == PlayerKind.BOT else ""
    places = ratings.places_of(player["id"], [prefix + rating["pool"] for rating in most])
    return {pool.removeprefix(BOTS): place for pool, place in places.items()}

"""The facts by which a moderator judges a case, chosen by the kinds of its reports."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, TypeAlias

from games.models import CaseReport, Player
from games.pages.charts.player_plots import rating_plot
from games.pages.wording.conduct import length_words, strip_of
from games.pages.wording.figures import big_figures
from games.pages.wording.history import Named, match_rows
from games.selectors.conduct import known_pauses, latest_kinds
from games.selectors.figures import player_stats
from games.selectors.match_filter import MatchFilter
from games.selectors.matches import match_page
from games.selectors.moderation_facts import last_common_match

Json: TypeAlias = dict[str, Any]

CONDUCT_KINDS: Final = frozenset({"stopped", "stalling"})
"""Kinds of reports that are judged by how matches ended."""
RESULT_KINDS: Final = frozenset({"rigging"})
"""Kinds of reports that are judged by results and ratings."""
PLACE_KINDS: Final = frozenset({"two_accounts"})
"""Kinds of reports that are judged by the places from which accounts are used."""
MAX_PAUSES: Final = 5
"""Number of pauses that a case shows."""
MAX_RESULTS: Final = 10
"""Number of latest results that a case shows."""
MAX_RIVALS: Final = 3
"""Number of opponents whose matches against the player a case shows."""


def case_facts(
    player: Player | None, reports: Sequence[CaseReport], kinds: Collection[str]
) -> Json:
    """Return the facts of a case as template context: `conduct`, `results`, `matches`.

    Only facts that help to judge the kinds of its reports are included.
    """
    if player is None:
        return {"matches": _matches(None, reports)}
    context: Json = {"matches": _matches(player, reports)}
    if not CONDUCT_KINDS.isdisjoint(kinds):
        context["conduct"] = _conduct(player)
    if not RESULT_KINDS.isdisjoint(kinds):
        context["results"] = _results(player, reports)
    context["places_open"] = not PLACE_KINDS.isdisjoint(kinds)
    return context


def person_figures(player: Player) -> list[Named]:
    """Return a player's main statistics for a case; [] if the player keeps them private."""
    stats = [] if player.figures_private else player_stats(player.pk)
    return [
        (row["name"], f"{row['figure']} {row['small']}".strip(), row["note"])
        for row in (big_figures(stats, {}) if stats else ())
    ]


def _matches(player: Player | None, reports: Sequence[CaseReport]) -> list[Json]:
    """Return the matches of a case: those in its reports, else the last common match."""
    rows: dict[str, Json] = {}
    for report in reports:
        if report.match:
            rows.setdefault(report.match, {"id": report.match, "seq": report.seq, "last": False})
    for report in reports if player is not None else ():
        if report.match or report.reporter_id is None or player is None:
            continue
        match = last_common_match(player.pk, report.reporter_id, report.created_at)
        if match is not None:
            rows.setdefault(match, {"id": match, "seq": 0, "last": True})
    return list(rows.values())


def _conduct(player: Player) -> Json:
    """Return how the player's latest matches with people ended, and the latest pauses."""
    pauses = known_pauses(player)
    return {
        "strip": strip_of(latest_kinds(player)),
        "pauses": [
            {
                "at": pause.starts_at,
                "length": length_words(pause.minutes),
                "lifted": pause.lifted_at is not None,
            }
            for pause in pauses[:MAX_PAUSES]
        ],
        "all_pauses": len(pauses),
    }


def _results(player: Player, reports: Sequence[CaseReport]) -> Json:
    """Return the player's latest results, all and against people of the reports, and ratings.

    Matches are public; ratings are left out where the player keeps them private.
    """
    rivals = [
        {"name": name, "rows": _rows(player, rival=name)} for name in _rivals(player, reports)
    ]
    stats = [] if player.figures_private else player_stats(player.pk)
    rated = [{"pool": row["pool"], **row["rating"]} for row in stats if row["rating"]]
    return {
        "rivals": rivals,
        "latest": _rows(player),
        "plot": rating_plot(player.pk, "all", rated) if rated else None,
        "private": player.figures_private,
    }


def _rivals(player: Player, reports: Sequence[CaseReport]) -> list[str]:
    """Return the names of players who reported the player, or whom an automatic report names."""
    ids = [report.reporter_id for report in reports if report.reporter_id is not None]
    ids += [report.facts["with"] for report in reports if "with" in report.facts]
    chosen = [rival for rival in dict.fromkeys(ids) if rival != player.pk][:MAX_RIVALS]
    names = dict(Player.objects.filter(pk__in=chosen).values_list("pk", "name"))
    return [names[rival] for rival in chosen if rival in names]


def _rows(player: Player, rival: str | None = None) -> list[Json]:
    """Return the player's latest matches as rows of a list; only those with `rival` if given."""
    match_filter = MatchFilter(player=player.name, rival=rival)
    return match_rows(match_page(match_filter, limit=MAX_RESULTS).rows, player.name)

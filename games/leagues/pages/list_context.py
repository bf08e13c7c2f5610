"""Template contexts of the page of leagues: the reader's table and match, and the next league."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues.models import League, LeagueMember
from games.leagues.models.leagues import SeasonState
from games.leagues.pages.context import current_round, entrants_of, own_next, table_lines
from games.leagues.rules.fixtures import DIVISION_SIZE
from games.leagues.selectors import leagues as selected
from games.leagues.selectors.league_json import player_names
from games.leagues.selectors.state import entrant_name
from games.leagues.wording import leagues as words
from games.models import Player
from games.selectors.faces import chosen_faces_by_name

ROWS_AROUND: Final = 4
"""Number of rows of the reader's table on the page of leagues."""


def own_league(me: Player | None, now: datetime) -> dict[str, Any] | None:
    """Return the reader's division in a running season, cut to the rows around, and next match."""
    entry = selected.running_entry(me) if me is not None else None
    if entry is None or me is None or entry.entrant.division is None:
        return None
    season, division = entry.season, entry.entrant.division
    lines = [row for row in table_lines(season, division, entry) if "line" in row]
    shown = _rows_around(lines)
    number = current_round(season, now)
    own = own_next(season, entry, me, now, entrants_of(lines))
    names = [name for row in shown for name in row["players"]]
    if own is not None:
        names += [*own["home_players"], *own["away_players"]]
    return {
        "league": season.league,
        "division": division,
        "round": words.round_text(number),
        "lines": shown,
        "sentence": standing_sentence(lines),
        "own": own,
        "against": _against(own, entry) if own is not None else "",
        "names": names,
    }


def _rows_around(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the reader's row of a table with those around it, ROWS_AROUND in all."""
    at = next((place for place, row in enumerate(lines) if row["mine"]), 0)
    first = max(0, min(at - 1, len(lines) - ROWS_AROUND))
    return list(lines[first : first + ROWS_AROUND])


def _against(own: dict[str, Any], entry: LeagueMember) -> str:
    """Return the name of the other side in the reader's match."""
    is_home = own["fixture"].home_id == entry.entrant_id
    return str(own["away"] if is_home else own["home"])


def standing_sentence(lines: Sequence[dict[str, Any]]) -> str:
    """Return the meaning of the table for the reader: its outcome, and the distance to the next row."""
    at = next((place for place, row in enumerate(lines) if row["mine"]), None)
    if at is None:
        return ""
    zone = {
        "z-up": _("As it stands, you go up."),
        "z-po": _("As it stands, you play for your place in the play-offs."),
        "z-dn2": _("As it stands, you go down."),
    }.get(lines[at]["edge"], "")
    return " ".join(filter(None, (zone, _distance(lines, at))))


def _distance(lines: Sequence[dict[str, Any]], at: int) -> str:
    """Return the distance in points to the row before the reader's, or after the first."""
    if len(lines) < 2:
        return ""
    other = lines[at - 1] if at else lines[1]
    points = abs(other["line"].points - lines[at]["line"].points)
    named = {"name": other["name"], "n": points}
    if not points:
        return _("%(name)s has as many points.") % named
    if at:
        return (
            ngettext("%(name)s is %(n)s point ahead.", "%(name)s is %(n)s points ahead.", points)
            % named
        )
    return (
        ngettext("%(name)s is %(n)s point behind.", "%(name)s is %(n)s points behind.", points)
        % named
    )


def next_league(leagues: Sequence[League]) -> dict[str, Any] | None:
    """Return the first of these leagues that can be entered, with its entrants and free chairs."""
    for league in leagues:
        season = selected.latest_season(league)
        if season is None or season.state != SeasonState.OPEN:
            continue
        entrants = selected.entrants_of_season(season)
        shown = entrants[:DIVISION_SIZE]
        return {
            "league": league,
            "entrants": [entrant_name(entrant) for entrant in shown],
            "faces": [name for entrant in shown for name in player_names(entrant)[:1]],
            "count": len(entrants),
            "more": max(0, len(entrants) - DIVISION_SIZE),
            "free": range(max(0, DIVISION_SIZE - len(entrants))),
            "missing": max(0, DIVISION_SIZE - len(entrants)),
        }
    return None


def list_context(
    me: Player | None, own: Sequence[League], listed: Sequence[League], now: datetime
) -> dict[str, Any]:
    """Return the context of the reader's table and match, and of the next league to enter."""
    mine, coming = own_league(me, now), next_league([*own, *listed])
    names = [*(mine["names"] if mine else []), *(coming["faces"] if coming else [])]
    return {
        "mine": mine,
        "coming": coming,
        "chairs": range(DIVISION_SIZE),
        "chosen_faces": chosen_faces_by_name(names) if names else {},
    }

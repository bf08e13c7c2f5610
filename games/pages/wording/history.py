"""Matches and statistics in words, for the pages of the history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any, Final, TypeAlias

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.common.own_side import sides_in_order
from games.engine import PRESETS
from games.rules_text import preset_title, teams_words
from games.stats.figures import ALL, BOTS

Json: TypeAlias = dict[str, Any]
Named: TypeAlias = tuple[str, str, str]
"""Name, figure, and a note about the figure."""

RESULT_TEXTS: Final[dict[str, tuple[str | Promise, str]]] = {
    "won": (gettext_lazy("Won"), "ok"),
    "lost": (gettext_lazy("Lost"), "bad"),
    "drawn": (gettext_lazy("Drawn"), ""),
}
"""Word and badge class of each result."""
RESULT_LETTERS: Final[dict[str, str | Promise]] = {
    "won": pgettext_lazy("letter of a result", "W"),
    "lost": pgettext_lazy("letter of a result", "L"),
    "drawn": pgettext_lazy("letter of a result", "D"),
}
"""Letter of each result, beside which its word is spoken."""
POOL_NAMES: Final[dict[str, str | Promise]] = {
    "2": gettext_lazy("One on one"),
    "3": gettext_lazy("Three players"),
    "4-pairs": gettext_lazy("Pairs"),
    "4-individual": gettext_lazy("Four players"),
    "5": gettext_lazy("Five players"),
    "6-threes": gettext_lazy("Teams of three"),
    "6-pairs": gettext_lazy("Three pairs"),
    "6-individual": gettext_lazy("Six players"),
    "4-pairs-signs": gettext_lazy("Pairs with signs"),
    "6-threes-signs": gettext_lazy("Teams of three with signs"),
    "6-pairs-signs": gettext_lazy("Three pairs with signs"),
}
"""Names of the pools."""
MINUS: Final = "\N{MINUS SIGN}"
NO_FIGURE: Final = "–"
"""Text for a figure that does not exist."""
FEW_SCORE_SIDES: Final = 3


def pool_title(pool: str) -> str:
    """Return the name of a kind of match (pool): `4-pairs` is "Pairs", `5-gingo` is "Gingo"."""
    if pool == ALL:
        return _("All")
    if pool.startswith(BOTS):
        return _("Bots: %(pool)s") % {"pool": pool_title(pool.removeprefix(BOTS))}
    if pool in POOL_NAMES:
        return str(POOL_NAMES[pool])
    players, _dash, kind = pool.partition("-")
    if kind in PRESETS:
        return preset_title(kind)
    return f"{players}: {teams_words(int(players), kind or 'individual')}"


def match_rows(matches: Iterable[Json], player: str | None) -> list[Json]:
    """Return matches (JSON of the API) as dicts for a list, from the view of a player (name).

    With None they are from nobody's view.
    """
    return [match_row(match, player) for match in matches]


def with_accuracy(rows: Sequence[Json], accuracy: Mapping[str, float]) -> list[Json]:
    """Return rows of matches, each with an "accuracy" in percent as text; "" if not analysed.

    `accuracy` maps the public ids of analysed matches to it.
    """
    return [
        {**row, "accuracy": number(accuracy[row["id"]], 0) if row["id"] in accuracy else ""}
        for row in rows
    ]


def by_day(rows: Iterable[Json]) -> list[tuple[date, list[Json]]]:
    """Group rows of matches, sorted by time, by the local day on which each match ended."""
    by_date = groupby(rows, key=lambda row: timezone.localtime(row["finished_at"]).date())
    return [(day, list(ended)) for day, ended in by_date]


def match_row(match: Json, player: str | None) -> Json:
    """Return a match as a dict for a list, from the view of the player of this name (None: nobody).

    It holds the result, rules, partners, rivals, and sides in order.
    """
    seats = match["seats"]
    own_name = (player or "").lower()
    own = next((seat for seat in seats if seat["player"].lower() == own_name), None)
    sides = [
        [seats[seat]["player"] for seat in side]
        for side in match["sides"]
        if len(seats) > max(side)
    ]
    order = sides_in_order(
        match["sides"][: len(sides)], own and own["seat"], winners=match["winners"] or ()
    )
    outcome = own["result"] if own and own["result"] else ""
    word, badge = RESULT_TEXTS.get(outcome, ("", ""))
    finished_at = datetime.fromisoformat(match["finished_at"])
    lasted = finished_at - datetime.fromisoformat(match["started_at"])
    return {
        "id": match["id"],
        "player": own["player"] if own else "",
        "title": preset_title(match["preset"]),
        "result": word,
        "badge": badge,
        "outcome": outcome,
        "letter": RESULT_LETTERS.get(outcome, ""),
        "side": order[0] if order else 0,
        "minutes": max(round(lasted.total_seconds() / 60), 1),
        "partners": [name for name in sides[order[0]] if name.lower() != own_name] if own else [],
        "rivals": [sides[side] for side in order[1:]] if own else [],
        "sides": [] if own else [sides[side] for side in order],
        "faces": [name for side in (order[1:] if own else order) for name in sides[side]],
        "each_alone": all(len(side) == 1 for side in sides),
        "score": _score([match["score"][side] for side in order]),
        "finished_at": finished_at,
        "ended_by": match["ended_by"],
        "rated": match["rated"],
        "duplicate": match["boards"] > 0,
    }


def _score(sides: Sequence[int]) -> str:
    """Return a score as text: `3–1`, and with many sides or losses `11, 4, −2`."""
    plain = len(sides) <= FEW_SCORE_SIDES and min(sides) >= 0
    return ("–" if plain else ", ").join(map(signless, sides))


def memorable_words(kind: str, figure: int) -> str:
    """Return in words why a match is worth seeing; `kind` and `figure` are those of Memorable."""
    if kind == "close":
        words = ngettext(
            "The last deal was won by %(n)d point", "The last deal was won by %(n)d points", figure
        )
    elif kind == "high":
        words = ngettext("%(n)d point in one deal", "%(n)d points in one deal", figure)
    else:
        words = ngettext("%(n)d deal to decide it", "%(n)d deals to decide it", figure)
    return words % {"n": figure}


def decided_words(points: int) -> str:
    """Return in words by how many card points a match was decided at its end."""
    words = ngettext("Decided by %(n)d point", "Decided by %(n)d points", points)
    return words % {"n": points}


def signless(points: int) -> str:
    """Return points as text, with a proper minus sign where negative."""
    return str(points).replace("-", MINUS)


def signed(points: float, digits: int = 0) -> str:
    """Return a gain or loss as text with its sign and `digits` decimals: `+2`, `−1`, `0`."""
    text = number_format(round(abs(points), digits), digits)
    return text if not points else f"{'+' if points > 0 else MINUS}{text}"


def named_figures(figures: Json) -> list[Named]:
    """Return a player's statistics that have a value as (name, figure, note)."""
    rates = figures["rates"]
    return known_figures(
        [
            (_("Matches"), number_format(figures["matches"]), ""),
            (_("Matches won"), share(rates["match_win_rate"]), _("a draw counts as half")),
            (_("Deals"), number_format(figures["deals"]), ""),
            (_("Deals won"), share(rates["deal_win_rate"]), _("a tie counts as half")),
            (_("Points per deal"), number(rates["mean_points"], 1), _("of 120, whole side")),
            (_("Spread of points"), number(rates["points_sd"], 1), _("standard deviation")),
            (_("Own points per deal"), number(rates["mean_own_points"], 1), _("in own tricks")),
            (_("Tricks per deal"), number(rates["tricks_per_deal"], 1), ""),
            (_("Exchanges per deal"), number(rates["exchanges_per_deal"], 2), ""),
            (_("Last trick taken"), share(rates["last_trick_rate"]), _("of the deals")),
            *_of_extras(figures),
            *_of_contracts(figures),
            (_("Time per card"), seconds(rates["ms_per_play"]), ""),
            (_("Cards played on time-out"), share(rates["timeout_rate"]), _("of the cards")),
            (_("Longest winning streak"), number_format(figures["best_streak"]), ""),
        ]
    )


def known_figures(named: Iterable[Named]) -> list[Named]:
    """Return the statistics (name, figure, note) that have a value and are not shown as a dash."""
    return [figure for figure in named if figure[1] != NO_FIGURE]


def _of_extras(figures: Json) -> list[Named]:
    """Return the statistic of bonus points as [(name, figure, note)]; [] without bonus points."""
    if not figures["extras"]:
        return []
    per_deal = number(figures["rates"]["extras_per_deal"], 1)
    return [(_("Bonus points"), per_deal, _("marriages and last tricks, per deal"))]


def _of_contracts(figures: Json) -> list[Named]:
    """Return figures of contracts by the player's role in them, with the share that succeeded."""
    rates = figures["rates"]
    bid, called, against = (figures[name] for name in ("contracts", "partnered", "defended"))
    parts = [
        (bid, "contract_rate", _("Contracts made"), ngettext("of %(n)s bid", "of %(n)s bid", bid)),
        (
            called,
            "partner_rate",
            _("Made as the partner"),
            ngettext("of %(n)s called", "of %(n)s called", called),
        ),
        (against, "defence_rate", _("Contracts broken"), _("of %(n)s played against")),
    ]
    named = [
        (name, share(rates[rate]), of % {"n": number_format(count)})
        for count, rate, name, of in parts
        if count
    ]
    if named:
        mean = rates["mean_game_points"]
        named.append((_("Score per deal"), NO_FIGURE if mean is None else signed(mean, 2), ""))
    return named


def team_rows(teams: Iterable[Json]) -> list[Json]:
    """Return teams as dicts with their rates as text; `meter` is the per cent of matches won."""
    return [
        {
            **team,
            "won": share(team["rates"]["match_win_rate"]),
            "meter": per_cent(team["rates"]["match_win_rate"]),
            "mean": number(team["rates"]["mean_points"], 1),
        }
        for team in teams
    ]


def rival_rows(rivals: Iterable[Json]) -> list[Json]:
    """Return rivals as dicts with the score of matches as text; `meter` is the per cent won."""
    return [
        {
            "name": rival["rival"],
            "score": f"{rival['won']}–{rival['lost']}",
            "meter": per_cent(rival["won"] / rival["matches"] if rival["matches"] else None),
        }
        for rival in rivals
    ]


def per_cent(value: float | None) -> int:
    """Return a share (0 to 1) in whole per cent from 0 to 100, for a meter; 0 for None."""
    return round(100 * min(max(value or 0.0, 0.0), 1.0))


def share(value: float | None) -> str:
    """Return a share (0 to 1) in per cent as text: `56 %`; a dash for None."""
    return NO_FIGURE if value is None else f"{number_format(round(value * 100))}\N{NO-BREAK SPACE}%"


def number(value: float | None, digits: int) -> str:
    """Return a number rounded to `digits` decimals, in the language's format; a dash for None."""
    # number_format alone cuts the rest off
    return NO_FIGURE if value is None else number_format(round(value, digits), digits)


def seconds(value: float | None) -> str:
    """Return milliseconds as seconds in text: `2.4 s`; a dash for None."""
    return NO_FIGURE if value is None else f"{number_format(value / 1000, 1)}\N{NO-BREAK SPACE}s"

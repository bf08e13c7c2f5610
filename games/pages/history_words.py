"""Matches and figures as the pages of the history show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import PRESETS
from games.rulewords import preset_title, teams_words
from games.stats.figures import ALL, BAND, BOTS

Json: TypeAlias = dict[str, Any]

RESULTS: Final[dict[str, tuple[str | Promise, str]]] = {
    "won": (gettext_lazy("Won"), "ok"),
    "lost": (gettext_lazy("Lost"), "bad"),
    "drawn": (gettext_lazy("Drawn"), ""),
}
"""Result -> word and class of its badge."""
HEIGHT: Final = 130
MINUS: Final = "\N{MINUS SIGN}"
FEW_SIDES: Final = 3
BASE: Final = 160
"""Where the bars stand in the plot."""
STEP: Final = 30


def pool_title(pool: str) -> str:
    """The name of a kind of match: `4-pairs` is "4: pairs", `5-gingo` is "5: Gingo"."""
    if pool == ALL:
        return _("All")
    if pool.startswith(BOTS):
        return _("Bots, %(pool)s") % {"pool": pool_title(pool.removeprefix(BOTS))}
    players, _dash, teams = pool.partition("-")
    if teams in PRESETS:
        return f"{players}: {preset_title(teams)}"
    words = teams_words(int(players), teams or "individual")
    return capfirst(words) if players == "2" else f"{players}: {words}"


def match_rows(matches: Iterable[Json], player: str | None) -> list[Json]:
    """Rows of matches, as seen by a player where one is named."""
    return [match_row(match, player) for match in matches]


def match_row(match: Json, player: str | None) -> Json:
    """One row: result, rules, who with and against whom, score with one's own side first."""
    seats = match["seats"]
    known = (player or "").lower()
    own = next((seat for seat in seats if seat["player"].lower() == known), None)
    sides = [
        [seats[seat]["player"] for seat in side]
        for side in match["sides"]
        if len(seats) > max(side)
    ]
    order = list(range(len(sides)))
    if own is not None:
        order.sort(key=lambda side: side != own["side"])
    word, badge = RESULTS[own["result"]] if own and own["result"] else ("", "")
    return {
        "id": match["id"],
        "title": preset_title(match["preset"]),
        "result": word,
        "badge": badge,
        "partners": [name for name in sides[order[0]] if name.lower() != known] if own else [],
        "rivals": [sides[side] for side in order[1:]] if own else [],
        "sides": [] if own else sides,
        "score": _score([match["score"][side] for side in order]),
        "finished_at": datetime.fromisoformat(match["finished_at"]),
        "ended_by": match["ended_by"],
        "rated": match["rated"],
        "duplicate": match["boards"] > 0,
    }


def _score(sides: Sequence[int]) -> str:
    """A score in one piece: `3–1`, and with many sides or losses `11, 4, −2`."""
    plain = len(sides) <= FEW_SIDES and min(sides) >= 0
    return ("–" if plain else ", ").join(map(signless, sides))


def signless(points: int) -> str:
    """Points of a score; a minus is written as one."""
    return str(points).replace("-", MINUS)


def signed(points: float, digits: int = 0) -> str:
    """What is won or lost, with its sign: `+2`, `−1`, `0`."""
    said = number_format(round(abs(points), digits), digits)
    return said if not points else f"{'+' if points > 0 else MINUS}{said}"


def named_figures(figures: Json) -> list[tuple[str, str, str]]:
    """(name, figure, what it is of) of everything that was counted, in the order of interest.

    Contracts and points beside those of the cards are named where there are any.
    """
    rates = figures["rates"]
    return [
        (_("Matches"), number_format(figures["matches"]), ""),
        (_("Matches won"), share(rates["match_win_rate"]), _("a draw counts half")),
        (_("Deals"), number_format(figures["deals"]), ""),
        (_("Deals won"), share(rates["deal_win_rate"]), _("a tie counts half")),
        (_("Points a deal"), number(rates["mean_points"], 1), _("of 120, with the own side")),
        (_("Spread of the points"), number(rates["points_sd"], 1), _("standard deviation")),
        (_("Own points a deal"), number(rates["mean_own_points"], 1), _("in own tricks")),
        (_("Tricks a deal"), number(rates["tricks_per_deal"], 1), ""),
        (_("Exchanges a deal"), number(rates["exchanges_per_deal"], 2), ""),
        (_("Last trick"), share(rates["last_trick_rate"]), _("of the deals")),
        *_of_extras(figures),
        *_of_contracts(figures),
        (_("Time a card"), seconds(rates["ms_per_play"]), ""),
        (_("Played by the clock"), share(rates["timeout_rate"]), _("of the cards")),
        (_("Longest row of wins"), number_format(figures["best_streak"]), ""),
    ]


def _of_extras(figures: Json) -> list[tuple[str, str, str]]:
    if not figures["extras"]:
        return []
    per_deal = number(figures["rates"]["extras_per_deal"], 1)
    return [(_("Points beside the cards"), per_deal, _("marriages and last tricks, a deal"))]


def _of_contracts(figures: Json) -> list[tuple[str, str, str]]:
    """Contracts by the part that was played in them, each with how many went well."""
    rates = figures["rates"]
    parts = [
        ("contracts", "contract_rate", _("Contracts made"), _("of %(n)s that were bid")),
        ("partnered", "partner_rate", _("Made as the partner"), _("of %(n)s that called")),
        ("defended", "defence_rate", _("Contracts broken"), _("of %(n)s played against")),
    ]
    found = [
        (name, share(rates[rate]), of % {"n": number_format(figures[count])})
        for count, rate, name, of in parts
        if figures[count]
    ]
    if found:
        mean = rates["mean_game_points"]
        found.append((_("Score a deal"), "–" if mean is None else signed(mean, 2), ""))
    return found


def team_rows(teams: Iterable[Json]) -> list[Json]:
    """Teams with their rates in figures."""
    return [
        {
            **team,
            "won": share(team["rates"]["match_win_rate"]),
            "mean": number(team["rates"]["mean_points"], 1),
        }
        for team in teams
    ]


def share(value: float | None) -> str:
    """A share in per cent: `56 %`, in one piece."""
    return "–" if value is None else f"{number_format(round(value * 100))}\N{NO-BREAK SPACE}%"


def number(value: float | None, digits: int) -> str:
    """A number, rounded to so many digits after the point of the language."""
    # number_format alone cuts the rest off
    return "–" if value is None else number_format(round(value, digits), digits)


def seconds(value: float | None) -> str:
    """Milliseconds as seconds: `2.4 s`, in one piece."""
    return "–" if value is None else f"{number_format(value / 1000, 1)}\N{NO-BREAK SPACE}s"


def bars(counts: Sequence[int]) -> list[Json]:
    """Bars of the plot of points a deal, with their places; none where nothing was counted."""
    most, total = max(counts, default=0), sum(counts)
    if not most:
        return []
    found = []
    for band, count in enumerate(counts):
        height = round(HEIGHT * count / most)
        low = band * BAND
        found.append(
            {
                "x": 10 + band * STEP,
                "y": BASE - height,
                "height": height,
                "wins": low >= 60,
                "label": f"{low}–{low + BAND - (low + BAND < 120)}",
                "count": count,
                "share": share(count / total),
                "top": count == most,
            }
        )
    return found

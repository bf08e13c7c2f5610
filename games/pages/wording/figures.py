"""Figures of a player in words: main figures, luck, play, by month and against a rival."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final, TypeAlias

from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.wording.history import (
    NOTHING,
    Named,
    known_figures,
    number,
    pool_title,
    share,
    signed,
)

Json: TypeAlias = dict[str, Any]

BIG: Final = 4
"""Number of main figures at the head of a player's page."""
MAX_RATINGS: Final = 2
"""Maximum number of ratings among the main figures."""
MIN_COMPARED: Final = 20
"""Number of players or matches below which shares of them are not shown."""


def big_figures(stats: Sequence[Json], standings: Mapping[str, Json]) -> list[Json]:
    """Return the main statistics of a player as dicts: `name`, `figure`, `small` beside it, `note`.

    `stats` are the statistics by kind of match, "all" first; the ratings of those most played come
    first. `standings` are the player's places on the leaderboards, by kind of match.
    """
    every, *pools = stats
    rates = every["rates"]
    rated = sorted(
        (one for one in pools if one["rating"]), key=lambda one: -one["rating"]["matches"]
    )
    ratings = [
        {
            "name": pool_title(one["pool"]),
            "figure": str(one["rating"]["rating"]),
            "small": f"± {one['rating']['deviation']}",
            "note": standing_words(one["rating"], standings.get(one["pool"])),
        }
        for one in rated[:MAX_RATINGS]
    ]
    points = number(rates["mean_points"], 1)
    deals = ngettext("of %(n)s deal", "of %(n)s deals", every["deals"]) % {
        "n": number_format(every["deals"])
    }
    others = [
        (_("Matches"), number_format(every["matches"]), _won(rates["match_win_rate"])),
        (_("Points per deal"), points, _("of 120, whole side")),
        (_("Deals won"), share(rates["deal_win_rate"]), deals),
        (_("Longest winning streak"), number_format(every["best_streak"]), _("matches in a row")),
    ]
    plain = [
        {"name": name, "figure": figure, "small": "", "note": note}
        for name, figure, note in known_figures(others)
    ]
    return [*ratings, *plain][:BIG]


def standing_words(rating: Json, standing: Json | None) -> str:
    """Return how many percent of players a rating beats, in words, or else its number of matches.

    `standing` is the place on the leaderboard; None without one.
    """
    if standing is not None and standing["of"] >= MIN_COMPARED:
        if standing["place"] == 1:
            return _("first place of %(n)s") % {"n": number_format(standing["of"])}
        below = 100 * (standing["of"] - standing["place"]) // (standing["of"] - 1)
        if below:
            return _("better than %(n)s %%") % {"n": below}
    matches = ngettext("%(n)s rated match", "%(n)s rated matches", rating["matches"]) % {
        "n": number_format(rating["matches"])
    }
    settling = _("still settling")
    return f"{matches} · {settling}" if rating["provisional"] else matches


def finished_words(finished: float | None) -> str:
    """Return the share (0 to 1) of matches that a player finishes, in words; "" for None."""
    if finished is None:
        return ""
    return _("finishes %(share)s of their matches") % {"share": share(finished)}


def _won(rate: float | None) -> str:
    """Return a share of matches won, in words; empty for None."""
    return "" if rate is None else _("%(share)s won") % {"share": share(rate)}


def luck_figures(figures: Json) -> list[Named]:
    """Return (name, figure, note) about luck: card points and trumps dealt against a fair share.

    The effect of luck on points follows; the list is empty without deals.
    """
    rates = figures["rates"]
    if rates["point_luck"] is None:
        return []
    due = _("of a fair share")
    found = [(_("Points dealt"), share(rates["point_luck"]), due)]
    if rates["trump_luck"] is not None:
        found.append((_("Trumps dealt"), share(rates["trump_luck"]), due))
    luck, even = rates["mean_luck"], rates["points_without_luck"]
    more, less = (_("of %(n)s deals with good cards"), _("of %(n)s deals with poor cards"))
    return known_figures(
        [
            *found,
            (
                _("Luck per deal"),
                NOTHING if luck is None else signed(luck, 1),
                _("points over a fair share"),
            ),
            (
                _("Won with good cards"),
                share(rates["lucky_win_rate"]),
                more % {"n": number_format(figures["lucky"])},
            ),
            (
                _("Won with poor cards"),
                share(rates["unlucky_win_rate"]),
                less % {"n": number_format(figures["unlucky"])},
            ),
            (_("Weight of luck"), number(rates["luck_slope"], 2), _("points won per point dealt")),
            (_("Points with average cards"), number(even, 1), _("per deal, luck taken out")),
        ]
    )


def play_figures(figures: Json) -> list[Named]:
    """Return (name, figure, note) of leads, seats, exchanges, aces and threes; [] without deals."""
    rates = figures["rates"]
    if not figures["deals"]:
        return []
    found = [
        (_("Deals won when leading"), share(rates["eldest_win_rate"]), _("of the deals")),
        (_("Won when dealing"), share(rates["dealer_win_rate"]), _("of the deals")),
        (_("Tricks led and taken"), share(rates["lead_win_rate"]), _("of the tricks led")),
    ]
    if figures["exchange_chances"]:
        of = _("of %(n)s chances") % {"n": number_format(figures["exchange_chances"])}
        found.append((_("Exchanges missed"), share(rates["exchange_missed_rate"]), of))
    found += sign_figures(figures)
    if figures["briscas"]:
        laid = _("of %(n)s aces and threes played") % {"n": number_format(figures["briscas"])}
        led = _("of %(n)s led") % {"n": number_format(figures["briscas_led"])}
        lost = figures["brisca_points_lost"] / figures["deals"]
        found += [
            (_("Briscas lost"), share(rates["brisca_loss_rate"]), laid),
            (_("Briscas led and lost"), share(rates["led_brisca_loss_rate"]), led),
            (_("Points lost with them"), number(lost, 1), _("per deal")),
            (_("Briscas taken from others"), number_format(figures["briscas_taken"]), ""),
        ]
    found.append((_("More than a hundred points"), share(rates["hundred_rate"]), _("of the deals")))
    if figures["claims"]:
        found.append((_("Claims"), number_format(figures["claims"]), ""))
    if figures["resigned"]:
        found.append((_("Matches resigned"), number_format(figures["resigned"]), ""))
    found.append((_("Longest losing streak"), number_format(figures["worst_streak"]), ""))
    return known_figures(found)


def sign_figures(figures: Json) -> list[Named]:
    """Return (name, figure, note) of the signs made to partners; [] where there were none."""
    if not figures["signs"]:
        return []
    rates = figures["rates"]
    of = _("of %(n)s signs") % {"n": number_format(figures["signs"])}
    return [
        (_("Signs to the partner"), number(rates["signs_per_deal"], 1), _("per deal with signs")),
        (_("Signs that opponents saw"), share(rates["sign_seen_rate"]), of),
        (_("False signs"), share(rates["sign_false_rate"]), of),
    ]


def month_table(months: Iterable[Json]) -> Json:
    """Return statistics by month, in the order given, as texts of a table: `heads` and `rows`."""
    heads = [
        _("Month"), _("Matches"), _("Won"), _("Points per deal"), _("Luck per deal"), _("Briscas lost"),
    ]  # fmt: skip
    rows = [
        [
            capfirst(date_format(date.fromisoformat(f"{one['month']}-01"), "M Y")),
            number_format(one["matches"]),
            share(one["rates"]["match_win_rate"]),
            number(one["rates"]["mean_points"], 1),
            NOTHING if one["rates"]["mean_luck"] is None else signed(one["rates"]["mean_luck"], 1),
            share(one["rates"]["brisca_loss_rate"]),
        ]
        for one in months
    ]
    return {"heads": heads, "rows": rows}


def rival_table(pools: Iterable[Json]) -> Json:
    """Return results against a rival by kind of match as texts of a table: `heads` and `rows`."""
    heads = [
        _("Kind of match"), _("Matches"), _("Won–lost"), _("Deals won–lost"), _("Points per deal"),
    ]  # fmt: skip
    rows = [
        [
            pool_title(one["pool"]),
            number_format(one["matches"]),
            f"{one['won']}–{one['lost']}",
            f"{one['deals_won']}–{one['deals_lost']}",
            number(one["rates"]["mean_points"], 1),
        ]
        for one in pools
    ]
    return {"heads": heads, "rows": rows}

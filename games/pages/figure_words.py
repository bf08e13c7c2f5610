"""Figures of luck and of play, by month and against a rival, as the page of a player shows them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, TypeAlias

from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.pages.history_words import number, pool_title, share, signed

Json: TypeAlias = dict[str, Any]
Named: TypeAlias = tuple[str, str, str]
"""Name, figure, what it is of."""


def luck_figures(figures: Json) -> list[Named]:
    """What the deck gave against the expected share, and what came of it; none without deals."""
    rates = figures["rates"]
    if rates["point_luck"] is None:
        return []
    due = _("of the share that is due")
    found = [(_("Points dealt"), share(rates["point_luck"]), due)]
    if rates["trump_luck"] is not None:
        found.append((_("Trumps dealt"), share(rates["trump_luck"]), due))
    luck, even = rates["mean_luck"], rates["points_without_luck"]
    more, less = (_("of %(n)s deals with more than the share"), _("of %(n)s deals with less"))
    return [
        *found,
        (_("Luck a deal"), "–" if luck is None else signed(luck, 1), _("points beyond the share")),
        (
            _("Won with luck"),
            share(rates["lucky_win_rate"]),
            more % {"n": number_format(figures["lucky"])},
        ),
        (
            _("Won without luck"),
            share(rates["unlucky_win_rate"]),
            less % {"n": number_format(figures["unlucky"])},
        ),
        (_("Weight of luck"), number(rates["luck_slope"], 2), _("points for each point dealt")),
        (_("Points with even cards"), number(even, 1), _("a deal, the luck taken out")),
    ]


def play_figures(figures: Json) -> list[Named]:
    """Leads, seats, exchanges, and aces and threes that were lost; none without deals."""
    rates = figures["rates"]
    if not figures["deals"]:
        return []
    found = [
        (_("Won when leading first"), share(rates["eldest_win_rate"]), _("of the deals")),
        (_("Won when dealing"), share(rates["dealer_win_rate"]), _("of the deals")),
        (_("Tricks led and taken"), share(rates["lead_win_rate"]), _("of the tricks led")),
    ]
    if figures["exchange_chances"]:
        of = _("of %(n)s chances") % {"n": number_format(figures["exchange_chances"])}
        found.append((_("Exchanges missed"), share(rates["exchange_missed_rate"]), of))
    if figures["briscas"]:
        laid = _("of %(n)s aces and threes laid") % {"n": number_format(figures["briscas"])}
        led = _("of %(n)s led") % {"n": number_format(figures["briscas_led"])}
        lost = figures["brisca_points_lost"] / figures["deals"]
        found += [
            (_("Briscas lost"), share(rates["brisca_loss_rate"]), laid),
            (_("Briscas led and lost"), share(rates["led_brisca_loss_rate"]), led),
            (_("Points lost with them"), number(lost, 1), _("a deal")),
            (_("Briscas taken from others"), number_format(figures["briscas_taken"]), ""),
        ]
    found.append((_("More than a hundred points"), share(rates["hundred_rate"]), _("of the deals")))
    if figures["claims"]:
        found.append((_("Claims"), number_format(figures["claims"]), ""))
    if figures["resigned"]:
        found.append((_("Matches given up"), number_format(figures["resigned"]), ""))
    found.append((_("Longest row of losses"), number_format(figures["worst_streak"]), ""))
    return found


def month_table(months: Iterable[Json]) -> Json:
    """Months with their rates in figures, the newest first, under the names of their columns."""
    heads = [
        _("Month"), _("Matches"), _("Won"), _("Points a deal"), _("Luck a deal"), _("Briscas lost"),
    ]  # fmt: skip
    rows = [
        [
            capfirst(date_format(date.fromisoformat(f"{one['month']}-01"), "M Y")),
            number_format(one["matches"]),
            share(one["rates"]["match_win_rate"]),
            number(one["rates"]["mean_points"], 1),
            "–" if one["rates"]["mean_luck"] is None else signed(one["rates"]["mean_luck"], 1),
            share(one["rates"]["brisca_loss_rate"]),
        ]
        for one in months
    ]
    return {"heads": heads, "rows": rows}


def rival_table(pools: Iterable[Json]) -> Json:
    """Against a rival by kind of match, with rates in figures."""
    heads = [
        _("Kind of match"), _("Matches"), _("Won–lost"), _("Deals won–lost"), _("Points a deal"),
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

"""Figures of a player in words: main figures, luck, play, by month and against a rival."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final, TypeAlias

from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.pages.wording.history import (
    NO_FIGURE,
    Named,
    known_figures,
    number,
    pool_title,
    share,
    signed,
)
from games.rules_text.presets import rank_name
from games.selectors.card_losses import CardLoss

Json: TypeAlias = dict[str, Any]

MAX_BIG_FIGURES: Final = 4
"""Number of main figures at the head of a player's page."""
MAX_RATINGS: Final = 2
"""Maximum number of ratings among the main figures."""
MIN_RATED: Final = 5
"""Number of rated matches before which a rating is not shown among the main figures."""
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
        (pool_stats for pool_stats in pools if pool_stats["rating"]),
        key=lambda pool_stats: -pool_stats["rating"]["matches"],
    )
    ratings = [
        _rating_figure(pool_stats, standings.get(pool_stats["pool"]))
        for pool_stats in rated[:MAX_RATINGS]
    ]
    points = number(rates["mean_points"], 1)
    deals = ngettext("of %(n)s deal", "of %(n)s deals", every["deals"]) % {
        "n": number_format(every["deals"])
    }
    others = [
        (_("Matches"), number_format(every["matches"]), _won(rates["match_win_rate"])),
        (_("Points per deal"), points, _luck(rates["mean_luck"])),
        (_("Deals won"), share(rates["deal_win_rate"]), deals),
        (_("Longest winning streak"), number_format(every["best_streak"]), _("matches in a row")),
    ]
    plain = [
        {"name": name, "figure": figure, "small": "", "note": note}
        for name, figure, note in known_figures(others)
    ]
    return [*ratings, *plain][:MAX_BIG_FIGURES]


def _rating_figure(pool_stats: Json, standing: Json | None) -> Json:
    """Return the rating of a kind of match as a main figure, or the matches until it is shown."""
    rating = pool_stats["rating"]
    missing = MIN_RATED - rating["matches"]
    if missing > 0:
        note = ngettext(
            "%(n)d more match until the rating", "%(n)d more matches until the rating", missing
        )
        figure = _("%(n)d of %(all)d") % {"n": rating["matches"], "all": MIN_RATED}
        small, words = "", note % {"n": missing}
    else:
        figure, small = str(rating["rating"]), f"± {rating['deviation']}"
        words = standing_words(rating, standing)
    return {"name": pool_title(pool_stats["pool"]), "figure": figure, "small": small, "note": words}


def _luck(mean_luck: float | None) -> str:
    """Return the mean luck of the deals in words, beside which the mean points are to be read."""
    if mean_luck is None:
        return _("of 120, whole side")
    if not round(mean_luck, 1):
        return _("of 120, with average luck")
    return _("of 120, with %(points)s by luck") % {"points": signed(mean_luck, 1)}


def standing_words(rating: Json, standing: Json | None) -> str:
    """Return in words the share of players below a rating, or the matches it is based on.

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
    """Return a share (0 to 1) of matches won, in words; "" for None."""
    return "" if rate is None else _("%(share)s won") % {"share": share(rate)}


def luck_figures(figures: Json) -> list[Named]:
    """Return (name, figure, note) about luck: card points and trumps dealt against a fair share.

    The effect of luck on points follows; the list is empty without deals.
    """
    rates = figures["rates"]
    if rates["point_luck"] is None:
        return []
    fair_share_note = _("of a fair share")
    named = [(_("Points dealt"), share(rates["point_luck"]), fair_share_note)]
    if rates["trump_luck"] is not None:
        named.append((_("Trumps dealt"), share(rates["trump_luck"]), fair_share_note))
    luck, even = rates["mean_luck"], rates["points_without_luck"]
    lucky, unlucky = figures["lucky"], figures["unlucky"]
    lucky_note = ngettext("of %(n)s deal with good cards", "of %(n)s deals with good cards", lucky)
    unlucky_note = ngettext(
        "of %(n)s deal with poor cards", "of %(n)s deals with poor cards", unlucky
    )
    return known_figures(
        [
            *named,
            (
                _("Luck per deal"),
                NO_FIGURE if luck is None else signed(luck, 1),
                _("points over a fair share"),
            ),
            (
                _("Won with good cards"),
                share(rates["lucky_win_rate"]),
                lucky_note % {"n": number_format(lucky)},
            ),
            (
                _("Won with poor cards"),
                share(rates["unlucky_win_rate"]),
                unlucky_note % {"n": number_format(unlucky)},
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
    named = [
        (_("Deals won when leading"), share(rates["eldest_win_rate"]), _("of the deals")),
        (_("Won when dealing"), share(rates["dealer_win_rate"]), _("of the deals")),
        (_("Tricks led and taken"), share(rates["lead_win_rate"]), _("of the tricks led")),
    ]
    if figures["exchange_chances"]:
        chances = figures["exchange_chances"]
        of = ngettext("of %(n)s chance", "of %(n)s chances", chances)
        of %= {"n": number_format(chances)}
        named.append((_("Exchanges missed"), share(rates["exchange_missed_rate"]), of))
    named += sign_figures(figures)
    if figures["briscas"]:
        briscas = figures["briscas"]
        played_note = ngettext(
            "of %(n)s ace or three played", "of %(n)s aces and threes played", briscas
        )
        played_note %= {"n": number_format(briscas)}
        led_note = _("of %(n)s led") % {"n": number_format(figures["briscas_led"])}
        lost = figures["brisca_points_lost"] / figures["deals"]
        named += [
            (_("Briscas lost"), share(rates["brisca_loss_rate"]), played_note),
            (_("Briscas led and lost"), share(rates["led_brisca_loss_rate"]), led_note),
            (_("Points lost with them"), number(lost, 1), _("per deal")),
            (_("Briscas taken from others"), number_format(figures["briscas_taken"]), ""),
        ]
    named.append((_("More than a hundred points"), share(rates["hundred_rate"]), _("of the deals")))
    if figures["claims"]:
        named.append((_("Claims"), number_format(figures["claims"]), ""))
    if figures["resigned"]:
        named.append((_("Matches resigned"), number_format(figures["resigned"]), ""))
    named.append((_("Longest losing streak"), number_format(figures["worst_streak"]), ""))
    return known_figures(named)


def sign_figures(figures: Json) -> list[Named]:
    """Return (name, figure, note) of signs made to partners; [] if the player made none."""
    signs, rates = figures["signs"], figures["rates"]
    if not signs:
        return []
    of = ngettext("of %(n)s sign", "of %(n)s signs", signs) % {"n": number_format(signs)}
    return [
        (_("Signs to the partner"), number(rates["signs_per_deal"], 1), _("per deal with signs")),
        (_("Signs that opponents saw"), share(rates["sign_seen_rate"]), of),
        (_("False signs"), share(rates["sign_false_rate"]), of),
    ]


def month_table(months: Iterable[Json]) -> Json:
    """Return statistics by month, in the order given, as texts of a table: `heads` and `rows`."""
    heads = [
        _("Month"), _("Matches"), pgettext("matches", "Won"), _("Points per deal"), _("Luck per deal"), _("Briscas lost"),
    ]  # fmt: skip
    rows = [
        [
            capfirst(date_format(date.fromisoformat(f"{month['month']}-01"), "M Y")),
            number_format(month["matches"]),
            share(month["rates"]["match_win_rate"]),
            number(month["rates"]["mean_points"], 1),
            NO_FIGURE
            if month["rates"]["mean_luck"] is None
            else signed(month["rates"]["mean_luck"], 1),
            share(month["rates"]["brisca_loss_rate"]),
        ]
        for month in months
    ]
    return {"heads": heads, "rows": rows}


def rival_table(pools: Iterable[Json]) -> Json:
    """Return results against a rival by kind of match as texts of a table: `heads` and `rows`."""
    heads = [
        _("Kind of match"), _("Matches"), _("Won–lost"), _("Deals won–lost"), _("Points per deal"),
    ]  # fmt: skip
    rows = [
        [
            pool_title(pool["pool"]),
            number_format(pool["matches"]),
            f"{pool['won']}–{pool['lost']}",
            f"{pool['deals_won']}–{pool['deals_lost']}",
            number(pool["rates"]["mean_points"], 1),
        ]
        for pool in pools
    ]
    return {"heads": heads, "rows": rows}


def card_loss_words(row: CardLoss, *, is_cheap: bool) -> dict[str, Any]:
    """Return what cards of one rank cost a player as template context, with a card as their picture.

    Coins stand for trumps and swords for the other suits.
    """
    name = rank_name(row.rank)
    return {
        "card": f"{'O' if row.is_trump else 'E'}{row.rank}",
        "name": (_("%(rank)s of trumps") if row.is_trump else _("%(rank)s, not a trump"))
        % {"rank": name},
        "loss": signed(-round(row.loss, 1), 1),
        "is_cheap": is_cheap,
    }

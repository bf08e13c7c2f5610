"""Parts of the page of a deal of the day, as template context."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any, Final, TypeAlias

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from brisca_site.base.site_address import site_address
from games.answers.daily import DailyResult
from games.common.card_names import card_name, suit_name
from games.common.house_bots import FIGUREHEADS
from games.engine import DECK_POINTS
from games.models import Player
from games.models.people import PlayerKind
from games.pages.charts.histograms import histogram
from games.pages.daily_month import month_of
from games.pages.wording.daily import (
    SharedResult,
    days_off_words,
    month_words,
    rules_in_short,
    signs_words,
    time_left,
    trick_words,
)
from games.rules_text import preset_title, teams_words
from games.selectors import daily as selected
from games.selectors.daily_month import first_month, month_results
from games.selectors.daily_par import par_of
from games.selectors.daily_points import distribution, most_points
from games.selectors.daily_tricks import Parting, TriedTrick, parting, tricks_of
from games.selectors.daily_turned import turned_card
from games.selectors.faces import chosen_faces_by_name

Json: TypeAlias = dict[str, Any]

LEAST_RANKED: Final = 8
"""Number of results from which a result is compared by per cent."""
SHOWN_FIRST: Final = 3
"""Number of the best results that stand beside one's own."""


@dataclass(frozen=True)
class DailyVisitor:
    """The visitor of a deal of the day, and the time of the visit."""

    player: Player | None
    now: datetime
    today: date
    browser_played: bool
    """True if today's deal was played in this browser, by whomever."""

    @cached_property
    def streak(self) -> selected.Streak:
        """Return the visitor's streak of daily deals, read once."""
        return selected.streak_of(self.pk or 0, self.today)

    @property
    def pk(self) -> int | None:
        """Return the row id of the visitor's player; None for a stranger."""
        return self.player.pk if self.player else None


def deal_parts(row: Json, visitor: DailyVisitor) -> Json:
    """Return the context of what everybody may see of a deal: its rules and the turned card.

    `row` is a `daily_row` of a day that has begun.
    """
    turned = turned_card(row["id"])
    name = card_name(turned) if turned else ""
    return {
        "day": row["day"],
        "is_today": row["day"] == visitor.today,
        "deal": selected.daily_json(row),
        "preset": preset_title(row["ruleset__preset"]),
        "teams": teams_words(row["players"], row["ruleset__options__teams"]),
        "bot": FIGUREHEADS[row["level"]],
        "in_short": rules_in_short(row["ruleset__preset"], row["players"]),
        "turned": turned,
        "turned_label": _("The stock; turned card: %(card)s") % {"card": name} if turned else "",
        "trump": suit_name(turned[0]).lower() if turned else "",
        "left": time_left(visitor.now, selected.ends_at(row["day"])),
        "ends_at": selected.ends_at(row["day"]),
    }


def has_result(mine: Json | None) -> bool:
    """Return whether an `own_try` is finished."""
    return mine is not None and mine["points"] is not None


def result_parts(request: HttpRequest, row: Json, visitor: DailyVisitor, mine: Json | None) -> Json:
    """Return the context of the visitor's own result: par, distribution, share text, parting.

    It is empty if the visitor has not played the deal to its end.
    """
    if visitor.player is None or mine is None or not has_result(mine):
        return {}
    most = DECK_POINTS if most_points(row["ruleset__options"]) == DECK_POINTS else 0
    best = None if mine["place"] == 1 else selected.best_try(row["id"])
    own, best_tricks = _own_and_best(row["id"], visitor.player.pk, best)
    shared = _shared(request, row, visitor, mine)._replace(most=most, tricks=own)
    return {
        "most": most,
        "par": par_of(row["id"]),
        "better_than": _better_than(row, mine),
        "alone": row["tried"] == 1,
        "is_guest": visitor.player.kind == PlayerKind.GUEST,
        "histogram": histogram(distribution(row), mine["points"]),
        **share_parts(shared),
        **_parted(parting(own, best_tricks), best.name if best else ""),
    }


def _own_and_best(
    daily: int, player: int, best: selected.BestTry | None
) -> tuple[list[TriedTrick], list[TriedTrick]]:
    """Return the tricks of a player's try and of the best try; none of the best without a better one."""
    if best is None:
        return tricks_of(daily, [player]).get(player, []), []
    tricks = tricks_of(daily, [player, best.player])
    return tricks.get(player, []), tricks.get(best.player, [])


def _better_than(row: Json, mine: Json) -> int | None:
    """Return the per cent of the other results that are worse; None where none is, or all are too few."""
    if not mine["ranked"] or row["ranked"] < LEAST_RANKED:
        return None
    field = selected.field_of(row["id"], mine["points"], mine["tricks"])
    if field.ranked < LEAST_RANKED:
        return None
    return round(100 * field.worse / (field.ranked - 1)) or None


def _shared(request: HttpRequest, row: Json, visitor: DailyVisitor, mine: Json) -> SharedResult:
    """Return the visitor's result to share, without its tricks."""
    day, is_today = row["day"], row["day"] == visitor.today
    path = reverse("daily") if is_today else reverse("daily_day", args=[day.isoformat()])
    return SharedResult(
        day=day,
        points=mine["points"],
        most=0,
        place=mine["place"] if mine["ranked"] else 0,
        ranked=row["ranked"],
        tricks=(),
        streak=visitor.streak.current if is_today else 0,
        address=site_address(request, path.rstrip("/")).partition("://")[2],
    )


def share_parts(shared: SharedResult) -> Json:
    """Return the context of a text to share, whole and in the parts that the page shows."""
    above, rows, below = shared.lines()
    return {
        "share": shared.text(),
        "share_above": above,
        "share_signs": rows,
        "share_signs_words": signs_words(shared.tricks) if shared.tricks else "",
        "share_below": below,
    }


def _parted(parted: Parting | None, best_name: str) -> Json:
    """Return the context of the trick in which the visitor's try leaves the best one."""
    if parted is None:
        return {}
    cards = {"own": card_name(parted.own.card), "best": card_name(parted.best.card)}
    title = _("Trick %(n)s: %(best)s or %(own)s") % {
        "n": parted.number,
        "best": cards["best"].lower(),
        "own": cards["own"].lower(),
    }
    return {
        "parted": {
            "title": title,
            "name": best_name,
            "own": parted.own.card,
            "best": parted.best.card,
            "own_words": trick_words(parted.own),
            "best_words": trick_words(parted.best),
        }
    }


def first_rows(rows: list[DailyResult], mine: Json | None, me: Player | None) -> Json:
    """Return the context of the best results, and the visitor's own result if it is not among them."""
    first = rows[:SHOWN_FIRST]
    is_shown = me is None or any(row["player"] == me.name for row in first)
    return {"first_rows": first, "own_row": mine if has_result(mine) and not is_shown else None}


def month_parts(visitor: DailyVisitor, shown: date, *, played_today: bool) -> Json:
    """Return the context of the visitor's month of a date (`shown`), and of the streak if it is now."""
    if visitor.pk is None:
        return {"month": month_of(shown, {}, today=visitor.today, first=None)}
    streak = visitor.streak
    results = month_results(visitor.pk, shown)
    month = month_of(shown, results, today=visitor.today, first=first_month(visitor.pk))
    if shown.replace(day=1) != visitor.today.replace(day=1):
        return {"month": month}
    return {
        "month": month,
        "month_words": month_words(month.played, streak, played_today=played_today),
        "days_off_words": days_off_words(streak.days_off) if streak.played else "",
    }


def past_parts(rows: Mapping[date, Json], visitor: DailyVisitor) -> Json:
    """Return the context of yesterday's deal: its best results, or what the bot made of it.

    Until the visitor may see these results it is the day before. `rows` maps days to `daily_row`.
    """
    row = _latest_open(rows, visitor)
    if row is None:
        return {}
    is_yesterday = row["day"] == visitor.today - timedelta(days=1)
    return {
        "past_day": row["day"],
        "past_title": _("Yesterday") if is_yesterday else _("The day before yesterday"),
        "past_players": row["tried"],
        "past_rows": selected.results_page(row["id"], limit=SHOWN_FIRST).rows,
        "past_bot": FIGUREHEADS[row["level"]],
        "past_par": par_of(row["id"]) if not row["tried"] else None,
    }


def _latest_open(rows: Mapping[date, Json], visitor: DailyVisitor) -> Json | None:
    """Return the deal of the latest of the last two days whose results the visitor may see, or None."""
    days = (visitor.today - timedelta(days=ago) for ago in (1, 2))
    past = (rows[day] for day in days if day in rows)
    return next((row for row in past if selected.results_open(row, visitor.pk)), None)


def running_table(row: Json | None, visitor: DailyVisitor) -> str | None:
    """Return the public id of the table at which the visitor still plays the deal of a past day.

    None without one. `row` is the `daily_row` of the day.
    """
    if row is None or row["revealed_at"] is not None or visitor.pk is None:
        return None
    running = selected.own_try(row["id"], visitor.pk)
    return running["table"] if running else None


def faces_of(*lists: list[DailyResult]) -> dict[str, str]:
    """Return name -> chosen face of the players of some results."""
    return chosen_faces_by_name({row["player"] for rows in lists for row in rows})

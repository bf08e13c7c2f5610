"""Reads of figures: by month, by day, against rivals, of rulesets and of the whole site.

All are rows that were counted as matches ended, read by their keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from django.db.models import F, Q, QuerySet

from games.answers.statistics import (
    GAME_PLAIN,
    PLAYER_DAY,
    RIVAL_COUNTS,
    SITE_DAY,
    WENT,
)
from games.common.keyset import Key, Page, encode, read_page
from games.models import (
    DayFigures,
    PlayerDay,
    PlayerFigures,
    PlayerOpening,
    PoolFigures,
    RivalFigures,
    RulesetFigures,
    SiteFigures,
    TeamFigures,
)
from games.models.figures import EVER
from games.selectors.figures_json import (
    FIGURE_FIELDS,
    day_text,
    figures_json,
    moment,
    month_text,
    spread,
)
from games.selectors.ratings import pools
from games.stats.columns import POOLS
from games.stats.figures import ALL, BOTS
from games.stats.rates import GAME_RATES, RIVAL_RATES, WENT_RATES, luck_rates
from games.stats.site import TRUMP_MARK

Json: TypeAlias = dict[str, Any]
Row: TypeAlias = Mapping[str, Any]

GAME_FIELDS: Final = ("pool", "month", *POOLS.columns)
RIVAL_FIELDS: Final = (
    "player_id", "rival_id", "pool", "matches", "player_won", "rival_won", "deals",
    "player_deals", "rival_deals", "player_points", "rival_points", "streak", "best_streak",
    "worst_streak", "last_match_at",
)  # fmt: skip
_NUMBERS: Final = {"seat", "trumps"}
"""Topics whose keys are numbers."""


def site_pools() -> list[str]:
    """Return the names of the pools (kinds of match) for which the site may have figures."""
    return [ALL, *pools(), BOTS + ALL]


# -- players and teams ----------------------------------------------------------------------------


def player_months(
    *, player: int, pool: str, cursor: str | None = None, limit: int = 50
) -> Page[Json]:
    """Return a page of a player's (row id) figures in a pool (kind of match), a row a month.

    The newest comes first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    return _months(PlayerFigures.objects.filter(player=player), pool, cursor, limit)


def team_months(*, team: int, pool: str, cursor: str | None = None, limit: int = 50) -> Page[Json]:
    """Return a page of a team's (row id) figures in a pool (kind of match), a row a month.

    The newest comes first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    return _months(TeamFigures.objects.filter(team=team), pool, cursor, limit)


def _months(rows: QuerySet[Any], pool: str, cursor: str | None, limit: int) -> Page[Json]:
    """Return a page of the monthly figures of a player or a team, newest first."""
    monthly = rows.filter(pool=pool, month__gt=EVER).values("month", *FIGURE_FIELDS)
    page = read_page(monthly, (Key("month", int),), cursor, limit)
    months = [{"month": month_text(row["month"]), **figures_json(row)} for row in page.rows]
    return Page(months, page.next, page.seen)


def player_days(*, player: int, cursor: str | None = None, limit: int = 50) -> Page[Json]:
    """Return a page of a player's (row id) numbers of matches and deals by day, newest first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = PlayerDay.objects.filter(player=player).values("day", *PLAYER_DAY)
    page = read_page(rows, (Key("day", int),), cursor, limit)
    days = [
        {"day": day_text(row["day"]), **{name: row[name] for name in PLAYER_DAY}}
        for row in page.rows
    ]
    return Page(days, page.next, page.seen)


def player_openings(*, player: int, pool: str) -> list[Json]:
    """Return the results of a player's deals by the card that the player led first, trumps last.

    `player` is a row id, `pool` a kind of match.
    """
    rows = PlayerOpening.objects.filter(player=player, pool=pool).values("key", *WENT)
    return [_went(row) for row in sorted(rows, key=_by_card)]


def _by_card(row: Row) -> tuple[bool, int]:
    """Return the sort key of a row of results by card: by the card's number, trumps last."""
    return row["key"].endswith(TRUMP_MARK), int(row["key"].rstrip(TRUMP_MARK))


def _went(row: Row) -> Json:
    """Return a row of results (of a card, seat or number of trumps) as JSON, with rates."""
    return {
        **{name: row[name] for name in ("key", *WENT)},
        **WENT_RATES.of(row),
    }


# -- rivals ---------------------------------------------------------------------------------------


def rivals(*, player: int, cursor: str | None = None, limit: int = 50) -> Page[Json]:
    """Return a page of a player's (row id) opponents, by row id, with the results against each.

    Opponents whose figures are private are left out.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    keys = (Key("other", int, falling=False),)
    shown = RivalFigures.objects.filter(pool=ALL)
    lower = shown.filter(player=player, rival__figures_private=False)
    upper = shown.filter(rival=player, player__figures_private=False)
    # everybody with a lower id comes first: pages of one list, then of the other
    pages = [
        read_page(
            rows.values(
                *RIVAL_FIELDS, other=F(other), name=F(f"{other.removesuffix('_id')}__name")
            ),
            keys,
            cursor,
            limit,
        )
        for rows, other in ((upper, "player_id"), (lower, "rival_id"))
    ]
    merged = sorted((row for page in pages for row in page.rows), key=lambda row: row["other"])
    listed = merged[:limit]
    following = None
    if len(merged) > limit or any(page.next for page in pages):
        following = encode((listed[-1]["other"],), pages[0].seen + len(listed))
    rivals = [{"rival": row["name"], **rival_json(row, player)} for row in listed]
    return Page(rivals, following, pages[0].seen)


def rivals_met_most(player: int, limit: int) -> list[Json]:
    """Return the opponents whom a player (row id) met in most matches, with the results against each.

    Opponents whose figures are private are left out.
    """
    rows = RivalFigures.objects.filter(
        Q(player=player, rival__figures_private=False)
        | Q(rival=player, player__figures_private=False),
        pool=ALL,
    )
    met = rows.order_by("-matches", "-pk").values(
        *RIVAL_FIELDS, player_name=F("player__name"), rival_name=F("rival__name")
    )
    return [
        {
            "rival": row["rival_name" if row["player_id"] == player else "player_name"],
            **rival_json(row, player),
        }
        for row in met[:limit]
    ]


def head_to_head(player: int, rival: int) -> list[Json]:
    """Return the results of two players (row ids) against each other, for each pool, "all" first.

    Wins and losses are as seen by `player`.
    """
    low, high = sorted((player, rival))
    rows = RivalFigures.objects.filter(player=low, rival=high).values(*RIVAL_FIELDS)
    ordered = sorted(rows, key=lambda row: (row["pool"] != ALL, row["pool"]))
    return [{"pool": row["pool"], **rival_json(row, player)} for row in ordered]


def rival_json(row: Row, player: int) -> Json:
    """Return two players' results (a dictionary of RIVAL_FIELDS) as seen by one (a row id)."""
    turned = row["player_id"] != player
    counts = {
        name: row[_other(column) if turned else column] for name, column in RIVAL_COUNTS.items()
    }
    return {
        **counts,
        "streak": -row["streak"] if turned else row["streak"],
        "best_streak": row["worst_streak"] if turned else row["best_streak"],
        "worst_streak": row["best_streak"] if turned else row["worst_streak"],
        "last_match_at": moment(row),
        "rates": RIVAL_RATES.of(_with_ties(counts)),
    }


def _with_ties(counts: Json) -> Json:
    """Add `tied` and `deals_tied` (won by neither or both) to the results of two players."""
    return {
        **counts,
        "tied": counts["matches"] - counts["won"] - counts["lost"],
        "deals_tied": counts["deals"] - counts["deals_won"] - counts["deals_lost"],
    }


def _other(column: str) -> str:
    """Return the name of the rival's column for a player's column, and the reverse."""
    name, _, what = column.partition("_")
    turned = {"player": "rival", "rival": "player"}
    return f"{turned[name]}_{what}" if name in turned else column


# -- games and the whole site ---------------------------------------------------------------------


def game_json(row: Row) -> Json:
    """Return sums over matches (a dictionary of GAME_FIELDS) as the API shows them.

    The rates computed from them are added.
    """
    return {
        "pool": row["pool"],
        **{name: row[name] for name in GAME_PLAIN},
        "spread": spread(row),
        "last_match_at": moment(row),
        "rates": GAME_RATES.of(row) | luck_rates(row, row["side_deals"]),
    }


def ruleset_figures(ruleset: int) -> list[Json]:
    """Return sums over the matches by a ruleset (row id), for each pool (kind of match)."""
    rows = RulesetFigures.objects.filter(ruleset=ruleset, month=EVER).order_by("pool")
    return [game_json(row) for row in rows.values(*GAME_FIELDS)]


def ruleset_months(*, ruleset: int, cursor: str | None = None, limit: int = 50) -> Page[Json]:
    """Return a page of sums over the matches by a ruleset (row id), a row a month, newest first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = RulesetFigures.objects.filter(ruleset=ruleset, month__gt=EVER)
    return _game_months(rows, cursor, limit)


def pool_figures() -> list[Json]:
    """Return sums over the matches of each pool (kind of match), "all" first, bots' pools last."""
    order = {pool: place for place, pool in enumerate(site_pools())}
    rows = PoolFigures.objects.filter(month=EVER).values(*GAME_FIELDS)
    return [game_json(row) for row in sorted(rows, key=lambda row: order.get(row["pool"], 99))]


def one_pool(pool: str) -> Json | None:
    """Return a pool's (kind of match) sums over matches, with results by card, seat and trumps.

    None where no match was played.
    """
    row = PoolFigures.objects.filter(pool=pool, month=EVER).values(*GAME_FIELDS).first()
    if row is None:
        return None
    return {**game_json(row), **site_figures(pool)}


def pool_months(*, pool: str, cursor: str | None = None, limit: int = 50) -> Page[Json]:
    """Return a page of sums over a pool's (kind of match) matches, a row a month, newest first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    return _game_months(PoolFigures.objects.filter(pool=pool, month__gt=EVER), cursor, limit)


def _game_months(rows: QuerySet[Any], cursor: str | None, limit: int) -> Page[Json]:
    """Return a page of monthly sums over matches, newest first."""
    keys = (Key("month", int), Key("pool", str, falling=False))
    page = read_page(rows.values(*GAME_FIELDS), keys, cursor, limit)
    months = [{"month": month_text(row["month"]), **game_json(row)} for row in page.rows]
    return Page(months, page.next, page.seen)


def site_figures(pool: str) -> dict[str, list[Json]]:
    """Return topic (key of SiteFigures.Topic) -> how deals or tricks of a pool went, by its key.

    The key is the card led, the seat or the number of trumps; cards are in the order of their
    numbers, trumps last.
    """
    by_topic: dict[str, list[Json]] = {topic: [] for topic in SiteFigures.Topic.values}
    rows = SiteFigures.objects.filter(pool=pool).values("topic", "key", *WENT)
    for row in sorted(rows, key=_by_card):
        topic = str(row["topic"])
        key = int(row["key"]) if topic in _NUMBERS else row["key"]
        by_topic[topic].append({**_went(row), "key": key})
    return by_topic


def site_days(*, pool: str, cursor: str | None = None, limit: int = 50) -> Page[Json]:
    """Return a page of a pool's numbers of matches, deals and cards played by day, newest first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = DayFigures.objects.filter(pool=pool).values("day", "people", *SITE_DAY)
    page = read_page(rows, (Key("day", int),), cursor, limit)
    days = [
        {
            "day": day_text(row["day"]),
            **{name: row[name] for name in SITE_DAY},
            "people": row["people"] if pool == ALL else None,
        }
        for row in page.rows
    ]
    return Page(days, page.next, page.seen)

"""Reads of figures: by month, by day, against rivals, of rulesets and of everybody.

All of them are rows that were counted as matches ended, read by their keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from django.db.models import F, QuerySet

from games.answers.statistics import (
    GAME_PLAIN,
    PLAYER_DAY,
    RIVAL_COUNTS,
    SITE_DAY,
    WENT,
)
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
from games.selectors.keyset import Key, Page, encode, read_page
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
    """Pools that there may be figures of the site of."""
    return [ALL, *pools(), BOTS + ALL]


# -- players and teams ----------------------------------------------------------------------------


def player_months(
    *, player: int, pool: str, cursor: str | None = None, limit: int = 50
) -> Page[Json]:
    """Return figures of a player month by month, the newest first. Raises BadCursorError."""
    return _months(PlayerFigures.objects.filter(player=player), pool, cursor, limit)


def team_months(*, team: int, pool: str, cursor: str | None = None, limit: int = 50) -> Page[Json]:
    """Return figures of a team month by month, the newest first. Raises BadCursorError."""
    return _months(TeamFigures.objects.filter(team=team), pool, cursor, limit)


def _months(rows: QuerySet[Any], pool: str, cursor: str | None, limit: int) -> Page[Json]:
    found = rows.filter(pool=pool, month__gt=EVER).values("month", *FIGURE_FIELDS)
    page = read_page(found, (Key("month", int),), cursor, limit)
    months = [{"month": month_text(row["month"]), **figures_json(row)} for row in page.rows]
    return Page(months, page.next, page.seen)


def player_days(*, player: int, cursor: str | None = None, limit: int = 50) -> Page[Json]:
    """Return what a player did day by day, the newest first. Raises BadCursorError."""
    rows = PlayerDay.objects.filter(player=player).values("day", *PLAYER_DAY)
    page = read_page(rows, (Key("day", int),), cursor, limit)
    days = [
        {"day": day_text(row["day"]), **{name: row[name] for name in PLAYER_DAY}}
        for row in page.rows
    ]
    return Page(days, page.next, page.seen)


def player_openings(*, player: int, pool: str) -> list[Json]:
    """Return what came of the deals that a player opened, by the first card led, trumps last."""
    rows = PlayerOpening.objects.filter(player=player, pool=pool).values("key", *WENT)
    return [_went(row) for row in sorted(rows, key=_by_card)]


def _by_card(row: Row) -> tuple[bool, int]:
    return row["key"].endswith(TRUMP_MARK), int(row["key"].rstrip(TRUMP_MARK))


def _went(row: Row) -> Json:
    return {
        **{name: row[name] for name in ("key", *WENT)},
        **WENT_RATES.of(row),
    }


# -- rivals ---------------------------------------------------------------------------------------


def rivals(*, player: int, cursor: str | None = None, limit: int = 50) -> Page[Json]:
    """Return all whom a player has played against, in the order of their ids.

    Raises BadCursorError.
    """
    keys = (Key("other", int, falling=False),)
    lower = RivalFigures.objects.filter(player=player, pool=ALL)
    upper = RivalFigures.objects.filter(rival=player, pool=ALL)
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
    shown = merged[:limit]
    following = None
    if len(merged) > limit or any(page.next for page in pages):
        following = encode((shown[-1]["other"],), pages[0].seen + len(shown))
    found = [{"rival": row["name"], **rival_json(row, player)} for row in shown]
    return Page(found, following, pages[0].seen)


def head_to_head(player: int, rival: int) -> list[Json]:
    """Return what two players did against each other, a pool each and 'all' first."""
    low, high = sorted((player, rival))
    rows = RivalFigures.objects.filter(player=low, rival=high).values(*RIVAL_FIELDS)
    ordered = sorted(rows, key=lambda row: (row["pool"] != ALL, row["pool"]))
    return [{"pool": row["pool"], **rival_json(row, player)} for row in ordered]


def rival_json(row: Row, player: int) -> Json:
    """Return a row of RIVAL_FIELDS as one of the two sees it."""
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
    """Return what two players did with `tied` and `deals_tied`: what neither or both of them won."""
    return {
        **counts,
        "tied": counts["matches"] - counts["won"] - counts["lost"],
        "deals_tied": counts["deals"] - counts["deals_won"] - counts["deals_lost"],
    }


def _other(column: str) -> str:
    """Return the column that says of the rival what this one says of the player."""
    name, _, what = column.partition("_")
    turned = {"player": "rival", "rival": "player"}
    return f"{turned[name]}_{what}" if name in turned else column


# -- games and the whole site ---------------------------------------------------------------------


def game_json(row: Row) -> Json:
    """Counters of a row of GAME_FIELDS, and the rates that follow from them."""
    return {
        "pool": row["pool"],
        **{name: row[name] for name in GAME_PLAIN},
        "spread": spread(row),
        "last_match_at": moment(row),
        "rates": GAME_RATES.of(row) | luck_rates(row, row["side_deals"]),
    }


def ruleset_figures(ruleset: int) -> list[Json]:
    """Return figures of the matches by a ruleset, a pool each."""
    rows = RulesetFigures.objects.filter(ruleset=ruleset, month=EVER).order_by("pool")
    return [game_json(row) for row in rows.values(*GAME_FIELDS)]


def ruleset_months(*, ruleset: int, cursor: str | None = None, limit: int = 50) -> Page[Json]:
    """Return figures of the matches by a ruleset month by month, the newest first."""
    rows = RulesetFigures.objects.filter(ruleset=ruleset, month__gt=EVER)
    return _game_months(rows, cursor, limit)


def pool_figures() -> list[Json]:
    """Return figures of each pool, 'all' first, those among bots last."""
    order = {pool: place for place, pool in enumerate(site_pools())}
    rows = PoolFigures.objects.filter(month=EVER).values(*GAME_FIELDS)
    return [game_json(row) for row in sorted(rows, key=lambda row: order.get(row["pool"], 99))]


def one_pool(pool: str) -> Json | None:
    """Return figures of one pool, and how tricks and deals go in it by card, seat and trumps."""
    row = PoolFigures.objects.filter(pool=pool, month=EVER).values(*GAME_FIELDS).first()
    if row is None:
        return None
    return {**game_json(row), **site_figures(pool)}


def pool_months(*, pool: str, cursor: str | None = None, limit: int = 50) -> Page[Json]:
    """Return figures of a pool month by month, the newest first. Raises BadCursorError."""
    return _game_months(PoolFigures.objects.filter(pool=pool, month__gt=EVER), cursor, limit)


def _game_months(rows: QuerySet[Any], cursor: str | None, limit: int) -> Page[Json]:
    keys = (Key("month", int), Key("pool", str, falling=False))
    page = read_page(rows.values(*GAME_FIELDS), keys, cursor, limit)
    found = [{"month": month_text(row["month"]), **game_json(row)} for row in page.rows]
    return Page(found, page.next, page.seen)


def site_figures(pool: str) -> dict[str, list[Json]]:
    """Topic -> how it went by each key, cards by number and trumps after the others."""
    found: dict[str, list[Json]] = {topic: [] for topic in SiteFigures.Topic.values}
    rows = SiteFigures.objects.filter(pool=pool).values("topic", "key", *WENT)
    for row in sorted(rows, key=_by_card):
        topic = str(row["topic"])
        key = int(row["key"]) if topic in _NUMBERS else row["key"]
        found[topic].append({**_went(row), "key": key})
    return found


def site_days(*, pool: str, cursor: str | None = None, limit: int = 50) -> Page[Json]:
    """Return matches a day, the newest first. Raises BadCursorError."""
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

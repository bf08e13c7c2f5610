"""Figures of players, teams, rulesets and everybody.

What each counts and how rates come of it stands in `docs/statistics.md`.
"""

# Each shape is read as a table:
# fmt: off

from __future__ import annotations

from typing import Annotated, Final, TypeAlias, TypedDict

from games.answers.notation import Moment, counters, numbers, page, with_fields
from games.answers.players import Player, Team
from games.answers.ratings import Rating
from games.models import (
    DayFigures,
    PlayerFigures,
    PoolFigures,
    RivalFigures,
    SiteFigures,
)
from games.models import PlayerDay as PlayerDays
from games.stats.columns import POOLS
from games.stats.figures import BANDS, COUNTED
from games.stats.rates import (
    GAME_RATES,
    LUCK,
    PLAYER_RATES,
    RIVAL_RATES,
    WENT_RATES,
)

RUN: Final = ("streak", "best_streak", "worst_streak")
PLAIN: Final = tuple(name for name in COUNTED if name not in BANDS)
"""Counters of a player or team that stand for themselves."""
GAME_PLAIN: Final = tuple(
    name for name in POOLS.columns if name not in BANDS and name != "last_match_at"
)
PLAYER_DAY: Final = ("matches", "matches_won", "matches_drawn", "deals", "ms")
SITE_DAY: Final = ("matches", "deals", "plays")
WENT: Final = ("count", "won", "tied", "points")
RIVAL_COUNTS: Final = {
    "matches": "matches",
    "won": "player_won",
    "lost": "rival_won",
    "deals": "deals",
    "deals_won": "player_deals",
    "deals_lost": "rival_deals",
    "points": "player_points",
    "rival_points": "rival_points",
}
"""What is told of two players as the one with the lower id sees it -> column."""


COUNTERS: Final = counters(
    PlayerFigures,
    (*PLAIN, *RUN),
    deals="Without those that all passed.",
    deals_won="Its side alone won them: they gave it game points, or where points are counted "
    "the most; a contract is won by all that it gave points.",
    deals_tied="Several sides won them, its own too, or nobody did.",
    extras="Points of the side beside those of the cards: marriages, last tricks.",
    brisca_points_lost="Card points of the briscas lost.",
    trumps_dealt="Trumps among them, where no player names the trump suit.",
    contracts_made="How many of them it made.",
    partnered_made="How many of them were made.",
    defended_won="How many of them were not made.",
    timeouts="Cards that the clock played.",
    ms="Time used on own turns, in milliseconds.",
    plays="Cards played by oneself or the clock.",
)
GAME_COUNTERS: Final = counters(PoolFigures, GAME_PLAIN, deals="Without those that all passed.")
RIVAL_COUNTERS: Final = counters(
    RivalFigures,
    {**RIVAL_COUNTS, **{name: name for name in RUN}},
    streak="Won in a row against the rival; lost ones are negative.",
)
LUCK_FIELDS: Final = numbers({name: rate.about for name, rate in LUCK.items()})
WENT_COUNTERS: Final = {**counters(SiteFigures, WENT), **numbers(WENT_RATES.texts)}
Spread: TypeAlias = Annotated[
    list[int], "Deals that brought the side 0-9, 10-19, ... 110 or more card points."
]
Month: TypeAlias = Annotated[str, "In UTC, as `2026-03`."]
DayName: TypeAlias = Annotated[str, "In UTC, as `2026-03-01`."]

# -- players and teams ----------------------------------------------------------------------------

@with_fields(LUCK_FIELDS, numbers(PLAYER_RATES.texts))
class Rates(TypedDict):
    """Shares and means; null where nothing was played."""

class _Counters(TypedDict):
    """What was counted in one pool, beside the counters."""
    pool: Annotated[str, "Kind of match, such as `2`, `4-pairs` or `5-chiamata`; `all` for the "
        "sum."]
    spread: Spread
    last_match_at: Moment | None
    rates: Rates

@with_fields(COUNTERS)
class Figures(_Counters):
    """What was counted in one pool, and the rating in it."""
    rating: Rating | None

@with_fields(COUNTERS)
class MonthFigures(_Counters):
    """What was counted in one pool in one month."""
    month: Month

class PlayerStats(TypedDict):
    """Figures of a player."""
    player: str
    pools: list[Figures]

class TeamStats(TypedDict):
    """Figures of a team."""
    team: int
    players: list[str]
    pools: list[Figures]

@with_fields(counters(PlayerDays, PLAYER_DAY))
class PlayerDay(TypedDict):
    """What a player did on one day."""
    day: DayName

class MemberTeam(TypedDict):
    """A partnership of a player."""
    id: int
    name: str | None
    players: list[str]

class WholePlayer(Player, total=False):
    """Who sits at tables, with the parts that `include` names."""
    stats: Annotated[list[Figures], "As at `stats/`."]
    teams: Annotated[list[MemberTeam], "Those it played most with, ten at most."]

class WholeTeam(Team, total=False):
    """Two or three who played together, with the parts that `include` names."""
    stats: Annotated[list[Figures], "As at `stats/`."]

MonthPage = page("MonthPage", MonthFigures, "months")
PlayerDayPage = page("PlayerDayPage", PlayerDay, "days")

# -- rivals and partners --------------------------------------------------------------------------

@with_fields(numbers(RIVAL_RATES.texts))
class RivalRates(TypedDict):
    """Shares and means against a rival; null where nothing was played."""

class _RivalCounters(TypedDict):
    """What a player did against another, beside the counters."""
    last_match_at: Moment | None
    rates: RivalRates

@with_fields(RIVAL_COUNTERS)
class Rival(_RivalCounters):
    """A rival, over all kinds of matches."""
    rival: str

@with_fields(RIVAL_COUNTERS)
class RivalPool(_RivalCounters):
    """Against a rival in one pool."""
    pool: Annotated[str, "Kind of match; `all` for the sum."]

class HeadToHead(TypedDict):
    """Two players against each other, as the first of them sees it."""
    player: str
    rival: str
    pools: list[RivalPool]

@with_fields(COUNTERS)
class Partner(_Counters):
    """A partnership of a player, with its figures over all kinds of matches."""
    id: Annotated[int, "Of the team."]
    name: str | None
    players: list[str]

class Partners(TypedDict):
    """The partnerships that a player played most in."""
    player: str
    results: list[Partner]

RivalPage = page("RivalPage", Rival, "rivals")

# -- games and the whole site ---------------------------------------------------------------------

@with_fields(LUCK_FIELDS, numbers(GAME_RATES.texts))
class GameRates(TypedDict):
    """Shares and means; null where nothing was played."""

class _Game(TypedDict):
    """What was counted of matches as a whole, beside the counters."""
    pool: Annotated[str, "Kind of match; `all` sums, and so does `bots-all` for bots among "
        "themselves."]
    spread: Spread
    last_match_at: Moment | None
    rates: GameRates

@with_fields(GAME_COUNTERS)
class Game(_Game):
    """What was counted of matches as a whole. Of points and luck there is one sample a side."""

@with_fields(GAME_COUNTERS)
class MonthGame(_Game):
    """What was counted in one month."""
    month: Month

class RulesetStats(TypedDict):
    """Figures of a ruleset."""
    rules_hash: str
    pools: list[Game]

@with_fields(WENT_COUNTERS)
class CardWent(TypedDict):
    """By a card."""
    key: Annotated[str, "Printed number, with a `t` where it is a trump: `1`, `3t`."]

@with_fields(WENT_COUNTERS)
class CountWent(TypedDict):
    """By a number."""
    key: int

@with_fields(WENT_COUNTERS)
class TrumpWent(TypedDict):
    """By a trump."""
    key: Annotated[str, "Printed number of the trump."]

class Openings(TypedDict):
    """What came of the deals that a player opened."""
    player: str
    pool: str
    results: list[CardWent]

@with_fields(GAME_COUNTERS)
class PoolStats(_Game):
    """Figures of a pool, and how tricks and deals go by card, seat and trumps."""
    lead: Annotated[list[CardWent], "Tricks, by the card led."]
    first_lead: Annotated[list[CardWent], "Deals, by the first card of all."]
    seat: Annotated[list[CountWent], "Deals, by seat from the eldest on."]
    trumps: Annotated[list[CountWent], "Deals, by trumps dealt to a seat."]
    trump: Annotated[list[TrumpWent], "Deals of the side that was dealt a trump."]

class SiteStats(TypedDict):
    """Figures of the whole site, a pool each."""
    results: list[Game]

@with_fields(counters(DayFigures, SITE_DAY))
class Day(TypedDict):
    """Activity on one day."""
    day: DayName
    people: Annotated[int | None, "Different people who ended a match; in the pool `all` alone."]

MonthGamePage = page("MonthGamePage", MonthGame, "months")
DayPage = page("DayPage", Day, "days")

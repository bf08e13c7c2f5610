"""Figures of players, teams, rulesets and everybody.

What each counts and how rates come of it stands in `docs/statistics.md`.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias, TypedDict

from games import models
from games.answers.players import MemberTeam, Player, Team
from games.answers.ratings import Rating
from games.common.notation import Moment, counters, numbers, page, shape, with_fields
from games.stats import rates
from games.stats.columns import POOLS
from games.stats.figures import BANDS, COUNTED

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
    "matches": "matches", "won": "player_won", "lost": "rival_won",
    "deals": "deals", "deals_won": "player_deals", "deals_lost": "rival_deals",
    "points": "player_points", "rival_points": "rival_points",
}
"""Field of a rival -> column, as the player with the lower id sees it."""

COUNTERS: Final = counters(
    models.PlayerFigures,
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
GAME_COUNTERS: Final = counters(
    models.PoolFigures, GAME_PLAIN, deals="Without those that all passed."
)
RIVAL_COUNTERS: Final = counters(
    models.RivalFigures,
    {**RIVAL_COUNTS, **{name: name for name in RUN}},
    streak="Won in a row against the rival; lost ones are negative.",
)
LUCK_FIELDS: Final = numbers({name: rate.about for name, rate in rates.LUCK.items()})
WENT_COUNTERS: Final = {**counters(models.SiteFigures, WENT), **numbers(rates.WENT_RATES.texts)}
Spread: TypeAlias = Annotated[
    list[int], "Deals that brought the side 0-9, 10-19, ... 110 or more card points."
]
Month: TypeAlias = Annotated[str, "In UTC, as `2026-03`."]
DayName: TypeAlias = Annotated[str, "In UTC, as `2026-03-01`."]

# -- players and teams ----------------------------------------------------------------------------

@with_fields(LUCK_FIELDS, numbers(rates.PLAYER_RATES.texts))
class Rates(TypedDict):
    """Part of API answers: rates of a player or team, shares from 0 to 1; null where undefined."""

@with_fields(COUNTERS)
class _Counters(TypedDict):
    """Base type: counters of a player or team in one pool (kind of match), for API answers."""
    pool: Annotated[str, "Kind of match, such as `2`, `4-pairs` or `5-chiamata`; `all` for the "
        "sum."]
    spread: Spread
    last_match_at: Moment | None
    rates: Rates

class Figures(_Counters):
    """Part of API answers: statistics of a player or team in one kind of match, and the rating."""
    rating: Rating | None

class MonthFigures(_Counters):
    """Part of API answers: statistics of a player or team in one kind of match in one month."""
    month: Month

PlayerStats = shape("PlayerStats", "Figures of a player.", player=str, pools=list[Figures])
TeamStats = shape(
    "TeamStats", "Figures of a team.", team=int, players=list[str], pools=list[Figures]
)

@with_fields(counters(models.PlayerDay, PLAYER_DAY))
class PlayerDay(TypedDict):
    """Part of API answers: a player's matches and deals on one day, and the time used for turns."""
    day: DayName

class WholePlayer(Player, total=False):
    """API answer: a player, a person or a bot, with the parts that `include` names."""
    stats: Annotated[list[Figures], "As at `stats/`."]
    teams: Annotated[list[MemberTeam], "Those it played most with, ten at most."]

class WholeTeam(Team, total=False):
    """API answer: a team, two or three who played together, with the parts that `include` names."""
    stats: Annotated[list[Figures], "As at `stats/`."]

MonthPage = page("MonthPage", MonthFigures, "months")
PlayerDayPage = page("PlayerDayPage", PlayerDay, "days")

# -- rivals and partners --------------------------------------------------------------------------

@with_fields(numbers(rates.RIVAL_RATES.texts))
class RivalRates(TypedDict):
    """Part of API answers: rates against a rival, shares from 0 to 1; null where undefined."""

@with_fields(RIVAL_COUNTERS)
class _RivalCounters(TypedDict):
    """Base type: counters of a player's matches against another player, for API answers."""
    last_match_at: Moment | None
    rates: RivalRates

class Rival(_RivalCounters):
    """Part of API answers: results of a player against a rival, over all kinds of matches."""
    rival: str

class RivalPool(_RivalCounters):
    """Part of API answers: results of a player against a rival in one kind of match."""
    pool: Annotated[str, "Kind of match; `all` for the sum."]

HeadToHead = shape("HeadToHead", "Two players against each other, as the first of them sees it.",
    player=str, rival=str, pools=list[RivalPool],
)

class Partner(_Counters, MemberTeam):
    """Part of API answers: a team of a player, with its statistics over all kinds of matches."""

Partners = shape(
    "Partners", "The partnerships that a player played most in.", player=str, results=list[Partner]
)
RivalPage = page("RivalPage", Rival, "rivals")

# -- games and the whole site ---------------------------------------------------------------------

@with_fields(LUCK_FIELDS, numbers(rates.GAME_RATES.texts))
class GameRates(TypedDict):
    """Part of API answers: rates over whole matches, shares from 0 to 1; null where undefined."""

@with_fields(GAME_COUNTERS)
class Game(TypedDict):
    """Part of API answers: figures of one kind of match; luck: card points above a fair share."""
    pool: Annotated[str, "Kind of match; `all` sums, and so does `bots-all` for bots among "
        "themselves."]
    spread: Spread
    last_match_at: Moment | None
    rates: GameRates

class MonthGame(Game):
    """Part of API answers: statistics of all matches of one kind in one month."""
    month: Month

RulesetStats = shape("RulesetStats", "Figures of a ruleset.", rules_hash=str, pools=list[Game])

@with_fields(WENT_COUNTERS)
class CardWent(TypedDict):
    """Part of API answers: how many deals or tricks were won where a card of one rank was led."""
    key: Annotated[str, "Printed number, with a `t` where it is a trump: `1`, `3t`."]

@with_fields(WENT_COUNTERS)
class CountWent(TypedDict):
    """Part of API answers: how many deals were won from one seat, or with so many trumps dealt."""
    key: int

@with_fields(WENT_COUNTERS)
class TrumpWent(TypedDict):
    """Part of API answers: how many deals were won by sides that were dealt a certain trump."""
    key: Annotated[str, "Printed number of the trump."]

Openings = shape("Openings", "Results of the deals that a player opened.",
    player=str, pool=str, results=list[CardWent],
)

class PoolStats(Game):
    """API answer: statistics of one kind of match, also by card led, by seat and by trumps."""
    lead: Annotated[list[CardWent], "Tricks, by the card led."]
    first_lead: Annotated[list[CardWent], "Deals, by the first card of all."]
    seat: Annotated[list[CountWent], "Deals, by seat from the eldest on."]
    trumps: Annotated[list[CountWent], "Deals, by trumps dealt to a seat."]
    trump: Annotated[list[TrumpWent], "Deals of the side that was dealt a trump."]

SiteStats = shape("SiteStats", "Figures of the whole site, a pool each.", results=list[Game])

@with_fields(counters(models.DayFigures, SITE_DAY))
class Day(TypedDict):
    """Part of API answers: how many matches, deals and cards the site had on one day."""
    day: DayName
    people: Annotated[int | None, "Different people who ended a match; in the pool `all` alone."]

MonthGamePage = page("MonthGamePage", MonthGame, "months")
DayPage = page("DayPage", Day, "days")

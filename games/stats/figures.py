"""Figures of each seat, computed from a match record (`brisca-record/1`). Plain Python."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from games.stats import cards, site
from games.stats.results import (
    UNCOUNTED,
    Outcome,
    Record,
    camps,
    deal_totals,
    deal_winners,
    extras_of,
    outcome_of,
)

__all__ = [
    "ALL",
    "BOTS",
    "COUNTED",
    "OF_CONTRACTS",
    "UNCOUNTED",
    "Outcome",
    "Record",
    "camps",
    "deal_totals",
    "deal_winners",
    "extras_of",
    "outcome_of",
    "seat_figures",
]

ALL: Final = "all"
"""The pool that sums over all pools."""
BOTS: Final = "bots-"
"""Prefix of the pool of a match among bots alone."""
HUNDRED: Final = 100
"""Card points that a side must exceed for a hundred."""
BAND: Final = 10
"""Card points in one band of the spread."""
BANDS: Final = tuple(f"band_{band}" for band in range(12))
"""Names of the bands' columns."""
OF_CONTRACTS: Final = (
    "contracts", "contracts_made", "partnered", "partnered_made", "defended", "defended_won",
)  # fmt: skip
"""Counters of deals with a contract, played and won, as caller, called partner and defender."""
OF_SIDES: Final = (
    "matches", "matches_won", "matches_drawn", "deals", "deals_won", "deals_tied", "points",
    "points_squared", "hundreds", "extras", "game_points", *BANDS, "luck", "luck_squared",
    "luck_result", "lucky", "lucky_won", "lucky_tied", "unlucky", "unlucky_won", "unlucky_tied",
    *OF_CONTRACTS,
)  # fmt: skip
"""Counters of a side, the same for all its seats."""
OF_SEATS: Final = (
    "resigned", "own_points", "tricks", "last_tricks", "leads", "leads_won", "exchanges",
    "exchange_chances", "exchanges_missed", "claims", "signed_deals", "signs", "signs_seen",
    "signs_false", "eldest", "eldest_won", "eldest_tied",
    "dealer", "dealer_won", "dealer_tied", "briscas", "briscas_lost", "briscas_led",
    "briscas_led_lost", "brisca_points_lost", "briscas_taken", "cards_dealt", "trumps_dealt",
    "trumps_due", "points_dealt", "points_due", "timeouts", "ms", "plays",
)  # fmt: skip
"""Counters of a seat; a team's are the sums over its members."""
COUNTED: Final = (*OF_SIDES, *OF_SEATS)
"""All counters that are summed over matches."""


@dataclass(slots=True)
class MatchCount:
    """Counters that a finished match adds to statistics, of its seats, game, site and openings."""

    seats: list[Counter[str]]
    """For each seat; keys are fields of `Figures`."""
    game: Counter[str]
    """Fields of `GameFigures`."""
    site: dict[tuple[str, str], Counter[str]]
    """(topic, key) of `SiteFigures` -> its fields."""
    openings: dict[tuple[int, str], Counter[str]] = field(default_factory=dict)
    """(seat, key) of `PlayerOpening` -> its fields."""


def count_match(record: Record) -> MatchCount:
    """Return all counters that the record of a finished match adds to the statistics.

    `points` are card points of the seat's side, `own_points` those in its own tricks, `extras`
    points of the side besides those of cards, `game_points` what the deals added to its score (may
    be negative); `ms` are milliseconds of the seat's own turns. Of a deal that was given up only
    the cards played count, and a deal that all passed does not count.
    """
    seats = record["seats"]
    totals: list[Counter[str]] = [Counter() for _ in seats]
    counts = MatchCount(totals, Counter(), {})
    for deal in record["deals"]:
        _acts(record, deal, totals)
        site.count_end(deal, counts.game)
        if deal["ended_by"] in UNCOUNTED:
            continue
        outcome = outcome_of(record, deal)
        counts.game["deals_tied"] += bool(outcome.tied)
        _results(record, deal, outcome, totals)
        _tricks(deal, totals)
        _contract(deal, totals)
        cards.count_briscas(record, deal, totals)
        site.count_deal(record, deal, outcome, counts.site)
        site.count_opening(record, deal, outcome, counts.openings)
        if deal["deck"]:
            dealt = cards.count_dealt(record, deal, outcome, totals)
            site.count_trumps(record, deal, outcome, dealt, counts.site)
    winners = record["winners"]
    for place in seats:
        totals[place["seat"]].update(
            matches=1,
            matches_won=int(place["side"] in winners),
            matches_drawn=int(not winners),
        )
    site.count_whole(record, totals, counts.game)
    return counts


def seat_figures(record: Record) -> list[Counter[str]]:
    """Return for each seat the counters that a finished match adds; see `count_match`."""
    return count_match(record).seats


def _results(record: Record, deal: Record, outcome: Outcome, totals: list[Counter[str]]) -> None:
    """Add a deal's result to each seat's counters: by its side, and if it is eldest or dealer."""
    eldest = (deal["dealer"] + 1) % len(totals)
    for place in record["seats"]:
        seat, side = place["seat"], place["side"]
        points = deal["points"]["sides"][side]
        won, tied = int(side in outcome.won), int(side in outcome.tied)
        own = totals[seat]
        own.update(
            deals=1,
            deals_won=won,
            deals_tied=tied,
            points=points,
            points_squared=points * points,
            hundreds=int(points > HUNDRED),
            own_points=deal["points"]["seats"][seat],
            extras=sum(extra["points"] for extra in extras_of(deal) if extra["side"] == side),
            game_points=deal["game_points"][side],
        )
        own[BANDS[min(points // BAND, len(BANDS) - 1)]] += 1
        if seat == eldest:
            own.update(eldest=1, eldest_won=won, eldest_tied=tied)
        if seat == deal["dealer"]:
            own.update(dealer=1, dealer_won=won, dealer_tied=tied)


def _contract(deal: Record, totals: list[Counter[str]]) -> None:
    """Add a contract to seats' counters: who was caller, partner or defender, and who won."""
    contract = deal.get("contract")
    if contract is None:
        return
    fulfilled = int(contract["made"] >= contract["target"])
    for seat, figures in enumerate(totals):
        if seat == contract["caller"]:
            figures.update(contracts=1, contracts_made=fulfilled)
        elif seat == contract["partner"]:
            figures.update(partnered=1, partnered_made=fulfilled)
        else:
            figures.update(defended=1, defended_won=1 - fulfilled)


def _tricks(deal: Record, totals: list[Counter[str]]) -> None:
    """Add a deal's tricks won, last tricks, exchanges and successful claims to seats' counters."""
    won = [trick["winner"] for trick in deal["tricks"] if trick["winner"] is not None]
    for seat in won:
        totals[seat]["tricks"] += 1
    if won and deal["ended_by"] == "played_out":
        totals[won[-1]]["last_tricks"] += 1
    for action in deal["actions"]:
        if action["type"] == "exchange":
            totals[action["seat"]]["exchanges"] += 1
        elif action["type"] == "claim" and not action.get("failed"):
            totals[action["seat"]]["claims"] += 1


def _acts(record: Record, deal: Record, totals: list[Counter[str]]) -> None:
    """Add cards played, their milliseconds, timeouts and resignations to seats' counters."""
    for action in deal["actions"]:
        if action["type"] == "play":
            by_clock = int(action["by"] == "clock")
            totals[action["seat"]].update(plays=1, ms=action["ms"], timeouts=by_clock)
        elif action["type"] == "resign":
            totals[action["seat"]]["resigned"] += 1
    for seat in _gave_up_together(record, deal):
        totals[seat]["resigned"] += 1


def _gave_up_together(record: Record, deal: Record) -> set[int]:
    """Return the partners who agreed to resign, where that was the last action of the deal."""
    agreed: set[int] = set()
    for action in deal["actions"]:
        if action["type"] == "offer":
            agreed = {action["seat"]}
        elif action["type"] == "reply":
            agreed.add(action["seat"])
    last = deal["actions"][-1] if deal["actions"] else {}
    resigned = last.get("what") == "resign" and last.get("yes") is True
    side = record["sides"][record["seats"][last["seat"]]["side"]] if resigned else []
    return agreed if resigned and agreed == set(side) else set()

"""Figures over all players, computed from a match record: of matches, cards and seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from games.stats.cards import chosen_trump
from games.stats.dealt_cards import Dealt
from games.stats.results import Outcome, Record, camps

LEAD: Final = "lead"
FIRST_LEAD: Final = "first_lead"
SEAT: Final = "seat"
TRUMPS: Final = "trumps"
TRUMP: Final = "trump"
TRUMP_MARK: Final = "t"
"""Suffix of the number of a card that was a trump."""

Site = dict[tuple[str, str], Counter[str]]

OF_SEATS: Final = (
    "tricks", "plays", "ms", "timeouts", "exchanges", "exchange_chances", "exchanges_missed",
    "signed_deals", "signs", "signs_seen", "signs_false", "briscas", "briscas_lost", "contracts", "contracts_made",
)  # fmt: skip
"""Counters summed over all seats."""
OF_SIDES: Final = (
    "points", "points_squared", "hundreds", "extras", "luck", "luck_squared", "luck_result",
    "lucky", "lucky_won", "lucky_tied", "unlucky", "unlucky_won", "unlucky_tied",
)  # fmt: skip
"""Counters summed over one seat of each side."""


def count_end(deal: Record, game: Counter[str]) -> None:
    """Add one deal's end to the counters "all_passed", "claims" and "killed" of `game`."""
    ended = deal["ended_by"]
    game["all_passed"] += ended == "all_passed"
    game["claims"] += ended == "claim"
    game["killed"] += ended == "three_killed"


def count_whole(record: Record, totals: Sequence[Counter[str]], game: Counter[str]) -> None:
    """Add one match to the counters `game` of its kind of game, from the `totals` of its seats."""
    kinds = [place["kind"] for place in record["seats"]]
    deals = totals[0]["deals"]
    game.update(
        matches=1,
        matches_drawn=int(not record["winners"]),
        matches_resigned=int(record["ended_by"] == "resigned"),
        people=sum(kind != "bot" for kind in kinds),
        bots=sum(kind == "bot" for kind in kinds),
        deals=deals,
        side_deals=deals * len(record["sides"]),
    )
    for own in totals:
        for name in OF_SEATS:
            game[name] += own[name]
    bands = [f"band_{band}" for band in range(12)]
    for side in record["sides"]:
        for name in (*OF_SIDES, *bands):
            game[name] += totals[side[0]][name]


def count_deal(record: Record, deal: Record, outcome: Outcome, site: Site) -> None:
    """Count a deal for the site's figures: by seat, by first lead, by cards led.

    `site` maps (topic, key) to counters, and is changed; `record` is the match of the deal.
    """
    players = len(record["seats"])
    for place in record["seats"]:
        position = (place["seat"] - deal["dealer"] - 1) % players
        _add(site, SEAT, str(position), _went(deal, outcome, place["side"]))
    camp = camps(record, deal)
    for trick in deal["tricks"]:
        if trick["winner"] is None:
            continue
        won = camp[trick["leader"]] == camp[trick["winner"]]
        worth = trick["points"] if won else -trick["points"]
        added = {"count": 1, "won": int(won), "points": worth}
        _add(site, LEAD, _led(trick), added)
    if deal["tricks"]:
        first = deal["tricks"][0]
        side = record["seats"][first["leader"]]["side"]
        _add(site, FIRST_LEAD, _led(first), _went(deal, outcome, side))


def count_opening(
    record: Record, deal: Record, outcome: Outcome, openings: dict[tuple[int, str], Counter[str]]
) -> None:
    """Add one deal's result to `openings`: (seat that led first, number of its card) -> counter.

    `record` is the match's, `deal` one of its deals. The counter has "count" (1 a deal), "won",
    "tied" and "points" (card points of the side); the number ends in "t" for a trump. A deal
    without a trick adds nothing.
    """
    if deal["tricks"]:
        first = deal["tricks"][0]
        seat = first["leader"]
        went = _went(deal, outcome, record["seats"][seat]["side"])
        openings.setdefault((seat, _led(first)), Counter()).update(went)


def count_trumps(record: Record, deal: Record, outcome: Outcome, dealt: Dealt, site: Site) -> None:
    """Add one deal's result to `site` by how many trumps each seat was dealt, and by each trump.

    `site` is (topic, key) -> counter of "count", "won", "tied" and "points". Where a player names
    the trump suit nothing is added.
    """
    suit = None if chosen_trump(record) else (deal["trump"] or {}).get("suit")
    if not suit:
        return
    for place, cards in zip(record["seats"], dealt.cards, strict=True):
        trumps = [card for card in cards if card[0] == suit]
        went = _went(deal, outcome, place["side"])
        _add(site, TRUMPS, str(len(trumps)), went)
        for card in trumps:
            _add(site, TRUMP, card[1:], went)


def _led(trick: Record) -> str:
    """Return the number of the card led to a trick, with TRUMP_MARK for a trump."""
    card: str = trick["plays"][0]["card"]
    return card[1:] + (TRUMP_MARK if card[0] == trick["trump"] else "")


def _went(deal: Record, outcome: Outcome, side: int) -> dict[str, int]:
    """Return a side's counter of one deal: count (1), won, tied (0 or 1) and card points."""
    return {
        "count": 1,
        "won": int(side in outcome.won),
        "tied": int(side in outcome.tied),
        "points": deal["points"]["sides"][side],
    }


def _add(site: Site, topic: str, key: str, went: Any) -> None:
    """Add a counter to that of (topic, key) in `site`."""
    site.setdefault((topic, key), Counter()).update(went)

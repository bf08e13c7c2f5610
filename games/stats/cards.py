"""Figures from the cards of a deal: luck, leads, and aces and threes lost."""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.engine import Rules, ruleset_from_options
from games.stats.dealt_cards import HUNDREDTHS, Dealt, due, follow
from games.stats.pools import SIGNS
from games.stats.results import Outcome, Record, camps

BRISCA: Final = (11, 10)
"""Points of briscas: aces, and threes or the cards that take their rank."""
MOST_RULES: Final = 256
"""How many rulesets are kept."""
_RULES: dict[tuple[str, int, str], Rules] = {}
"""Rules built before, by preset, number of players and hash."""


def rules_of(record: Record) -> Rules:
    """Return the compiled rules by which a record was played."""
    key = (record["preset"], len(record["seats"]), record["rules_hash"])
    if key not in _RULES:
        if len(_RULES) >= MOST_RULES:
            _RULES.clear()
        _RULES[key] = ruleset_from_options(key[0], key[1], record["rules"]).rules
    return _RULES[key]


def chosen_trump(record: Record) -> bool:
    """Return whether a player names the trump suit in this match, so that trumps are no luck."""
    return bool(record["rules"]["trump.source"] in ("declared", "none_yet"))


def count_briscas(record: Record, deal: Record, totals: list[Counter[str]]) -> None:
    """Add a deal's tricks led, and aces and threes played, led and lost, to seats' `totals`."""
    points = rules_of(record).points if deal["tricks"] else {}
    camp = camps(record, deal)
    for trick in deal["tricks"]:
        leader, winner = trick["leader"], trick["winner"]
        if winner is None:
            continue
        totals[leader].update(leads=1, leads_won=int(camp[leader] == camp[winner]))
        for play in trick["plays"]:
            seat, card = play["seat"], play["card"]
            if points[card] not in BRISCA or card[0] == trick["trump"]:
                continue
            own, led = totals[seat], play is trick["plays"][0]
            lost = camp[seat] != camp[winner]
            own["briscas"] += 1
            own["briscas_led"] += led
            if lost:
                own["briscas_lost"] += 1
                own["briscas_led_lost"] += led
                own["brisca_points_lost"] += points[card]
                totals[winner]["briscas_taken"] += 1


def count_dealt(
    record: Record, deal: Record, outcome: Outcome, totals: list[Counter[str]]
) -> Dealt:
    """Add to seats' `totals` the trumps, aces and points that a deal gave, those due, and the luck.

    Returns the cards that the deck gave to each seat.
    """
    rules = rules_of(record)
    dealt = follow(rules, deal)
    suit = None if chosen_trump(record) else (deal["trump"] or {}).get("suit")
    trumps = sum(card[0] == suit for card in rules.deck)
    whole = len(rules.deck)
    beyond = [0] * len(totals)
    for seat, cards in enumerate(dealt.cards):
        points = sum(rules.points[card] for card in cards)
        share = due(len(cards), rules.deck_points, whole)
        beyond[seat] = HUNDREDTHS * points - share
        own = totals[seat]
        own.update(cards_dealt=len(cards), points_dealt=points, points_due=share)
        if suit:
            own.update(
                trumps_dealt=sum(card[0] == suit for card in cards),
                trumps_due=due(len(cards), trumps, whole),
            )
    done = {action["seat"] for action in deal["actions"] if action["type"] == "exchange"}
    for seat in dealt.chances:
        totals[seat].update(exchange_chances=1, exchanges_missed=int(seat not in done))
    _count_signs(rules, dealt, totals)
    for side, members in enumerate(record["sides"]):
        luck = round(sum(beyond[seat] for seat in members) / HUNDREDTHS)
        points = deal["points"]["sides"][side]
        counted = side_luck(luck, points, side in outcome.won, side in outcome.tied)
        for seat in members:
            totals[seat].update(counted)
    return dealt


def _count_signs(rules: Rules, dealt: Dealt, totals: list[Counter[str]]) -> None:
    """Add to seats' totals a deal's signs, those that an opponent saw, and the false ones."""
    if rules.option("talk.mode") != SIGNS:
        return
    for own in totals:
        own["signed_deals"] += 1
    for sign in dealt.signs:
        totals[sign.seat].update(
            signs=1, signs_seen=int(sign.is_seen), signs_false=int(not sign.true)
        )


def side_luck(luck: int, points: int, won: bool, tied: bool) -> dict[str, int]:
    """Return the counters of one deal for a side dealt `luck` card points more than its share.

    Keys are `luck`, `luck_squared`, `luck_result` (luck times `points`, those that the side made)
    and, unless `luck` is 0, 1 for `lucky` or `unlucky`, with `lucky_won`, `lucky_tied` or their
    like.
    """
    counted = {"luck": luck, "luck_squared": luck * luck, "luck_result": luck * points}
    if luck:
        kind = "lucky" if luck > 0 else "unlucky"
        counted.update({kind: 1, f"{kind}_won": int(won), f"{kind}_tied": int(tied)})
    return counted

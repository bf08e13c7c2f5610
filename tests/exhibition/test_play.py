"""Deals of the exhibition: the same everywhere, by the rules, and at a pace to follow."""

from __future__ import annotations

from collections import Counter

import pytest

from games.common.house_bots import HOUSE_BOT_NAMES
from games.engine import CLASSIC_PRESET, build_ruleset
from games.exhibition.play import Frame, play_deal
from games.exhibition.schedule import (
    CARD_S,
    DEAL_S,
    MATCH_DEALS,
    PAIRINGS,
    deal_at,
    scheduled_deal,
)

QUICK = next(
    number
    for number in range(1000)
    if {bot.level for bot in scheduled_deal(number, 0).bots} == {"rules", "greedy"}
)
"""The number of a match whose bots need no time to think."""


def test_a_deal_is_played_the_same_way_every_time() -> None:
    assert play_deal(scheduled_deal(QUICK, 3)) == play_deal(scheduled_deal(QUICK, 3))
    assert play_deal(scheduled_deal(QUICK, 3)) != play_deal(scheduled_deal(QUICK, 4))


@pytest.mark.parametrize("number", range(MATCH_DEALS))
def test_no_card_comes_from_nowhere_and_all_points_are_taken(number: int) -> None:
    rules = build_ruleset(CLASSIC_PRESET, players=2).rules
    deal = play_deal(scheduled_deal(QUICK, number))
    seen: set[str] = {deal.trump}
    for frame in deal.frames:
        counts = Counter(cards_of(frame))
        assert max(counts.values(), default=1) == 1
        assert len(counts) <= 8
        seen |= set(counts)
    assert seen == set(rules.deck)
    assert sum(deal.points) == 120


def cards_of(frame: Frame) -> list[str]:
    """Return the cards in the hands and in the trick."""
    return [
        *(card for hand in frame.hands for card in hand),
        *(card for _seat, card in frame.trick),
    ]


def test_a_card_is_played_every_four_seconds_and_the_deal_ends_before_the_next() -> None:
    frames = play_deal(scheduled_deal(QUICK, 0)).frames
    assert [frame.at for frame in frames] == sorted(frame.at for frame in frames)
    assert frames[1].at == CARD_S
    assert frames[-1].at < DEAL_S - 2 * CARD_S
    assert not any(frames[-1].hands)


def test_the_time_says_which_deal_is_played() -> None:
    deal = deal_at(1_800_000_000)
    assert deal_at(deal.starts_at) == deal == deal_at(deal.starts_at + DEAL_S - 0.001)
    following = deal_at(deal.starts_at + DEAL_S)
    assert following.starts_at == deal.starts_at + DEAL_S
    assert following.dealer != deal.dealer


def test_all_pairs_of_levels_play_in_turn_and_all_bots_of_a_level() -> None:
    deals = [scheduled_deal(match, 0) for match in range(len(PAIRINGS) * 6)]
    assert len({tuple(bot.level for bot in deal.bots) for deal in deals}) == len(PAIRINGS)
    names = {bot.name for deal in deals for bot in deal.bots}
    shown = {
        name for level, known in HOUSE_BOT_NAMES.items() if level != "random" for name in known
    }
    assert names == shown

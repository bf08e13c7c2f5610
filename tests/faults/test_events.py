"""A short form of the campaign `events`, and the independent count by which it judges."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.site import Site
from tools.soak import event, event_table


def table(one: int, other: int, *cards: tuple[int, str, str]) -> dict:
    """A table whose deals have one trick each: (winner, first card, second card)."""
    deals = [
        {"deck": "same", "tricks": [{"winner": winner, "plays": [{"card": a}, {"card": b}]}]}
        for winner, a, b in cards
    ]
    return {"entrants": [one, other], "record": {"deals": deals}}


def test_the_count_is_by_cards_and_by_what_other_tables_made_of_them():
    first, second = table(1, 2, (0, "O1", "B3")), table(3, 4, (1, "O1", "B3"))
    found = event_table.round_scores([first, second], 1)
    assert found[1][0] == found[4][0] > 10 > found[2][0] == found[3][0]
    assert found[1][0] + found[2][0] == 20
    assert event_table.totals([[{"entrants": [9], "record": None}]], 1) == {9: 12.0}


def test_a_wrong_score_a_rematch_and_another_deck_are_found():
    first, second = table(1, 2, (0, "O1", "B3")), table(3, 4, (1, "O1", "B3"))
    own = event_table.totals([[first, second]], 1)
    lines = [{"entrant": key, "score": own[key]} for key in sorted(own, key=lambda one: -own[one])]
    good = {"deals": 1, "rounds": [[first, second]], "table": lines}
    assert event_table.faults(good) == []
    lines[0]["score"] += 1
    assert len(event_table.faults(good)) == 1
    lines[0]["score"] -= 1
    second["record"]["deals"][0]["deck"] = "other"
    assert event_table.faults(good) == ["round 1: deal 1 has 2 decks"]
    twice = {"deals": 1, "rounds": [[first], [first]], "table": []}
    assert event_table.faults(twice) == ["some meet again in round 2"]


@pytest.mark.long
def test_an_event_with_somebody_who_leaves_and_a_deploy_ends_with_the_table_of_its_records(
    tmp_path,
):
    with Site(tmp_path, live=event.LIVE) as site:
        told = asyncio.run(
            event.event(site, 8, 1, seed=3, step=lambda: None, last_only=True, pauses=False)
        )
    assert told["faults"] == []
    assert told["exits"] == [0, 0]
    assert told["left"] == 1
    assert told["sockets"] == 8

"""Each tile is won by a real match that meets its condition, and by nothing less."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.record.verify import verify_record
from games.tiles.rules.catalogue import TILES, TILES_BY_KEY, tiles_won
from games.tiles.rules.story import Record, SeatStory
from tests.tiles.records import CLEAN, all_records, record_for, story_of

KEYS = list(TILES_BY_KEY)
OF_TREES = [key for key in KEYS if key.startswith("tree_")]
OF_PEOPLE = [key for key in KEYS if not key.startswith("tree_")]
DEAL = 0
"""Index of the only deal of most records."""


def first_deal(record: Record) -> dict[str, Any]:
    deal: dict[str, Any] = record["deals"][DEAL]
    return deal


def trump(record: Record) -> str:
    suit: str = first_deal(record)["trump"]["suit"]
    return suit


def all_plays(record: Record) -> list[dict[str, Any]]:
    return [play for trick in first_deal(record)["tricks"] for play in trick["plays"]]


def actions(record: Record, kind: str) -> list[dict[str, Any]]:
    return [action for action in first_deal(record)["actions"] if action["type"] == kind]


def rename_card(record: Record, card: str, other: str) -> None:
    """Lay another card in the place of one; nothing else of the record changes."""
    for play in all_plays(record):
        if play["card"] == card:
            play["card"] = other


def takes_the_ace_instead(record: Record, seat: int) -> None:
    for action in actions(record, "exchange"):
        action["take"] = trump(record) + "1"


def three_is_a_five(record: Record, seat: int) -> None:
    rename_card(record, trump(record) + "3", trump(record) + "5")


def leads_a_king(record: Record, seat: int) -> None:
    play = first_deal(record)["tricks"][0]["plays"][0]
    play["card"] = play["card"][0] + "12"


def at_most_29(record: Record, seat: int) -> None:
    for trick in first_deal(record)["tricks"]:
        trick["points"] = min(29, trick["points"])


def loses_one_brisca(record: Record, seat: int) -> None:
    side = record["seats"][seat]["side"]
    loser = next(place["seat"] for place in record["seats"] if place["side"] != side)
    for trick in first_deal(record)["tricks"]:
        for play in trick["plays"]:
            is_brisca = play["card"][1:] in ("1", "3") and play["card"][0] != trump(record)
            if play["seat"] == seat and is_brisca:
                trick["winner"] = loser
                return


def two_is_a_four(record: Record, seat: int) -> None:
    rename_card(record, trump(record) + "2", trump(record) + "4")


def plays_one_trump(record: Record, seat: int) -> None:
    next(play for play in all_plays(record) if play["seat"] == seat)["card"] = trump(record) + "4"


def one_point_more(record: Record, seat: int) -> None:
    side = record["seats"][seat]["side"]
    points = first_deal(record)["points"]["sides"]
    points[side], points[1 - side] = 62, 58


def exactly_a_hundred(record: Record, seat: int) -> None:
    side = record["seats"][seat]["side"]
    seats = first_deal(record)["points"]["seats"]
    own = [place["seat"] for place in record["seats"] if place["side"] == side]
    seats[own[0]] = 100 - sum(seats[other] for other in own[1:])


def one_trick_is_lost(record: Record, seat: int) -> None:
    contract = first_deal(record)["contract"]
    own = (contract["caller"], contract["partner"])
    other = next(
        place["seat"] for place in record["seats"] if (place["seat"] in own) != (seat in own)
    )
    first_deal(record)["tricks"][0]["winner"] = other


def every_other_trick(record: Record, seat: int) -> None:
    """Give the side half of the tricks, and leave the points as they are."""
    side = record["seats"][seat]["side"]
    other = next(place["seat"] for place in record["seats"] if place["side"] != side)
    for number, trick in enumerate(first_deal(record)["tricks"]):
        trick["winner"] = seat if number % 2 else other


def was_ahead_before(record: Record, seat: int) -> None:
    tricks = first_deal(record)["tricks"]
    tricks[0]["winner"], tricks[0]["points"] = seat, 120


def was_39_behind(record: Record, seat: int) -> None:
    """Let every trick of the others count no more than 39 points together."""
    side = record["seats"][seat]["side"]
    left = 39
    for trick in first_deal(record)["tricks"]:
        if record["seats"][trick["winner"]]["side"] != side:
            trick["points"] = min(left, trick["points"])
            left -= trick["points"]


def was_one_behind(record: Record, seat: int) -> None:
    """Let the sides win in turn, the winner of the match last."""
    side = record["seats"][seat]["side"]
    for number, deal in enumerate(record["deals"]):
        deal["game_points"] = [0, 0]
        deal["game_points"][side if number % 2 else 1 - side] = 1


def sign_was_not_seen(record: Record, seat: int) -> None:
    for action in actions(record, "sign"):
        action["seen_by"] = []


def in_another_suit(record: Record, seat: int) -> None:
    for extra in first_deal(record)["extras"]:
        extra["points"] = 20


def claim_failed(record: Record, seat: int) -> None:
    for action in actions(record, "claim"):
        action["failed"] = True


def had_a_partner(record: Record, seat: int) -> None:
    first_deal(record)["contract"]["partner"] = (seat + 1) % 5


def with_two_more(record: Record, seat: int) -> None:
    """Put two more people at the table of two."""
    record["seats"] += [{**record["seats"][0], "seat": 2}, {**record["seats"][1], "seat": 3}]


NEAR_MISSES: dict[str, Callable[[Record, int], None]] = {
    **dict.fromkeys(OF_TREES, with_two_more),
    "just_in_time": takes_the_ace_instead,
    "big_game": three_is_a_five,
    "first_three": leads_a_king,
    "thirty": at_most_29,
    "safe_briscas": loses_one_brisca,
    "last_two": two_is_a_four,
    "no_trumps": plays_one_trump,
    "sixty_one": one_point_more,
    "hundred": exactly_a_hundred,
    "all_tricks": one_trick_is_lost,
    "few_tricks": every_other_trick,
    "last_trick": was_ahead_before,
    "from_behind": was_39_behind,
    "turned_match": was_one_behind,
    "sign_read": sign_was_not_seen,
    "forty": in_another_suit,
    "claim": claim_failed,
    "alone": had_a_partner,
}
"""Tile -> a change of its record by which the condition is not met, but nearly."""


def test_there_are_24_tiles_with_different_keys_words_and_cards() -> None:
    assert len(TILES) == 24
    for part in ("key", "title", "condition", "card"):
        assert len({getattr(tile, part) for tile in TILES}) == 24


@pytest.mark.parametrize("record", all_records(), ids=lambda record: record["match"])
def test_the_records_are_those_of_real_matches(record: Record) -> None:
    verify_record(record)


@pytest.mark.parametrize("key", KEYS)
def test_a_real_match_wins_the_tile(key: str) -> None:
    assert key in tiles_won(story_of(key))


@pytest.mark.parametrize("key", KEYS)
def test_the_other_seats_of_some_real_match_do_not_win_it(key: str) -> None:
    losing = [
        (record["match"], seat)
        for record in all_records()
        for seat in range(len(record["seats"]))
        if key not in tiles_won(SeatStory(record, seat))
    ]
    assert losing


@pytest.mark.parametrize("key", list(NEAR_MISSES))
def test_a_near_miss_does_not_win_it(key: str) -> None:
    seat, record = record_for(key)
    NEAR_MISSES[key](record, seat)
    assert key not in tiles_won(story_of(key, record))


@pytest.mark.parametrize("judged", [(20, 1), (19, 0), (0, 0)])
def test_errors_and_few_decisions_make_no_clean_match(judged: tuple[int, int]) -> None:
    assert "clean" not in tiles_won(story_of("clean", judged=judged))


@pytest.mark.parametrize("key", OF_TREES)
def test_each_tree_has_its_own_tile(key: str) -> None:
    assert [tile for tile in tiles_won(story_of(key)) if tile in OF_TREES] == [key]


@pytest.mark.parametrize("key", OF_PEOPLE)
def test_a_match_with_a_bot_wins_no_tile_but_that_of_its_tree(key: str) -> None:
    seat, record = record_for(key)
    record["seats"][seat - 1]["kind"] = "bot"
    assert tiles_won(story_of(key, record)) == []


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("by", ["clock", "bot"])
def test_what_the_clock_or_a_bot_played_wins_no_tile(key: str, by: str) -> None:
    seat, record = record_for(key)
    for deal in record["deals"]:
        for action in deal["actions"]:
            if action["seat"] == seat and action["type"] == "play":
                action["by"] = by
    assert tiles_won(story_of(key, record)) == []


@pytest.mark.parametrize("key", KEYS)
def test_a_deal_that_was_given_up_wins_no_tile(key: str) -> None:
    _seat, record = record_for(key)
    record["ended_by"] = "resigned"
    for deal in record["deals"]:
        deal["ended_by"] = "resigned"
    assert tiles_won(story_of(key, record)) == []


@pytest.mark.parametrize("key", KEYS)
def test_a_tile_follows_from_what_everybody_saw(key: str) -> None:
    _seat, record = record_for(key)
    seen = tiles_won(story_of(key, record))
    for deal in record["deals"]:
        deal["deck"], deal["fairness"] = [], None
    assert tiles_won(story_of(key, record)) == seen


def test_the_seven_takes_the_place_of_the_three_where_the_rules_say_so() -> None:
    seat, record = record_for("just_in_time")
    record["rules"]["ranks"] = "swap_3_7"
    assert "just_in_time" not in tiles_won(SeatStory(record, seat, {}, *CLEAN))

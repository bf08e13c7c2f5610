"""Pictures in the rules agree with the rules that they stand by, for every preset and seating."""

from __future__ import annotations

import pytest
from django.test import Client

from games.engine import PRESETS, Ruleset, build_ruleset
from games.pages.charts.rule_pictures import Picture, pictures

EVERY = [
    (preset, players, teams)
    for preset, data in PRESETS.items()
    for players, choices in data.players.items()
    for teams in choices
]


def cards(picture: Picture) -> list[str]:
    return [one.card for group in picture.groups for one in group]


def marked(picture: Picture) -> list[str]:
    return [one.card for group in picture.groups for one in group if one.marked]


def preset(name: str, players: int, **options: object) -> Ruleset:
    return build_ruleset(
        name, players, {key.replace("__", "."): value for key, value in options.items()}
    )


@pytest.mark.parametrize(("name", "players", "teams"), EVERY)
def test_only_cards_of_the_pack_are_shown(name: str, players: int, teams: str) -> None:
    ruleset = build_ruleset(name, players, {"teams": teams})
    shown = pictures(ruleset)
    for picture in (one for found in shown.values() for one in found):
        assert set(cards(picture)) <= set(ruleset.rules.deck)
        assert picture.text
    assert len(shown["tricks"]) == 2


def test_the_card_that_takes_the_trick_is_marked() -> None:
    suit_led, trumped = pictures(preset("ludoteka", 4))["tricks"]
    assert marked(suit_led) == ["C12"]
    assert marked(trumped) == ["O2"]
    assert trumped.groups[0][0].caption


def test_the_seven_takes_what_is_higher_and_the_two_the_rest() -> None:
    seven, two = pictures(preset("ludoteka", 2))["exchange"]
    assert cards(seven) == ["O7", "O1", "O3", "O12", "O11", "O10"]
    assert cards(two) == ["O2", "O7", "O6", "O5", "O4"]
    swapped = pictures(preset("ludoteka", 2, ranks="swap_3_7"))["exchange"][0]
    assert cards(swapped) == ["O7", "O1"]


def test_without_twos_or_without_exchange_none_is_shown() -> None:
    assert len(pictures(preset("ludoteka", 3))["exchange"]) == 1
    assert "exchange" not in pictures(preset("briscola", 2))


def test_king_and_knight_are_shown_where_they_count() -> None:
    assert cards(pictures(preset("mariaje", 2))["marriages"][0]) == ["O12", "O11"]
    assert "marriages" not in pictures(preset("ludoteka", 2))


def test_the_ace_that_kills_is_shown_with_its_three() -> None:
    (killed,) = pictures(preset("muerte_al_tres", 2))["special"]
    assert (cards(killed), marked(killed)) == (["O3", "O1"], ["O1"])


@pytest.mark.django_db
def test_the_page_of_pairs_tells_the_signs_that_a_table_may_allow(client: Client) -> None:
    pairs = client.get("/rules/ludoteka/?players=4&teams=pairs").content.decode()
    assert "#sign-trump_three" in pairs
    alone = client.get("/rules/ludoteka/?players=2").content.decode()
    assert "#sign-trump_three" not in alone
    assert 'class="shown"' in alone

"""Pictures in the rules agree with the rules that they stand by, for every preset and seating."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.engine import PRESETS, Ruleset, build_ruleset
from games.pages.charts.rule_pictures import BACK, Picture, pictures, points_bar, poster

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
        assert set(cards(picture)) <= {*ruleset.rules.deck, BACK}
        assert picture.text
    assert len(shown["tricks"]) == 3


@pytest.mark.parametrize(("name", "players", "teams"), EVERY)
def test_the_engine_gives_each_trick_to_the_marked_card(
    name: str, players: int, teams: str
) -> None:
    ruleset = build_ruleset(name, players, {"teams": teams})
    highest, other_suits, trumped = pictures(ruleset)["tricks"]
    for picture in (highest, other_suits, trumped):
        shown = cards(picture)
        power = ruleset.rules.power["O", shown[0][0]]
        assert marked(picture) == [max(shown, key=lambda card: power[card])]
    assert f" {sum(ruleset.rules.points[card] for card in cards(highest))} " in highest.text
    assert marked(other_suits) == cards(other_suits)[:1]
    assert marked(trumped)[0][0] == "O"


@pytest.mark.parametrize(("name", "players", "teams"), EVERY)
def test_the_line_of_the_points_is_what_the_rules_ask_for(
    name: str, players: int, teams: str
) -> None:
    ruleset = build_ruleset(name, players, {"teams": teams})
    options, bar = ruleset.options, points_bar(ruleset)
    assert 0 < bar.own < bar.whole
    assert bar.own + bar.others == bar.whole
    if options["auction.kind"] == "points":
        assert bar.line == options["auction.min"]
    elif options["score.policy"] == "stay_under":
        assert bar.line == options["mexican.limit"]
        assert bar.own < bar.line
    elif options["match.unit"] == "points" or (
        len(ruleset.rules.sides) > 2 and not ruleset.rules.auction
    ):
        assert bar.line is None
    else:
        assert bar.line is not None
        assert 2 * bar.line > ruleset.rules.deck_points >= 2 * (bar.line - 1)


@pytest.mark.parametrize(("name", "players", "teams"), EVERY)
def test_each_game_has_a_poster_of_cards_of_its_pack(name: str, players: int, teams: str) -> None:
    ruleset = build_ruleset(name, players, {"teams": teams})
    picture = poster(ruleset)
    assert bool(picture.cards) != bool(picture.faces)
    assert set(picture.cards) <= {*ruleset.rules.deck, BACK}


def test_a_poster_shows_the_rule_that_makes_another_game() -> None:
    assert poster(preset("muerte_al_tres", 2)).cards == ["E1", "E3"]
    assert poster(preset("chiamata", 5)).cards == ["O1", BACK, BACK]
    assert poster(preset("senas", 4)).faces == ["trump_three", "trump_ace"]
    assert poster(preset("mariaje", 2)).cards == ["C12", "C11"]


def test_the_card_that_takes_the_trick_is_marked() -> None:
    suit_led, other_suits, trumped = pictures(preset("ludoteka", 4))["tricks"]
    assert marked(suit_led) == ["B3"]
    assert marked(other_suits) == ["C2"]
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
    for section in ("order", "tricks", "exchange", "result", "match"):
        assert f'id="{section}"' in alone
        assert f'href="#{section}"' in alone


@pytest.mark.django_db
@pytest.mark.parametrize("name", PRESETS)
def test_the_page_of_a_game_ranks_a_suit_by_the_engine_s_order_and_values(
    client: Client, name: str
) -> None:
    (players, (teams, *_others)), *_more = PRESETS[name].players.items()
    rules = build_ruleset(name, players, {"teams": teams}).rules
    html = client.get(f"/rules/{name}/").content.decode()
    ranks = html.split('<ol class="ranks"')[1].split("</ol>")[0]
    suit = [card for card in rules.deck if card[0] == "O"]
    suit.sort(key=lambda card: -rules.strengths[card])
    assert re.findall(r"#(?:small-)?(O\d+)", ranks) == suit
    shown = [int(points) for points in re.findall(r'<b class="num">(\d+)</b>', ranks)]
    assert shown == [rules.points[card] for card in suit]

"""The page of a finished match of every game: auctions, signs, discards, French cards."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.common.card_names import card_name
from games.models import Match, Player
from games.pages.wording.ratings import UNRATED_TEXTS
from games.services.match_ends import store_match
from games.stats.rated import UNRATED
from tests.pages.test_review import LATER, NAMES, NOW, finished, page, words
from tests.record.family import random_match, record_of

pytestmark = pytest.mark.django_db


def family(
    preset: str,
    players: int,
    options: dict[str, Any] | None = None,
    wanted: Callable[[dict[str, Any]], bool] = lambda record: True,
) -> tuple[Match, dict[str, Any]]:
    """A stored match of any game and its record: the first that has what is wanted."""
    people = [Player.objects.create(name=name) for name in NAMES[:players]]
    for seed in range(200):
        log = random_match(preset, players, options, seed=str(seed), match="0123456789ab")
        if wanted(record_of(log)):
            match = store_match(log=log, players=people, started_at=NOW, finished_at=LATER)
            body = Client().get(reverse("match_record", args=[match.public_id])).content
            return match, json.loads(body)
    raise AssertionError("no seed gives what is wanted")


def section(html: str, deal: int) -> str:
    """What the page says of a deal, in one line."""
    found = re.search(rf'<section[^>]*id="d{deal}"(.*?)</section>', html, re.S)
    assert found is not None
    return words(found[1])


def test_the_auction_the_call_and_the_partner_are_told(client):
    match, record = family("chiamata", 5, wanted=lambda record: record["deals"][0]["contract"])
    html = page(client, match)
    (deal, *_), said = record["deals"], section(html, 1)
    contract = deal["contract"]
    caller, partner = NAMES[contract["caller"]], contract["partner"]
    assert f"{contract['target']} points to make, {contract['made']} made." in said
    called = card_name(f"{contract['suit']}{contract['rank']}").lower()
    assert f"Called: {called}." in said
    if partner != contract["caller"]:
        assert f"Partner: {NAMES[partner]}, known from trick" in said
    made = contract["made"] >= contract["target"]
    assert ("Not made" in said) is not made
    bids = [action for action in deal["actions"] if action["type"] == "bid"]
    for number, bid in enumerate(bids, 1):
        item = re.search(rf'<li id="d1a{number}">(.*?)</li>', html, re.S)
        assert item is not None
        assert words(item[1]).split(":")[0].strip() == NAMES[bid["seat"]]
        assert ("pass" in item[1]) is (bid["bid"] == "pass")
    call = re.search(rf'id="d1a{len(bids) + 1}">(.*?)</td>', html, re.S)
    assert call is not None
    assert f"{caller} calls {called}; trumps:" in words(call[1])


def test_losses_and_scores_below_nothing_have_a_minus(client):
    match, record = family("chiamata", 5, wanted=lambda record: min(record["score"]) < 0)
    text = words(page(client, match))
    for name, score in zip(NAMES, record["score"], strict=False):
        assert f"{name} {str(score).replace('-', chr(0x2212))}" in text
    gains = {points for deal in record["deals"] for points in deal["game_points"]}
    for points in gains - {0}:
        assert f"+{points}" in text if points > 0 else f"{chr(0x2212)}{-points}" in text


def test_a_deal_that_all_passed_says_so(client):
    def passed(record: dict[str, Any]) -> bool:
        return any(deal["ended_by"] == "all_passed" for deal in record["deals"])

    match, record = family("rematada", 3, wanted=passed)
    html = page(client, match)
    for deal in record["deals"]:
        said = "Everybody passed" in section(html, deal["number"])
        assert said is (deal["ended_by"] == "all_passed")


def test_talon_discards_and_extras_are_told(client):
    def full(record: dict[str, Any]) -> bool:
        return any(one["why"] == "declared" for deal in record["deals"] for one in deal["extras"])

    match, record = family("rematada", 3, wanted=full)
    html = page(client, match)
    for deal in record["deals"]:
        said = section(html, deal["number"])
        if deal["contract"] is None:
            continue
        names = [card_name(card).lower() for card in deal["deck"][-2:]]
        assert f"takes the two cards: {', '.join(names)}." in said
        away = [card_name(card).lower() for card in deal["contract"]["discards"]]
        assert f"Put away: {', '.join(away)}." in said
        for extra in deal["extras"]:
            name = NAMES[extra["side"]]
            what = {"last_trick": "the last trick", "declared": "king and knight of"}[extra["why"]]
            assert f"{name}: {what}" in said
            assert f"{extra['points']} points" in said


def test_signs_have_their_face_what_they_mean_and_who_saw_them(client):
    options = {"teams": "pairs", "talk.mode": "senas", "talk.seen_by": "gaze", "match.target": 1}
    match, record = family("ludoteka", 4, options)
    html = page(client, match)
    told = [
        action
        for action in record["deals"][0]["actions"]
        if action["type"] not in ("play", "cut", "arm_exchange", "exchange", "claim")
    ]
    assert {action["type"] for action in told} == {"sign", "look"}
    for number, action in enumerate(told, 1):
        cell = re.search(rf'id="d1a{number}">(.*?)</td>', html, re.S)
        assert cell is not None
        said = words(cell[1])
        if action["type"] == "look":
            assert f"{NAMES[action['seat']]} looks at {NAMES[action['at']]}" in said
            continue
        assert f"#sign-{action['sign']}" in cell[1]
        seen = [NAMES[seat] for seat in action["seen_by"]]
        assert f"Sign of {NAMES[action['seat']]}:" in said
        assert all(name in said for name in seen)
        assert ("seen by nobody" in said) is (not seen)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"talk.mode": "parlant_tapat"}, {"ask": " asks ", "answer": " answers "}),
        ({"talk.mode": "parlant"}, {"say": " says: “"}),
        ({"talk.penalty": "warn"}, {"say": " is warned: that may not be told"}),
        ({"peek.at_deal": True}, {"peek": " looks at the cards of "}),
    ],
    ids=str,
)
def test_what_partners_told_each_other_is_told(client, options, said):
    def all_of_it(record: dict[str, Any]) -> bool:
        done = {action["type"] for deal in record["deals"] for action in deal["actions"]}
        return set(said) <= done

    options = {"teams": "pairs", "match.target": 1, **options}
    match, record = family("ludoteka", 4, options, all_of_it)
    html = page(client, match)
    text = words(html)
    for kind, told in said.items():
        times = sum(one["type"] == kind for deal in record["deals"] for one in deal["actions"])
        assert text.count(told) == times
    assert "nada <b>" not in html


def test_the_draw_for_the_dealer_is_told_with_its_cards(client):
    match, record = family("ludoteka", 3, {"first_dealer": "high_card", "match.target": 1})
    said = section(page(client, match), 1)
    assert "Cards are drawn for the deal." in said
    for card in record["dealer_draw"]:
        assert card_name(card).lower() in said
    assert f"{NAMES[record['deals'][0]['dealer']]} has the highest and deals." in said


def test_a_killed_three_says_whose_and_by_whom(client):
    def killed(record: dict[str, Any]) -> bool:
        return any(deal["ended_by"] == "three_killed" for deal in record["deals"])

    match, record = family("muerte_al_tres", 4, {"teams": "pairs"}, killed)
    html = page(client, match)
    for deal in record["deals"]:
        if deal["ended_by"] == "three_killed":
            seats = {play["card"]: play["seat"] for play in deal["tricks"][-1]["plays"]}
            suit = deal["trump"]["suit"]
            names = NAMES[seats[f"{suit}1"]], NAMES[seats[f"{suit}3"]]
            assert f"{names[0]} kills" in section(html, deal["number"])
            assert f"of {names[1]}: the deal is over." in section(html, deal["number"])


@pytest.mark.parametrize(
    ("faces", "code", "name"),
    [
        ("kqj", "O12", "King of diamonds"),
        ("kqj", "C11", "Knight of hearts (Q)"),
        ("1098", "E10", "Jack of spades (8)"),
        ("all52", "B13", "King of clubs"),
        ("all52", "B10", "Ten of clubs"),
    ],
)
def test_french_cards_have_their_own_faces_and_names(client, faces, code, name):
    match, record = family("ludoteka", 2, {"deck.french": faces, "match.target": 1})
    html = page(client, match)
    assert card_name(code, faces) == name
    for play in record["deals"][0]["tricks"][0]["plays"]:
        assert card_name(play["card"], faces) in html
    assert "cards/french" in html
    assert "#large-" not in html


def test_a_trick_without_trumps_says_so(client):
    match, record = family("chiamata_buia", 5)
    html = page(client, match)
    for deal in record["deals"]:
        dark = sum(trick["trump"] is None for trick in deal["tricks"])
        assert section(html, deal["number"]).count("without trumps") == dark


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("duplicate", "Duplicate matches are not rated"),
        ("same_address", "Opponents played from the same internet address."),
        ("same_opponent", "have met too often in the last 14 days"),
        ("early_resignation", "so the win is not rated. The loss is."),
    ],
)
def test_says_why_it_was_not_rated(client, code, said):
    match, _record = finished(2, "individual")
    assert "Not rated." not in words(page(client, match))
    Match.objects.filter(pk=match.pk).update(rated=False, unrated_reason=code)
    assert said in words(page(client, match))


def test_every_reason_why_a_match_is_not_rated_has_words():
    assert set(UNRATED_TEXTS) == set(UNRATED)

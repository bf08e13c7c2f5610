"""Exercises on signs: made of true deals, judged by their seed, and explained."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.lesson.sign_exercises import (
    GIVE,
    HOLDINGS,
    KINDS,
    PLAY,
    READ,
    REASONS,
    SignExercise,
    exercise_rules,
    make_sign_exercise,
)
from games.models import Player, Table

SAMPLE = range(90)
ADDRESS = "/learn/signs/"


def of_kind(kind: str) -> list[SignExercise]:
    return [one for one in map(make_sign_exercise, SAMPLE) if one.kind == kind]


def answer(client: Client, seed: int, *given: str, asked: int = 0, right: int = 0) -> str:
    form = {"seed": seed, "asked": asked, "right": right, "answer": given}
    page = client.post(ADDRESS, form, headers={"accept-language": "en"})
    assert page.status_code == 200
    return page.content.decode()


def test_a_seed_makes_the_same_exercise_again() -> None:
    for seed in SAMPLE[:12]:
        assert make_sign_exercise(seed) == make_sign_exercise(seed)
        assert make_sign_exercise(seed).kind == KINDS[seed % 3]


def test_a_sign_to_be_read_is_a_holding_and_the_only_right_answer() -> None:
    for one in of_kind(READ):
        assert one.right == {one.sign}
        assert one.sign in HOLDINGS


def test_signs_to_be_given_are_all_that_the_hand_makes_true() -> None:
    points = exercise_rules().rules.points
    for one in of_kind(GIVE):
        trumps = [card for card in one.hand if card[0] == one.trump]
        plain = [card for card in one.hand if card[0] != one.trump]
        assert ("no_trump" in one.right) == (not trumps)
        assert ("brisca" in one.right) == any(points[card] >= 10 for card in plain)
        assert ("trump_ace" in one.right) == (f"{one.trump}1" in trumps)
        assert one.right


def test_a_card_to_be_played_is_the_only_one_of_its_reason() -> None:
    points = exercise_rules().rules.points
    for one in of_kind(PLAY):
        ((leader, led),) = one.trick
        (right,) = one.right
        others = set(one.hand) - one.right
        assert leader == 3
        assert led[0] != one.trump
        if one.reason == "take_with_trump":
            assert right[0] == one.trump
            assert all(card[0] != one.trump for card in others)
        elif one.reason == "give_points":
            assert points[right] >= 10 > max(points[card] for card in others)
        else:
            assert all(card[0] == one.trump or points[card] >= 10 for card in others)
    assert {one.reason for one in of_kind(PLAY)} == set(REASONS)


@pytest.mark.django_db
def test_a_stranger_practises_and_is_not_made_a_guest(client: Client) -> None:
    page = client.get(ADDRESS, {"seed": 0}).content.decode()
    assert 'name="seed" value="0"' in page
    assert not Player.objects.filter(kind="guest").exists()


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_right_answer_is_counted_and_explained(client: Client, seed: int) -> None:
    page = answer(client, seed, *make_sign_exercise(seed).right, asked=4, right=2)
    assert "3 of 5 right" in page
    assert '<span class="badge ok">Right</span>' in page
    assert 'name="asked" value="5"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_wrong_answer_is_explained_and_not_counted(client: Client, seed: int) -> None:
    page = answer(client, seed)
    assert "0 of 1 right" in page
    assert '<span class="badge bad">Wrong</span>' in page


@pytest.mark.django_db
def test_too_many_signs_are_wrong(client: Client) -> None:
    assert "0 of 1 right" in answer(client, 1, *HOLDINGS)


@pytest.mark.django_db
def test_a_form_without_sense_brings_a_new_exercise(client: Client) -> None:
    for form in ({}, {"seed": "x"}, {"seed": "-1"}, {"seed": "3000000"}, {"seed": "²"}):
        page = client.post(ADDRESS, form)
        assert page.status_code == 200
        assert "judged" not in page.content.decode()


@pytest.mark.django_db
def test_the_sign_to_be_read_is_told_by_its_gesture_alone(client: Client) -> None:
    page = client.get(ADDRESS, {"seed": 0}, headers={"accept-language": "en"}).content.decode()
    asked = page.split('class="position')[1].split("</section>")[0]
    assert "tilt the head" in asked
    assert "#sign-brisca" in asked


@pytest.mark.django_db
def test_the_rules_on_signs_lead_to_it(client: Client) -> None:
    for path in (
        "/rules/doncomos/?players=4&teams=pairs",
        "/rules/ludoteka/?players=4&teams=pairs",
    ):
        assert f'href="{ADDRESS}"' in client.get(path).content.decode(), path


@pytest.mark.django_db
def test_what_was_learned_is_played_at_once_with_bots(client: Client) -> None:
    page = client.get(ADDRESS).content.decode()
    found = re.search(r'name="game" value="([^"]+)"', page)
    assert found is not None
    assert client.post("/play/", {"game": found[1], "bots": "1"}).status_code == 302
    table = Table.objects.get()
    assert table.ruleset.options["talk.mode"] == "senas"

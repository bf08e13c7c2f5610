"""The lesson: its positions are those of the rules, its notes are written, and anybody may read it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.common.card_names import CARD_NAMES, SUIT_NAMES
from games.lesson import build_course
from games.models import Player
from games.pages.wording.lesson import NOTES

SCENES: list[dict[str, Any]] = build_course()["scenes"]
STEPS = [step for scene in SCENES for step in scene["steps"]]


def key(action: dict[str, Any]) -> str:
    return f"{action['type']}:{action.get('card') or action.get('sign') or ''}"


def test_every_note_is_written_and_every_written_note_is_told() -> None:
    told = {step["note"] for step in STEPS if step["note"]}
    told |= {note for step in STEPS for note in step.get("others", {}).values()}
    assert told | {"level"} == set(NOTES)


def test_notes_name_cards_and_points_alone() -> None:
    known = {*CARD_NAMES, *SUIT_NAMES, "you", "other"}
    for title, text in NOTES.values():
        assert set(re.findall(r"%\((\w+)\)s", f"{title} {text}")) <= known


def test_what_the_learner_is_to_do_is_legal_and_leads_on() -> None:
    for scene in SCENES:
        for step in scene["steps"]:
            legal = {key(action) for action in step["view"]["legal"]}
            assert set(step.get("moves", {})) <= legal
            for number in (*step.get("moves", {}).values(), step.get("then")):
                assert number is None or number < len(scene["steps"])


def test_cards_with_a_word_against_them_are_held() -> None:
    for step in STEPS:
        assert set(step.get("others", {})) <= set(step["view"]["hand"])


def test_the_last_tricks_can_be_won_and_lost() -> None:
    ends = [step for step in STEPS if step["note"] in ("won", "lost", "level")]
    assert {step["note"] for step in ends} == {"won", "lost"}
    for step in ends:
        assert sum(step["view"]["points"]["seats"]) == 120
    last = next(step for step in STEPS if step["note"] == "last")
    assert last["wants"] is None
    assert len(last["moves"]) == 3


def test_the_lesson_shows_no_card_that_a_player_would_not_see() -> None:
    for step in STEPS:
        view = step["view"]
        assert view["hands"] is None
        for event in step["events"]:
            if event["type"] in ("hand_dealt", "card_drawn") and event["seat"] != 0:
                assert not event.get("cards")
                assert event.get("card") in (None, "O7")  # the turned card is drawn in the open


@pytest.mark.django_db
def test_a_stranger_reads_it_and_is_not_made_a_guest(client: Client) -> None:
    entry = client.get("/learn/lesson/").content.decode()
    assert 'href="/learn/lesson/table/"' in entry
    assert 'href="/rules/ludoteka/"' in entry
    answer = client.get("/learn/lesson/table/", headers={"accept-language": "es"})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'href="/rules/ludoteka/"' in page
    found = re.search(r'id="lesson-data" type="application/json">(.*?)</script>', page)
    assert found
    lesson = json.loads(found[1])
    assert len(lesson["scenes"]) == len(SCENES)
    assert lesson["notes"]["trumps"][0] == "El triunfo"
    assert not Player.objects.filter(kind="guest").exists()


@pytest.mark.django_db
def test_the_lobby_leads_a_newcomer_to_it(client: Client) -> None:
    assert 'href="/learn/lesson/"' in client.get("/").content.decode()


@pytest.mark.django_db
def test_all_that_teaches_is_found_in_one_place(client: Client) -> None:
    main = main_of(client, "/learn/")
    for path in (
        *("/learn/lesson/", "/learn/cards/", "/learn/signs/", "/rules/", "/guide/"),
        *("/daily/", "/puzzle/", "/exercises/"),
    ):
        assert f'href="{path}"' in main, path


@pytest.mark.django_db
def test_the_page_of_the_cards_shows_ten_ranks_and_what_they_count(client: Client) -> None:
    main = main_of(client, "/learn/cards/")
    ranks = main.split('class="card-ranks"')[1].split("</ol>")[0]
    assert re.findall(r"<b [^>]*>(\d+)</b>", ranks) == [
        *("11", "10", "4", "3", "2"),
        *("0", "0", "0", "0", "0"),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(("card", "words"), [("O2", "Right"), ("C1", "Better: two of coins.")])
def test_the_question_about_a_trick_is_answered_with_its_reason(
    client: Client, card: str, words: str
) -> None:
    answer = client.post("/learn/cards/", {"trick": card})
    assert answer["Location"] == f"/learn/cards/?trick={card}#said-trick"
    main = main_of(client, f"/learn/cards/?trick={card}")
    assert words in main
    assert "21 points" in main


@pytest.mark.django_db
def test_the_reason_is_not_on_the_page_before_the_answer(client: Client) -> None:
    for address in ("/learn/cards/", "/learn/cards/?trick=B9"):
        assert "21 points" not in main_of(client, address)


def main_of(client: Client, path: str) -> str:
    """Return the main part of a page."""
    answer = client.get(path, headers={"accept-language": "en"})
    return answer.content.decode().split("<main")[1].split("</main>")[0]

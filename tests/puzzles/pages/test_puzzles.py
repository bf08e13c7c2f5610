"""Pages of rated puzzles: themes, one puzzle, runs, one's own answers, and nothing told before."""

import json
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.models import Puzzle, PuzzleAttempt, PuzzleRun
from games.services.puzzle_runs import RUSH
from tests.puzzles.support import right_of, stored_puzzles, wrong_of
from tests.stats.support import player

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def signed_in(name="Ana"):
    user = User.objects.create_user(name, f"{name}@example.org", "secret-word")
    player(name)
    type(player(name)).objects.filter(name=name).update(user=user)
    client = Client(headers=ENGLISH)
    client.force_login(user)
    return client


def text(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def address(puzzle):
    return f"/puzzles/{puzzle.public_id}/"


def test_without_puzzles_the_page_says_so():
    assert "There are no puzzles yet." in text(Client(headers=ENGLISH).get("/puzzles/"))


def test_a_day_without_a_puzzle_of_its_own_leads_to_one_of_the_set_all_day():
    stored_puzzles(4)
    client = Client(headers=ENGLISH)
    shown = client.get("/puzzle/")
    assert shown["Location"] in {address(row) for row in Puzzle.objects.all()}
    assert client.get("/puzzle/")["Location"] == shown["Location"]
    assert 'href="/puzzle/"' in text(client.get("/"))


def test_without_any_puzzle_the_lobby_calls_to_none_and_the_page_leads_on():
    client = Client(headers=ENGLISH)
    assert 'href="/puzzle/"' not in text(client.get("/"))
    assert 'href="/puzzles/"' in text(client.get("/puzzle/"))


def test_an_answered_puzzle_shows_its_position_beside_what_the_choices_were_worth():
    row = stored_puzzles(1)[0]
    page = text(Client(headers=ENGLISH).post(address(row), {"card": right_of(row)}))
    beside = page[page.index('class="split even answered"') :]
    assert beside.index('id="judged"') < beside.index('id="h-position"')


def test_the_overview_leads_to_each_theme_and_to_runs():
    rows = stored_puzzles(4)
    page = text(signed_in().get("/puzzles/"))
    for theme in {row.theme for row in rows}:
        assert f"/puzzles/next/?theme={theme}" in page
    assert 'value="rush"' in page
    assert 'value="streak"' in page


def test_a_theme_leads_to_one_of_its_puzzles_and_at_last_to_none():
    row = stored_puzzles(1)[0]
    ana = signed_in()
    found = ana.get(f"/puzzles/next/?theme={row.theme}")
    assert found["Location"] == f"{address(row)}?theme={row.theme}"
    ana.post(address(row), {"card": right_of(row)})
    assert ana.get("/puzzles/next/")["Location"] == "/puzzles/?left=none"
    assert ana.get("/puzzles/next/?theme=chess").status_code == 404


@pytest.mark.parametrize("theme", ["last_tricks", "trumps", "seven", "partner", "bids"])
def test_a_puzzle_of_every_theme_can_be_answered(theme):
    for row in stored_puzzles(3, theme):
        ana = Client(headers=ENGLISH)
        page = text(ana.get(address(row)))
        for choice in row.position["choices"]:
            assert f'value="{choice}"' in page
        told = text(ana.post(address(row), {"card": right_of(row)}))
        assert "That is right." in told
        assert "How the deal went on" in told
        assert "Better:" in text(ana.post(address(row), {"card": wrong_of(row)}))


def test_a_rating_is_told_after_the_first_answer_alone():
    row = stored_puzzles(1)[0]
    ana = signed_in()
    assert "Your rating:" in text(ana.post(address(row), {"card": right_of(row)}))
    assert "only the first answer counts" in text(ana.post(address(row), {"card": right_of(row)}))
    assert "Your rating:" not in text(
        Client(headers=ENGLISH).post(address(row), {"card": right_of(row)})
    )


def test_what_cannot_be_chosen_changes_nothing():
    row = stored_puzzles(1)[0]
    assert signed_in().post(address(row), {"card": "O99"})["Location"] == address(row)
    assert not PuzzleAttempt.objects.exists()
    assert Client().get("/puzzles/none/").status_code == 404


def test_a_page_tells_the_same_whatever_the_solution_is():
    """The solution and the source are changed; before the answer no page may show it."""
    row = stored_puzzles(1)[0]
    before = body(address(row)), body("/puzzles/")
    other = wrong_of(row)
    Puzzle.objects.update(
        solution={**row.solution, "best": other, "choices": row.solution["choices"][::-1]},
        deal={**row.deal, "deck": row.deal["deck"][::-1]},
    )
    assert (body(address(row)), body("/puzzles/")) == before


def body(path):
    """A page without the token of its forms."""
    lines = Client(headers=ENGLISH).get(path).content.decode().splitlines()
    return [line for line in lines if "csrfmiddlewaretoken" not in line and "nonce" not in line]


def test_a_streak_is_played_from_page_to_page():
    stored_puzzles(4)
    guest = Client(headers=ENGLISH)
    path = guest.post("/puzzles/runs/", {"mode": "streak"})["Location"]
    for choose in (right_of, wrong_of):
        run = PuzzleRun.objects.select_related("puzzle").get()
        assert run.puzzle.public_id in text(guest.get(path))
        guest.post(path, {"puzzle": run.puzzle.public_id, "card": choose(run.puzzle)})
    page = text(guest.get(path))
    assert "It is over" in page
    assert "You have solved 1 puzzle." in page
    assert Client().get(path).status_code == 404


def test_a_rush_shows_what_time_is_left_and_ends_by_the_clock_of_the_server():
    stored_puzzles(4)
    ana = signed_in()
    path = ana.post("/puzzles/runs/", {"mode": "rush"})["Location"]
    page = text(ana.get(path))
    assert 'role="timer"' in page
    run = PuzzleRun.objects.select_related("puzzle").get()
    PuzzleRun.objects.update(ends_at=run.ends_at - RUSH - timedelta(seconds=5))
    ana.post(path, {"puzzle": run.puzzle.public_id, "card": right_of(run.puzzle)})
    assert "You have solved 0 puzzles." in text(ana.get(path))


def test_a_run_can_be_stopped():
    stored_puzzles(2)
    ana = signed_in()
    path = ana.post("/puzzles/runs/", {"mode": "rush"})["Location"]
    assert ana.post(f"{path}end/")["Location"] == path
    assert "It is over" in text(ana.get(path))
    assert ana.post("/puzzles/runs/", {"mode": "chess"})["Location"] == "/puzzles/"


def test_ones_own_answers_are_listed_and_drawn():
    ana = signed_in()
    assert "You have answered no puzzle yet." in text(ana.get("/puzzles/answers/"))
    for row in stored_puzzles(3)[:3]:
        ana.post(address(row), {"card": right_of(row)})
    page = text(ana.get("/puzzles/answers/"))
    assert page.count('class="badge ok"') == 3
    assert "Rating with puzzles" in text(ana.get("/puzzles/"))
    assert "Rating with puzzles" in text(Client(headers=ENGLISH).get("/players/Ana/"))
    assert ana.get("/puzzles/answers/?cursor=x").status_code == 404
    assert Client().get("/puzzles/answers/")["Location"] == "/puzzles/"


def test_the_position_has_nothing_of_the_deal_that_its_seat_did_not_see():
    for row in stored_puzzles(6):
        told = json.dumps(row.position)
        known = {*row.position["hand"], *(row.position["choices"])}
        for trick in row.position["tricks"]:
            known |= {play["card"] for play in trick["plays"]}
        known |= {play["card"] for play in row.position["trick"]}
        known |= {card for one in row.position["open_hands"] for card in one["hand"]}
        known |= {row.position["turned"], (row.position["contract"] or {}).get("card")}
        cards = [suit + str(n) for suit in "OCEB" for n in range(1, 13)]
        assert {card for card in cards if f'"{card}"' in told} <= known

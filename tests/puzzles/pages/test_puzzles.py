"""Pages of rated puzzles: themes, one puzzle, runs, one's own answers, and nothing told before."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils.translation import override

from accounts.models import SignupBan
from accounts.signup_bans import SignupBannedError
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleRun
from games.puzzles.pages import puzzles as pages
from games.puzzles.services.runs import RUSH_DURATION
from games.rules_text.presets import rank_name
from tests.puzzles.rules.support import right_of, stored_puzzles, wrong_of
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def text(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def address(puzzle):
    return f"/puzzles/{puzzle.public_id}/"


def test_without_puzzles_the_page_leads_to_the_tables():
    page = text(Client(headers=ENGLISH).get("/puzzles/"))
    assert "The puzzles are being laid out" in page
    assert "To the tables" in page


def test_a_day_without_a_puzzle_of_its_own_leads_to_one_of_the_set_all_day():
    stored_puzzles(4)
    client = Client(headers=ENGLISH)
    shown = client.get("/puzzle/")
    assert shown["Location"] in {address(row) for row in Puzzle.objects.all()}
    assert client.get("/puzzle/")["Location"] == shown["Location"]


def test_without_any_puzzle_the_lobby_calls_to_none_and_the_page_leads_on():
    client = Client(headers=ENGLISH)
    assert 'action="/play/puzzle/"' not in text(client.get("/"))
    assert 'href="/puzzles/"' in text(client.get("/puzzle/"))


def test_an_answered_puzzle_shows_its_board_beside_what_the_choices_were_worth():
    (row,) = stored_puzzles(1, "trumps")
    client = Client(headers=ENGLISH)
    asked = text(client.get(address(row)))
    assert "What you know" in asked
    assert 'class="answer-card best"' not in asked
    page = text(client.post(address(row), {"card": wrong_of(row)}))
    beside = page[page.index('class="solving"') :]
    assert beside.index('id="h-question"') < beside.index('id="judged"')
    assert beside.count('class="answer-card best"') == 1
    assert beside.count('class="answer-card wrong"') == 1
    assert beside.index("Try again") < beside.index("Another")
    assert "What you know" not in page


def test_a_right_answer_leads_on_and_its_title_names_the_card():
    (row,) = stored_puzzles(1, "trumps")
    page = text(Client(headers=ENGLISH).post(address(row), {"card": right_of(row)}))
    title = page[page.index("<title>") : page.index("</title>")]
    assert card_rank(right_of(row)) in title.lower()
    assert "Correct" not in page
    assert "Try again" not in page
    assert "Another" in page


def card_rank(card):
    """The name of a card's rank in English."""
    with override("en"):
        return rank_name(int(card[1:]))


def test_the_first_answer_makes_a_stranger_a_guest_whose_progress_is_shown_without_a_rating():
    (row,) = stored_puzzles(1, "trumps")
    stranger = Client(headers=ENGLISH)
    assert 'class="ticks' not in text(stranger.get("/puzzles/"))
    stranger.post(address(row), {"card": right_of(row)})
    page = text(stranger.get("/puzzles/"))
    assert 'aria-label="Your last answer: 1 right"' in page
    assert "1 of 1" in page
    assert "Start where I left off" in page
    assert "Your rating" not in page


def test_where_no_more_guests_may_be_made_a_puzzle_is_answered_all_the_same(monkeypatch):
    def refuse(request):
        raise SignupBannedError(SignupBan())

    monkeypatch.setattr(pages, "ensure_player", refuse)
    (row,) = stored_puzzles(1, "trumps")
    assert "costs" in text(Client(headers=ENGLISH).post(address(row), {"card": wrong_of(row)}))
    assert not PuzzleAttempt.objects.exists()


def test_whoever_has_seen_a_theme_is_led_to_what_was_missed():
    row, other = stored_puzzles(2, "trumps")
    ana = signed_in("Ana")
    ana.post(address(row), {"card": wrong_of(row)})
    ana.post(address(other), {"card": wrong_of(other)})
    page = text(ana.get("/puzzles/?left=none&theme=trumps"))
    assert "You have seen all 2" in page
    assert "2 that I missed" in page
    missed = f"/puzzles/next/?theme=trumps&missed=1&after={row.public_id}"
    assert ana.get(missed)["Location"] == f"{address(other)}?theme=trumps&missed=1"
    other.tries.update(right=True)
    assert ana.get(missed)["Location"] == "/puzzles/"


def test_a_theme_without_puzzles_is_absent_and_games_are_filters():
    rows = stored_puzzles(2, "bids")
    preset = rows[0].preset
    page = text(signed_in("Ana").get(f"/puzzles/?game={preset}"))
    assert f"/puzzles/next/?theme=bids&amp;game={preset}" in page
    assert "theme=trumps" not in page
    assert 'href="/exercises/"' in page
    location = Client().get(f"/puzzles/next/?theme=bids&game={preset}")["Location"]
    assert location.endswith(f"?theme=bids&game={preset}")


def test_the_classic_game_is_the_first_filter_after_all():
    stored_puzzles(100)
    page = text(Client(headers=ENGLISH).get("/puzzles/"))
    filters = re.findall(r'\?game=(\w+)"', page)
    assert filters[0] == "ludoteka"
    assert len(filters) > 10


def test_the_overview_shows_the_puzzle_of_the_day_until_it_is_answered():
    (row,) = stored_puzzles(1, "trumps")
    ana = signed_in("Ana")
    assert f'action="{address(row)}"' in text(ana.get("/puzzles/"))
    ana.post(address(row), {"card": right_of(row)})
    page = text(ana.get("/puzzles/"))
    assert f'action="{address(row)}"' not in page
    assert 'class="answer-card best"' in page


def test_the_overview_leads_to_each_theme_and_to_runs():
    rows = stored_puzzles(4)
    page = text(signed_in("Ana").get("/puzzles/"))
    for theme in {row.theme for row in rows}:
        assert f"/puzzles/next/?theme={theme}" in page
    assert 'value="rush"' in page
    assert 'value="streak"' in page


def test_a_theme_leads_to_one_of_its_puzzles_and_at_last_to_none():
    row = stored_puzzles(1)[0]
    ana = signed_in("Ana")
    found = ana.get(f"/puzzles/next/?theme={row.theme}")
    assert found["Location"] == f"{address(row)}?theme={row.theme}"
    ana.post(address(row), {"card": right_of(row)})
    assert ana.get("/puzzles/next/")["Location"] == "/puzzles/?left=none"
    left = ana.get(f"/puzzles/next/?theme={row.theme}")["Location"]
    assert left == f"/puzzles/?left=none&theme={row.theme}"
    assert ana.get("/puzzles/next/?theme=chess").status_code == 404


@pytest.mark.parametrize("theme", ["last_tricks", "trumps", "seven", "partner", "bids"])
def test_a_puzzle_of_every_theme_can_be_answered(theme):
    for row in stored_puzzles(3, theme):
        ana = Client(headers=ENGLISH)
        page = text(ana.get(address(row)))
        for choice in row.position["choices"]:
            assert f'value="{choice}"' in page
        told = text(ana.post(address(row), {"card": right_of(row)}))
        assert "Well played: " in told
        assert "How the deal went on" in told
        assert "costs" in text(ana.post(address(row), {"card": wrong_of(row)}))


def test_a_rating_is_told_after_the_first_answer_alone():
    row = stored_puzzles(1)[0]
    ana = signed_in("Ana")
    assert "Your rating:" in text(ana.post(address(row), {"card": right_of(row)}))
    assert "only the first answer counts" in text(ana.post(address(row), {"card": right_of(row)}))
    assert "Your rating:" not in text(
        Client(headers=ENGLISH).post(address(row), {"card": right_of(row)})
    )


def test_what_cannot_be_chosen_changes_nothing():
    row = stored_puzzles(1)[0]
    assert signed_in("Ana").post(address(row), {"card": "O99"})["Location"] == address(row)
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
    ana = signed_in("Ana")
    path = ana.post("/puzzles/runs/", {"mode": "rush"})["Location"]
    page = text(ana.get(path))
    assert 'role="timer"' in page
    run = PuzzleRun.objects.select_related("puzzle").get()
    PuzzleRun.objects.update(ends_at=run.ends_at - RUSH_DURATION - timedelta(seconds=5))
    ana.post(path, {"puzzle": run.puzzle.public_id, "card": right_of(run.puzzle)})
    assert "You have solved 0 puzzles." in text(ana.get(path))


def test_a_run_can_be_stopped():
    stored_puzzles(2)
    ana = signed_in("Ana")
    path = ana.post("/puzzles/runs/", {"mode": "rush"})["Location"]
    assert ana.post(f"{path}end/")["Location"] == path
    assert "It is over" in text(ana.get(path))
    assert ana.post("/puzzles/runs/", {"mode": "chess"})["Location"] == "/puzzles/"


def test_ones_own_answers_are_listed_and_drawn():
    ana = signed_in("Ana")
    assert "Each answer leaves a line here" in text(ana.get("/puzzles/answers/"))
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

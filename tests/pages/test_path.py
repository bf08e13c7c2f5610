"""The path of learning: what is done, what comes next, and progress that follows its visitor."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.services import close_account
from games.models import PathStep, Player
from games.pages.path_progress import STORED_STEPS, chapter_step
from games.puzzles.models import Puzzle, PuzzleAttempt
from games.site.personal_data import personal_data
from tests.support.people import PASSWORD, client_and_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    """Return the client of a stranger who reads English."""
    return Client(headers={"accept-language": "en"})


def hub(client: Client) -> str:
    """Return the main part of the page of the path."""
    return client.get("/learn/").content.decode().split("<main")[1].split("</main>")[0]


def done_titles(page: str) -> list[str]:
    """Return the titles of the steps that a page of the path shows as done."""
    tiles = re.findall(r'class="path-step done".*?<b>(.*?)</b>', page, flags=re.S)
    return [" ".join(title.split()) for title in tiles]


def count_of(page: str) -> str:
    """Return the line above the title of the page of the path."""
    line = re.search(r'class="eyebrow">(.*?)</p>', page, flags=re.S)
    return " ".join(line[1].split()) if line else ""


def sign_up(client: Client, name: str = "Lucia") -> Player:
    """Sign up with a visitor's client; return the new member's player."""
    page = client.get("/accounts/signup/").content.decode()
    form = dict.fromkeys(re.findall(r'<input type="checkbox" name="(\w+)"', page), "on")
    client.post("/accounts/signup/", {**form, "username": name, "password1": PASSWORD})
    return Player.objects.get(user__username=name)


def log_in(client: Client, name: str) -> None:
    """Sign a visitor's client in to an account."""
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})


def steps_of(player: Player) -> set[str]:
    """Return the steps that a player has done."""
    return set(player.path_steps.exclude(done_at=None).values_list("step", flat=True))


def solve(
    player: Player, theme: str, count: int, *, rating: int = 1500, right: bool = True
) -> None:
    """Store a player's answers to so many puzzles of a theme."""
    answered = PuzzleAttempt.objects.filter(player=player).values("puzzle")
    for puzzle in Puzzle.objects.filter(theme=theme).exclude(pk__in=answered)[:count]:
        PuzzleAttempt.objects.create(
            player=player, puzzle=puzzle, mode="single", answer="O1", right=right, rated=False,
            puzzle_rating=rating, answered_at=timezone.now(),
        )  # fmt: skip


def puzzles(theme: str, count: int) -> None:
    """Store so many puzzles of a theme."""
    for number in range(count):
        Puzzle.objects.create(
            public_id=f"{theme[:4]}{number:04}", preset="ludoteka", players=2, theme=theme,
            position={}, solution={}, mu=25, sigma=8, display=1500,
        )  # fmt: skip


def test_a_strangers_path_begins_with_the_lesson(client: Client) -> None:
    page = hub(client)
    assert count_of(page) == "Your path begins here"
    assert "Begin: the first deal" in page
    assert page.count("Go on here") == 1
    assert "sessionid" not in client.cookies


def test_nothing_on_the_path_is_locked(client: Client) -> None:
    page = hub(client)
    assert "disabled" not in page
    for chapter in ("counting", "auctions"):
        assert f'href="/guide/{chapter}/"' in page
    assert page.count('name="level"') == 5


def test_what_a_stranger_has_done_is_ticked_and_the_next_step_shown(client: Client) -> None:
    client.post("/learn/lesson/")
    client.post("/guide/trumps/", {"take": "O1"})
    page = hub(client)
    assert done_titles(page) == ["The first deal", "4. Trumps"]
    assert "Go on: the cards" in page
    assert "This week: 1 chapter" in page
    assert not Player.objects.filter(kind="guest").exists()


def test_a_wrong_answer_finishes_a_chapter_as_well() -> None:
    client, player = client_and_player("Ana")
    client.post("/guide/trumps/", {"take": "E3"})
    client.post("/learn/cards/", {"trick": "C3"})
    assert steps_of(player) == {chapter_step("trumps"), "cards"}


def test_a_done_chapter_is_ticked_beside_every_chapter() -> None:
    client, _player = client_and_player("Ana")
    client.post("/guide/trumps/", {"take": "E3"})
    page = client.get("/guide/exchange/").content.decode()
    chapters = page.split('class="chapter-list"')[1].split("</nav>")[0]
    assert chapters.count(", done") == 1


def test_signs_are_done_with_ten_right_of_the_last_twelve() -> None:
    client, player = client_and_player("Ana")
    form = {"seed": "0", "asked": "30", "right": "20", "results": "011111111100"}
    client.post("/learn/signs/", {**form, "answer": "king"})
    assert steps_of(player) == set()
    assert player.path_steps.get(step="signs").best == 9
    client.post("/learn/signs/", {**form, "answer": "brisca"})
    assert steps_of(player) == {"signs"}
    assert player.path_steps.get(step="signs").best == 10


def test_malformed_results_of_signs_count_nothing() -> None:
    client, player = client_and_player("Ana")
    client.post("/learn/signs/", {"seed": "0", "results": "1" * 13, "answer": "brisca"})
    assert player.path_steps.get(step="signs").best == 1


def test_a_theme_is_done_with_four_of_five_puzzles_solved() -> None:
    puzzles("seven", 10)
    client, player = client_and_player("Ana")
    solve(player, "seven", 7)
    assert "Saving the seven" not in done_titles(hub(client))
    assert "7 of 10 puzzles" in hub(client)
    solve(player, "seven", 1)
    assert "Saving the seven" in done_titles(hub(client))


@pytest.mark.parametrize(("rating", "done"), [(1601, True), (1600, False)])
def test_a_theme_is_done_with_twenty_hard_puzzles_in_a_row(rating: int, done: bool) -> None:
    puzzles("trumps", 60)
    client, player = client_and_player("Ana")
    solve(player, "trumps", 20, rating=rating)
    assert ("Counting trumps" in done_titles(hub(client))) is done


def test_a_theme_without_puzzles_is_no_step(client: Client) -> None:
    puzzles("seven", 1)
    page = hub(client)
    assert "Saving the seven" in page
    assert "Bids and calls" not in page


def test_progress_follows_a_stranger_into_a_new_account(client: Client) -> None:
    client.post("/learn/lesson/")
    player = sign_up(client)
    assert steps_of(player) == {"lesson"}
    assert done_titles(hub(client)) == ["The first deal"]


def test_progress_follows_a_stranger_into_the_guest_and_the_member(client: Client) -> None:
    client.post("/learn/lesson/")
    client.post("/accounts/guest/", {"name": "Marta"})
    guest = Player.objects.get(user__username="Marta")
    assert steps_of(guest) == {"lesson"}
    client.post("/guide/counting/", {"count": "E2"})
    member = sign_up(client)
    assert member.pk == guest.pk
    assert steps_of(member) == {"lesson", chapter_step("counting")}


@pytest.mark.parametrize("as_guest", [False, True])
def test_progress_is_joined_with_that_of_the_account_at_sign_in(
    client: Client, as_guest: bool
) -> None:
    own, player = client_and_player("Ana")
    own.post("/learn/cards/", {"trick": "O2"})
    if as_guest:
        client.post("/accounts/guest/", {"name": "Marta"})
    client.post("/learn/lesson/")
    log_in(client, "Ana")
    assert steps_of(player) == {"lesson", "cards"}
    assert done_titles(hub(client)) == ["The first deal", "The cards"]


def test_a_step_stays_done_since_the_first_time() -> None:
    client, player = client_and_player("Ana")
    client.post("/learn/lesson/")
    first = player.path_steps.get().done_at
    client.post("/learn/lesson/")
    assert player.path_steps.get().done_at == first


def test_the_whole_path_shows_the_hardest_theme(monkeypatch: pytest.MonkeyPatch) -> None:
    client, player = client_and_player("Ana")
    puzzles("seven", 5)
    solve(player, "seven", 5)
    PathStep.objects.bulk_create(
        PathStep(player=player, step=step, done_at=timezone.now()) for step in STORED_STEPS
    )
    monkeypatch.setattr("games.site.path.FIGUREHEADS", {})
    page = hub(client)
    assert count_of(page) == "Your path · all 11"
    assert "Hardest for you: saving the seven." in page
    assert "Practise the hardest" in page
    assert "Go on here" not in page


def test_progress_goes_with_the_account() -> None:
    client, player = client_and_player("Ana")
    client.post("/learn/lesson/")
    account = get_user_model().objects.get(username="Ana")
    data = personal_data(account.pk)
    assert data is not None
    assert [row["step"] for row in data["path"]] == ["lesson"]
    close_account(user=account)
    assert not PathStep.objects.filter(player=player).exists()


def test_the_path_takes_few_queries() -> None:
    client, player = client_and_player("Ana")
    puzzles("seven", 5)
    solve(player, "seven", 3)
    client.get("/learn/")
    with CaptureQueriesContext(connection) as captured:
        client.get("/learn/")
    assert len(captured) <= 20, [query["sql"] for query in captured]

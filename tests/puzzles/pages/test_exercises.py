"""Learning from one's mistakes and the puzzle of the day: from one seat alone, then the judgement."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.analysis import played_card_at
from games.engine import build_ruleset
from games.models import DailyPuzzle, ExerciseTry, Match, MatchAnalysis, Mistake, Player
from games.puzzles.pages.exercises import _judged
from games.puzzles.selectors.exercises import (
    due_count,
    next_exercise,
    next_return,
    position_of,
    puzzle_candidates,
    puzzle_days,
)
from games.puzzles.services import exercises
from games.puzzles.services.exercises import answer, daily_puzzle
from games.record.verify import checked_log
from games.selectors.match_plays import points_lost_in
from games.selectors.matches import record_json
from games.services.players import forget_player
from games.site.personal_data import personal_data
from tests.analysis.analysed import analysed
from tests.api.support import V1, ask, refused, whole_list
from tests.puzzles.rules.support import stored_puzzles
from tests.stats.support import PEOPLE, log_of, stored
from tests.support.people import player_without_account, signed_in

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def body():
    """The analysis of a match of Ana and Berta in which both made mistakes."""
    return analysed(stored(seed="2"))


def mistake_of(name):
    return Mistake.objects.filter(player__name=name, is_exercise=True).latest("loss")


def test_one_meets_ones_own_mistakes_and_nobody_elses(body):
    ana = signed_in("Ana")
    assert ana.get(f"/exercises/{mistake_of('Ana').pk}/").status_code == 200
    assert ana.get(f"/exercises/{mistake_of('Berta').pk}/").status_code == 404
    assert Client().get(f"/exercises/{mistake_of('Ana').pk}/").status_code == 404


def test_a_position_tells_what_its_seat_saw_and_no_hidden_card(body):
    mistake = mistake_of("Ana")
    log = log_of(PEOPLE[:2], seed=f"2 {','.join(PEOPLE[:2])} 0")
    moment = played_card_at(log, mistake.at)
    position = position_of(mistake)
    assert position["hand"] == list(moment.view.hand)
    deal = moment.state.deal
    hidden = {*deal.hands[1 - mistake.seat], *deal.stock[deal.drawn :]}
    page = signed_in("Ana").get(f"/exercises/{mistake.pk}/").content.decode()
    assert not [card for card in hidden if f'"{card}"' in page or f'-{card}"' in page]
    assert "Berta" not in page


def test_an_exercise_of_a_contract_tells_what_its_seat_knew_of_it():
    match = stored(PEOPLE[:5], preset="chiamata", options={"match.target": 2})
    analysed(match)
    log = checked_log(json.loads(record_json(match)))
    looked = 0
    for mistake in Mistake.objects.filter(match=match, at__contains="c"):
        moment, position = played_card_at(log, mistake.at), position_of(mistake)
        knows = moment.view.contract
        place = (knows.caller - mistake.seat) % 5
        assert (position["contract"]["caller"], position["contract"]["target"]) == (
            place,
            knows.target,
        )
        hidden = knows.partner is None
        assert (position["contract"]["partner"] is None) == hidden
        page = signed_in(mistake.player.name).get(f"/exercises/{mistake.pk}/").content.decode()
        assert ("Nobody has shown the card yet" in page) == (hidden and not knows.alone)
        assert "play for" in page or "plays for" in page or "and play" in page
        looked += 1
        User.objects.all().delete()
    assert looked


def test_a_wrong_card_is_told_the_better_one_and_a_right_one_solves(body):
    ana, mistake = signed_in("Ana"), mistake_of("Ana")
    plays = [play for deal in body["deals"] for play in deal["plays"]]
    position = next(play for play in plays if play["at"] == mistake.at)
    path = f"/exercises/{mistake.pk}/"
    wrong = ana.post(path, {"card": position["card"]}).content.decode()
    assert "Better:" in wrong
    assert "It comes back in 3 days." in wrong
    assert wrong.index("Try again") < wrong.index("See it in the match")
    right = ana.post(path, {"card": position["judged"]["best"]}).content.decode()
    assert "It comes back" not in right
    assert "Try again" not in right
    row = ExerciseTry.objects.get()
    assert (row.first_card, row.first_right, row.solved, row.tries) == (
        position["card"], False, True, 2,
    )  # fmt: skip
    overview = ana.get("/exercises/").content.decode()
    assert "1 solved of" in overview
    assert path not in overview


def test_a_card_that_cannot_be_played_is_no_answer(body):
    mistake = mistake_of("Ana")
    assert answer(mistake=mistake, card="O99", player=player_without_account("Ana")) is None
    answered = signed_in("Ana").post(f"/exercises/{mistake.pk}/", {"card": "O99"})
    assert answered["Location"] == f"/exercises/{mistake.pk}/"
    assert not ExerciseTry.objects.exists()


def test_what_was_missed_rests_for_days_that_grow_with_each_miss(body):
    ana, mistake = Player.objects.get(name="Ana"), mistake_of("Ana")
    Mistake.objects.exclude(pk=mistake.pk).update(is_exercise=False)
    assert next_exercise(ana.pk) == mistake
    row = ExerciseTry.objects.create(
        player=ana, mistake=mistake, first_card="O1", first_right=False, solved=False
    )
    for tries, days in ((1, 3), (2, 8), (3, 21), (9, 21)):
        rested = timezone.now() - timedelta(days=days)
        rows = ExerciseTry.objects.filter(pk=row.pk)
        rows.update(tries=tries, tried_at=rested + timedelta(minutes=5))
        assert (next_exercise(ana.pk), due_count(ana.pk)) == (None, 0)
        assert next_return(ana.pk) - timezone.now() < timedelta(minutes=6)
        rows.update(tried_at=rested - timedelta(minutes=5))
        assert next_exercise(ana.pk) == mistake


def test_the_overview_says_when_what_was_missed_comes_back(body):
    mistake = mistake_of("Ana")
    Mistake.objects.exclude(pk=mistake.pk).update(is_exercise=False)
    ana = signed_in("Ana")
    assert "1 position for today" in ana.get("/exercises/").content.decode()
    plays = [play for deal in body["deals"] for play in deal["plays"]]
    card = next(play["card"] for play in plays if play["at"] == mistake.at)
    ana.post(f"/exercises/{mistake.pk}/", {"card": card})
    page = ana.get("/exercises/").content.decode()
    assert "The next position comes back on:" in page
    assert f"/exercises/{mistake.pk}/" not in page


def test_strangers_and_those_without_mistakes_get_a_puzzle_meanwhile():
    stored_puzzles(1, "trumps")
    stranger = Client(headers=ENGLISH).get("/exercises/").content.decode()
    assert "Play a match first" in stranger
    assert 'class="answer-card"' in stranger
    stored()
    page = signed_in("Ana").get("/exercises/").content.decode()
    assert "Your matches are analysed once they are over" in page
    assert 'class="answer-card"' in page


@pytest.fixture
def puzzled(body):
    Mistake.objects.exclude(pk=mistake_of("Ana").pk).update(is_exercise=False)
    return mistake_of("Ana")


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_without_names(puzzled):
    first, second = Client(headers=ENGLISH), Client(headers=ENGLISH)
    page = first.get("/puzzle/").content.decode()
    assert "Which card do you play?" in page
    assert not [name for name in ("Ana", "Berta", puzzled.match.public_id) if name in page]
    assert second.get("/puzzle/").status_code == 200
    assert DailyPuzzle.objects.count() == 1
    position = first.post("/puzzle/", {"card": position_of(puzzled)["hand"][0]}).content.decode()
    assert 'id="judged-price"' in position
    assert not ExerciseTry.objects.exists()


def test_puzzles_come_from_public_matches_that_are_over(puzzled):
    Match.objects.update(public=False)
    assert daily_puzzle(day=timezone.now().date()) is None
    page = Client(headers=ENGLISH).get("/puzzle/").content.decode()
    assert "The first match that somebody plays to its end can bring one" in page


def test_a_position_is_the_puzzle_of_one_day_only(puzzled):
    today = timezone.now().date()
    assert daily_puzzle(day=today).mistake == puzzled
    assert daily_puzzle(day=today + timedelta(days=1)) is None
    assert daily_puzzle(day=today).mistake == puzzled


def test_a_position_whose_solution_does_not_stay_right_gives_way(body, monkeypatch):
    Mistake.objects.update(is_exercise=True)
    among, today = puzzle_candidates(), timezone.now().date()
    chosen = []
    for verdicts in ([True], [False, True]):
        said = iter(verdicts)
        monkeypatch.setattr(
            exercises, "is_still_right", lambda _found, _best, said=said: next(said)
        )
        chosen.append(daily_puzzle(day=today).mistake_id)
        DailyPuzzle.objects.all().delete()
    first, following = (among.index(one) for one in chosen)
    assert following == (first + 1) % len(among)


def test_days_without_a_puzzle_and_days_to_come_are_nowhere(puzzled):
    for day in ("2020-01-01", "3000-01-01", "today"):
        assert Client().get(f"/puzzle/{day}/").status_code == 404


def test_positions_that_ask_nothing_are_offered_no_more(puzzled):
    ana, today = signed_in("Ana"), timezone.now().date()
    assert daily_puzzle(day=today).mistake == puzzled
    DailyPuzzle.objects.create(
        day=today - timedelta(days=1), mistake=Mistake.objects.exclude(pk=puzzled.pk).first()
    )
    assert puzzle_days() == [today]
    assert Client().get(f"/puzzle/{today - timedelta(days=1)}/").status_code == 404
    assert f"/exercises/{puzzled.pk}/" in ana.get("/exercises/").content.decode()
    Mistake.objects.update(is_exercise=False)
    assert daily_puzzle(day=today) is None
    assert (
        "The first match that somebody plays to its end can bring one"
        in Client(headers=ENGLISH).get("/puzzle/").content.decode()
    )
    assert "Your matches are analysed once they are over" in ana.get("/exercises/").content.decode()
    better = mistake_of_any("Berta")
    Mistake.objects.filter(pk=better.pk).update(is_exercise=True)
    DailyPuzzle.objects.exclude(day=today).delete()
    assert daily_puzzle(day=today).mistake == better
    assert DailyPuzzle.objects.count() == 1


def mistake_of_any(name):
    return Mistake.objects.filter(player__name=name).latest("loss")


def judgement(*cards):
    """What an analysis says of cards: their names and how far they are behind, and how sure."""
    position = [
        {"card": card, "points": 60 - behind, "behind": behind, "behind_error": error,
         "win": 0.5, "right": behind <= 2 * error}
        for card, behind, error in cards
    ]  # fmt: skip
    return {"unit": "cards", "best": cards[0][0], "played": "E2", "exact": False, "cards": position}


POSITION = {
    "preset": "ludoteka", "players": 2, "asked": None, "partners": [], "faces": "off", "trump": "B",
    "turned": None, "stock": 0, "contract": None, "open_hands": [], "hand": ["O12", "C4", "E2"],
    "legal": ["O12", "C4", "E2"], "trick": [], "points": [0, 0], "tricks": [],
}  # fmt: skip


@pytest.mark.parametrize(
    ("chosen", "cards", "said"),
    [
        ("O12", [("O12", 0, 0), ("C4", 6.6, 0.3), ("E2", 6.6, 0.3)], "is the best card."),
        ("C4", [("O12", 0, 0), ("C4", 0.2, 0.3), ("E2", 6.6, 0.3)], "is as good as the best one, "),
        ("C4", [("O12", 0, 0), ("C4", 0.2, 0.3), ("E2", 0.1, 0.3)], "is as good as any other,"),
        ("E2", [("O12", 0, 0), ("C4", 0.2, 0.3), ("E2", 6.6, 0.3)], "Better: "),
    ],
)
def test_the_verdict_says_what_the_table_of_the_cards_shows(chosen, cards, said):
    judged = judgement(*cards)
    right = next(option["right"] for option in judged["cards"] if option["card"] == chosen)
    rules = build_ruleset("ludoteka", 2).rules
    with override("en"):
        position = _judged({**judged, "chosen": chosen, "right": right}, POSITION, rules)
    assert said in position["verdict"]
    assert ("as good" in position["verdict"]) <= right


def test_the_api_tells_the_solution_once_the_day_is_over(puzzled):
    today = timezone.now().date()
    daily_puzzle(day=today)
    assert ask("/puzzles/")["results"] == [today.isoformat()]
    now = ask(f"/puzzles/{today}/")
    assert now["solution"] is None
    assert now["position"] == position_of(puzzled)
    yesterday = today - timedelta(days=1)
    DailyPuzzle.objects.update(day=yesterday)
    later = ask(f"/puzzles/{yesterday}/")["solution"]
    assert later["best"] in now["position"]["legal"]
    refused(f"{V1}/puzzles/never/", 404, "not_found")
    refused(f"{V1}/puzzles/2020-01-01/", 404, "not_found")


def test_the_api_lists_the_mistakes_of_a_player(body):
    found = whole_list("/players/ana/mistakes/", 1)
    assert {one["at"] for one in found} == set(
        Mistake.objects.filter(player__name="Ana").values_list("at", flat=True)
    )


def test_without_its_analysis_a_position_cannot_be_answered(body):
    mistake = mistake_of("Ana")
    MatchAnalysis.objects.all().delete()
    assert answer(mistake=mistake, card="O1", player=None) is None


def test_the_accuracy_of_a_player_is_drawn_over_time():
    for day in range(3):
        analysed(stored(day=day))
    page = Client(headers=ENGLISH).get("/players/Ana/").content.decode()
    assert "Accuracy over time" in page


def test_answers_are_told_to_whom_they_are_of_and_go_with_the_account(body):
    ana = signed_in("Ana")
    mistake = mistake_of("Ana")
    ana.post(f"/exercises/{mistake.pk}/", {"card": position_of(mistake)["legal"][0]})
    user = User.objects.get(username="Ana")
    (position,) = personal_data(user.pk)["exercises"]
    assert position["mistake__at"] == mistake.at
    forget_player(user_id=user.pk)
    assert not ExerciseTry.objects.exists()


def test_the_lobby_shows_the_own_cards_that_cost_most_lately(body):
    mistake = mistake_of("Ana")
    Mistake.objects.exclude(pk=mistake.pk).update(is_exercise=False)
    Mistake.objects.filter(pk=mistake.pk).update(finished_at=timezone.now(), loss=9.4)
    pages = [
        signed_in(name).get("/", headers=ENGLISH).content.decode() for name in ("Ana", "Berta")
    ]
    points = points_lost_in(mistake.match_id)[mistake.at]
    assert round(points) != 9, "the box tells card points, not what the mistake weighs"
    title = f"A card that cost you {round(points)} points"
    assert [title in page for page in pages] == [True, False]
    assert f"−{points:.1f}" in pages[0]


def test_cards_that_cost_points_long_ago_are_left_out_of_the_lobby(body):
    Mistake.objects.update(finished_at=timezone.now() - timedelta(days=8))
    page = signed_in("Ana").get("/", headers=ENGLISH).content.decode()
    assert "cost you" not in page

"""Learning from one's mistakes and the puzzle of the day: from one seat alone, then the judgement."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.analysis import moment_at
from games.models import DailyPuzzle, ExerciseTry, Match, MatchAnalysis, Mistake, Player
from games.pages.exercises import _judged
from games.record.verify import checked_log
from games.selectors.exercises import position_of, puzzle_candidates, puzzle_days
from games.selectors.matches import record_json
from games.selectors.personal import personal_data
from games.services import exercises
from games.services.exercises import answer, daily_puzzle
from games.services.players import forget_player
from tests.analysis.analysed import analysed
from tests.api.support import V1, ask, refused, whole_list
from tests.stats.support import PEOPLE, log_of, player, stored

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def body():
    """The analysis of a match of Ana and Berta in which both made mistakes."""
    return analysed(stored(seed="2"))


def signed_in(name="Ana"):
    user = User.objects.create_user(name, f"{name}@example.org", "secret-word")
    Player.objects.filter(name=name).update(user=user)
    client = Client(headers=ENGLISH)
    client.force_login(user)
    return client


def mistake_of(name):
    return Mistake.objects.filter(player__name=name, is_exercise=True).latest("loss")


def test_one_meets_ones_own_mistakes_and_nobody_elses(body):
    ana = signed_in()
    assert ana.get(f"/exercises/{mistake_of('Ana').pk}/").status_code == 200
    assert ana.get(f"/exercises/{mistake_of('Berta').pk}/").status_code == 404
    assert Client().get(f"/exercises/{mistake_of('Ana').pk}/").status_code == 404


def test_a_position_tells_what_its_seat_saw_and_no_hidden_card(body):
    mistake = mistake_of("Ana")
    log = log_of(PEOPLE[:2], seed=f"2 {','.join(PEOPLE[:2])} 0")
    moment = moment_at(log, mistake.at)
    told = position_of(mistake)
    assert told["hand"] == list(moment.view.hand)
    deal = moment.state.deal
    hidden = {*deal.hands[1 - mistake.seat], *deal.stock[deal.drawn :]}
    page = signed_in().get(f"/exercises/{mistake.pk}/").content.decode()
    assert not [card for card in hidden if f'"{card}"' in page or f'-{card}"' in page]
    assert "Berta" not in page


def test_an_exercise_of_a_contract_tells_what_its_seat_knew_of_it():
    match = stored(PEOPLE[:5], preset="chiamata", options={"match.target": 2})
    analysed(match)
    log = checked_log(json.loads(record_json(match)))
    looked = 0
    for mistake in Mistake.objects.filter(match=match, at__contains="c"):
        moment, told = moment_at(log, mistake.at), position_of(mistake)
        knows = moment.view.contract
        place = (knows.caller - mistake.seat) % 5
        assert (told["contract"]["caller"], told["contract"]["target"]) == (place, knows.target)
        hidden = knows.partner is None
        assert (told["contract"]["partner"] is None) == hidden
        page = signed_in(mistake.player.name).get(f"/exercises/{mistake.pk}/").content.decode()
        assert ("Nobody has shown the card yet" in page) == (hidden and not knows.alone)
        assert "play for" in page or "plays for" in page or "and play" in page
        looked += 1
        User.objects.all().delete()
    assert looked


def test_a_wrong_card_is_told_the_better_one_and_a_right_one_solves(body):
    ana, mistake = signed_in(), mistake_of("Ana")
    plays = [play for deal in body["deals"] for play in deal["plays"]]
    told = next(play for play in plays if play["at"] == mistake.at)
    path = f"/exercises/{mistake.pk}/"
    wrong = ana.post(path, {"card": told["card"]}).content.decode()
    assert "Not the best" in wrong
    assert "Better:" in wrong
    right = ana.post(path, {"card": told["judged"]["best"]}).content.decode()
    assert "Not the best" not in right
    row = ExerciseTry.objects.get()
    assert (row.first_card, row.first_right, row.solved, row.tries) == (
        told["card"], False, True, 2,
    )  # fmt: skip
    overview = ana.get("/exercises/").content.decode()
    assert "1 solved of" in overview
    assert path not in overview


def test_a_card_that_cannot_be_played_is_no_answer(body):
    mistake = mistake_of("Ana")
    assert answer(mistake=mistake, card="O99", player=player("Ana")) is None
    answered = signed_in().post(f"/exercises/{mistake.pk}/", {"card": "O99"})
    assert answered["Location"] == f"/exercises/{mistake.pk}/"
    assert not ExerciseTry.objects.exists()


def test_strangers_and_those_without_mistakes_are_told_how_to_get_some():
    stranger = Client(headers=ENGLISH).get("/exercises/").content.decode()
    assert "Play a match first" in stranger
    stored()
    assert "There are none yet" in signed_in().get("/exercises/").content.decode()


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
    told = first.post("/puzzle/", {"card": position_of(puzzled)["hand"][0]}).content.decode()
    assert "Right" in told or "Not the best" in told
    assert not ExerciseTry.objects.exists()


def test_puzzles_come_from_public_matches_that_are_over(puzzled):
    Match.objects.update(public=False)
    assert daily_puzzle(day=timezone.now().date()) is None
    page = Client(headers=ENGLISH).get("/puzzle/").content.decode()
    assert "There is no puzzle yet" in page


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
    ana, today = signed_in(), timezone.now().date()
    assert daily_puzzle(day=today).mistake == puzzled
    DailyPuzzle.objects.create(
        day=today - timedelta(days=1), mistake=Mistake.objects.exclude(pk=puzzled.pk).first()
    )
    assert puzzle_days() == [today]
    assert Client().get(f"/puzzle/{today - timedelta(days=1)}/").status_code == 404
    assert f"/exercises/{puzzled.pk}/" in ana.get("/exercises/").content.decode()
    Mistake.objects.update(is_exercise=False)
    assert daily_puzzle(day=today) is None
    assert "There is no puzzle yet" in Client(headers=ENGLISH).get("/puzzle/").content.decode()
    assert "There are none yet" in ana.get("/exercises/").content.decode()
    better = mistake_of_any("Berta")
    Mistake.objects.filter(pk=better.pk).update(is_exercise=True)
    DailyPuzzle.objects.exclude(day=today).delete()
    assert daily_puzzle(day=today).mistake == better
    assert DailyPuzzle.objects.count() == 1


def mistake_of_any(name):
    return Mistake.objects.filter(player__name=name).latest("loss")


def judgement(*cards):
    """What an analysis says of cards: their names and how far they are behind, and how sure."""
    told = [
        {"card": card, "points": 60 - behind, "behind": behind, "behind_error": error,
         "win": 0.5, "right": behind <= 2 * error}
        for card, behind, error in cards
    ]  # fmt: skip
    return {"unit": "cards", "best": cards[0][0], "played": "E2", "exact": False, "cards": told}


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
    right = next(one["right"] for one in judged["cards"] if one["card"] == chosen)
    with override("en"):
        told = _judged(
            {**judged, "chosen": chosen, "right": right}, {"faces": "off", "asked": None}
        )
    assert said in told["verdict"]
    assert ("as good" in told["verdict"]) <= right


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
    ana = signed_in()
    mistake = mistake_of("Ana")
    ana.post(f"/exercises/{mistake.pk}/", {"card": position_of(mistake)["legal"][0]})
    user = User.objects.get(username="Ana")
    (told,) = personal_data(user.pk)["exercises"]
    assert told["mistake__at"] == mistake.at
    forget_player(user_id=user.pk)
    assert not ExerciseTry.objects.exists()


def test_the_lobby_leads_to_the_puzzle_once_there_is_one(body):
    assert "To the puzzle" in Client(headers=ENGLISH).get("/").content.decode()


def test_the_lobby_speaks_of_no_puzzle_before_any_match_was_analysed():
    assert "To the puzzle" not in Client(headers=ENGLISH).get("/").content.decode()

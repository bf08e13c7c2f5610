"""The queue of matches to be analysed: one result a match, whoever works, whatever dies."""

import json
from concurrent.futures import Future
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.analysis import analyse_log, asks_something, in_order
from games.models import CountedMatch, Match, MatchAnalysis, Mistake, SeatAnalysis
from games.models.analyses import AnalysisState
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.record.verify import checked_log
from games.selectors.matches import record_json
from games.services.analyses import (
    KEPT_FOR,
    MOST_TRIES,
    ask_for_analysis,
    drop_analysis,
    keep_analysis,
    queue_analysis,
    queue_old,
    record_of,
    take_analysis,
)
from games.services.match_ends import finish_match, open_held
from games.services.rulesets import engine_ruleset
from tests.analysis.analysed import analysed, body_of
from tests.stats.support import PEOPLE, log_of, running, stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def queued(match, **how):
    rules = engine_ruleset(match.ruleset, match.players).rules
    return queue_analysis(match=match, rules=rules, **how)


def take(worker="one", after=timedelta()):
    return take_analysis(worker=worker, now=NOW + after)


def test_a_match_is_queued_as_it_ends():
    match = running(PEOPLE[:2])
    log = log_of(PEOPLE[:2])
    log = type(log)(match.public_id, log.rules, log.dealer, log.state, log.entries, log.decks)
    finish_match(match_id=match.pk, log=log, finished_at=NOW)
    assert MatchAnalysis.objects.get().match_id == match.pk


def test_matches_of_people_come_before_those_of_bots_and_those_asked_for_before_all():
    bots = stored(PEOPLE[:2], kinds=dict.fromkeys(PEOPLE[:2], PlayerKind.BOT))
    people = stored(("Carles", "David"))
    asked = stored(("Elena", "Fidel"))
    assert queued(bots)
    assert queued(people)
    assert ask_for_analysis(match_id=asked.public_id)
    assert [take(str(number)).match_id for number in range(3)] == [asked.pk, people.pk, bots.pk]
    assert take("more") is None


def test_asking_brings_a_match_forward_and_queues_it_once():
    first, second = stored(), stored(("Carles", "David"))
    for match in (first, second, second):
        assert queued(match)
    assert ask_for_analysis(match_id=second.public_id)
    assert take().match_id == second.pk
    assert MatchAnalysis.objects.count() == 2


def test_a_game_that_cannot_be_judged_is_not_queued():
    match = stored(options={"play.cards_per_turn": 2})
    assert not queued(match)
    assert not ask_for_analysis(match_id=match.public_id)
    assert queue_old() == 0
    assert not MatchAnalysis.objects.exists()


def test_what_was_taken_is_given_to_nobody_else_until_its_worker_is_thought_dead():
    assert queued(stored())
    first = take("one")
    assert take("two") is None
    second = take("two", KEPT_FOR + timedelta(seconds=1))
    assert second.match_id == first.match_id
    body = body_of(second)
    assert not keep_analysis(taken=first, body=body, now=NOW)
    assert keep_analysis(taken=second, body=body, now=NOW)
    assert not keep_analysis(taken=second, body=body, now=NOW)
    assert SeatAnalysis.objects.count() == 2


def test_who_takes_a_match_that_another_takes_at_that_moment_gets_the_next(monkeypatch):
    for names in (PEOPLE[:2], PEOPLE[2:4]):
        assert queued(stored(names))
    update = MatchAnalysis.objects.none().__class__.update
    quicker = []

    def late(rows, **changes):
        if not quicker:
            quicker.append(rows[0].pk)
            row = MatchAnalysis.objects.filter(pk=quicker[0])
            update(row, state=AnalysisState.WORKING, taken_by="two", taken_at=NOW, tries=1)
        return update(rows, **changes)

    monkeypatch.setattr(MatchAnalysis.objects.none().__class__, "update", late)
    found = take("one")
    assert found.match_id != quicker[0]


def test_a_match_over_which_processes_die_is_left_alone():
    assert queued(stored())
    for number in range(MOST_TRIES):
        assert take(str(number), number * (KEPT_FOR + timedelta(seconds=1))) is not None
    assert take("last", 9 * KEPT_FOR) is None
    assert MatchAnalysis.objects.get().state == AnalysisState.FAILED
    assert queue_old(again=True) == 1
    assert take("again", 9 * KEPT_FOR) is not None


def test_what_is_given_back_is_there_for_the_next_and_counts_as_no_try():
    assert queued(stored())
    for number in range(2 * MOST_TRIES):
        drop_analysis(taken=take(str(number)), failed=False)
    drop_analysis(taken=take(), failed=True)
    assert take("more") is None
    assert MatchAnalysis.objects.get().state == AnalysisState.FAILED


def test_an_analysis_leaves_the_accuracy_of_each_seat_and_its_mistakes():
    match = stored()
    body = analysed(match)
    rows = SeatAnalysis.objects.filter(match=match).order_by("seat")
    assert [row.player.name for row in rows] == list(PEOPLE[:2])
    assert [row.accuracy for row in rows] == [seat["accuracy"] for seat in body["seats"]]
    made = [one for deal in body["deals"] for one in in_order(deal)]
    costly = {one["at"]: one for one in made if one["judged"]["loss"] >= 2}
    assert costly
    found = {row.at: row for row in Mistake.objects.filter(match=match)}
    assert set(found) == set(costly)
    for at, row in found.items():
        assert (row.seat, row.loss) == (costly[at]["seat"], costly[at]["judged"]["loss"])
        assert row.player == player_without_account(PEOPLE[row.seat])


def test_the_command_analyses_old_matches_and_those_that_wait(monkeypatch, capsys):
    matches = [stored(), stored(("Carles", "David")), stored(options={"play.cards_per_turn": 2})]
    bodies = {match.pk: body_of_match(match) for match in matches[:2]}
    monkeypatch.setattr(
        "games.management.commands.analyse_matches.ProcessPoolExecutor", AtOnce(bodies)
    )
    call_command("analyse_matches", processes=2)
    assert "2 matches queued\n2 matches analysed, 0 failed" in capsys.readouterr().out
    assert MatchAnalysis.objects.filter(state=AnalysisState.DONE).count() == 2
    call_command("analyse_matches")
    assert "0 matches analysed" in capsys.readouterr().out


def body_of_match(match):
    return analyse_log(checked_log(json.loads(record_json(match))), worlds=20).body


class AtOnce:
    """Stands for the pool of processes: its work is done when it is asked for."""

    def __init__(self, bodies):
        self.bodies = bodies

    def __call__(self, *_args, **_how):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        return None

    def submit(self, work, record):
        done = Future()
        taken = MatchAnalysis.objects.get(match__record__body=record)
        done.set_result(self.bodies[taken.pk])
        return done


def test_the_record_that_is_taken_is_that_of_the_match():
    match = stored()
    assert queued(match)
    assert record_of(take())["match"] == match.public_id


def test_a_match_that_is_held_back_is_not_analysed_before_it_is_shown():
    match = stored()
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.HELD, finished_at=None)
    CountedMatch.objects.filter(match=match).delete()
    assert not ask_for_analysis(match_id=match.public_id)
    assert queue_old() == 0
    assert open_held(match_id=match.pk, now=NOW)
    assert take().match_id == match.pk


def card(behind, error, win):
    return {"behind": behind, "behind_error": error, "win": win}


@pytest.mark.parametrize(
    ("cards", "asked"),
    [
        ([card(0, 0, 0.6), card(3.0, 0.2, 0.6), card(5, 0.2, 0.6)], True),
        ([card(0, 0, 0.6), card(2.9, 0.2, 0.57), card(6.6, 0.2, 0.5)], False),
        ([card(0, 0, 0.6), card(1.0, 0.2, 0.55)], False),
        ([card(0, 0, 0.6), card(0.1, 0.2, 0.6), card(6.6, 0.2, 0.2)], False),
        ([card(0, 0, 0.6), card(4.0, 2.1, 0.6)], False),  # not sure
        ([card(0, 0, 1.0), card(6.6, 0.2, 1.0)], False),  # won already
        ([card(0, 0, 0.0), card(6.6, 0.2, 0.0)], False),  # lost already
        ([card(0, 0, 1.0), card(6.6, 0.0, 0.0)], True),  # all hangs on it
        ([card(0, 0, 0.5), card(2.0, 0.2, 0.52), card(8, 0.2, 0.1)], False),
        ([card(0, 0, 0.5)], False),
    ],
)
def test_an_exercise_has_one_clearly_best_card_in_a_deal_that_is_open(cards, asked):
    assert asks_something({"loss": 2.0, "weight": 2.0, "cards": cards}) is asked


def test_a_loss_of_game_points_is_weighed_before_it_is_asked_about():
    cards = [card(0, 0, 0.5), card(0.1, 0.01, 0.5)]
    assert asks_something({"loss": 0.1, "weight": 3.0, "cards": cards})
    assert not asks_something({"loss": 0.1, "weight": 2.0, "cards": cards})


def test_only_what_asks_something_is_stored_as_an_exercise():
    match = stored()
    body = analysed(match)
    plays = {made["at"]: made for deal in body["deals"] for made in in_order(deal)}
    rows = Mistake.objects.filter(match=match)
    assert {row.is_exercise for row in rows} == {True, False}
    for row in rows:
        assert row.is_exercise == asks_something(plays[row.at]["judged"])

"""What a review, an exercise, a hint or a puzzle must not tell: cards of a deal that is not over for all."""

import random
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone

from games.analysis import judge, played_cards_of
from games.bots.evaluation import evaluator, variant_evaluator
from games.bots.evaluation.advice import advise
from games.engine import apply, view_for
from games.models import DailyPuzzle, Match, MatchAnalysis, Mistake, SeatAnalysis
from games.models.matches import MatchStatus
from games.puzzles.selectors.exercises import exercise, view_json
from games.puzzles.services.exercises import daily_puzzle
from games.services.analyses import ask_for_analysis, queue_old, take_analysis
from tests.analysis.analysed import analysed
from tests.bots.evaluation.test_evaluator_in_family import a_card, dealt, hidden_otherwise
from tests.stats.support import PEOPLE, log_of, running, stored
from tests.support.people import player_without_account

NOW = timezone.now()


@pytest.fixture
def planted():
    """A match with an analysis and mistakes, as if it had been made too early."""
    match = stored()
    analysed(match)
    Mistake.objects.update(is_exercise=True)
    return match


@pytest.mark.django_db
@pytest.mark.parametrize("status", [MatchStatus.HELD, MatchStatus.PLAYING, MatchStatus.ABANDONED])
def test_of_a_match_that_is_not_shown_nothing_is_told_even_if_it_were_there(planted, status):
    Match.objects.filter(pk=planted.pk).update(status=status, finished_at=None)
    path, stranger = f"/matches/{planted.public_id}/", Client()
    for address in (f"/api/v1{path}analysis/", path, f"{path}record/"):
        answer = stranger.get(address)
        assert answer.status_code in (200, 302, 404, 409), address
        text = answer.content.decode()
        assert "d1t" not in text
        assert "judged" not in text
    assert stranger.get(f"/api/v1{path}analysis/").status_code in (404, 409)
    owner = player_without_account(PEOPLE[0])
    assert all(exercise(owner.pk, played.pk) is None for played in Mistake.objects.all())
    assert daily_puzzle(day=NOW.date()) is None
    assert stranger.post(f"{path}analyse/").status_code == 404


@pytest.mark.django_db
def test_a_match_that_is_not_shown_is_never_taken_to_be_analysed():
    for status in (MatchStatus.HELD, MatchStatus.PLAYING, MatchStatus.ABANDONED):
        match = stored(seed=str(status))
        MatchAnalysis.objects.create(match=match, priority=MatchAnalysis.First.ASKED)
        Match.objects.filter(pk=match.pk).update(status=status)
        assert not ask_for_analysis(match_id=match.public_id)
    assert queue_old(again=True) == 0
    assert take_analysis(worker="one", now=NOW) is None


@pytest.mark.django_db
def test_a_running_match_leaves_nothing_behind_that_could_be_asked_for():
    match = running()
    assert not ask_for_analysis(match_id=match.public_id)
    assert queue_old() == 0
    for model in (MatchAnalysis, Mistake, SeatAnalysis, DailyPuzzle):
        assert not model.objects.exists()


@pytest.mark.django_db
def test_how_many_come_before_tells_nothing_of_matches_that_are_held_back():
    shown, held = stored(seed="shown"), stored(seed="held")
    Match.objects.filter(pk=held.pk).update(status=MatchStatus.HELD, finished_at=None)
    ask_for_analysis(match_id=held.public_id)
    ask_for_analysis(match_id=shown.public_id)
    told = Client().get(f"/api/v1/matches/{shown.public_id}/analysis/").json()
    assert told["ahead"] == 0


def test_a_deck_that_was_dealt_before_in_the_match_is_judged_as_if_it_never_had_been():
    """Of a duplicate match the second time: what lay where the first time changes nothing."""
    log = log_of(PEOPLE[:2])
    moment = next(played for played in played_cards_of(log) if played.trick == 6)
    first = judge(moment.view, moment.play.card, "dice", 40)
    later = replace(moment, state=moment.state.replace(number=2))
    second = judge(later.view, later.play.card, "dice", 40)
    assert first is not None
    assert second is not None
    assert first.as_json() == second.as_json()


@pytest.mark.parametrize(("preset", "players"), [("ludoteka", 2), ("ludoteka", 4), ("scoperta", 2)])
def test_a_hint_and_the_work_it_takes_are_the_same_whatever_is_hidden(preset, players, monkeypatch):
    """Not only the answer: as many deals are drawn and played out, from the same dice."""
    rng = random.Random(f"hint {preset} {players}")
    work = []
    draw = evaluator.draw_worlds

    def counted(view, seen, policy, count, dice, **how):
        drawn = draw(view, seen, policy, count, dice, **how)
        work.append((count, drawn.hands.tobytes(), drawn.stock.tobytes()))
        return drawn

    for module in (evaluator, variant_evaluator):
        monkeypatch.setattr(module, "draw_worlds", counted)
    looked = 0
    rules = log_of(PEOPLE[:players], preset=preset).rules
    while looked < 3:
        state = dealt(rules, rng)
        for _ in range(rng.randrange(3 * players)):
            state, _ = apply_card(state, rng)
        other = hidden_otherwise(state, state.turn, rng)
        if preset == "scoperta":  # there the other hand is no secret
            stock = list(state.deal.stock[state.deal.drawn :])
            rng.shuffle(stock)
            stock = (*state.deal.stock[: state.deal.drawn], *stock)
            other = state.replace(deal=state.deal.replace(stock=stock))
        views = view_for(state, state.turn), view_for(other, state.turn)
        if views[0] != views[1]:
            continue
        work.clear()
        found = [advise(view, random.Random(7), worlds=30) for view in views]
        assert found[0] == found[1]
        assert work[0] == work[1]
        looked += 1


def apply_card(state, rng):
    """The state after a card at random."""
    return apply(state, a_card(state, rng))


@pytest.mark.parametrize(("preset", "players"), [("chiamata", 5), ("rematada", 3), ("ludoteka", 4)])
def test_an_exercise_names_no_card_and_no_seat_that_its_own_seat_could_not_see(preset, players):
    rng = random.Random(f"told {preset}")
    rules = log_of(PEOPLE[:players], preset=preset).rules
    for _ in range(6):
        state = dealt(rules, rng)
        for _ in range(rng.randrange(2 * players)):
            state, _ = apply_card(state, rng)
        seat, deal = state.turn, state.deal
        told = view_json(view_for(state, seat))
        hidden = {card for at, hand in enumerate(deal.hands) if at != seat for card in hand}
        hidden |= set(deal.stock[deal.drawn :])
        contract = deal.special.contract if deal.special else None
        if contract is not None:
            hidden |= set(contract.discards) if contract.caller != seat else set()
            hidden.discard(contract.card)  # named by the caller, held by nobody knows whom
            known = {contract.caller, contract.partner} if seat == contract.partner else set()
            if not contract.revealed and seat not in known:
                assert told["contract"]["partner"] is None
        assert not [card for card in hidden if f"'{card}'" in str(told)]

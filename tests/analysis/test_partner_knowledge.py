"""Which decisions of partners count, and what is stored of them."""

from __future__ import annotations

import json
import random
import zlib
from datetime import timedelta
from io import StringIO

import numpy as np
import pytest
from django.core.management import call_command
from django.utils import timezone

from games.analysis import partner_knowledge
from games.analysis.match_analysis import analyse_log
from games.analysis.partner_knowledge import asked_card, has_pairs, pair_decisions, shared_view
from games.analysis.played_cards import played_cards_of
from games.analysis.worker import PAIRS_KEY, analyse_packed
from games.bots.evaluation.evaluator import evaluate
from games.bots.knowledge.base_game import card_plays, knowledge_of, with_hands
from games.bots.knowledge.determinization import draw_worlds
from games.bots.simulation.policy import policy_for
from games.engine import build_ruleset
from games.models import Match, MatchAnalysis, PairDecisions
from games.selectors.partner_knowledge import find_partner_suspicions
from games.services.analyses import ask_for_analysis, keep_analysis, take_analysis
from games.services.collusion_counts import store_pair_decisions
from tests.stats.support import PEOPLE, log_of, stored
from tests.support.people import player_without_account

FOUR = PEOPLE[:4]
PAIRED = {"teams": "pairs"}


@pytest.mark.parametrize(
    ("own", "shared", "asked"),
    [
        ({"1o": (0, 0), "2o": (3, 0.5)}, {"1o": (3, 0.5), "2o": (0, 0)}, "2o"),
        ({"1o": (0, 0), "2o": (0.9, 0.1)}, {"1o": (3, 0.5), "2o": (0, 0)}, None),
        ({"1o": (0, 0), "2o": (3, 2.0)}, {"1o": (3, 0.5), "2o": (0, 0)}, None),
        ({"1o": (0, 0), "2o": (3, 0.5)}, {"1o": (0.5, 0.1), "2o": (0, 0)}, None),
        ({"1o": (0, 0), "2o": (3, 0.5)}, {"1o": (0, 0), "2o": (3, 0.5)}, None),
    ],
)
def test_a_decision_counts_where_both_views_clearly_ask_for_other_cards(own, shared, asked):
    assert asked_card(own, shared) == asked


def test_who_sees_a_hand_deals_it_to_its_seat_and_to_nobody_else():
    log = log_of(FOUR, options=PAIRED)
    for moment in list(played_cards_of(log))[:30]:
        hand = moment.state.deal.hands[(moment.seat + 2) % 4]
        seen = with_hands(knowledge_of(moment.view), {(moment.seat + 2) % 4: hand})
        worlds = draw_worlds(
            moment.view, seen, policy_for(log.rules), 20, np.random.default_rng(1), particles=50
        )
        codes = {seen.codes[card] for card in hand}
        for row in worlds.hands:
            held = [set(cards.tolist()) - {-1} for cards in row]
            assert codes <= held[(moment.seat + 2) % 4]
            assert len(codes) == moment.view.counts[(moment.seat + 2) % 4]


def test_only_pairs_of_two_are_judged():
    assert has_pairs(build_ruleset("ludoteka", 4, PAIRED).rules)
    assert has_pairs(build_ruleset("ludoteka", 6, PAIRED).rules)
    assert not has_pairs(build_ruleset("ludoteka", 6, {"teams": "threes"}).rules)
    assert not has_pairs(build_ruleset("ludoteka", 2).rules)


def test_the_same_match_gives_the_same_decisions(monkeypatch):
    monkeypatch.setattr(partner_knowledge, "CLEAR_MARGIN_POINTS", 0.2)
    log = log_of(FOUR, options=PAIRED, seed="pairs")
    body = analyse_log(log, worlds=60).body
    found = [pair.as_json() for pair in pair_decisions(log, body, worlds=60)]
    assert found == [pair.as_json() for pair in pair_decisions(log, body, worlds=60)]
    assert [pair["seats"] for pair in found] == [[0, 2], [1, 3]]
    assert sum(pair["decisions"] for pair in found) > 0
    assert all(pair["followed"] <= pair["decisions"] for pair in found)
    assert all(pair["deals"] == len(log.state.results) for pair in found)


@pytest.mark.django_db
def test_decisions_are_stored_apart_and_never_published_with_the_analysis(monkeypatch):
    match = stored(FOUR, options=PAIRED)
    record = bytes(match.record.body)
    monkeypatch.setattr("games.analysis.match_analysis.WORLDS_PER_CHOICE", 40)
    monkeypatch.setattr("games.analysis.partner_knowledge.PARTNER_WORLDS", 40)
    body = analyse_packed(record)
    assert len(body[PAIRS_KEY]) == 2
    assert ask_for_analysis(match_id=match.public_id)
    taken = take_analysis(worker="w", now=timezone.now())
    assert taken is not None
    assert keep_analysis(taken=taken, body=body, now=timezone.now())
    assert PairDecisions.objects.count() == 2
    row = MatchAnalysis.objects.get(match=match)
    assert PAIRS_KEY not in json.loads(zlib.decompress(bytes(row.body)))
    PairDecisions.objects.all().delete()
    out = StringIO()
    call_command("partner_knowledge", stdout=out)
    call_command("partner_knowledge", stdout=out)
    assert out.getvalue().splitlines() == ["1 matches computed", "0 matches computed"]
    assert PairDecisions.objects.count() == 2


def sums(played: int, other: int, decisions: int, followed: int, deals: int = 80) -> list[dict]:
    found = {"decisions": decisions, "followed": followed, "deals": deals, "places": []}
    return [{"seats": [played, other], **found}]


@pytest.mark.django_db
def test_storing_again_replaces_and_casual_matches_store_nothing():
    match = stored(FOUR, options=PAIRED)
    store_pair_decisions(match=match, pairs=sums(0, 2, 5, 1))
    store_pair_decisions(match=match, pairs=sums(0, 2, 7, 2))
    row = PairDecisions.objects.get()
    assert (row.decisions, row.followed) == (7, 2)
    assert {row.one, row.other} == {
        player_without_account(FOUR[0]),
        player_without_account(FOUR[2]),
    }
    Match.objects.filter(pk=match.pk).update(rated=False)
    match.refresh_from_db()
    store_pair_decisions(match=match, pairs=sums(0, 2, 7, 2))
    assert not PairDecisions.objects.exists()


@pytest.mark.django_db
def test_partners_who_follow_each_others_cards_are_shown_with_their_figures():
    match = stored(FOUR, options=PAIRED)
    now = match.finished_at + timedelta(days=1)
    for number in range(20):
        played, other = player_without_account(f"A{number}"), player_without_account(f"B{number}")
        PairDecisions.objects.create(
            match=match, one=played, other=other, decisions=200, deals=70,
            followed=130 if number == 7 else 55 + number, finished_at=match.finished_at,
        )  # fmt: skip
    (found,) = find_partner_suspicions(now)
    assert found.players == (player_without_account("A7").pk, player_without_account("B7").pk)
    assert (found.evidence.decisions, found.evidence.followed) == (200, 130)
    assert found.pairs_in_band == 19
    assert found.z > 4
    assert found.log_likelihood_ratio > 8
    assert find_partner_suspicions(now + timedelta(days=400)) == []


def test_a_shared_view_knows_more_than_the_own_cards():
    log = log_of(FOUR, options=PAIRED)
    moment = next(played for played in played_cards_of(log) if len(card_plays(played.view)) > 1)
    own = evaluate(moment.view, random.Random(1), 50)
    assert set(shared_view(moment, "1", 50)) == {played.action.card for played in own.cards}

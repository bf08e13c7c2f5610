"""Which decisions count for an opponent, what is stored of them, and who is shown to people."""

from __future__ import annotations

import json
import random
import zlib
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.analysis import partner_knowledge
from games.analysis.match_analysis import analyse_log
from games.analysis.opponent_favours import (
    favour_cards,
    favour_decisions,
    has_third_sides,
    joint_behind,
)
from games.analysis.played_cards import played_cards_of
from games.analysis.worker import OPPONENTS_KEY, analyse_packed
from games.bots.evaluation.evaluator import evaluate
from games.bots.knowledge.base_game import card_plays
from games.engine import build_ruleset
from games.models import Match, MatchAnalysis, OpponentDecisions, Player
from games.selectors.opponent_favours import find_favour_suspicions
from games.services.analyses import ask_for_analysis, keep_analysis, take_analysis
from games.services.collusion_counts import store_opponent_decisions
from games.services.players import forget_player
from games.site.personal_data import personal_data
from tests.stats.support import PEOPLE, log_of, stored
from tests.support.people import player_without_account

THREE = PEOPLE[:3]
OWN = {"1o": (0.0, 0.0), "2o": (3.0, 0.5), "3o": (2.0, 0.5)}


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        ({"1o": (4, 0.5), "2o": (0, 0), "3o": (5, 1)}, OWN, {1: "2o"}),
        # a card that favours both favours nobody in particular
        (
            {"1o": (4, 0.5), "2o": (0, 0), "3o": (5, 1)},
            {"1o": (4, 0.5), "2o": (0, 0), "3o": (5, 1)},
            {},
        ),
        (
            {"1o": (4, 0.5), "2o": (0, 0), "3o": (5, 1)},
            {"1o": (4, 0.5), "2o": (6, 1), "3o": (0, 0)},
            {1: "2o", 2: "3o"},
        ),
        ({"1o": (0.5, 0.1), "2o": (0, 0), "3o": (5, 1)}, OWN, {}),
    ],
)
def test_a_decision_counts_for_the_opponent_whom_alone_a_card_favours(first, second, asked):
    assert favour_cards(OWN, [OWN, first, second], 0) == asked


def test_two_sides_together_lose_what_the_third_gains():
    log = log_of(THREE)
    moment = next(played for played in played_cards_of(log) if len(card_plays(played.view)) > 1)
    found = evaluate(moment.view, random.Random(1), 60, joint=True)
    own, *_rest = sides = joint_behind(found)
    assert len(sides) == 3
    seat = moment.seat
    assert sides[seat] == {
        played.action.card: (played.behind, played.behind_error) for played in found.cards
    }
    # the points of all three are always 120: what a card is behind for two follows from the third
    left, right = (sides[(seat + way) % 3] for way in (1, 2))
    cards = list(own)
    gains = [[-values[card][0] for card in cards] for values in (sides[seat], left, right)]
    for at in range(1, len(cards)):
        mine, with_left, with_right = (row[at] - row[0] for row in gains)
        assert with_left + with_right == pytest.approx(mine, abs=1e-6)


def test_joint_values_change_nothing_of_the_analysis_and_are_not_part_of_it(monkeypatch):
    monkeypatch.setattr(partner_knowledge, "CLEAR_MARGIN_POINTS", 0.2)
    log = log_of(THREE, options={"match.target": 3})
    plain, made = analyse_log(log, worlds=40), analyse_log(log, worlds=40, joint=True)
    assert made.body == plain.body
    with_values = favour_decisions(log, made.body, judged=made.judged)
    again = favour_decisions(log, plain.body, worlds=40)
    assert [played.as_json() for played in with_values] == [played.as_json() for played in again]
    assert sum(len(played.places) for played in again) > 0
    assert all(played.seats[0] != played.seats[1] for played in again)
    assert all(played.followed == sum(played for *_, played in played.places) for played in again)


def test_only_games_with_more_than_two_sides_are_looked_at():
    assert has_third_sides(build_ruleset("ludoteka", 3).rules)
    assert has_third_sides(build_ruleset("ludoteka", 4, {"teams": "individual"}).rules)
    assert has_third_sides(build_ruleset("ludoteka", 6, {"teams": "pairs"}).rules)
    assert not has_third_sides(build_ruleset("ludoteka", 4, {"teams": "pairs"}).rules)
    assert not has_third_sides(build_ruleset("ludoteka", 2).rules)


@pytest.mark.django_db
def test_decisions_are_stored_apart_and_never_published_with_the_analysis(monkeypatch):
    match = stored(THREE)
    monkeypatch.setattr("games.analysis.match_analysis.WORLDS_PER_CHOICE", 40)
    body = analyse_packed(bytes(match.record.body))
    assert len(body[OPPONENTS_KEY]) == 6
    assert ask_for_analysis(match_id=match.public_id)
    taken = take_analysis(worker="w", now=timezone.now())
    assert taken is not None
    assert keep_analysis(taken=taken, body=body, now=timezone.now())
    row = MatchAnalysis.objects.get(match=match)
    assert OPPONENTS_KEY not in json.loads(zlib.decompress(bytes(row.body)))
    first = list(OpponentDecisions.objects.order_by("pk").values_list("player", "places"))
    assert len(first) == 6
    OpponentDecisions.objects.all().delete()
    out = StringIO()
    call_command("partner_knowledge", stdout=out)
    call_command("partner_knowledge", stdout=out)
    assert out.getvalue().splitlines() == ["1 matches computed", "0 matches computed"]
    again = list(OpponentDecisions.objects.order_by("pk").values_list("player", "places"))
    assert again == first


def rows(decisions: int, followed: int) -> list[dict]:
    places = [["d1t1c1", "O1", True]]
    return [
        {
            "seats": [0, 1],
            "decisions": decisions,
            "followed": followed,
            "deals": 9,
            "places": places,
        }
    ]


@pytest.mark.django_db
def test_storing_again_replaces_and_casual_matches_store_nothing():
    match = stored(THREE)
    store_opponent_decisions(match=match, rows=rows(5, 1))
    store_opponent_decisions(match=match, rows=rows(7, 2))
    row = OpponentDecisions.objects.get()
    assert (row.decisions, row.followed, row.places) == (7, 2, [["d1t1c1", "O1", True]])
    assert (row.player, row.opponent) == (
        player_without_account(THREE[0]),
        player_without_account(THREE[1]),
    )
    Match.objects.filter(pk=match.pk).update(rated=False)
    match.refresh_from_db()
    store_opponent_decisions(match=match, rows=rows(7, 2))
    assert not OpponentDecisions.objects.exists()


@pytest.mark.django_db
def test_who_favours_one_opponent_is_shown_and_who_gives_to_everybody_is_not():
    match = stored(THREE)
    now = match.finished_at + timedelta(days=1)
    for number in range(15):
        table = [player_without_account(f"{letter}{number}") for letter in "ABC"]
        for played in table:
            for other in table:
                if played != other:
                    favours = number == 7 and (played, other) == (table[0], table[1])
                    gives = number == 9 and played == table[2]
                    OpponentDecisions.objects.create(
                        match=match, player=played, opponent=other, decisions=200, deals=70,
                        followed=110 if favours or gives else 40 + number,
                        finished_at=match.finished_at,
                    )  # fmt: skip
    (found,) = find_favour_suspicions(now)
    assert (found.player, found.opponent) == (
        player_without_account("A7").pk,
        player_without_account("B7").pk,
    )
    assert (found.evidence.followed, found.others.followed) == (110, 47)
    assert found.z > 4
    assert find_favour_suspicions(now + timedelta(days=400)) == []


@pytest.mark.django_db
def test_a_download_has_ones_own_decisions_and_a_deleted_account_leaves_none(django_user_model):
    match = stored(THREE)
    store_opponent_decisions(match=match, rows=rows(5, 1))
    found = []
    for name in THREE[:2]:
        user = django_user_model.objects.create_user(name)
        Player.objects.filter(name=name).update(user=user)
        found.append((personal_data(user.pk) or {})["opponent_decisions"])
    assert [row["decisions"] for row in found[0]] == [5]
    assert found[1] == []
    forget_player(user_id=user.pk)
    assert not OpponentDecisions.objects.exists()

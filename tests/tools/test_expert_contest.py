"""Contests that show what a part of the expert brings."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.bots import bot_named
from games.bots.evaluation.judgement import Judgement
from games.bots.players.expert_bot import ExpertBot
from games.engine import Card, MatchState, PlayerView, build_ruleset, view_for
from tests.support.bot_deals import duel
from tools.laboratory import expert_contest


def with_few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = ExpertBot.__init__
    monkeypatch.setattr(
        ExpertBot, "__init__", lambda self, worlds=20, **how: usual(self, min(worlds, 20), **how)
    )


@pytest.mark.parametrize("part", expert_contest.PARTS)
def test_a_contest_plays_every_deck_for_both_sides(
    monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    with_few_worlds(monkeypatch)
    found, took = expert_contest.contest(part, build_ruleset("briscola", 2).rules, 1, "t")
    assert sum(items for _, items in found.wins.clusters.values()) == 2
    assert 0 <= found.wins.value <= 1
    assert took > 0


@pytest.mark.parametrize("players", [2, 4])
def test_hands_that_are_seen_are_the_true_ones(
    monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    with_few_worlds(monkeypatch)
    told, evaluate = [], expert_contest.evaluate

    def noted(view: PlayerView, *rest: Any, hands: dict[int, tuple[Card, ...]]) -> Judgement:
        told.append((view.seat, hands))
        return evaluate(view, *rest, hands=hands)

    seen: list[dict[int, tuple[Card, ...]]] = []
    monkeypatch.setattr(expert_contest, "evaluate", noted)
    bot = expert_contest.SeeingExpert()

    def watch(state: MatchState) -> None:
        bot.see(state)
        before = len(told)
        bot.choose(view_for(state, state.turn), Random(1))
        if len(told) > before:
            seat, hands = told[-1]
            assert hands == {
                each: hand for each, hand in enumerate(state.deal.hands) if each != seat
            }
            seen.append(hands)

    rules = build_ruleset("briscola", players).rules
    duel(rules, bot_named("random"), bot_named("random"), 1, "s", watch)
    assert len(seen) > 20

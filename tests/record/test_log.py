"""The log numbers what happened and leads to the same state again."""

import random
from dataclasses import replace

import pytest

from games.engine import (
    ArmExchange,
    Cut,
    DealCards,
    IllegalAction,
    PlayCard,
    build_ruleset,
    legal_actions,
)
from games.record import LogError, MatchLog, open_deal
from tests.record.played import TABLES, played_match

RULES = build_ruleset("ludoteka", 2).rules


def replayed(log, entries=None, decks=None):
    return MatchLog.replay(
        log.match_id,
        log.rules,
        log.dealer,
        log.entries if entries is None else entries,
        log.decks if decks is None else decks,
    )


@pytest.fixture
def armed():
    """A log whose eldest holds the trump two and has armed the exchange before leading."""
    log = MatchLog.begin("m", RULES, 0)
    log.apply(Cut(1, 20), by="player", ms=5, client_id="a")
    rest = [card for card in RULES.deck if card not in ("O2", "O6")]
    deck = ("O2", *rest[:5], "O6", *rest[5:])
    log.apply(DealCards(deck), by="host", client_id="b")
    log.apply(ArmExchange(1), by="player", client_id="c")
    return log


def test_public_actions_count_up_and_private_ones_stay_below(armed):
    armed.apply(ArmExchange(1, False), by="player")
    armed.apply(PlayCard(1, "O2"), by="player")
    assert [(entry.seq, entry.sub) for entry in armed.entries] == [
        (1, 0),
        (2, 0),
        (2, 1),
        (2, 2),
        (3, 0),
    ]
    assert armed.seq == 3


def test_a_refused_action_leaves_no_trace(armed):
    before, entries = armed.state, list(armed.entries)
    with pytest.raises(IllegalAction):
        armed.apply(PlayCard(0, "O2"), by="player")
    assert armed.state is before
    assert armed.entries == entries


def test_the_deck_is_not_in_the_entries(armed):
    assert armed.entries[1].action == {"type": "deal"}
    assert "E12" not in repr(armed)
    assert armed.decks[1][0] == "O2"


@pytest.mark.parametrize(("preset", "players", "teams"), TABLES)
def test_replaying_leads_to_the_same_state(preset, players, teams):
    log = played_match(preset, players, teams)[0].log
    again = replayed(log)
    assert again.state == log.state
    assert again.entries == log.entries


def test_entries_out_of_order_are_refused():
    log = played_match()[0].log
    late = [replace(entry, seq=entry.seq + 1) for entry in log.entries]
    with pytest.raises(LogError):
        replayed(log, late)


def test_a_missing_deck_is_refused():
    log = played_match()[0].log
    with pytest.raises(LogError, match="deck of deal 1"):
        replayed(log, decks={})


def test_an_unknown_action_of_the_host_is_refused():
    log = played_match()[0].log
    entries = [log.entries[0], replace(log.entries[1], action={"type": "shuffle"})]
    with pytest.raises(LogError, match="host"):
        replayed(log, entries)


def test_a_person_who_does_not_cut_is_cut_for_in_the_middle_and_flagged():
    log = MatchLog.begin("m", RULES, 0)
    opened = open_deal(log, house=[0], token_bytes=random.Random(1).randbytes)
    assert (opened.cut, opened.cut_by) == (Cut(1, 20), "clock")
    assert opened.block["flags"] == ["cut_by_clock", "nonce_missing:1"]
    assert opened.block["client_commits"][1] is None


def test_a_bot_cuts_within_the_range():
    rng = random.Random(2)
    log = MatchLog.begin("m", RULES, 0)
    cuts = {open_deal(log, house=[0, 1], token_bytes=rng.randbytes).cut.at for _ in range(400)}
    assert min(cuts) == 4
    assert max(cuts) == 36


def test_opening_a_deal_brings_the_log_to_the_lead():
    log = MatchLog.begin("m", RULES, 0)
    open_deal(log, house=[0], token_bytes=random.Random(1).randbytes, cut=12).apply_to(log)
    assert log.state.phase == "play"
    assert log.fairness[1]["cut"] == 12
    assert legal_actions(log.state, 1)

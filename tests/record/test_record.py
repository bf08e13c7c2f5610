"""A record holds a match completely, in the promised shape."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from games.engine import (
    ArmExchange,
    NextDeal,
    Offer,
    PlayCard,
    Reply,
    Resign,
    Resume,
    build_ruleset,
    legal_actions,
)
from games.record import MatchLog, Sitter, build_record, checked_log, open_deal, verify_record
from games.record.errors import RecordError
from games.record.record import rfc3339
from tests.record.played import TABLES, played_match, record_of

NOW = datetime(2026, 3, 1, 18, 4, 5, 123000, tzinfo=UTC)
SITTERS = [Sitter("ana", "human"), Sitter("rules 1", "bot")]

KEYS = {
    "format", "match", "preset", "rules", "rules_hash", "seats", "sides", "started_at",
    "finished_at", "deals", "score", "winners", "ended_by",
}  # fmt: skip
DEAL_KEYS = {
    "number", "dealer", "deck", "trump", "fairness", "contract", "actions", "tricks", "points",
    "game_points", "extras", "ended_by",
}  # fmt: skip
PROOF_KEYS = {
    "scheme", "match", "deal", "rules", "server_commit", "server_seed", "client_commits",
    "nonces", "cut", "flags",
}  # fmt: skip


def rebuilt(record, log):
    sitters = [Sitter(seat["player"], seat["kind"]) for seat in record["seats"]]
    moments = [datetime.fromisoformat(record[name]) for name in ("started_at", "finished_at")]
    return build_record(log, sitters=sitters, started_at=moments[0], finished_at=moments[1])


def begun(seed=b"s", rules=None):
    """A two-player log at the first lead, seat 1 a person's."""
    log = MatchLog.begin("m1", rules or build_ruleset("ludoteka", 2).rules, 0)
    open_deal(log, house=[1], token_bytes=lambda size: (seed * 32)[:size]).apply_to(log)
    return log


def play_on(log, plays=10**6):
    while log.state.phase == "play" and plays:
        seat = log.state.turn
        log.apply(legal_actions(log.state, seat)[0], by="player", ms=10)
        plays -= 1
    return log


def record_for(log, sitters=SITTERS):
    return build_record(log, sitters=sitters, started_at=NOW, finished_at=NOW)


@pytest.mark.parametrize(("preset", "players", "teams"), TABLES)
def test_holds_what_the_format_promises(preset, players, teams):
    record = record_of(preset, players, teams)
    assert set(record) == KEYS
    assert all(set(deal) == DEAL_KEYS for deal in record["deals"])
    first, *rest = [set(deal["fairness"]) for deal in record["deals"]]
    assert first == {*PROOF_KEYS, "dealer"}
    assert all(keys == PROOF_KEYS for keys in rest)
    actions = [action for deal in record["deals"] for action in deal["actions"]]
    assert [action["seq"] for action in actions] == list(range(1, len(actions) + 1))
    assert all(sum(deal["points"]["seats"]) == 120 for deal in record["deals"])


@pytest.mark.parametrize(("preset", "players", "teams"), TABLES)
@pytest.mark.parametrize("bots", ["random", "rules"])
def test_every_record_verifies_and_comes_back_the_same(preset, players, teams, bots):
    record = record_of(preset, players, teams, bots=bots)
    log = checked_log(record)
    assert json.dumps(rebuilt(record, log)) == json.dumps(record)
    played = played_match(preset, players, teams, bots=bots)[0].log
    assert log.rules.ruleset.hash == played.rules.ruleset.hash
    # compiled rules are kept for a while only, and are equal to nothing but themselves
    assert log.state.replace(rules=played.rules) == played.state


def test_an_armed_exchange_stands_right_after_the_play_that_carried_it_out():
    for seed in "abcdefghijklmnop":
        record = record_of(seed=seed, bots="rules", target=3)
        actions = [action for deal in record["deals"] for action in deal["actions"]]
        kinds = [action["type"] for action in actions]
        if "exchange" in kinds:
            break
    at = kinds.index("exchange")
    assert "arm_exchange" in kinds[:at]
    assert kinds[at - 1] == "play"
    assert set(actions[at]) == {"seq", "seat", "type", "give", "take", "by", "ms"}
    verify_record(record)


def test_who_acted_and_how_long_it_took_are_kept():
    log = play_on(begun(), 1)
    assert log.entries[-1].by == "player"
    log.apply(Resign(1), by="clock", ms=77)
    actions = record_for(log)["deals"][0]["actions"]
    assert [(action["by"], action["ms"]) for action in actions] == [
        ("bot", 0),
        ("player", 10),
        ("clock", 77),
    ]


def test_a_match_resigned_in_the_middle_of_a_trick_verifies():
    log = play_on(begun(), 5)
    log.apply(Resign(0), by="player")
    record = record_for(log)
    deal = record["deals"][-1]
    assert record["ended_by"] == deal["ended_by"] == "resigned"
    assert record["winners"] == [1]
    assert deal["tricks"][-1]["winner"] is None
    assert len(deal["tricks"][-1]["plays"]) == 1
    assert deal["game_points"] == [0, 0]
    verify_record(record)


@pytest.mark.parametrize("cut", [False, True])
def test_a_match_resigned_between_deals_ends_with_the_deal_before(cut):
    log = play_on(begun())
    log.apply(NextDeal(), by="host")
    if cut:
        opened = open_deal(log, house=[1], token_bytes=bytes)
        log.apply(opened.cut, by=opened.cut_by)
    log.apply(Resign(1), by="player")
    record = record_for(log)
    assert len(record["deals"]) == 1
    assert record["deals"][0]["actions"][-1]["type"] == "resign"
    verify_record(record)


def test_a_match_resigned_before_its_first_deal_verifies():
    log = MatchLog.begin("m1", build_ruleset("ludoteka", 2).rules, 0)
    log.apply(Resign(1), by="player")
    record = record_for(log)
    assert record["deals"][0]["deck"] == []
    assert record["winners"] == [0]
    verify_record(record)


def test_an_abandoned_match_verifies_and_has_no_winner():
    record = record_for(play_on(begun(), 6))
    assert (record["ended_by"], record["winners"]) == ("abandoned", [])
    verify_record(record)


def test_an_arrastre_is_told_with_its_card():
    rules = build_ruleset("catalan", 2, {"match.target": 1}).rules
    for seed in range(200):
        log = begun(bytes([seed]), rules)
        ace = f"{log.state.deal.trump}1"
        if ace in log.state.deal.hands[1]:
            break
    log.apply(PlayCard(1, ace, "arrastre"), by="player")
    record = record_for(play_on(log))
    assert record["deals"][0]["actions"][1]["announce"] == "arrastre"
    assert record["deals"][0]["tricks"][0]["plays"][0]["announce"] == "arrastre"
    verify_record(record)


def test_calling_off_an_armed_exchange_is_kept():
    rules = build_ruleset("ludoteka", 2, {"match.target": 1}).rules
    for seed in range(200):
        log = begun(bytes([seed]), rules)
        if ArmExchange(1, True) in legal_actions(log.state, 1):
            break
    log.apply(ArmExchange(1, True), by="player")
    log.apply(ArmExchange(1, False), by="player")
    record = record_for(play_on(log))
    assert [action["type"] for action in record["deals"][0]["actions"][:3]] == [
        "cut",
        "arm_exchange",
        "arm_exchange",
    ]
    verify_record(record)


def test_moments_are_utc():
    madrid = NOW.astimezone(timezone(timedelta(hours=1)))
    assert rfc3339(madrid) == "2026-03-01T18:04:05.123Z"


@pytest.mark.parametrize("plays", [9, 99], ids=["in a trick", "between deals"])
def test_a_match_drawn_by_agreement_verifies(plays):
    log = play_on(begun(), plays)
    log.apply(Offer(1, "draw"), by="player")
    log.apply(Reply(0, "draw", True), by="bot")
    record = record_for(log)
    deal = record["deals"][-1]
    assert (record["ended_by"], record["winners"]) == ("agreed", [])
    assert deal["ended_by"] == ("played_out" if plays == 99 else "agreed")
    assert [action["type"] for action in deal["actions"][-2:]] == ["offer", "reply"]
    verify_record(record)
    with pytest.raises(RecordError, match="winners"):
        verify_record({**record, "winners": [1]})
    deal["actions"][-1]["yes"] = False
    with pytest.raises(RecordError):
        verify_record(record)


def test_a_pause_stands_in_the_record_and_changes_nothing():
    log = play_on(begun(), 5)
    for action in (Offer(1, "pause"), Reply(0, "pause", True), Resume(1)):
        log.apply(action, by="player")
    log = play_on(log)
    record = record_for(log)
    kinds = [action["type"] for action in record["deals"][0]["actions"]]
    assert {"offer", "reply", "resume"} <= set(kinds)
    verify_record(record)

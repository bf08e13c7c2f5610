"""What is said to change nothing in a game changes nothing: two matches are played card by card."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.engine import (
    OPTIONS,
    PRESETS,
    DealCards,
    MatchState,
    NextDeal,
    Resign,
    Ruleset,
    RulesetError,
    apply,
    build_ruleset,
    legal_actions,
    start,
)
from games.engine.actions import Claim
from games.record.dealing import dealer_draw
from games.rules_text.clauses import matters

PAIRS = 12
DEALS = 2


def value(name: str, rng: random.Random) -> Any:
    """Any value of an option."""
    option = OPTIONS[name]
    match option.kind:
        case "bool":
            return rng.random() < 0.5
        case "int":
            return rng.randint(int(option.low), min(int(option.high), 200))
        case "float":
            return rng.choice([0, 0.5, 1])
        case "enum":
            return rng.choice(option.values)
    return rng.sample(option.values, 2)


def built(preset: str, players: int, changes: dict[str, Any]) -> Ruleset | None:
    """The ruleset, where there is one."""
    try:
        return build_ruleset(preset, players, changes).rules.ruleset
    except RulesetError:
        return None


def pairs(preset: str, rng: random.Random) -> list[tuple[str, Ruleset, Ruleset]]:
    """Rulesets that differ in one option, which matters in neither."""
    found: list[tuple[str, Ruleset, Ruleset]] = []
    while len(found) < PAIRS:
        players = rng.choice(sorted(PRESETS[preset].players))
        changes = {name: value(name, rng) for name in rng.sample(sorted(OPTIONS), 2)}
        one = built(preset, players, changes)
        if one is None:
            continue
        name = rng.choice(sorted(set(OPTIONS) - matters(players, one.options)))
        other = built(preset, players, {**changes, name: value(name, rng)})
        if other is None or other == one or name in matters(players, other.options):
            continue
        found.append((name, one, other))
    return found


def next_action(state: MatchState, rng: random.Random) -> Any:
    """What is done next, by chance alone."""
    match state.phase:
        case "deal_over":
            return NextDeal()
        case "draw_dealer":
            return dealer_draw(state.rules, rng.randbytes)
        case "deal":
            return DealCards(tuple(rng.sample(state.rules.deck, len(state.rules.deck))))
    assert state.turn is not None
    legal = legal_actions(state, state.turn)
    return rng.choice([one for one in legal if not isinstance(one, Resign | Claim)])


@pytest.mark.parametrize("preset", PRESETS)
def test_an_option_that_does_not_matter_changes_nothing_in_play(preset):
    rng = random.Random(f"matters {preset}")
    for name, one, other in pairs(preset, rng):
        dealer = rng.randrange(one.players)
        state, twin = (start(each.rules, dealer=dealer) for each in (one, other))
        while state.number <= DEALS and state.phase != "match_over":
            for seat in range(one.players):
                assert legal_actions(state, seat) == legal_actions(twin, seat), (name, one.options)
            action = next_action(state, rng)
            state, _events = apply(state, action)
            twin, _events = apply(twin, action)
            assert (state.phase, state.turn) == (twin.phase, twin.turn), (name, one.options)
            assert (state.score, state.winners) == (twin.score, twin.winners), (name, one.options)

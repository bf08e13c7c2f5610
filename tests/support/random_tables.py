"""Rulesets for random tests: presets, seatings, and changed options."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Final

from games.engine import PRESETS, Rules, RulesetError, build_ruleset

OPTION_CHANGES: Final[tuple[dict[str, Any], ...]] = (
    {"peek.at_deal": True},
    {"peek.at_deal": True, "peek.six": True},
    {"talk.mode": "senas"},
    {"talk.mode": "senas", "talk.seen_by": "gaze"},
    {"talk.mode": "senas", "talk.truth": "free", "talk.leak": 0.5},
    {"talk.mode": "parlant_tapat"},
    {"talk.mode": "parlant_tapat", "talk.truth": "free"},
    {"talk.mode": "parlant"},
    {"talk.penalty": "warn"},
    {"talk.penalty": "lose_deal"},
    {"first_dealer": "high_card"},
    {"trump.source": "rotation"},
    {"trump.source": "rotation", "match.end": "four_trumps"},
    {"trump.source": "none_yet", "marriage.mode": "declared"},
    {"marriage.mode": "declared"},
    {"marriage.mode": "captured", "marriage.scope": "same_trick"},
    {"exchange.timing": "any_time", "exchange.deadline": "last_card"},
    {"exchange.deadline": "penultimate", "exchange.chain": False},
    {"play.cards_per_turn": 2},
    {"deal.draw": "by_seat"},
    {"deal.draw": "by_seat", "exchange.timing": "any_time", "claim": True},
    {"play.must_follow": True},
    {"play.obligations": "follow_trump"},
    {"play.obligations": "tute_strict"},
    {"claim": True, "claim.false": "open_hand", "arrastre": True},
    {"claim": True, "claim.false": "nothing"},
    {"muerte": True},
    {"muerte": True, "muerte.friendly": "ignored"},
    {"open_hands": True},
    {"open_hands": True, "open_stock": "top"},
    {"open_hands": True, "open_stock": "all"},
    {"deck.french": "kqj"},
    {"deck.french": "1098"},
    {"deck.french": "all52"},
    {"deck.removed": "italian"},
    {"ranks": "swap_3_7"},
    {"ranks": "tuscan"},
    {"match.tie": "draw", "match.max_deals": 3},
    {"score.policy": "stay_under"},
    {"auction.kind": "points"},
    {"auction.all_pass": "dealer_forced"},
    {"auction.points_after_two": False},
    {"chiamata.dark": True, "chiamata.dark_first": "retroactive"},
    {"chiamata.call_rule": "highest_missing", "gingo.own_call": True},
    {"chiamata.cappotto": True},
    {"play.first_lead": "declarer"},
    {"rematada.award": "made"},
)
"""Changes of options, tried with every preset; those that contradict the others are left out."""
UNCHANGED_OPTIONS: Final = frozenset(
    {
        "teams", "exchange.enabled", "exchange.prearm", "exchange.won_scope", "match.decide_by",
        "match.target", "match.unit", "tie.chain", "score.hundred", "mexican.limit", "mexican.none",
        "pot.stake", "pot.on_tie", "auction.min", "auction.step", "chiamata.scoring",
        "rematada.talon",
    }
)  # fmt: skip
"""Options that OPTION_CHANGES leave as they are: presets or seatings set them, or they only count results."""


def plain_tables(
    players: Iterable[int] | None = None, presets: Iterable[str] = tuple(PRESETS)
) -> list[Rules]:
    """Return the rules of every preset in every seating, for these numbers of players or all."""
    counts = None if players is None else set(players)
    return [
        build_ruleset(name, count, {"teams": teams}).rules
        for name in presets
        for count, ways in PRESETS[name].players.items()
        if counts is None or count in counts
        for teams in ways
    ]


def with_extras(rules: Rules, rng: random.Random, most: int = 3) -> Rules:
    """Return rules with at most `most` random changes of options that fit together."""
    changed_rules, changes_left = rules, rng.randint(1, most)
    ruleset = rules.ruleset
    for extra in rng.sample(OPTION_CHANGES, len(OPTION_CHANGES)):
        try:
            changed = build_ruleset(ruleset.preset, ruleset.players, {**ruleset.options, **extra})
            changed_rules = changed.rules
        except RulesetError:
            continue
        ruleset, changes_left = changed, changes_left - 1
        if not changes_left:
            break
    return changed_rules


def by_preset(tables: Iterable[Rules], turn: int) -> Rules:
    """Return the rules for a turn, so that presets come equally often and seatings rotate."""
    groups: dict[str, list[Rules]] = {}
    for rules in tables:
        groups.setdefault(rules.ruleset.preset, []).append(rules)
    rounds, place = divmod(turn, len(groups))
    group = list(groups.values())[place]
    return group[rounds // 2 % len(group)]


def describe_table(rules: Rules) -> str:
    """Return rules as text: preset, players, seating, and the options that differ from the preset."""
    ruleset = rules.ruleset
    defaults = build_ruleset(
        ruleset.preset, ruleset.players, {"teams": ruleset.options["teams"]}
    ).options
    changed = [
        f"{name}={value}" for name, value in ruleset.options.items() if defaults[name] != value
    ]
    return " ".join([ruleset.preset, f"for {ruleset.players}", defaults["teams"], *changed])

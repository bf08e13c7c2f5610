"""Every level plays every game of the family to its end, and the rules level is no fool in any."""

import random

import pytest

from games.bots import BOT_NAMES, bot_named
from games.bots.evaluation import bidding, contract_choice
from games.bots.knowledge import contract_game
from games.engine import PRESETS, build_ruleset
from tests.support.bot_deals import duel, play_deal
from tests.support.bot_matches import Contest, play_contest

TABLES = [
    (preset, players, teams)
    for preset, data in PRESETS.items()
    for players, ways in data.players.items()
    for teams in ways
]
DEALS = 72
"""Of each table, the sides turned."""


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch):
    """Whoever looks ahead does so a little: here it counts that it plays at all."""
    monkeypatch.setattr(bot_named("expert"), "worlds", 8)
    monkeypatch.setattr(contract_choice, "MAX_WORLDS", 4)
    monkeypatch.setattr(bidding, "DEALS_PER_OPTION", 4)
    monkeypatch.setattr(contract_game, "PARTICLES", 8)


def whole_match(rules, level, seed):
    """A match of this level; who looks ahead shares the table with who does not, as it takes long."""
    bots = (level, "rules") if level == "expert" else (level,)
    return next(play_contest(Contest(rules, bots, 1, seed)))


@pytest.mark.parametrize("level", BOT_NAMES)
@pytest.mark.parametrize(("preset", "players", "teams"), TABLES)
def test_plays_whole_matches(level, preset, players, teams):
    changes = {"teams": teams, "match.target": 1}
    if preset == "gingo":
        changes["match.max_deals"] = 2
    rules = build_ruleset(preset, players, changes).rules
    assert whole_match(rules, level, "whole").log.state.phase == "match_over"


OPTIONS = [
    ("ludoteka", 4, {"talk.mode": "senas"}),
    ("ludoteka", 4, {"talk.mode": "senas", "talk.seen_by": "gaze"}),
    ("ludoteka", 6, {"talk.mode": "senas", "talk.truth": "free", "talk.leak": 0.5}),
    ("ludoteka", 6, {"talk.mode": "parlant_tapat"}),
    ("ludoteka", 4, {"talk.mode": "parlant_tapat", "talk.truth": "free"}),
    ("ludoteka", 4, {"talk.mode": "parlant"}),
    ("ludoteka", 4, {"peek.at_deal": True}),
    ("muerte_al_tres", 4, {"talk.mode": "senas"}),
    ("ludoteka", 2, {"play.cards_per_turn": 2}),
    ("ludoteka", 2, {"deck.french": "all52"}),
    ("ludoteka", 4, {"deck.french": "all52", "ranks": "swap_3_7"}),
    ("ludoteka", 2, {"ranks": "tuscan"}),
    ("ludoteka", 3, {"ranks": "lombard"}),
    ("ludoteka", 3, {"open_hands": True, "open_stock": "all"}),
    ("scoperta", 2, {"open_stock": "top"}),
    ("ludoteka", 2, {"trump.source": "rotation", "match.end": "four_trumps"}),
    ("mariaje", 2, {"marriage.mode": "declared"}),
    ("mariaje", 3, {"marriage.mode": "declared", "trump.source": "none_yet"}),
    ("ludoteka", 3, {"play.obligations": "tute_strict"}),
    ("mexican", 3, {"mexican.none": "fewest"}),
    ("chiamata", 5, {"auction.points_after_two": False}),
    ("chiamata_buia", 5, {"chiamata.dark_first": "retroactive"}),
    ("gingo", 5, {"gingo.own_call": True, "match.max_deals": 2}),
    ("chiamata", 5, {"auction.all_pass": "dealer_forced", "play.must_follow": True}),
    ("rematada", 3, {"auction.step": 5, "play.obligations": "tute_strict"}),
]


@pytest.mark.parametrize("level", BOT_NAMES)
@pytest.mark.parametrize(("preset", "players", "changes"), OPTIONS)
def test_plays_with_the_options_of_the_family(level, preset, players, changes):
    rules = build_ruleset(preset, players, {"match.target": 1, **changes}).rules
    assert whole_match(rules, level, "options").log.state.phase == "match_over"


@pytest.mark.parametrize(("preset", "players", "teams"), TABLES)
def test_the_rules_level_beats_the_random_level(preset, players, teams):
    rules = build_ruleset(preset, players, {"teams": teams}).rules
    decks = DEALS // len(rules.sides)
    found = duel(rules, bot_named("rules"), bot_named("random"), decks, "claim")
    assert found.ahead.value > 2 * found.ahead.error, (found.wins.value, found.others.value)


@pytest.mark.parametrize("preset", [name for name in PRESETS if 5 in PRESETS[name].players])
def test_the_rules_level_makes_more_game_points_than_greedy_players(preset):
    rules = build_ruleset(preset, 5).rules
    found = duel(rules, bot_named("rules"), bot_named("greedy"), 60, "claim")
    assert found.lead.value > 2 * found.lead.error


def test_open_hands_are_made_use_of():
    shares = []
    for preset in ("briscola", "scoperta"):
        rules = build_ruleset(preset, 2).rules
        shares.append(duel(rules, bot_named("rules"), bot_named("greedy"), 100, "open").wins.value)
    assert shares[1] > shares[0] + 0.1


@pytest.mark.parametrize("preset", ["chiamata", "chiamata_punti", "gingo", "rematada"])
def test_few_deals_are_thrown_in(preset):
    players = next(iter(PRESETS[preset].players))
    rules = build_ruleset(preset, players).rules
    found = duel(rules, bot_named("rules"), bot_named("rules"), 100 // players, "bids")
    assert found.empty / (100 // players * players) < 0.25


@pytest.mark.parametrize("preset", ["chiamata_buia", "rematada", "mexican", "ludoteka"])
def test_the_same_seed_plays_the_same(preset):
    players = next(iter(PRESETS[preset].players))
    rules = build_ruleset(preset, players).rules
    deck = tuple(random.Random(4).sample(rules.deck, len(rules.deck)))
    bots = [bot_named(BOT_NAMES[seat % len(BOT_NAMES)]) for seat in range(players)]
    first, second = (play_deal(rules, deck, 0, bots, random.Random(9)) for _ in range(2))
    assert first == second

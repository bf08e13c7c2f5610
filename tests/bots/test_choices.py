"""How bots are written changes nothing of what they choose: from equal views and dice the same.

Whoever means to change what a level plays measures the strength (`tools/bench/bots_ladder.py`), and takes the
new sums from what the failed test says.
"""

import hashlib
import random

import pytest

from games.bots import bot_named
from games.engine import PlayCard, apply, build_ruleset, view_for
from tests.bots.dealt import dealt

GAMES = (
    ("ludoteka", 2, "individual"),
    ("ludoteka", 4, "pairs"),
    ("ludoteka", 3, "individual"),
    ("mexican", 4, "individual"),
    ("mariaje", 2, "individual"),
    ("muerte_al_tres", 4, "pairs"),
    ("scoperta", 2, "individual"),
    ("chiamata", 5, "individual"),
    ("rematada", 3, "individual"),
)
EVERY = 5
"""One of so many views of a deal that rules bots play is chosen from."""


def choices(level):
    """What this level chooses, a line each."""
    bot, rules_bot = bot_named(level), bot_named("rules")
    for preset, players, teams in GAMES:
        state = dealt(build_ruleset(preset, players, {"teams": teams}).rules, random.Random(preset))
        for at in range(300):
            if state.phase != "play" or state.turn is None:
                break
            view = view_for(state, state.turn)
            if at % EVERY == 0:
                action = bot.choose(view, random.Random(at))
                yield action.card if isinstance(action, PlayCard) else type(action).__name__
            state, _ = apply(state, rules_bot.choose(view, random.Random(at)))


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("greedy", "ca44d3580eb902d8"),
        ("rules", "1de3a9d5a3cfa811"),
        ("learned", "5b7e3ac67fe7982f"),
        ("expert", "8333f6655670e42f"),
    ],
)
def test_a_level_chooses_what_it_chose(level, expected):
    chosen = "\n".join(choices(level))
    assert hashlib.sha256(chosen.encode()).hexdigest()[:16] == expected

"""How the house asks a bot for its turn."""

import random

from games.engine import PlayCard, is_private
from games.live.house import turn_of
from tests.engine.builders import dealt, rules_for


def test_what_nobody_sees_does_not_cost_a_bot_its_card():
    rules = rules_for(players=4, talk__mode="senas", talk__seen_by="gaze")
    state = dealt(rules, "O7 C3 E6 | O10 C5 E5 | O3 C6 B1 | O2 C7 B6", "O12")
    for seed in range(20):
        actions = turn_of("rules", state, 0, random.Random(seed))
        assert [is_private(action) for action in actions] == [True] * (len(actions) - 1) + [False]
        assert actions[-1] == PlayCard(0, "E6")

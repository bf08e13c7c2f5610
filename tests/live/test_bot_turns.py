"""How the house asks a bot for its turn."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from games.bots import bot_named
from games.engine import Answer, Ask, PlayCard, Say, is_private
from games.live.match.autoplay import Autoplay, choose_turn
from games.live.match_state.bot_replies import replies
from tests.engine.builders import dealt, rules_for


def test_what_nobody_sees_does_not_cost_a_bot_its_card():
    rules = rules_for(players=4, talk__mode="senas", talk__seen_by="gaze")
    state = dealt(rules, "O7 C3 E6 | O10 C5 E5 | O3 C6 B1 | O2 C7 B6", "O12")
    for seed in range(20):
        actions = choose_turn("rules", state, 0, random.Random(seed))
        assert [is_private(action) for action in actions] == [True] * (len(actions) - 1) + [False]
        assert actions[-1] == PlayCard(0, "E6")


class Asked:
    """Thinkers that answer at once, and remember what they were asked."""

    def __init__(self, answer):
        self.answer, self.views = answer, []

    async def choose(self, level, view, seed, spent):
        self.views.append((level, view))
        return self.answer

    def stop(self):
        pass


def thought_over(level, state, answer):
    """What the house does on a bot's turn, and what its thinkers were asked."""
    house = Autoplay(None, random.Random(1))
    house.stop()
    house._quick_bots = ThreadPoolExecutor(1)
    house._pool = asked = Asked(answer)
    info = SimpleNamespace(dice=b"")
    game = SimpleNamespace(state=state, info=info)
    actions = asyncio.run(house._think(game, state.turn, level))
    house.stop()
    return actions, asked.views


def test_the_expert_is_thought_over_elsewhere_from_the_view_of_its_seat():
    state = dealt(rules_for(players=2), "O7 C3 E6 | O10 C5 E5", "O12")
    answer = PlayCard(state.turn, state.deal.hands[state.turn][1])
    actions, asked = thought_over("expert", state, answer)
    assert actions[-1] == answer
    assert [level for level, _ in asked] == ["expert"]
    assert asked[0][1].hand == state.deal.hands[state.turn]


def test_without_an_answer_the_expert_plays_as_the_learned_bot_would():
    state = dealt(rules_for(players=2), "O7 C3 E6 | O10 C5 E5", "O12")
    for answer in (None, PlayCard(state.turn, "B1")):
        actions, _ = thought_over("expert", state, answer)
        assert actions == thought_over("learned", state, None)[0]


@pytest.mark.parametrize("level", ["random", "greedy", "rules", "learned"])
def test_other_levels_think_at_once(level):
    state = dealt(rules_for(players=2), "O7 C3 E6 | O10 C5 E5", "O12")
    assert thought_over(level, state, None)[1] == []


def test_games_that_nobody_looks_ahead_in_ask_no_process():
    rules = rules_for(players=2, play__cards_per_turn=2)
    state = dealt(rules, "O7 C3 E6 | O10 C5 E5", "O12")
    assert thought_over("expert", state, None)[1] == []


def talking(mode):
    """Three tricks before the end of a deal in which partners talk so."""
    rules = rules_for(players=4, talk__mode=mode)
    state = dealt(rules, "O1 C3 E6 | O11 C5 E5 | O3 C6 B1 | O7 C7 B6", "O12")
    return state.replace(deal=state.deal.replace(stock=(), drawn=0, turned=None))


def test_the_expert_may_name_its_cards_before_it_plays():
    words = Say(0, "O1 C3 E6")
    actions, asked = thought_over("expert", talking("parlant"), words)
    assert actions[-1] == words
    assert bot_named("expert").choose(asked[0][1], random.Random(1)) == words


def spoken(mode, said, levels):
    """Return the replies of bots of these levels, one for each seat, to these words of seat 0."""
    game = SimpleNamespace(state=talking(mode), seq=7, bot_at=levels.get)
    return [step.action for step in replies(game, said)]


@pytest.mark.parametrize(
    ("mode", "said", "reply"),
    [
        ("parlant_tapat", Ask(0, 2, "brisca"), Answer(2, 0, True)),
        ("parlant", Say(0, "O1 C3 E6"), Say(2, "O3 C6 B1")),
    ],
)
def test_a_bot_replies_at_once_to_a_partner(mode, said, reply):
    assert spoken(mode, said, {2: "expert", 1: "expert"}) == [reply]
    assert spoken(mode, said, {2: "greedy", 1: "expert"}) == []


def test_a_bot_does_not_reply_to_words_that_name_no_cards():
    assert spoken("parlant", Say(0, "hola"), {2: "expert"}) == []

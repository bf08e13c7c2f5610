"""Contests of the expert with itself, which measure the effect of one of its parts.

    python -m tools.laboratory.expert_contest [--part net] [--preset briscola] [--players 2] [--decks 1000]

The parts: `net`, the net's score that is added to the results of rollouts, in a game of two; `reading`,
the weights that the others' plays give to layouts of the hidden cards; `worlds`, four times as many
layouts; `hands`, the sight of all hands, which no player has and which bounds the effect of reading. A
side of experts with that part plays experts without it, every deck once for each side, in a game that
counts as the base game. The seed of the decks is not that of any training.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Final

from games.bots import Bot
from games.bots.evaluation.evaluator import WORLDS, evaluate
from games.bots.evaluation.judgement import Judgement
from games.bots.players.expert_bot import ExpertBot
from games.engine import Action, Card, MatchState, PlayCard, PlayerView, Rules, build_ruleset
from tests.support.bot_deals import Duel, Watch, duel, ignore

WORLDS_FACTOR: Final = 4
"""Number of layouts in the part `worlds`, as a multiple of the expert's."""


class TimedBot:
    """Bot that measures the time of each choice among several cards, in ms."""

    def __init__(self, bot: Bot) -> None:
        self.name, self._bot, self.times = bot.name, bot, list[float]()

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return the bot's action; record the time in ms if several cards could be played."""
        began = time.perf_counter()
        action = self._bot.choose(view, rng)
        if isinstance(action, PlayCard) and len(view.hand) > 1:
            self.times.append(1000 * (time.perf_counter() - began))
        return action


class SeeingExpert(ExpertBot):
    """Expert bot that sees all hands, as no player may at a table."""

    def __init__(self) -> None:
        super().__init__()
        self._hands: tuple[tuple[Card, ...], ...] = ()

    def see(self, state: MatchState) -> None:
        """Remember all hands of a match's state, for the next choice."""
        assert state.deal is not None
        self._hands = state.deal.hands

    def judge(self, view: PlayerView, rng: random.Random) -> Judgement:
        """Return the worth of each card against the others' true hands."""
        hands = {seat: hand for seat, hand in enumerate(self._hands) if seat != view.seat}
        return evaluate(view, rng, self.worlds, hands=hands)


def _seeing_experts() -> tuple[ExpertBot, ExpertBot, Watch]:
    """Return an expert that sees all hands, a normal one, and the callback that shows the hands."""
    bot = SeeingExpert()
    return bot, ExpertBot(), bot.see


PARTS: Final[dict[str, Callable[[], tuple[ExpertBot, ExpertBot, Watch]]]] = {
    "net": lambda: (ExpertBot(), ExpertBot(with_net=False), ignore),
    "reading": lambda: (ExpertBot(), ExpertBot(infer=False), ignore),
    "worlds": lambda: (ExpertBot(WORLDS_FACTOR * WORLDS), ExpertBot(), ignore),
    "hands": _seeing_experts,
}
"""Expert with the part, expert without it, and callback for each state, by the name of the part."""


def contest(part: str, rules: Rules, decks: int, seed: str) -> tuple[Duel, float]:
    """Return the results of the expert with a part against one without, and its median move time in ms."""
    bot, other, watch = PARTS[part]()
    timed = TimedBot(bot)
    outcome = duel(rules, timed, other, decks, seed, watch)
    return outcome, statistics.median(timed.times)


def main() -> None:
    """Play the contest of the command line; print the share of the deals that the expert with the part wins."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--part", choices=PARTS, default="net")
    parser.add_argument("--preset", default="briscola")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decks", type=int, default=1000)
    parser.add_argument("--seed", default="parts")
    options = parser.parse_args()
    rules = build_ruleset(options.preset, options.players).rules
    outcome, median_ms = contest(options.part, rules, options.decks, options.seed)
    print(
        f"{options.part}, {options.preset} of {options.players}: {outcome.as_text(rules)}, "
        f"{options.decks} decks, {median_ms:.1f} ms a move"
    )


if __name__ == "__main__":
    main()

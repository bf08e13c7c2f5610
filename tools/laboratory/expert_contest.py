"""Contests of the expert with itself: what one part of it brings.

    python -m tools.laboratory.expert_contest [--part net] [--preset briscola] [--players 2] [--decks 1000]

The parts: `net`, the net's score that counts besides what rollouts say, at a game of two; `reading`,
the weights that the others' plays give to layouts of the hidden cards; `worlds`, four times as many
layouts; `hands`, which no player has: the sight of all hands, a bound of what reading could ever
bring. A side of experts with that part plays experts without it, every deck once for each side, in a
game that counts as the base game. The seed of the decks is not that of any training.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable
from typing import Final

from games.bots.evaluation.evaluator import WORLDS, evaluate
from games.bots.evaluation.judgement import Judgement
from games.bots.players.expert_bot import ExpertBot
from games.engine import Card, MatchState, PlayerView, Rules, build_ruleset
from tools.laboratory.bot_deals import Duel, Watch, duel, ignore
from tools.laboratory.net_contest import TimedBot

MORE: Final = 4
"""So many times the usual layouts, where they are the part in question."""


class SeeingExpert(ExpertBot):
    """An expert who sees all hands, as nobody may at a table."""

    def __init__(self) -> None:
        super().__init__()
        self._hands: tuple[tuple[Card, ...], ...] = ()

    def see(self, state: MatchState) -> None:
        """Look at all hands."""
        assert state.deal is not None
        self._hands = state.deal.hands

    def judge(self, view: PlayerView, rng: random.Random) -> Judgement:
        """Return what each card is worth against the others' true hands."""
        hands = {seat: hand for seat, hand in enumerate(self._hands) if seat != view.seat}
        return evaluate(view, rng, self.worlds, hands=hands)


def _seeing() -> tuple[ExpertBot, ExpertBot, Watch]:
    """Return an expert who sees all hands, the usual one, and how the first one sees."""
    bot = SeeingExpert()
    return bot, ExpertBot(), bot.see


PARTS: Final[dict[str, Callable[[], tuple[ExpertBot, ExpertBot, Watch]]]] = {
    "net": lambda: (ExpertBot(), ExpertBot(with_net=False), ignore),
    "reading": lambda: (ExpertBot(), ExpertBot(infer=False), ignore),
    "worlds": lambda: (ExpertBot(MORE * WORLDS), ExpertBot(), ignore),
    "hands": _seeing,
}
"""Name of a part -> the expert with it, the one without it, and what looks at each state."""


def contest(part: str, rules: Rules, decks: int, seed: str) -> tuple[Duel, float]:
    """Return the results of the expert with a part, and the median of its moves in ms."""
    bot, other, watch = PARTS[part]()
    timed = TimedBot(bot)
    found = duel(rules, timed, other, decks, seed, watch)
    return found, statistics.median(timed.times)


def main() -> None:
    """Play, and print the share of the deals that the expert with the part wins."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--part", choices=PARTS, default="net")
    parser.add_argument("--preset", default="briscola")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decks", type=int, default=1000)
    parser.add_argument("--seed", default="parts")
    options = parser.parse_args()
    rules = build_ruleset(options.preset, options.players).rules
    found, took = contest(options.part, rules, options.decks, options.seed)
    print(
        f"{options.part}, {options.preset} of {options.players}: {found.as_text(rules)}, "
        f"{options.decks} decks, {took:.1f} ms a move"
    )


if __name__ == "__main__":
    main()

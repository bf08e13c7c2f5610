"""A contest of `learned` with its net against the table alone, at the base game of two.

    python -m tools.laboratory.net_contest [--decks 2000] [--seed net]

Every deck is played once for each side, with the exchange of the turned card (`ludoteka`) and
without it (`briscola`).
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from games.bots import Bot, bot_named
from games.bots.evaluation.base_scores import exact, features_of, liking
from games.bots.knowledge.base_game import card_plays, is_open, knowledge_of
from games.bots.players.learned_bot import before_card, best_of
from games.bots.simulation.card_net import Net
from games.engine import Action, PlayCard, PlayerView, build_ruleset
from tools.laboratory.bot_deals import duel

PRESETS = ("ludoteka", "briscola")
"""Games with the exchange of the turned card and without it."""


class NetBot:
    """The learned bot of the base game of two by its table and any net, or by its table alone."""

    name = "net"

    def __init__(self, net: Net | None = None) -> None:
        self._net = net

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return an action to be taken before a card, else the card with the highest score."""
        first = before_card(view, rng)
        if first is not None:
            return first
        cards, seen = card_plays(view), knowledge_of(view)
        values = exact(seen) if is_open(seen) else liking(seen)
        if self._net is not None and not is_open(seen):
            more = self._net.scores(*features_of(view, seen))
            values = {
                card: values[card] + float(each) for card, each in zip(seen.hand, more, strict=True)
            }
        return best_of(cards, seen, values)


class TimedBot:
    """A bot whose choices of cards, of several, are timed in milliseconds."""

    def __init__(self, bot: Bot) -> None:
        self.name, self._bot, self.times = bot.name, bot, list[float]()

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return the bot's action."""
        began = time.perf_counter()
        action = self._bot.choose(view, rng)
        if isinstance(action, PlayCard) and len(view.hand) > 1:
            self.times.append(1000 * (time.perf_counter() - began))
        return action


def main() -> None:
    """Play and print the shares of the deals that the net wins, and the time of a move."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decks", type=int, default=2000)
    parser.add_argument("--seed", default="net")
    options = parser.parse_args()
    for preset in PRESETS:
        bot = TimedBot(bot_named("learned"))
        rules = build_ruleset(preset, 2).rules
        found = duel(rules, bot, NetBot(), options.decks, options.seed).as_text(rules)
        took = statistics.median(bot.times)
        print(f"{preset}: {found}, {options.decks} decks, {took:.2f} ms a move")


if __name__ == "__main__":
    main()

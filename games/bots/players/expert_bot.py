"""The expert: plays the card with the best result over determinizations of hidden cards."""

from __future__ import annotations

import random

from games.bots.evaluation import bidding, contract_choice, variant_evaluator
from games.bots.evaluation.evaluator import WORLDS, evaluate
from games.bots.evaluation.exchange_evaluator import WORLDS as EXCHANGE_WORLDS
from games.bots.evaluation.exchange_evaluator import gain_of_exchanging, may_judge_exchange
from games.bots.evaluation.judgement import Judgement
from games.bots.evaluation.net_choice import best_with_net
from games.bots.knowledge.base_game import card_plays
from games.bots.knowledge.determinization import BRISCA_POINTS
from games.bots.knowledge.trick import avoids_points
from games.bots.players.bot import is_exchange, points_to_take
from games.bots.players.learned_bot import LearnedBot, before_card, in_contract, plays
from games.bots.players.open_talk import own_cards
from games.bots.variants import contract_table
from games.bots.variants.games import kind_of
from games.engine import Action, PlayerView, Rules


def looks_ahead(rules: Rules) -> bool:
    """Return whether the expert plays this game by rollouts, rather than as the learned bot."""
    return plays(rules) or contract_table.learned(rules)


def _may_exchange(view: PlayerView) -> bool:
    """Return whether the seat may exchange the turned card, or ask for that ahead."""
    return any(map(is_exchange, view.legal))


class ExpertBot:
    """The expert bot: it compares cards by rollouts; games without weights it plays as `learned`.

    `worlds` is how many layouts of the hidden cards it tries at most for a choice; without `infer`
    the plays of others tell it nothing of their hands, without `with_net` it chooses by rollouts
    alone.
    """

    name = "expert"

    def __init__(self, worlds: int = WORLDS, *, infer: bool = True, with_net: bool = True) -> None:
        self.worlds = worlds
        self.infer = infer
        self.with_net = with_net
        self._otherwise = LearnedBot()

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return an action to be taken before a card, else the card that is evaluated best."""
        if contract_table.learned(view.rules):
            return self._in_auction_games(view, rng)
        if not plays(view.rules):
            return self._otherwise.choose(view, rng)
        first = own_cards(view) or (
            before_card(view, rng) if not _may_exchange(view) else self._with_exchange(view, rng)
        )
        if first is not None:
            return first
        cards = card_plays(view)
        if len(cards) == 1:
            return cards[0]
        judgement = self.judge(view, rng)
        return best_with_net(view, judgement) if self.with_net else judgement.best

    def judge(self, view: PlayerView, rng: random.Random) -> Judgement:
        """Return the judgement of each legal card by rollouts; there must be more than one."""
        return evaluate(view, rng, self.worlds_for(view.rules), infer=self.infer)

    def _with_exchange(self, view: PlayerView, rng: random.Random) -> Action | None:
        """Return the exchange if it gains, else another action to take before a card, or None.

        Taking an ace or a three always gains, except where points are unwelcome.
        """
        exchange = next(action for action in view.legal if is_exchange(action))
        if may_judge_exchange(view.rules) and points_to_take(view) < BRISCA_POINTS:
            gains = gain_of_exchanging(view, rng, min(self.worlds, EXCHANGE_WORLDS)) > 0
        else:
            gains = not avoids_points(view.rules)
        first = before_card(view, rng)
        if first is not None and not is_exchange(first):
            return first
        return exchange if gains else None

    def worlds_for(self, rules: Rules) -> int:
        """Return the maximum number of determinizations to play out for one choice."""
        if kind_of(rules) is not None:
            return min(self.worlds, variant_evaluator.WORLDS)
        return (
            min(self.worlds, contract_choice.MAX_WORLDS)
            if contract_table.learned(rules)
            else self.worlds
        )

    def _in_auction_games(self, view: PlayerView, rng: random.Random) -> Action:
        """Return a bid, discard, call or card chosen by rollouts; else the learned bot's action."""
        match view.phase:
            case "auction":
                return bidding.choose_bid(view)
            case "discard":
                return bidding.choose_discard(view)
            case "call":
                return bidding.choose_call(view)
            case _:
                cards = card_plays(view)
                if in_contract(view) and len(cards) > 1:
                    return contract_choice.best_card(view, cards, rng, self.worlds_for(view.rules))
                return self._otherwise.choose(view, rng)

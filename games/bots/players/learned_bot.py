"""The learned bot: plays by trained weights, and searches only where all cards are known."""

from __future__ import annotations

import random
from typing import Final

from games.bots.evaluation import contract_choice, variant_evaluator
from games.bots.evaluation.auction import choose_bid, choose_call
from games.bots.evaluation.base_scores import exact, liking_by_net
from games.bots.knowledge.base_game import Knowledge, card_plays, is_open, knowledge_of
from games.bots.players.before_play import before_play
from games.bots.players.bot import beside_play
from games.bots.players.muerte import killing
from games.bots.players.rules_bot import RulesBot
from games.bots.players.signs import talk
from games.bots.simulation.coding import supports
from games.bots.simulation.policy import learned
from games.bots.variants import contract_table
from games.bots.variants.games import kind_of
from games.engine import Action, PlayCard, PlayerView, Rules

RANK_AUCTION_MARGIN: Final = 3.0
"""Points that a hand must be worth more in auctions of ranks, where others may well call."""


class LearnedBot:
    """The learned bot: it scores cards by trained weights, and solves two players' last tricks.

    At the base game of two a net corrects what the table of weights says. Each variant of the base
    game has weights of its own. In other games it plays as the rules bot.
    """

    name = "learned"

    def __init__(self) -> None:
        self._otherwise = RulesBot()

    def choose(self, view: PlayerView, rng: random.Random) -> Action:
        """Return an action to be taken before a card, else the card with the highest score."""
        if in_contract(view):
            cards = card_plays(view)
            if len(cards) > 1:
                return cards[int(contract_choice.liking(view, cards).argmax())]
        elif contract_table.learned(view.rules) and not view.rules.talon:
            if view.phase == "auction":
                return choose_bid(view, contract_table.worth(), _margin(view.rules))
            if view.phase == "call":
                return choose_call(view, contract_table.worth())
        if not plays(view.rules):
            return self._otherwise.choose(view, rng)
        first = before_card(view, rng)
        if first is not None:
            return first
        cards = card_plays(view)
        if len(cards) == 1:
            return cards[0]
        knowledge = knowledge_of(view)
        if kind_of(view.rules) is not None:
            if is_open(knowledge):
                return variant_evaluator.exactly(view, knowledge, cards).best
            likes = variant_evaluator.liking(view, cards)
            return cards[max(range(len(cards)), key=lambda at: likes[at])]
        values = exact(knowledge) if is_open(knowledge) else liking_by_net(view, knowledge)
        return best_of(cards, knowledge, values)


def before_card(view: PlayerView, rng: random.Random) -> Action | None:
    """Return an action due before a card (bid, sign, exchange), or the ace that kills, or None."""
    return before_play(view) or talk(view, rng) or beside_play(view) or killing(view)


def in_contract(view: PlayerView) -> bool:
    """Return whether a card is to be played in a game with an auction that has trained weights."""
    named = view.contract is not None and bool(view.trump)
    return (
        named
        and view.phase == "play"
        and contract_table.learned(view.rules)
        and not beside_play(view)
    )


def _margin(rules: Rules) -> float:
    """Return the card points by which a hand must exceed its bid; 0 in auctions of points."""
    return RANK_AUCTION_MARGIN if rules.option("auction.kind") == "rank" else 0.0


def plays(rules: Rules) -> bool:
    """Return whether bots have trained weights for this game: the base game or a variant of it."""
    return (supports(rules) and learned(rules)) or kind_of(rules) is not None


def best_of(cards: list[PlayCard], knowledge: Knowledge, values: dict[int, float]) -> PlayCard:
    """Return the play whose card has the highest value in `values`, which go by card code."""
    return max(cards, key=lambda play: values[knowledge.codes[play.card]])

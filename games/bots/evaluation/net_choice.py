"""Choice of a card in games of two players, by rollouts and the net together."""

from __future__ import annotations

from typing import Final

from games.bots.evaluation.base_scores import liking_by_net
from games.bots.evaluation.evaluator import FOR_TWO
from games.bots.evaluation.judgement import Judged, Judgement
from games.bots.knowledge.base_game import knowledge_of
from games.bots.simulation.card_net import net_for
from games.bots.simulation.policy import SCALE
from games.bots.variants.games import kind_of
from games.engine import PlayCard, PlayerView

BY_NET: Final = 4.0
"""Card points that a card gains where the net's score of it is higher by 1."""
MAX_NET_DIFFERENCE: Final = 6.0
"""Largest difference to the best score of the net that counts against a card."""


def best_with_net(view: PlayerView, judgement: Judgement) -> PlayCard:
    """Return the seat's best play, by rollouts (`judgement`) and the net, if the game has one."""
    if judgement.exact or kind_of(view.rules) is not None or net_for(view.rules) is None:
        return judgement.best
    knowledge = knowledge_of(view)
    likes = liking_by_net(view, knowledge)
    most = max(likes.values())

    def worth(card: Judged) -> float:
        """Return a card's value in card points, from the rollouts and the net's score together."""
        behind = max(-MAX_NET_DIFFERENCE, (likes[knowledge.codes[card.action.card]] - most) / SCALE)
        return FOR_TWO * card.win + card.points + BY_NET * behind

    return max(judgement.cards, key=worth).action

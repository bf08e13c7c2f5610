"""Advice on a card to play, with a reason, from the view of one seat alone.

>>> REASONS[:3]
('only', 'known', 'wins')
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from games.bots.evaluation.evaluator import WORLDS, counts_as_base, evaluate
from games.bots.evaluation.judgement import Judged
from games.bots.knowledge.base_game import card_plays
from games.bots.knowledge.trick import points_on_table, to_play_next, unseen_cards, winner_so_far
from games.engine import Card, PlayerView

REASONS: Final = (
    "only", "known", "wins", "wins_cheaply", "wins_lead", "leads_so_far", "partner_wins",
    "keeps_trumps", "throws_least", "cannot_be_beaten", "draws_trumps", "risks_little", "on_average",
)  # fmt: skip
"""Codes of why a card is best; the table's texts put them into words."""
BRISCA_POINTS: Final = 10
"""Least card points of an ace or a three."""


@dataclass(frozen=True, slots=True)
class Other:
    """A card that could be played, and by how much it is worse than the best."""

    card: Card
    behind: float
    """Value less than the best card, by which cards are ranked: points and winning together."""
    points_less: float = 0.0
    """Card points that it is expected to bring less than the best card; below 0 where more."""
    win_less: float = 0.0
    """By how much the chance to win the deal (0 to 1) is lower than with the best card."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice to the seat to play: a card, why it is best, and how far others are behind it."""

    card: Card
    why: str
    """One of `REASONS`."""
    points: int
    """Card points of the trick with this card, for the text of the reason."""
    others: tuple[Other, ...]
    """All cards that can be played, the advised one included."""


def advises(view: PlayerView) -> bool:
    """Return whether the viewer is to play a card of a game like the base game.

    The reasons of an advice speak of such games alone.
    """
    return view.turn == view.seat and counts_as_base(view.rules) and bool(card_plays(view))


def advise(view: PlayerView, rng: random.Random, worlds: int = WORLDS) -> Advice:
    """Return the card that the expert would play, with the reason, after `worlds` determinizations.

    The same `rng` gives the same.

    Raises:
        ValueError: where `advises` returns False.
    """
    if not advises(view):
        raise ValueError("only who is to play a card can be advised")
    plays = card_plays(view)
    if len(plays) == 1:
        only = plays[0].card
        return Advice(only, "only", points_with(view, only), (Other(only, 0.0),))
    evaluation = evaluate(view, rng, worlds)
    card = evaluation.best.card
    best = next(judged for judged in evaluation.cards if judged.action == evaluation.best)
    others = tuple([_other(judged, best) for judged in evaluation.cards])
    why = reason_for(view, card, exact=evaluation.exact)
    return Advice(card, why, points_with(view, card), others)


def _other(judged: Judged, best: Judged) -> Other:
    """Return a judged card as an `Other`: with how much worse it is than the best card."""
    return Other(
        judged.action.card,
        round(judged.behind, 1),
        round(best.points - judged.points, 1),
        round(best.win - judged.win, 3),
    )


def reason_for(view: PlayerView, card: Card, *, exact: bool = False) -> str:
    """Return the code (one of `REASONS`) of the best reason to play a legal card.

    Set `exact` where no card was hidden.
    """
    if exact:
        return "known"
    following = view.trick is not None and bool(view.trick.plays)
    return _following(view, card) if following else _leading(view, card)


def points_with(view: PlayerView, card: Card) -> int:
    """Return the card points of the trick on the table with this card added."""
    return int(points_on_table(view)) + view.rules.points[card]


def _following(view: PlayerView, card: Card) -> str:
    """Return the code of the best reason to play this card to a trick that others have led."""
    rules, trump, trick = view.rules, view.trump or "", view.trick
    assert trick is not None
    assert view.seat is not None
    power = rules.power[trump, trick.plays[0].card[0]]
    winner, strongest = winner_so_far(view)
    last = not to_play_next(view)
    if power[card] > strongest:
        if not last:
            return "leads_so_far" if points_with(view, card) else "risks_little"
        if points_with(view, card):
            return "wins"
        return "wins_lead" if rules.draws_by_seat or not view.stock else "wins_cheaply"
    if winner is not None and rules.side_of[winner] == rules.side_of[view.seat]:
        return "partner_wins"
    beats = [other for other in view.hand if power[other] > strongest]
    if beats and all(other[0] == trump for other in beats) and card[0] != trump:
        return "keeps_trumps"
    return "throws_least"


def _leading(view: PlayerView, card: Card) -> str:
    """Return the code of the best reason to lead a trick with this card."""
    rules, trump = view.rules, view.trump or ""
    out = {play.card for trick in view.history for play in trick.plays}
    unseen = [other for other in unseen_cards(view) if other not in out]
    if view.turned is not None:
        unseen.append(view.turned)
    power = rules.power[trump, card[0]]
    if all(power[other] < power[card] for other in unseen):
        return "cannot_be_beaten"
    if card[0] == trump:
        return "draws_trumps"
    return "on_average" if rules.points[card] >= BRISCA_POINTS else "risks_little"

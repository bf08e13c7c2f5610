"""Exercises on signs between partners, made of shuffled deals by the rules of the game.

The learner has seat 0 of a table of pairs, the partner seat 2. The seed decides everything, the
kind too, so an answer can be judged without anything stored.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from games.engine import (
    Card,
    Cut,
    DealCards,
    DealState,
    MatchState,
    PlayCard,
    PlayerView,
    Rules,
    Ruleset,
    Sign,
    Suit,
    apply,
    build_ruleset,
    start,
    view_for,
)
from games.engine.phases.talk import GESTURES, REQUESTS, true_signs
from games.lesson.script import LEARNER

READ, GIVE, PLAY = "read", "give", "play"
KINDS: Final = (READ, GIVE, PLAY)
"""Kinds of exercises: read the partner's sign, choose one's own true signs, play after a sign."""
MAX_SEED: Final = 3_000_000
"""Seeds are below this; the seed modulo the number of kinds gives the kind."""
PARTNER: Final = 2
LEADER: Final = 3
"""The opponent who leads: the learner plays second, the partner last."""
DEALER: Final = 2
CUT: Final = 20
BRISCA_POINTS: Final = 10
"""Fewest points of a brisca."""
HOLDINGS: Final = tuple(name for name in GESTURES if name not in REQUESTS)
"""The signs that say what the hand holds."""


@dataclass(frozen=True, slots=True)
class SignExercise:
    """An exercise on signs as the learner sees it, with its solution.

    `hand` is the learner's; `sign` is the partner's, empty where none is made; `choices` and `right`
    are signs (`read`, `give`) or cards (`play`); `reason` names the rule by which the card is right
    and is empty in the other kinds.
    """

    kind: str
    seed: int
    trump: Suit
    turned: Card
    hand: tuple[Card, ...]
    sign: str
    trick: tuple[tuple[int, Card], ...]
    choices: tuple[str, ...]
    right: frozenset[str]
    reason: str = ""


def make_sign_exercise(seed: int) -> SignExercise:
    """Return the sign exercise that a seed gives; the same seed gives the same exercise.

    >>> [make_sign_exercise(seed).kind for seed in range(3)]
    ['read', 'give', 'play']
    """
    kind = KINDS[seed % len(KINDS)]
    return _MAKERS[kind](seed, random.Random(f"signs {seed}"))  # noqa: S311 - exercises, not decks of matches


@cache
def exercise_rules() -> Ruleset:
    """Return the rules of the exercises: four players in pairs who make signs."""
    return build_ruleset("ludoteka", 4, {"teams": "pairs", "talk.mode": "senas"})


def _dealt(dice: random.Random) -> MatchState:
    """Return a match with a deal of a shuffled pack, in which the leader is to play."""
    rules = exercise_rules().rules
    deck = list(rules.deck)
    dice.shuffle(deck)
    return apply(_cut(), DealCards(tuple(deck)))[0]


@cache
def _cut() -> MatchState:
    state = start(exercise_rules().rules, dealer=DEALER)
    return apply(state, Cut(state.cutter, CUT))[0]


def _holdings(deal: DealState, seat: int) -> tuple[str, ...]:
    """Return the signs that a seat could truly make to name cards of its hand."""
    true = true_signs(exercise_rules().rules, deal, seat)
    return tuple(name for name in true if name not in REQUESTS)


def _read(seed: int, dice: random.Random) -> SignExercise:
    while True:
        state = _dealt(dice)
        signs = _holdings(_deal_of(state), PARTNER)
        if signs:
            break
    sign = dice.choice(signs)
    view = view_for(apply(state, Sign(PARTNER, sign))[0], LEARNER)
    return _exercise(READ, seed, view, choices=HOLDINGS, right=frozenset({sign}))


def _give(seed: int, dice: random.Random) -> SignExercise:
    while True:
        state = _dealt(dice)
        signs = _holdings(_deal_of(state), LEARNER)
        if signs:
            break
    view = view_for(state, LEARNER)
    return _exercise(GIVE, seed, view, choices=HOLDINGS, right=frozenset(signs))


def _play(seed: int, dice: random.Random) -> SignExercise:
    reason = dice.choice(tuple(_SITUATIONS))
    situation = _SITUATIONS[reason]
    while True:
        state = _dealt(dice)
        situated = _situated(state, situation)
        if situated is not None:
            break
    lead, right = situated
    state = apply(state, Sign(PARTNER, situation.sign))[0]
    view = view_for(apply(state, PlayCard(LEADER, lead))[0], LEARNER)
    return _exercise(PLAY, seed, view, choices=view.hand, right=frozenset({right}), reason=reason)


@dataclass(frozen=True, slots=True)
class _Situation:
    """A situation in which a sign makes one card right, by what the cards must be."""

    sign: str
    leads: Callable[[Rules, Suit, Card], bool]
    """Test of the opponent's card: the rule applies to it."""
    answers: Callable[[Rules, Suit, Card], bool]
    """Test of a card of the learner: it is the one to play, as exactly one of the hand must be."""
    excludes: Callable[[Rules, Suit, Card], bool]
    """Test of a card of the learner: it would make the choice less clear."""


def _situated(state: MatchState, situation: _Situation) -> tuple[Card, Card] | None:
    """Return (card led, right answer) if the deal shows this situation; else None."""
    deal, rules = _deal_of(state), exercise_rules().rules
    trump = _trump_of(deal)
    if situation.sign not in true_signs(rules, deal, PARTNER):
        return None
    hand = deal.hands[LEARNER]
    right = [card for card in hand if situation.answers(rules, trump, card)]
    if len(right) != 1 or any(situation.excludes(rules, trump, card) for card in hand):
        return None
    leads = [card for card in deal.hands[LEADER] if situation.leads(rules, trump, card)]
    return (leads[0], right[0]) if leads else None


def _is_plain_brisca(rules: Rules, trump: Suit, card: Card) -> bool:
    return card[0] != trump and rules.points[card] >= BRISCA_POINTS


def _is_plain_ace(rules: Rules, trump: Suit, card: Card) -> bool:
    return card == f"{card[0]}{rules.order[0]}" and card[0] != trump


def _is_trump(rules: Rules, trump: Suit, card: Card) -> bool:
    return card[0] == trump


def _is_plain_low(rules: Rules, trump: Suit, card: Card) -> bool:
    return card[0] != trump and rules.points[card] < BRISCA_POINTS


def _is_worthless_trump(rules: Rules, trump: Suit, card: Card) -> bool:
    return card[0] == trump and not rules.points[card]


def _is_dear_trump(rules: Rules, trump: Suit, card: Card) -> bool:
    return card[0] == trump and bool(rules.points[card])


def _never(rules: Rules, trump: Suit, card: Card) -> bool:
    return False


_SITUATIONS: Final[Mapping[str, _Situation]] = MappingProxyType(
    {
        "give_points": _Situation("trump_ace", _is_plain_brisca, _is_plain_brisca, _is_trump),
        "play_low": _Situation("ask_low", _is_plain_low, _is_plain_low, _never),
        "take_with_trump": _Situation(
            "no_trump", _is_plain_ace, _is_worthless_trump, _is_dear_trump
        ),
    }
)
"""By reason: the partner takes it for sure; the partner asks for low; only the learner can take."""
REASONS: Final = tuple(_SITUATIONS)
_MAKERS: Final[Mapping[str, Callable[[int, random.Random], SignExercise]]] = MappingProxyType(
    {READ: _read, GIVE: _give, PLAY: _play}
)


def _exercise(
    kind: str,
    seed: int,
    view: PlayerView,
    *,
    choices: tuple[str, ...],
    right: frozenset[str],
    reason: str = "",
) -> SignExercise:
    """Return an exercise with the cards and signs of the learner's view of a deal."""
    assert view.trump is not None
    assert view.turned is not None
    return SignExercise(
        kind=kind,
        seed=seed,
        trump=view.trump,
        turned=view.turned,
        hand=view.hand,
        sign=view.signs[0].sign if view.signs else "",
        trick=tuple((play.seat, play.card) for play in view.trick.plays) if view.trick else (),
        choices=choices,
        right=right,
        reason=reason,
    )


def _deal_of(state: MatchState) -> DealState:
    assert state.deal is not None
    return state.deal


def _trump_of(deal: DealState) -> Suit:
    assert deal.trump is not None
    return deal.trump

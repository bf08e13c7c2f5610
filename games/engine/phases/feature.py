"""Features: the parts of the rules beyond the base game, each in one file with one `Feature`.

A feature says for which rules it applies, which actions it takes, what it adds to what is legal,
and what it does when cards are dealt, a card is played or a trick is taken. The base game asks for
features only where a deal has some, so that it does not pay for what it does not play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from games.engine.actions import Action, OwnAction
from games.engine.cards import Card
from games.engine.events import Event
from games.engine.results import Extra
from games.engine.rules import Rules
from games.engine.state import DealState, MatchState, Special

Step: TypeAlias = tuple[MatchState, tuple[Event, ...]]
Handler: TypeAlias = Callable[[MatchState, Any], Step]
Hook: TypeAlias = Callable[[MatchState, list[Event]], MatchState]
"""A function that returns the next state, and adds to the events."""


class Tally(NamedTuple):
    """Input to count extra points (marriages, last trick): a finished deal, each side's cards."""

    deal: DealState
    piles: tuple[tuple[Card, ...], ...]
    """Side -> the cards that it has taken, with those that it put away."""
    last: int | None
    """The seat that took the last of the cards; None if some were not played."""


@dataclass(frozen=True, slots=True)
class Feature:
    """An optional part of the rules, as functions (hooks) that the engine calls if not None."""

    name: str
    applies: Callable[[Rules], bool]
    handlers: Mapping[type, Handler] = field(default_factory=dict)
    """Class of action -> function that applies it."""
    legal: Callable[[MatchState, DealState, int], Iterable[Action]] | None = None
    """Yields further legal actions of a seat, in any phase of the deal."""
    begin: Callable[[Rules, DealState, Special], Special] | None = None
    """Returns what the feature keeps of a deal from its start."""
    dealt: Hook | None = None
    """Called after the cards are dealt; it may put a phase before the eldest's lead."""
    completes: Callable[[MatchState, DealState], MatchState | None] | None = None
    """Returns the state to wait in before a complete trick is taken; None: do not wait."""
    ends: Callable[[Rules, DealState, Card], str | None] | None = None
    """Returns the reason for which a card that was laid ends the deal; None: it does not."""
    card_played: Hook | None = None
    trick_taken: Hook | None = None
    extras: Callable[[MatchState, Tally], Iterable[Extra]] | None = None
    """Yields points beside those of the cards, when the deal is counted."""
    view: Callable[[MatchState, DealState, int | None], Mapping[str, Any]] | None = None
    """Returns what a viewer may know of the feature's notes, as JSON for the view."""
    actions: tuple[type[OwnAction], ...] = ()
    """Actions that the feature defines, to be read from JSON."""


class Features(NamedTuple):
    """The features (optional parts of the rules) that one ruleset uses, and their hooks by kind."""

    every: tuple[Feature, ...]
    legal: tuple[Callable[[MatchState, DealState, int], Iterable[Action]], ...]
    completes: tuple[Callable[[MatchState, DealState], MatchState | None], ...]
    ends: tuple[Callable[[Rules, DealState, Card], str | None], ...]
    card_played: tuple[Hook, ...]
    trick_taken: tuple[Hook, ...]


_INSTALLED: Final[list[Feature]] = []


def install(*features: Feature) -> None:
    """Register optional parts of the rules; `games.engine.phases` does so for the Brisca family."""
    _INSTALLED.extend(features)
    features_of.cache_clear()


def uninstall(*features: Feature) -> None:
    """Remove registered parts of the rules, as a test does that registers its own."""
    for feature in features:
        _INSTALLED.remove(feature)
    features_of.cache_clear()


def installed() -> tuple[Feature, ...]:
    """Return all registered parts of the rules, in the order of registration."""
    return tuple(_INSTALLED)


def own_actions() -> tuple[type[OwnAction], ...]:
    """Return the classes of action that the registered parts of the rules define, in order."""
    return tuple(own for feature in _INSTALLED for own in feature.actions)


@lru_cache(maxsize=512)
def features_of(rules: Rules) -> Features:
    """Return the features (optional parts of the rules) that these rules use, with their hooks."""
    every = tuple(feature for feature in _INSTALLED if feature.applies(rules))
    return Features(
        every=every,
        legal=tuple(feature.legal for feature in every if feature.legal),
        completes=tuple(feature.completes for feature in every if feature.completes),
        ends=tuple(feature.ends for feature in every if feature.ends),
        card_played=tuple(feature.card_played for feature in every if feature.card_played),
        trick_taken=tuple(feature.trick_taken for feature in every if feature.trick_taken),
    )


def special_of(deal: DealState) -> Special:
    """Return the state of a deal beyond the base game (auction, signs, ...), which it must have."""
    assert deal.special is not None
    return deal.special


def with_special(state: MatchState, **changes: Any) -> MatchState:
    """Return the match state with these fields changed of `Special`, a deal's optional state."""
    deal = state.deal
    assert deal is not None
    return state.replace(deal=deal.replace(special=special_of(deal)._replace(**changes)))


def to_act(state: MatchState, phase: Any, seat: int) -> MatchState:
    """Return the match state changed to another phase, with this seat to act."""
    deal = state.deal
    assert deal is not None
    return state.replace(phase=phase, turn=seat, deal=deal.replace(turn=seat))

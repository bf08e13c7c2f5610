"""How a part of the rules beyond the base game joins in: one file, one `Feature`.

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
"""Gives the state that follows, and adds to the events."""


class Tally(NamedTuple):
    """A deal that is over, as it is counted."""

    deal: DealState
    piles: tuple[tuple[Card, ...], ...]
    """The cards that each side has taken, what was put away among them."""
    last: int | None
    """The seat that took the last of the cards; None where some were not played."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A part of the rules. What is None it does not care for."""

    name: str
    applies: Callable[[Rules], bool]
    handlers: Mapping[type, Handler] = field(default_factory=dict)
    """The actions it takes, by class."""
    legal: Callable[[MatchState, DealState, int], Iterable[Action]] | None = None
    """What it adds to what a seat may do, in any phase of the deal."""
    begin: Callable[[Rules, DealState, Special], Special] | None = None
    """What it keeps of a deal from the start."""
    dealt: Hook | None = None
    """The cards are dealt and the eldest is to lead; a phase may come before."""
    completes: Callable[[MatchState, DealState], MatchState | None] | None = None
    """The last card of a trick lies, nobody has taken it: the state if the trick must wait."""
    ends: Callable[[Rules, DealState, Card], str | None] | None = None
    """A card was laid on the table: what ends the deal with it, if anything."""
    card_played: Hook | None = None
    trick_taken: Hook | None = None
    extras: Callable[[MatchState, Tally], Iterable[Extra]] | None = None
    """Points beside those of the cards, when the deal is counted."""
    view: Callable[[MatchState, DealState, int | None], Mapping[str, Any]] | None = None
    """What of its own notes a viewer may know, as JSON; stands in the view under its name."""
    actions: tuple[type[OwnAction], ...] = ()
    """Actions of its own, to be read from JSON."""


class Features(NamedTuple):
    """The features of some rules, sorted by what they do."""

    every: tuple[Feature, ...]
    legal: tuple[Callable[[MatchState, DealState, int], Iterable[Action]], ...]
    completes: tuple[Callable[[MatchState, DealState], MatchState | None], ...]
    ends: tuple[Callable[[Rules, DealState, Card], str | None], ...]
    card_played: tuple[Hook, ...]
    trick_taken: tuple[Hook, ...]


_INSTALLED: Final[list[Feature]] = []


def install(*features: Feature) -> None:
    """Make features known; `games.engine.phases` does so for those of the family."""
    _INSTALLED.extend(features)
    features_of.cache_clear()


def uninstall(*features: Feature) -> None:
    """Forget features that were installed for a while, as a test does."""
    for feature in features:
        _INSTALLED.remove(feature)
    features_of.cache_clear()


def installed() -> tuple[Feature, ...]:
    """Return all features there are."""
    return tuple(_INSTALLED)


def own_actions() -> tuple[type[OwnAction], ...]:
    """Return the actions that features bring along themselves."""
    return tuple(own for feature in _INSTALLED for own in feature.actions)


@lru_cache(maxsize=512)
def features_of(rules: Rules) -> Features:
    """Return the features that these rules play with."""
    every = tuple(feature for feature in _INSTALLED if feature.applies(rules))
    return Features(
        every=every,
        legal=tuple(one.legal for one in every if one.legal),
        completes=tuple(one.completes for one in every if one.completes),
        ends=tuple(one.ends for one in every if one.ends),
        card_played=tuple(one.card_played for one in every if one.card_played),
        trick_taken=tuple(one.trick_taken for one in every if one.trick_taken),
    )


def special_of(deal: DealState) -> Special:
    """Return what a deal keeps beyond the base game; only where a feature applies."""
    assert deal.special is not None
    return deal.special


def with_special(state: MatchState, **changes: Any) -> MatchState:
    """Return the state with these fields of `Special` changed."""
    deal = state.deal
    assert deal is not None
    return state.replace(deal=deal.replace(special=special_of(deal)._replace(**changes)))


def to_act(state: MatchState, phase: Any, seat: int) -> MatchState:
    """Return the state in another phase, this seat to act."""
    deal = state.deal
    assert deal is not None
    return state.replace(phase=phase, turn=seat, deal=deal.replace(turn=seat))

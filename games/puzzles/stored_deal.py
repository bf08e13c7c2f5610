"""A deal that stands in the repository with its puzzle: one line of JSON, checked when it is read.

It begins a match of a preset's own rules, so the preset, the number of players and what was done are
enough to play it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.engine import (
    Card,
    Cut,
    DealCards,
    DrawDealer,
    IllegalAction,
    MatchState,
    PlayerView,
    RulesetError,
    action_from_json,
    action_to_json,
    apply,
    build_ruleset,
    start,
    view_for,
)
from games.engine.actions import Action

OVER: Final = ("deal_over", "match_over")


class StoredDealError(ValueError):
    """A line that is no deal."""


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A deal, and the decision in it that the puzzle asks for."""

    preset: str
    players: int
    dealer: int
    deck: tuple[Card, ...]
    actions: tuple[tuple[int, Mapping[str, Any]], ...]
    """Seat and action, as JSON, from the first decision to the end of the deal."""
    at: int
    """The number of actions before the decision."""

    @property
    def view(self) -> PlayerView:
        """Return what the seat that decides can see."""
        return self.view_before(self.at)

    def view_before(self, number: int) -> PlayerView:
        """Return what the seat that takes the action of this number can see.

        Raises:
            StoredDealError: the deal cannot be played so.
        """
        try:
            state = begun(self.preset, self.players, self.dealer, self.deck)
            for seat, body in self.actions[:number]:
                state, _ = apply(state, action_from_json(seat, dict(body)))
        except (IllegalAction, RulesetError, KeyError, TypeError, ValueError) as error:
            raise StoredDealError(str(error)) from error
        if state.turn is None:
            raise StoredDealError("nobody decides there")
        return view_for(state, state.turn)

    def as_json(self) -> dict[str, Any]:
        """Return the deal as it stands in a line."""
        return {
            "preset": self.preset,
            "players": self.players,
            "dealer": self.dealer,
            "deck": " ".join(self.deck),
            "actions": [_short(seat, body) for seat, body in self.actions],
            "at": self.at,
        }

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> StoredDeal:
        """Return the deal of a line.

        Raises:
            StoredDealError: it is none.
        """
        try:
            return cls(
                str(body["preset"]),
                int(body["players"]),
                int(body["dealer"]),
                tuple(body["deck"].split()),
                tuple(_long(one) for one in body["actions"]),
                int(body["at"]),
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise StoredDealError(str(error)) from error


def begun(preset: str, players: int, dealer: int, deck: tuple[Card, ...]) -> MatchState:
    """Return the state after the deal of a deck, before its first decision."""
    state = start(build_ruleset(preset, players).rules, dealer=dealer)
    if state.phase == "draw_dealer":
        state, _ = apply(state, DrawDealer(deck))
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    state, _ = apply(state, DealCards(deck))
    return state


def stored_action(action: Action) -> tuple[int, Mapping[str, Any]]:
    """Return an action as a stored deal has it."""
    return action.seat, action_to_json(action)


def _short(seat: int, body: Mapping[str, Any]) -> Any:
    """Return an action in a line: a card played is `seat:card`."""
    if set(body) == {"type", "card"} and body["type"] == "play":
        return f"{seat}:{body['card']}"
    return [seat, body]


def _long(told: Any) -> tuple[int, Mapping[str, Any]]:
    """Return an action from a line."""
    if isinstance(told, str):
        seat, _colon, card = told.partition(":")
        return int(seat), {"type": "play", "card": card}
    seat, body = told
    return int(seat), dict(body)

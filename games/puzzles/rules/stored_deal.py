"""A deal stored in the repository with its puzzle: one line of JSON, checked when it is read.

It begins a match of a preset's own rules, so the preset, the number of players and what was done are
enough to play it again.
"""

from __future__ import annotations

import string
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
    apply,
    build_ruleset,
    start,
    view_for,
)

CARD_LETTERS: Final = string.ascii_letters
"""One for each card of a deck, in its order."""
OVER_PHASES: Final = ("deal_over", "match_over")


class StoredDealError(ValueError):
    """Error: a line of JSON does not describe a playable deal."""


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A deal stored in the repository, and the decision in it that the puzzle asks for."""

    preset: str
    players: int
    dealer: int
    deck: tuple[Card, ...]
    actions: tuple[Mapping[str, Any], ...]
    """What the seat did whose turn it was, as JSON, from the first decision to the end."""
    at: int
    """The number of actions before the decision."""

    @property
    def view(self) -> PlayerView:
        """Return what the seat that takes the puzzle's decision sees then.

        Raises:
            StoredDealError: the deal cannot be played so.
        """
        state = self.state_after(self.at)
        if state.turn is None:
            raise StoredDealError("nobody decides there")
        return view_for(state, state.turn)

    def state_after(self, number: int) -> MatchState:
        """Return the match's state after the first `number` actions of the deal.

        Raises:
            StoredDealError: the deal cannot be played so.
        """
        try:
            state = begun(self.preset, self.players, self.dealer, self.deck)
            for body in self.actions[:number]:
                if state.turn is None:
                    raise StoredDealError("nobody acts there")
                state, _ = apply(state, action_from_json(state.turn, dict(body)))
        except (IllegalAction, RulesetError, KeyError, TypeError) as error:
            raise StoredDealError(str(error)) from error
        return state

    def as_json(self) -> dict[str, Any]:
        """Return the deal as JSON: a letter for each card, played cards in runs of letters."""
        letters = _letters(self.preset, self.players)
        plays: list[Any] = []
        for body in self.actions:
            letter = letters[body["card"]] if set(body) == {"type", "card"} else ""
            if letter and plays and isinstance(plays[-1], str):
                plays[-1] += letter
            else:
                plays.append(letter or dict(body))
        return {
            "preset": self.preset,
            "players": self.players,
            "dealer": self.dealer,
            "deck": "".join(letters[card] for card in self.deck),
            "plays": plays,
            "at": self.at,
        }

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> StoredDeal:
        """Return the deal from the JSON that `as_json` made.

        Raises:
            StoredDealError: it is none.
        """
        try:
            preset, players = str(body["preset"]), int(body["players"])
            cards = {letter: card for card, letter in _letters(preset, players).items()}
            deck = tuple([cards[letter] for letter in body["deck"]])
            actions: list[Mapping[str, Any]] = []
            for play in body["plays"]:
                if isinstance(play, str):
                    actions += [{"type": "play", "card": cards[letter]} for letter in play]
                else:
                    actions.append(dict(play))
            return cls(preset, players, int(body["dealer"]), deck, tuple(actions), int(body["at"]))
        except (AttributeError, KeyError, RulesetError, TypeError, ValueError) as error:
            raise StoredDealError(str(error)) from error


def _letters(preset: str, players: int) -> dict[Card, str]:
    """Return card -> the letter that stands for the card in the stored JSON."""
    return dict(zip(build_ruleset(preset, players).rules.deck, CARD_LETTERS, strict=False))


def begun(preset: str, players: int, dealer: int, deck: tuple[Card, ...]) -> MatchState:
    """Return the state after dealing this deck, in the first deal of a match of the preset."""
    state = start(build_ruleset(preset, players).rules, dealer=dealer)
    if state.phase == "draw_dealer":
        state, _ = apply(state, DrawDealer(deck))
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    state, _ = apply(state, DealCards(deck))
    return state

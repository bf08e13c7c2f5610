"""Variations: other moves from any place of a finished match, with open cards.

A place is a deal and how many of its cards had been played. A line is a list of numbers: of the
moves that the seat to act has at each step, as they are listed, the one that is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from games.engine import (
    Action,
    Exchange,
    MatchState,
    PlayCard,
    action_to_json,
    apply,
    legal_actions,
    start,
)
from games.engine.events import Exchanged
from games.record.log import MatchLog, read_action
from games.record.record import deal_contract, deal_outcome

Json: TypeAlias = dict[str, Any]
PLACE_PATTERN: Final = r"^d[0-9]{1,3}([tax][0-9]{1,3}(c[0-9]|d)?|end)?$"
"""Pattern of addresses in a review: a deal or its end, a trick, a card, another action."""
MAX_MOVES: Final = 120
"""Most moves of a line: more than any deal has."""


class VariationError(ValueError):
    """Error: a variation names a point of the match, or a move, that does not exist."""


@dataclass(slots=True)
class Variation:
    """A line of other moves, played on from a point of a finished match; only `play` adds to it."""

    state: MatchState
    """The state with all cards: only for matches that are over."""
    line: list[int] = field(default_factory=list)
    moves: list[Json] = field(default_factory=list)
    """The moves as a record tells them; an exchange asked for ahead among them."""

    @classmethod
    def begin(cls, log: MatchLog, deal: int, plays: int) -> Variation:
        """Return an empty line in deal `deal` (from 1), of which `plays` cards have been played.

        Raises:
            VariationError: the deal has no further card.
        """
        state = start(log.rules, dealer=log.dealer)
        played = 0
        for entry in log.entries:
            if state.number == deal and entry.action["type"] == "play":
                if played == plays:
                    return cls(state)
                played += 1
            state, _ = apply(state, read_action(entry, state.number, log.decks))
        raise VariationError(f"deal {deal} has no card after {plays}")

    @property
    def over(self) -> bool:
        """Return whether the line has reached the end of the deal."""
        return self.state.phase != "play"

    def legal(self) -> list[Action]:
        """Return the plays and exchanges of the seat to act; none in a deal that is over."""
        if self.over or self.state.turn is None:
            return []
        legal = legal_actions(self.state, self.state.turn)
        return [action for action in legal if isinstance(action, PlayCard | Exchange)]

    def play(self, choice: int) -> None:
        """Make the move at index `choice` (from 0) of `legal()`.

        Raises:
            VariationError: no legal move has that number.
        """
        legal = self.legal()
        if not 0 <= choice < len(legal) or len(self.line) == MAX_MOVES:
            raise VariationError(f"there is no move {choice} of {len(legal)}")
        action = legal[choice]
        self.state, events = apply(self.state, action)
        self.line.append(choice)
        if not isinstance(action, Exchange):
            self.moves.append({"seat": action.seat, **action_to_json(action)})
        self.moves += [
            {"seat": event.seat, "type": "exchange", "give": event.give, "take": event.take}
            for event in events
            if isinstance(event, Exchanged)
        ]

    def view(self) -> Json:
        """Return the JSON of the position that the line has reached, with all cards."""
        state, deal, over = self.state, self.state.deal, self.over
        assert deal is not None, "a card was played"
        return {
            "deal": state.number,
            "over": over,
            "turn": None if over else state.turn,
            "hands": [list(hand) for hand in deal.hands],
            "trick": [{"seat": play.seat, "card": play.card} for play in deal.plays],
            "tricks": len(deal.tricks),
            "taken": deal.tricks[-1].winner if deal.tricks else None,
            "trump": deal.trump or None,
            "turned": deal.turned,
            "stock": deal.stock_left,
            "points": [sum(deal.points[seat] for seat in side) for side in state.rules.sides],
            "legal": [action_to_json(action) for action in self.legal()],
            "moves": self.moves,
            "outcome": {**deal_outcome(state), "contract": deal_contract(state)},
        }


def variation(log: MatchLog, deal: int, plays: int, line: Sequence[int]) -> Json:
    """Return the JSON of the position that a line of moves reaches, with all cards.

    It begins in deal `deal` (from 1), of which `plays` cards have been played. Each number in
    `line` is the index (from 0) of a move among the plays and exchanges that are legal then.

    Raises:
        VariationError: the place or a move does not exist.
    """
    if len(line) > MAX_MOVES:
        raise VariationError("longer than any deal")
    tried = Variation.begin(log, deal, plays)
    for choice in line:
        tried.play(choice)
    return tried.view()

"""State messages: a match as its viewers may see it; parts that all may see are encoded once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from games.engine import (
    Event,
    OwnView,
    event_to_json,
    is_turn,
    open_to_json,
    open_view,
    own_to_json,
    own_view,
    redact,
    without_words,
)
from games.live.match_state.match_state import Game, Rest
from games.live.match_state.solo_match import may_do
from games.live.protocol.messages import Encoded, StateFrames, encode_part, trimmed_copy

MAX_ENTRIES_FROM_START: Final = 8
"""Entries up to which a match is sent from its beginning to those who waited for it."""
RenderCache: TypeAlias = dict[int | None, tuple[OwnView, Encoded]]
"""Viewer -> the latest encoded own part of a state; most cards change it for one of them."""


class Frames:
    """Encoder of a match's state messages at one moment; the match must not change meanwhile."""

    def __init__(
        self, game: Game, now: float, rest: Rest | None = None, cache: RenderCache | None = None
    ) -> None:
        """Encode the part of the match's view that all viewers share.

        `rest` is the earlier moment that delayed spectators see, without any clock. `cache` has the
        own parts encoded for the moment before, and keeps those for this one.
        """
        self._game = game
        self._cache: RenderCache = {} if cache is None else cache
        self._state = state = game.state if rest is None else rest.state
        self.seq = game.seq if rest is None else rest.seq
        turn = state.turn if is_turn(state.phase) else None
        clock = None
        if rest is None:
            paused = game.paused_at is not None
            clock = game.time.to_json(turn, game.spent(now), paused=paused)
        self._made = StateFrames(
            game.info.public_id,
            self.seq,
            encode_part(open_to_json(open_view(state))),
            encode_part(clock),
        )
        self._missed: dict[int, list[Event] | None] = {}
        self._encoded_events: dict[int | tuple[type, Event], Encoded] = {}
        """Encoded events: by identity unredacted, by value as some viewers may see them."""

    def state(
        self, viewer: int | None, since: int | None, *, max_events: int, words: bool = True
    ) -> Encoded:
        """Return the state message for a seat (`viewer`), or with None for spectators.

        `since` is the last journal entry the viewer has, None for nothing: then, and when more than
        `max_events` events are missing, the view alone is sent and marked fresh. Without `words`
        the viewer is not sent the free words of a game with talk.
        """
        if since is None:
            return self._frame(viewer, [], fresh=True)
        if since not in self._missed:
            self._missed[since] = _events_between(self._game, since, self.seq, max_events)
        missed = self._missed[since]
        if missed is not None and not words:
            deck = self._game.info.rules.deck
            missed = [event for event in missed if without_words(event, deck) is not None]
        encoded = None if missed is None else self._encode_events(missed, viewer)
        if encoded is None or len(encoded) > max_events:
            return self._frame(viewer, [], fresh=True)
        return self._frame(viewer, encoded, fresh=False)

    def private(self, seat: int, happened: Sequence[Event]) -> Encoded:
        """Return the state message with a journal entry that only this seat may see."""
        return self._frame(seat, self._encode_events(happened, seat), fresh=False)

    def _encode_events(self, happened: Sequence[Event], viewer: int | None) -> list[Encoded]:
        """Return the encoded events of a match that a viewer may see, hidden cards redacted."""
        encoded: list[Encoded] = []
        for event in happened:
            shown = redact(event, viewer)
            if shown is None:
                continue
            if shown is event:
                key: int | tuple[type, Event] = id(event)
            elif isinstance(shown, tuple):
                key = (type(shown), shown)
            else:  # of rules of other makers, who knows what of
                encoded.append(encode_part(event_to_json(shown)))
                continue
            known = self._encoded_events.get(key)
            if known is None:
                known = self._encoded_events[key] = encode_part(event_to_json(shown))
            encoded.append(known)
        return encoded

    def _frame(self, viewer: int | None, events: list[Encoded], *, fresh: bool) -> Encoded:
        return self._made.frame(self._own(viewer), events, may_do(self._game, viewer), fresh)

    def _own(self, viewer: int | None) -> Encoded:
        own = own_view(self._state, viewer)
        before = self._cache.get(viewer)
        if before is not None and before[0] == own:
            return before[1]
        encoded = encode_part(own_to_json(own))
        if not own.notes:  # what other makers put there may be equal and yet not written alike
            encoded = trimmed_copy(encoded)
            self._cache[viewer] = (own, encoded)
        return encoded


class StateMessages:
    """Encoders of state messages of one match at one moment, for all viewers.

    Delayed spectators get a past state.
    """

    def __init__(self, game: Game, now: float, cache: RenderCache | None = None) -> None:
        self._game, self._now, self._cache = game, now, cache
        self._made: dict[bool, Frames] = {}

    def for_viewer(self, viewer: int | None) -> Frames:
        """Return the encoder of the state messages for a seat, or with None for spectators."""
        late = viewer is None and self._game.watched is not None
        if late not in self._made:
            rest = self._game.watched if late else None
            self._made[late] = Frames(self._game, self._now, rest, self._cache)
        return self._made[late]


def visible_to(game: Game, viewer: int | None) -> tuple[int, int]:
    """Return (journal entry, deal's number) up to which a seat may see; None: spectators."""
    rest = game.watched if viewer is None else None
    return (game.seq, game.state.number) if rest is None else (rest.seq, rest.state.number)


def _events_between(game: Game, since: int, until: int, max_events: int) -> list[Event] | None:
    """Return the match's events after `since`; None if there are too many or no match yet."""
    if since > until:
        return None
    recent = []
    for seq, happened in reversed(game.history):
        if seq <= since:
            break
        if seq > until:
            continue
        recent.append(happened)
        if len(recent) > max_events:
            return None
    return [event for happened in reversed(recent) for event in happened]


def first_since(game: Game) -> int | None:
    """Return the journal entry from which a client who waited is sent events as a match begins.

    None: no events are sent, as there are too many.
    """
    return 0 if game.seq < MAX_ENTRIES_FROM_START else None

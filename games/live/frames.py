"""State messages: a match as its viewers may see it, what all of them see made once for all."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import (
    Event,
    event_to_json,
    is_turn,
    open_to_json,
    open_view,
    own_to_json,
    own_view,
    redact,
)
from games.live.game import Game, Rest
from games.live.protocol import Encoded, joined, part, state_frame


class Frames:
    """The frames of one moment of a match, which must not change meanwhile."""

    def __init__(self, game: Game, now: float, rest: Rest | None = None) -> None:
        """As players see it; with `rest` as who watches with a delay does, without any clock."""
        self._game = game
        self._state = state = game.state if rest is None else rest.state
        self.seq = game.seq if rest is None else rest.seq
        self._open = part(open_to_json(open_view(state)))
        """What of the view is the same for all, encoded once."""
        turn = state.turn if is_turn(state.phase) else None
        clock = None
        if rest is None:
            paused = game.paused_at is not None
            clock = game.time.to_json(turn, game.spent(now), paused=paused)
        self._clock = part(clock)
        self._missed: dict[int, list[Event] | None] = {}
        self._told: dict[tuple[type, Event], Encoded] = {}
        """Events as some viewer may know them; most are the same for all, or for all but one."""

    def state(self, viewer: int | None, since: int | None, *, most: int) -> Encoded:
        """The frame for a seat, or with None for whoever watches.

        `since` is the last seq the viewer has, None for nothing: then, and when more than `most`
        events are missing, the view alone is sent and marked fresh.
        """
        if since is None:
            return self._frame(viewer, [], fresh=True)
        if since not in self._missed:
            self._missed[since] = _happened(self._game, since, self.seq, most)
        missed = self._missed[since]
        told = None if missed is None else self._tell(missed, viewer)
        if told is None or len(told) > most:
            return self._frame(viewer, [], fresh=True)
        return self._frame(viewer, told, fresh=False)

    def private(self, seat: int, happened: Sequence[Event]) -> Encoded:
        """The frame for a seat that may know of an entry which others may not."""
        return self._frame(seat, self._tell(happened, seat), fresh=False)

    def _tell(self, happened: Sequence[Event], viewer: int | None) -> list[Encoded]:
        """What this viewer may know of it."""
        told: list[Encoded] = []
        for event in happened:
            shown = redact(event, viewer)
            if shown is not None:
                told.append(self._event(shown))
        return told

    def _event(self, shown: Event) -> Encoded:
        if not isinstance(shown, tuple):  # of rules of other makers
            return part(event_to_json(shown))
        key = (type(shown), shown)
        known = self._told.get(key)
        if known is None:
            known = self._told[key] = part(event_to_json(shown))
        return known

    def _frame(self, viewer: int | None, events: list[Encoded], *, fresh: bool) -> Encoded:
        game = self._game
        own = part(own_to_json(own_view(self._state, viewer)))
        return state_frame(
            game.info.public_id,
            self.seq,
            view=joined(self._open, own),
            events=b"[%b]" % b",".join(events),
            clock=self._clock,
            fresh=fresh,
        )


class Shown:
    """What is shown of one moment of a match: to players as it is, to who watches maybe late."""

    def __init__(self, game: Game, now: float) -> None:
        self._game, self._now = game, now
        self._made: dict[bool, Frames] = {}

    def to(self, viewer: int | None) -> Frames:
        """The frames for a seat, or with None for whoever watches."""
        late = viewer is None and self._game.watched is not None
        if late not in self._made:
            rest = self._game.watched if late else None
            self._made[late] = Frames(self._game, self._now, rest)
        return self._made[late]


def shown_of(game: Game, viewer: int | None) -> tuple[int, int]:
    """The seq and the deal that a seat, or with None whoever watches, may see by now."""
    rest = game.watched if viewer is None else None
    return (game.seq, game.state.number) if rest is None else (rest.seq, rest.state.number)


def _happened(game: Game, since: int, until: int, most: int) -> list[Event] | None:
    """What happened after `since`; None when it is too much, or the match is not there yet."""
    if since > until:
        return None
    recent = []
    for seq, happened in reversed(game.history):
        if seq <= since:
            break
        if seq > until:
            continue
        recent.append(happened)
        if len(recent) > most:
            return None
    return [event for happened in reversed(recent) for event in happened]

"""State messages: a match as one viewer may see it, encoded once for all who see the same."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import Event, event_to_json, is_turn, redact, view_for, view_to_json
from games.live.game import Game, Json
from games.live.protocol import State, encode


def state_frame(
    game: Game,
    viewer: int | None,
    since: int | None,
    now: float,
    *,
    most: int,
    paused: bool = False,
) -> str:
    """The frame for a seat, or with None for whoever watches.

    `since` is the last seq the viewer has, None for nothing: then, and when more than `most` events
    are missing, the view alone is sent and marked fresh.
    """
    events = None if since is None else events_since(game, viewer, since, most)
    state = game.state
    spent = round(max(0.0, now - game.turn_started) * 1000)
    turn = state.turn if is_turn(state.phase) else None
    return encode(
        State(
            match=game.info.public_id,
            seq=game.seq,
            view=view_to_json(view_for(state, viewer)),
            events=events or [],
            clock=game.time.to_json(turn, spent, paused=paused),
            fresh=events is None,
        )
    )


def events_since(game: Game, viewer: int | None, since: int, most: int) -> list[Json] | None:
    """What this viewer may know of what happened after `since`; None when it is too much."""
    if since > game.seq:
        return None
    events: list[Json] = []
    recent = []
    for seq, happened in reversed(game.history):
        if seq <= since:
            break
        recent.append(happened)
        if len(recent) > most:
            return None
    for happened in reversed(recent):
        for event in happened:
            shown = redact(event, viewer)
            if shown is not None:
                events.append(event_to_json(shown))
    return events if len(events) <= most else None


def private_frame(game: Game, seat: int, happened: Sequence[Event], now: float) -> str:
    """The frame for a seat that may know of an entry which others may not: what it may know."""
    events = []
    for event in happened:
        shown = redact(event, seat)
        if shown is not None:
            events.append(event_to_json(shown))
    state = game.state
    spent = round(max(0.0, now - game.turn_started) * 1000)
    turn = state.turn if is_turn(state.phase) else None
    return encode(
        State(
            match=game.info.public_id,
            seq=game.seq,
            view=view_to_json(view_for(state, seat)),
            events=events,
            clock=game.time.to_json(turn, spent, paused=False),
            fresh=False,
        )
    )

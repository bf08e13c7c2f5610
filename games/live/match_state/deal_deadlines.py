"""Deadlines of the stages of a deal, by the connections of the match's browsers.

A browser whose connection is gone may be on its way back, as all of them are after a process has
died. A stage waits for it, but no longer than `back_within` seconds, and never for a browser that
was gone before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from games.live.core.settings import Options
from games.live.match_state.deal_protocol import SeatCommitment
from games.live.match_state.deal_stages import Stage, newcomer_cuts, patience, site_cuts
from games.live.match_state.seat_connection import SeatConnection

if TYPE_CHECKING:
    from games.live.match_state.match_state import Game

ConnectionOf = Callable[[int], SeatConnection]
"""A function from a seat to what this process knows of its browsers."""


class Waiting(NamedTuple):
    """A stage of the shuffle that a process waits for, and since when (seconds since the epoch)."""

    stage: Stage
    for_seq: int
    since: float


def due_at(
    game: Game,
    waiting: Waiting,
    connection_of: ConnectionOf,
    options: Options,
    *,
    owner: bool,
    slack: float = 0.0,
) -> float:
    """Return when a stage of the shuffle ends (epoch seconds); 0 if it waits for nobody.

    `owner`: this process wrote the entry before the stage. Else the process that did may have died
    with its connections, so the seats may be connected nowhere. `slack`: seconds that are added
    because this process is slow at the moment.
    """
    since, stage = waiting.since, waiting.stage
    number, people = game.state.number, game.people()
    back = {
        seat: _back_by(game, seat, since, connection_of(seat), options, owner) for seat in people
    }
    someone_present = any(connection_of(seat).connected or back[seat] > since for seat in people)
    if stage == "draw" or game.info.again(number) or not someone_present:
        return 0.0
    if stage == "cut":
        return _cut_by(game, since, connection_of, back, options)
    within = patience(stage, options) + slack
    last = since + within + options.back_within
    moments = [
        min(last, max(_answers_by(stage, since, connection_of(seat), within), back[seat]))
        for seat in _owing(game, stage)
    ]
    return max(moments, default=0.0)


def _back_by(
    game: Game, seat: int, since: float, connection: SeatConnection, options: Options, owner: bool
) -> float:
    """Return the time until which the browser of a disconnected seat may come back.

    Return 0 if the browser is connected, or gone for good.
    """
    if game.substitutes.get(seat) or connection.by_requests:
        return 0.0
    if connection.gone_since is not None:
        return connection.gone_since + options.back_within
    return 0.0 if owner or connection.here else since + options.back_within


def _answers_by(stage: Stage, since: float, connection: SeatConnection, within: float) -> float:
    """Return the time until which a connected seat must have answered in the shuffle.

    When nonces are revealed, this holds for a seat that is gone too.
    """
    if connection.connected:
        return max(since, connection.reconnected_at) + within
    return since + within if stage == "nonces" else 0.0


def _owing(game: Game, stage: Stage) -> list[int]:
    """Return the seats of people who have yet to commit, or to reveal their nonce."""
    number, people = game.state.number, game.people()
    commitments = game.making.commitments.get(number, {})
    if stage == "commits":
        return [seat for seat in people if seat not in commitments]
    sealed = game.making.sealed_for(number)
    commits = sealed.client_commits if sealed is not None else ()
    return [
        seat
        for seat in people
        if seat < len(commits)
        and commits[seat] is not None
        and not commitments.get(seat, SeatCommitment("")).nonce
    ]


def _cut_by(
    game: Game, since: float, connection_of: ConnectionOf, back: dict[int, float], options: Options
) -> float:
    """Return the time until which a person may cut the deck; 0 if a bot or the site cuts."""
    cutter = game.state.cutter
    if game.bot_at(cutter) or site_cuts(game):
        return 0.0
    if connection_of(cutter).connected:
        return since + patience("cut", options, newcomer=newcomer_cuts(game))
    return max(since + options.cut_absent_within, back[cutter])

"""The state of a table in one process, which the parts of its room share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.live.table.presence import NamedSpectator, Presence

if TYPE_CHECKING:
    from games.live.match.actor import MatchActor
    from games.live.match_state.match_state import Game, Json
    from games.live.match_state.seat_connection import SeatConnection
    from games.live.table.ports import Member, TableContext


class TableState:
    """One table as this process knows it: its rows, connections (members), presence and match."""

    def __init__(self, runtime: TableContext, table_id: str) -> None:
        self.runtime = runtime
        self.table_id = table_id
        self.members: set[Member] = set()
        self.presence = Presence()
        self.actor: MatchActor | None = None
        """The actor of the table's match; None while there is none."""
        self.json_for: dict[int | None, Json] = {}
        """Player id -> the table's JSON for that player as last read; None: for strangers."""
        self.hidden_from: dict[int, frozenset[int]] = {}
        """Player id -> ids of the players hidden from that player."""
        self.read_at = 0.0
        """When `json_for` was read, in seconds since the epoch."""

    @property
    def game(self) -> Game | None:
        """Return the table's match; None while there is none, or it is not in memory."""
        return self.actor.game if self.actor is not None else None

    def is_playing(self) -> bool:
        """Return whether a match runs at the table, as of the last reading of its rows."""
        table = self.json_for.get(None)
        return bool(table and table["status"] == "playing")

    # -- members ----------------------------------------------------------------------------------

    def players(self) -> set[int | None]:
        """Return the row ids of the players connected here; None stands for visitors without one."""
        return {member.player for member in self.members}

    def assign_seat(self, member: Member) -> None:
        """Set a connection's seat to the present seat of its player; None without a seat."""
        stored = self.json_for.get(member.player)
        member.seat = stored["you"]["seat"] if stored else None

    def greeted(self) -> list[Member]:
        """Return the connections that have sent their first message; only they are sent news."""
        return [member for member in self.members if member.greeted]

    def watchers_here(self) -> int:
        """Return the number of spectators connected to this process.

        A player without a seat counts once; without an account, each connection counts.
        """
        players = [member.player for member in self.members if member.seat is None]
        return len({player for player in players if player is not None}) + players.count(None)

    def named_here(self) -> set[NamedSpectator]:
        """Return the spectators connected to this process who let others see their names."""
        return {
            NamedSpectator(member.player, member.visitor.watches_as)
            for member in self.members
            if member.seat is None and member.player is not None and member.visitor.watches_as
        }

    # -- seats ------------------------------------------------------------------------------------

    def seats(self) -> list[int]:
        """Return the numbers of the table's seats; empty before the table is read."""
        return [seat["seat"] for seat in self.json_for.get(None, {}).get("seats", ())]

    def connection_of(self, seat: int) -> SeatConnection:
        """Return the state of a seat's connections, with the times at which they changed."""
        return self.presence.connection_of(seat, self.runtime.clock.now())

    def gone_for(self, seat: int) -> float | None:
        """Return the seconds for which a seat has had no socket anywhere; None while it has one."""
        since = self.connection_of(seat).gone_since
        return None if since is None else self.runtime.clock.now() - since

    def gone_on_turn_since(self, seat: int) -> float | None:
        """Return the time since which the seat to play has had no socket in this turn.

        The time is in seconds since the epoch; None while it has a socket, or is not to play.
        """
        since, game = self.connection_of(seat).gone_since, self.game
        if since is None or game is None or game.state.paused or game.state.turn != seat:
            return None
        return max(since, game.turn_began)

    def has_come(self, seat: int) -> bool:
        """Return whether the seat has had a connection, or has played, since the match began."""
        game = self.game
        return seat in self.presence.arrived or (game is not None and game.has_played(seat))

    def long_gone(self) -> frozenset[int]:
        """Return the seats that have had no socket for `gone_after` seconds or more."""
        wait = self.runtime.options.gone_after
        return frozenset(seat for seat in self.seats() if (self.gone_for(seat) or 0.0) >= wait)

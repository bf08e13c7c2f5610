"""Limits and intervals of the live path, which the setting `BRISCA_LIVE` may override."""

from __future__ import annotations

import logging
from dataclasses import dataclass, fields
from typing import Any, Final

from django.conf import settings

log = logging.getLogger("games.live.core.settings")

_OLD_NAMES: Final = {"bell_in_memory": "pubsub_in_memory"}
"""Name of an option in an earlier release -> its present name."""


@dataclass(frozen=True, slots=True)
class Options:
    """Limits and intervals of the play at tables; in seconds, unless the name says otherwise."""

    gone_after: float = 60.0
    """Time without any socket after which a bot plays for the seat."""
    parked_for: float = 7 * 86_400.0
    """Time after which a match without a clock, of one person with bots, ends without an act."""
    next_deal_after: float = 8.0
    next_deal_of_bots_after: float = 1.5
    pause_at_most: float = 600.0
    """Length of a pause that no player ends."""
    commits_within: float = 1.5
    """Time for the browsers to commit to their nonces, if not done during the deal before."""
    cut_within: float = 20.0
    """Time for the cutter; after it the clock cuts."""
    first_cut_within: float = 30.0
    """Time for a cutter who has not finished a match yet."""
    cut_absent_within: float = 2.0
    """Time for a cutter who has no socket at the moment."""
    nonces_within: float = 1.5
    """Time for the browsers to reveal their nonces after the cut."""
    back_within: float = 6.0
    """Time for a browser to reconnect while a deal is made, which the deal waits for.

    It has just lost its connection, or the process that holds it has just taken the match over.
    """
    pace: float = 1.0
    """Factor on the time that bots take; 0 in tests."""
    tick: float = 0.25
    """Interval of looking for due deadlines of matches that nobody watches here."""
    orphan_margin: float = 1.0
    """Delay after which a process acts for a match whose latest entry another process wrote."""
    answers_within: float = 0.3
    """Time for other processes to say who is at a table that is taken over."""
    heads_every: float = 4.0
    sessions_every: float = 60.0
    outage: float = 3.0
    """Time without any live process that counts as an outage, after which turns get time back."""
    mercy: float = 20.0
    """Time that a turn has left at least after an outage."""
    lobby_every: float = 0.5
    tournaments_every: float = 0.5
    """Interval of looking for tournaments that have something to do."""
    notifications_every: float = 2.0
    """Interval of looking for notifications that are to be written, pushed or mailed."""
    analyse_every: float = 0.0
    """Interval of looking for a finished match to analyse; 0: this process analyses none."""
    burst: int = 20
    rate: float = 10.0
    """Messages a second from one socket in the long run."""
    account_burst: int = 60
    account_rate: float = 25.0
    """Messages a second from all sockets of one account, or of strangers at one address."""
    arrivals_burst: int = 120
    arrivals_rate: float = 4.0
    """Handshakes a second from one address."""
    hints_burst: int = 5
    hints_rate: float = 0.25
    """Hints a second for one player in the long run."""
    flood: int = 100
    """Refusals for sending too fast after which the socket is closed; they expire with time."""
    inbox: int = 32
    outbox: int = 256
    unread_bytes: int = 512 * 1024
    """Bytes sent but not known to have been read, above which a socket is closed as too slow."""
    sockets_a_user: int = 8
    sockets_an_address: int = 64
    missed_events: int = 200
    headers_within: float = 60.0
    """Time for a client to send all headers of a request."""
    body_within: float = 120.0
    """Time for a client to send the whole body of a request."""
    drain_over: float = 3.0
    """Period over which clients reconnect after a restart."""
    commit_units: int = 2000
    """Most decisions in one commit; 1 makes a commit for each move."""
    pubsub_in_memory: bool = False
    """Publish over an in-memory layer too; of use only in tests of two runtimes."""


def load() -> Options:
    """Return the options, with the values that the setting `BRISCA_LIVE` overrides.

    Raises:
        ValueError: where the setting has a name that is not an option.
    """
    overrides: dict[str, Any] = {}
    for name, value in getattr(settings, "BRISCA_LIVE", {}).items():
        if name in _OLD_NAMES:
            log.warning("BRISCA_LIVE: %s is now called %s", name, _OLD_NAMES[name])
        overrides[_OLD_NAMES.get(name, name)] = value
    known = {item.name for item in fields(Options)}
    if unknown := set(overrides) - known:
        raise ValueError(f"BRISCA_LIVE has unknown names: {sorted(unknown)}")
    return Options(**overrides)

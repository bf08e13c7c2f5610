"""Figures of the live path, from the setting `BRISCA_LIVE` where it names them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Options:
    """Seconds, unless the name says otherwise."""

    gone_after: float = 60.0
    """Without any socket: then a bot plays for the seat."""
    next_deal_after: float = 8.0
    next_deal_of_bots_after: float = 1.5
    pause_at_most: float = 600.0
    """A pause that nobody ends."""
    commits_within: float = 1.5
    """For the browsers to commit to their nonces, where they have not during the deal before."""
    cut_within: float = 20.0
    """For the cutter; then the clock cuts."""
    first_cut_within: float = 30.0
    """For a cutter who has not finished a match yet."""
    cut_absent_within: float = 2.0
    """For a cutter who has no socket at the moment; nothing is waited for where nobody is."""
    nonces_within: float = 1.5
    """For the browsers to show their nonces after the cut."""
    back_within: float = 6.0
    """For a browser that has just lost its connection, or is expected by a process that has just taken
    the match on, to come back while a deal is made; so much longer a deal may take."""
    pace: float = 1.0
    """Factor on the time that bots take; 0 in tests."""
    tick: float = 0.25
    """Between looks for due deadlines of matches that nobody watches here."""
    orphan_margin: float = 1.0
    """How much later than its own process others act for a match."""
    answers_within: float = 0.3
    """For other processes to say who is at a table that is taken on."""
    heads_every: float = 4.0
    sessions_every: float = 60.0
    outage: float = 3.0
    """Nobody alive for so long is an outage, after which time is given back."""
    mercy: float = 20.0
    """At least so much is left to a turn after an outage."""
    lobby_every: float = 0.5
    analyse_every: float = 0.0
    """Between looks for a finished match to analyse; 0: none is analysed here."""
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
    """Refusals for coming too fast, each worth a second's fraction, that close the socket."""
    inbox: int = 32
    outbox: int = 256
    unread_bytes: int = 512 * 1024
    """Sent but not known to have been read, before a socket is closed as too slow."""
    sockets_a_user: int = 8
    sockets_an_address: int = 64
    missed_events: int = 200
    headers_within: float = 60.0
    """For a visitor to send the headers of a request, all together."""
    body_within: float = 120.0
    """For a visitor to send the body of a request, all together."""
    drain_over: float = 3.0
    """Over which clients come back after a restart."""
    commit_units: int = 2000
    """Decisions in one commit at most; 1 is what a commit for each move would be."""
    bell_in_memory: bool = False
    """Ring bells over an in-memory layer too; of use only in tests of two runtimes."""


def load() -> Options:
    """Return the options as the setting `BRISCA_LIVE` has them.

    Raises:
        ValueError: where the setting has a name that is no option.
    """
    given: dict[str, Any] = getattr(settings, "BRISCA_LIVE", {})
    known = {item.name for item in fields(Options)}
    if unknown := set(given) - known:
        raise ValueError(f"BRISCA_LIVE has unknown names: {sorted(unknown)}")
    return Options(**given)

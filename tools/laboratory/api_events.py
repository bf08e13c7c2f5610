"""Tournaments for the examples of the API: one that bots play, and open ones."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from games.models import Player
from games.services.players import house_bot
from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import EntrantStatus, TournamentStatus
from games.tournaments.services import entries
from games.tournaments.services.creating import TournamentOptions, create_tournament

BOT_TOURNAMENT_TIMEOUT_S: Final = 400.0
"""Seconds within which the bots must have played their tournament."""


def announce_bot_tournament() -> Tournament:
    """Announce a tournament of a series for four house bots, who play it once the site is served."""
    now = timezone.now()
    event = _announce("Thursday", "swiss", rounds=1, deals=1, every_days=7,
                      starts_at=now + timedelta(seconds=1))  # fmt: skip
    for index in range(4):
        entries.enter(tournament=event, player=house_bot("greedy", index), now=now)
    event.entrants.update(status=EntrantStatus.ENTERED)
    event.people.update(checked_in_at=now)
    return event


def create_open_tournaments(program: Player, friend: Player) -> dict[str, str]:
    """Announce open tournaments; return operation -> id of the tournament to use in its example."""
    entered = [_announce(name, "swiss") for name in ("Friday", "Saturday")]
    for event in entered:
        entries.enter(tournament=event, player=program)
    pairs = _announce(
        "Pairs", "swiss", players=4, members=2, options={"teams": "pairs"}
    )  # fmt: skip
    entries.enter(tournament=pairs, player=friend, partners=[program])
    entered_id, withdrawn_id = (event.public_id for event in entered)
    return {
        **dict.fromkeys(
            ("get_tournament_entry", "check_in_to_tournament", "follow_tournament"), entered_id
        ),
        "withdraw_from_tournament": withdrawn_id,
        "enter_tournament": _announce("Sunday", "swiss").public_id,
        "answer_invitation": pairs.public_id,
    }


def _announce(name: str, kind: str, **choices: Any) -> Tournament:
    """Announce a tournament that programs may enter and whose check-in is open."""
    chosen = {"starts_at": timezone.now() + timedelta(minutes=14), "players": 2, **choices}
    options = TournamentOptions(
        name=name, format=kind, preset="ludoteka", programs="welcome", **chosen
    )  # fmt: skip
    return create_tournament(creator=None, chosen=options)


def wait_until_played(event: Tournament) -> None:
    """Wait until a tournament is over; the served site plays it.

    Raises:
        RuntimeError: it is not over within BOT_TOURNAMENT_TIMEOUT_S.
    """
    until = time.monotonic() + BOT_TOURNAMENT_TIMEOUT_S
    while time.monotonic() < until:
        event.refresh_from_db()
        if event.status == TournamentStatus.FINISHED:
            return
        time.sleep(1.0)
    raise RuntimeError(f"the tournament is {event.status}, {event.stage} {event.problem}")

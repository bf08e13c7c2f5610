"""Reads of what leaving a match costs, and of players' outcomes and pauses."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final, Literal, cast

from django.utils import timezone

from games.conduct.outcomes import Kind, Outcome
from games.conduct.pauses import MAX_OUTCOMES, Pause, Record, evidence_of
from games.models import (
    ConductFigures,
    Match,
    MatchOutcome,
    Player,
    PlayerPause,
    Restriction,
    Table,
)
from games.selectors.restrictions import running_restrictions

SHOWN_AFTER: Final = 20
"""Number of matches from which others see what share of them a player finishes."""
SHOWN_OUTCOMES: Final = 30
"""Number of the latest outcomes that a player sees."""
TRUSTED_AFTER: Final = 20
"""Number of outcomes after which a player is trusted; others pause twice as long."""


def outcomes_count(match: Match, table: Table | None, people: int) -> bool:
    """Return whether leaving this match counts against the people who play it.

    It does if at least two people play, and strangers could sit down or ratings are at stake.
    """
    public = table is not None and table.visibility == Table.Visibility.PUBLIC
    return people > 1 and (match.rated or public)


def cost_of_leaving(
    match: Match, table: Table, people: int, *, opponents: int
) -> Literal["free", "counted", "rated"]:
    """Return the cost of leaving a running match for good, for one of the people who play it.

    "free": nothing; "counted": an unfinished match in the player's record; "rated": a lost rated
    match too. `people` is how many people play, and `opponents` how many of those on other sides
    than the leaver are still there.
    """
    if not opponents or not outcomes_count(match, table, people):
        return "free"
    return "rated" if match.rated else "counted"


def current_pause(*, player: Player, now: datetime | None = None) -> PlayerPause | None:
    """Return the pause for leaving matches that a player has now, or None."""
    running = PlayerPause.objects.filter(player=player, lifted_at=None)
    return running.filter(ends_at__gt=now or timezone.now()).order_by("-ends_at").first()


def any_paused(players: Collection[Player]) -> bool:
    """Return whether at least one of these players may play no rated match now."""
    running = PlayerPause.objects.filter(player__in=players, lifted_at=None)
    if running.filter(ends_at__gt=timezone.now()).exists():
        return True
    unrated = running_restrictions().filter(player__in=players, kind=Restriction.Kind.RATED)
    return unrated.exists()


def record_of(player: Player, now: datetime) -> Record:
    """Return a player's left matches and pauses (not lifted), by which the pause rule decides."""
    pauses = list(PlayerPause.objects.filter(player=player))
    outcomes = MatchOutcome.objects.filter(player=player)
    trusted = outcomes.filter(kind="finished")[:TRUSTED_AFTER].count() >= TRUSTED_AFTER
    rows = outcomes.order_by("-at", "-pk").values_list("kind", "pairs", "at")[:MAX_OUTCOMES]
    latest = [(Outcome(cast("Kind", kind), pairs), at) for kind, pairs, at in reversed(rows)]
    return Record(
        evidence=evidence_of(latest),
        last_left=bool(latest) and latest[-1][0].bad,
        pauses=[Pause(pause.minutes, pause.ends_at) for pause in pauses if pause.lifted_at is None],
        age=now - player.created_at,
        trusted=trusted,
    )


def finished_share(player: Player) -> float | None:
    """Return the share (0 to 1) of matches among people that a player has not left.

    None for fewer than SHOWN_AFTER matches. It reads nothing from the database for a player who was
    selected together with `conduct`.
    """
    try:
        row = player.conduct
    except ConductFigures.DoesNotExist:
        return None
    return row.finished / row.matches if row.matches >= SHOWN_AFTER else None


def finished_percents(players: Collection[int]) -> dict[int, int]:
    """Return player (row id) -> whole percent of matches among people that they have not left.

    Rounded down, so that 100 means all. Players with fewer than SHOWN_AFTER matches are missing, and
    those who keep their figures private.
    """
    rows = ConductFigures.objects.filter(
        player__in=players, matches__gte=SHOWN_AFTER, player__figures_private=False
    )
    return {
        player: 100 * finished // matches
        for player, finished, matches in rows.values_list("player_id", "finished", "matches")
    }


def latest_kinds(player: Player) -> list[Kind]:
    """Return the kinds of outcome of a player's latest matches among people, the oldest first."""
    rows = MatchOutcome.objects.filter(player=player).order_by("-at", "-pk")
    return cast("list[Kind]", list(reversed(rows.values_list("kind", flat=True)[:SHOWN_OUTCOMES])))


def known_pauses(player: Player) -> list[PlayerPause]:
    """Return all stored pauses of a player for leaving matches, latest first, lifted ones too."""
    return list(PlayerPause.objects.filter(player=player).order_by("-starts_at", "-pk"))

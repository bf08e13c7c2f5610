"""Recounts of all statistics and ratings, of which people are told once if the rules have changed."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import NotificationKind, Player
from games.models.people import PlayerKind
from games.services.notifications import notify
from games.stats.rebuild import (
    STATISTICS_VERSION,
    Rebuilt,
    Step,
    ratings_need_recount,
    rebuild,
)
from games.stats.recount import RatingMove


def recount(*, check: bool = False, step: Step = lambda _: None) -> Rebuilt:
    """Recalculate all statistics and ratings from the matches; return what changed.

    At the first recalculation by the rules of this release, players whose shown rating changes are
    notified, once. `check` writes nothing. `step` is called with the number of matches just done.
    """
    if ratings_need_recount():
        return rebuild(check=check, step=step, on_written=_notify_players)
    return rebuild(check=check, step=step)


def _notify_players(moves: Iterable[RatingMove]) -> None:
    """Notify the people among these players that ratings were recounted."""
    affected = {move.player for move in moves}
    people = Player.objects.filter(kind=PlayerKind.HUMAN, user__isnull=False).values_list(
        "pk", flat=True
    )
    notify(
        recipients=[player for player in people.iterator() if player in affected],
        kind=NotificationKind.RATING,
        text="ratings_recounted",
        key=f"ratings:{STATISTICS_VERSION}",
        url="/leaderboard/",
    )

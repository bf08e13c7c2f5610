"""Points of clubs' seasons: added when a match at a club's table ends, and summed up anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F

from games.clubs.models import ClubFigures, ClubMember, ClubResult
from games.clubs.rules.seasons import points_for, season_of
from games.models import Match, Seat, Table
from games.models.people import PlayerKind
from games.services.match_end_handlers import Json, MatchEndHandler
from games.stats.rated import EARLY_RESIGNATION, NO_FIRST_CARD
from games.tournaments.models import Tournament

NOT_PLAYED: Final = (EARLY_RESIGNATION, NO_FIRST_CARD)
"""Reasons for which a match counts for no ranking: it was hardly played."""


class _SeatedMember(NamedTuple):
    """A club member who played a match: player's row id, side, result, and manner of leaving."""

    player: int
    side: int
    won: bool | None
    left: str | bool


def count_for_club(match: Match) -> None:
    """Add a match of a club to its season's figures, if members played against each other.

    It is a match at a table of the club, or in a tournament for its members alone. The caller holds
    the transaction that ends the match. Rows of figures are locked in the order of the players.
    """
    if match.unrated_reason in NOT_PLAYED or match.finished_at is None:
        return
    club = _club_of(match)
    if club is None:
        return
    people = Seat.objects.filter(match=match, kind=PlayerKind.HUMAN)
    members = people.filter(player__club_memberships__club=club)
    rows = members.order_by("player").values_list("player", "side", "won", "left")
    seated_members = [_SeatedMember(*row) for row in rows]
    if len({seated.side for seated in seated_members}) < 2:
        return
    _write(match, club, seated_members, match.finished_at.astimezone(UTC).date())


class ClubMatchEnds(MatchEndHandler):
    """Handler of match ends that counts clubs' matches in their season's figures."""

    def counted(self, match: Match, record: Json) -> None:
        """Add a finished match to the season of its club, if it has one."""
        count_for_club(match)


def _club_of(match: Match) -> int | None:
    """Return the row id of the club in whose season a match counts, or None.

    A challenge is held by two clubs, and counts for the season of neither.
    """
    table = match.table
    if table is None or table.club_id is not None or table.visibility != Table.Visibility.LINK:
        return None if table is None else table.club_id
    events = Tournament.objects.filter(
        round_rows__games__match=match, club_only=True, club_challenge=None
    )
    return events.values_list("club", flat=True).first()


def _write(match: Match, club: int, seated_members: Sequence[_SeatedMember], day: date) -> None:
    """Store the members' results of a match, and add them to the season's figures."""
    season = season_of(day)
    players = [seated.player for seated in seated_members]
    ClubFigures.objects.bulk_create(
        (ClubFigures(club_id=club, season=season, player_id=player) for player in players),
        ignore_conflicts=True,
    )
    figures = ClubFigures.objects.filter(club=club, season=season)
    list(figures.select_for_update().filter(player__in=players).order_by("player"))
    for seated in seated_members:
        others = sorted(other.player for other in seated_members if other.side != seated.side)
        against = "-".join(map(str, others))
        earlier_results = ClubResult.objects.filter(
            club=club, player=seated.player, day=day, opponents=against
        )
        points = 0 if seated.left else points_for(seated.won, earlier_results.count())
        ClubResult.objects.create(
            club_id=club,
            match=match,
            player_id=seated.player,
            opponents=against,
            won=seated.won,
            day=day,
            points=points,
        )
        figures.filter(player=seated.player).update(
            matches=F("matches") + 1,
            won=F("won") + int(seated.won is True),
            points=F("points") + points,
        )
    ClubMember.objects.filter(club=club, player__in=players).update(last_active=match.finished_at)


@transaction.atomic
def rebuild_club_figures() -> int:
    """Recalculate the figures of all clubs from results; return how many rows differed.

    All rows of figures are locked meanwhile.
    """
    matches: Counter[tuple[int, int, int]] = Counter()
    won: Counter[tuple[int, int, int]] = Counter()
    points: Counter[tuple[int, int, int]] = Counter()
    stored = {
        (row.club_id, row.season, row.player_id): row
        for row in ClubFigures.objects.select_for_update().order_by("pk")
    }
    results = ClubResult.objects.values_list("club", "day", "player", "won", "points")
    for club, day, player, has_won, gained in results.iterator():
        key = (club, season_of(day), player)
        matches[key] += 1
        won[key] += has_won is True
        points[key] += gained
    differed = 0
    for key in sorted(matches.keys() | stored.keys()):
        sums = {"matches": matches[key], "won": won[key], "points": points[key]}
        row = stored.get(key)
        if row is not None and all(getattr(row, name) == value for name, value in sums.items()):
            continue
        differed += 1
        _store(key, row, sums)
    return differed


def _store(key: tuple[int, int, int], row: ClubFigures | None, sums: dict[str, int]) -> None:
    """Store the recalculated totals of a member's season; delete rows without any result."""
    club, season, player = key
    if row is None:
        listed = ClubMember.objects.filter(club=club, player=player).exists()
        ClubFigures.objects.create(
            club_id=club, season=season, player_id=player, listed=listed, **sums
        )
    elif not sums["matches"]:
        row.delete()
    else:
        ClubFigures.objects.filter(pk=row.pk).update(**sums)

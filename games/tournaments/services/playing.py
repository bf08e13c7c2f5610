"""Games of tournaments while they are played: their ends, forfeits, and bots when time is up."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Max

from games.models import Action, Departure, Match, Outage, TableSeat
from games.models.matches import MatchStatus
from games.models.tables import TableStatus
from games.services.leaving import SUBSTITUTE
from games.services.match_ends import abandon_match
from games.tournaments.models import (
    Tournament,
    TournamentEntrant,
    TournamentGame,
    TournamentPlace,
    TournamentRound,
)
from games.tournaments.models.rounds import GameKind, GameResult
from games.tournaments.models.tournaments import EntrantStatus, TournamentStatus
from games.tournaments.services.entry_checks import ban_absent
from games.tournaments.services.results import EXCUSED_FOR, is_absence_excused, repair_game

FORFEIT_AFTER: Final = timedelta(minutes=4)
"""Time from the beginning of a round after which a side of which nobody has come has lost."""
VOID_AFTER: Final = timedelta(minutes=10)
"""Time after the end of a round in which bots finish it; what is left is not played."""
GIVEN_BACK: Final = timedelta(seconds=20)
"""Time that a round has more after an outage, beside the time that the site was down."""


# -- what the ticker does while a round is played --------------------------------------------------


def time_lost(row: TournamentRound, now: datetime) -> timedelta:
    """Return how much longer a round lasts because of outages since it began."""
    lost = timedelta()
    if row.began_at is None:
        return lost
    for outage in Outage.objects.filter(ended_at__gt=row.began_at, began_at__lte=now):
        lost += outage.ended_at - max(outage.began_at, row.began_at) + GIVEN_BACK
    return lost


def forfeit_absent(tournament: Tournament, row: TournamentRound, now: datetime) -> list[str]:
    """End games of a round to which a side has not come; return their tables' public ids.

    Shortly after an outage nobody loses for not being there, if it was long and within the round.
    """
    if _are_excused(tournament, row, now):
        return []
    changed = []
    open_games = row.games.filter(kind=GameKind.GAME, done_at=None, match__isnull=False)
    for game in open_games.select_related("match", "table").prefetch_related("places__entrant"):
        assert game.match is not None
        came = _seats_that_came(game.match)
        absent = [place for place in game.places.all() if not came & set(place.seats)]
        if absent:
            _forfeit(game, {place.entrant_id for place in absent}, now)
            if game.table is not None:
                changed.append(game.table.public_id)
    return changed


def _are_excused(tournament: Tournament, row: TournamentRound, now: datetime) -> bool:
    """Return True if absent sides do not forfeit now, because of an outage."""
    if tournament.scoring_version >= 2:
        return is_absence_excused(row, now)
    return Outage.objects.filter(ended_at__gt=now - EXCUSED_FOR).exists()


def _seats_that_came(match: Match) -> set[int]:
    """Return the seats of a running match whose players have acted at least once themselves."""
    rows = Action.objects.filter(match=match, by="player").values_list("seat", flat=True)
    return set(rows.distinct())


@transaction.atomic
def _forfeit(game: TournamentGame, absent: Collection[int], now: datetime) -> None:
    """End a game as forfeited by these absent entrants (ids), who play no further rounds.

    A match that has ended meanwhile keeps its result. It is locked first, as where a match ends.
    """
    assert game.match is not None
    match = Match.objects.select_for_update(of=("self",)).get(pk=game.match.pk)
    if match.status != MatchStatus.PLAYING:
        return
    game.places.filter(entrant__in=absent).update(forfeit=True)
    game.result, game.done_at = GameResult.FORFEIT, now
    game.points = [None] * game.round.tournament.deals
    game.save(update_fields=["points", "result", "done_at"])
    abandon_match(match_id=game.match.pk, now=now, by_site=True)
    _mark_absent(TournamentEntrant.objects.filter(pk__in=absent), now)


def _mark_absent(entrants: Iterable[TournamentEntrant], now: datetime) -> None:
    """Mark entrants as absent (they play no further rounds) and ban their players for a while."""
    for entrant in entrants:
        entrant.status = EntrantStatus.ABSENT
        entrant.save(update_fields=["status"])
        for member in entrant.people.filter(left_at=None).select_related("player"):
            ban_absent(player=member.player, now=now)


def mark_played_out(games: Iterable[TournamentGame], now: datetime) -> None:
    """Mark as absent the entrants for whom bots have played a whole game among these.

    Call it once for each game, when it is scored: an entrant may have come back later.
    """
    forfeited = TournamentPlace.objects.filter(game__in=games, forfeit=True)
    played_out = forfeited.exclude(game__match__status=MatchStatus.ABANDONED)
    _mark_absent(TournamentEntrant.objects.filter(places__in=played_out), now)


def hand_to_bots(row: TournamentRound, now: datetime) -> list[str]:
    """Let bots finish a round's games whose time is up; return the changed tables' public ids.

    Nobody is blamed: the departures are excused.
    """
    places = TableSeat.objects.filter(
        table__tournament_game__round=row,
        table__tournament_game__done_at=None,
        table__status=TableStatus.PLAYING,
        player__bot="",
        substitute="",
    ).select_related("table__match", "player")
    tables = set()
    for place in places:
        _hand_over(place, now)
        tables.add(place.table.public_id)
    return sorted(tables)


def _hand_over(place: TableSeat, now: datetime) -> None:
    """Let a bot play for the person at a seat; the departure is stored as excused."""
    assert place.table.match is not None
    assert place.player is not None
    seq = Action.objects.filter(match=place.table.match).aggregate(last=Max("seq"))["last"]
    Departure.objects.create(
        match=place.table.match,
        seat=place.seat,
        player=place.player,
        reason=Departure.Reason.TIMED_OUT,
        seq=seq or 0,
        at=now,
        excused=True,
    )
    place.substitute = SUBSTITUTE
    place.save(update_fields=["substitute"])


def void_rest(row: TournamentRound, now: datetime) -> list[str]:
    """End a round's games that even bots have not finished; return their tables' public ids.

    The deals that were finished count.
    """
    changed = []
    for game in row.games.filter(kind=GameKind.GAME, done_at=None).select_related("match", "table"):
        if game.match is None:
            continue
        if not abandon_match(match_id=game.match.pk, now=now):
            repair_game(game, now)
        if game.table is not None:
            changed.append(game.table.public_id)
    return changed


def help_late(
    tournament: Tournament, row: TournamentRound, now: datetime, *, forfeit_after: timedelta
) -> list[str]:
    """Move a late round on: forfeits for the absent, bots for the slow, an end for hung games.

    Who has not come within `forfeit_after` loses; time that the site was down does not count.
    Return the public ids of the tables that changed.
    """
    assert row.began_at is not None
    assert row.ends_at is not None
    changed: list[str] = []
    lost = time_lost(row, now)
    if now >= row.began_at + forfeit_after + lost:
        changed += forfeit_absent(tournament, row, now)
    if now >= row.ends_at + lost:
        changed += hand_to_bots(row, now)
    if now >= row.ends_at + VOID_AFTER + lost:
        changed += void_rest(row, now)
    return changed


def end_running_games(*, tournament: Tournament, now: datetime) -> None:
    """End all running games of a cancelled tournament."""
    if tournament.status != TournamentStatus.RUNNING:
        return
    for row in tournament.round_rows.filter(closed_at=None):
        void_rest(row, now)

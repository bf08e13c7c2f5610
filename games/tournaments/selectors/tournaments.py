"""Reads of tournaments: the list, one event, its entrants, rounds, standings and deals.

Nothing here reads a deck, a point or a card of a round that is not scored yet: somebody may still
have to play its deals.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias, cast

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.models import Player
from games.record.record import rfc3339
from games.tournaments.answers import Entrant, OwnEntry, TournamentEvent
from games.tournaments.models import Tournament, TournamentEntrant, TournamentGame, TournamentMember
from games.tournaments.models.rounds import GameKind
from games.tournaments.models.tournaments import (
    ENTERED,
    LISTED,
    EntrantStatus,
    Format,
    TournamentStatus,
)
from games.tournaments.selectors.rounds import deals_done
from games.tournaments.selectors.state import has_two_sides, names_of

Json: TypeAlias = dict[str, Any]
WITHOUT_CHECKIN: Final = (Format.ARENA, Format.DAILY)
"""Formats without a check-in."""


def tournament_or_none(public_id: str) -> Tournament | None:
    """Return the tournament with this public id, or None."""
    if not public_id.isalnum():
        return None  # PostgreSQL takes no NUL
    tournaments = Tournament.objects.select_related("ruleset", "creator", "series")
    return tournaments.filter(public_id=public_id).first()


def listed_tournaments() -> QuerySet[Tournament]:
    """Return the public tournaments that are announced or running, the earliest first."""
    return with_counts(
        Tournament.objects.filter(
            visibility=Tournament.Visibility.PUBLIC, status__in=LISTED
        ).order_by("starts_at", "pk")
    )


def announced_tournament(player: Player | None) -> Tournament | None:
    """Return the first of `announced_tournaments`; None if there is none."""
    return next(iter(announced_tournaments(player, 1)), None)


def announced_tournaments(player: Player | None, limit: int) -> list[Tournament]:
    """Return the tournaments that the lobby announces: the player's own (`own`) first.

    Then follow the public ones by their start. Only the fields that the lobby shows are loaded.
    """
    shown = Tournament.objects.only("public_id", "name", "status", "starts_at", "format", "line")
    coming = (TournamentStatus.OPEN, TournamentStatus.CHECKIN)
    public = Q(visibility=Tournament.Visibility.PUBLIC, status__in=coming)
    if player is None:
        return list(shown.filter(public).order_by("starts_at", "pk")[:limit])
    entered = TournamentMember.objects.filter(
        tournament=OuterRef("pk"), player=player, left_at=None, agreed=True
    )
    listed = shown.annotate(own=Exists(entered)).filter(public | Q(own=True), status__in=LISTED)
    return list(listed.order_by("-own", "starts_at", "pk")[:limit])


def past_tournaments() -> QuerySet[Tournament]:
    """Return the public tournaments that are over, the latest first."""
    return with_counts(
        Tournament.objects.filter(
            visibility=Tournament.Visibility.PUBLIC, status=TournamentStatus.FINISHED
        ).order_by("-finished_at", "-pk")
    )


def own_past_tournaments(player: Player) -> QuerySet[Tournament]:
    """Return the finished tournaments that a player entered or organised, the latest first."""
    entered = TournamentMember.objects.filter(player=player, left_at=None, agreed=True).values(
        "tournament"
    )
    rows = Tournament.objects.filter(
        Q(creator=player) | Q(pk__in=entered), status=TournamentStatus.FINISHED
    )
    return with_counts(rows.order_by("-finished_at", "-pk"))


def called_off_lately(now: datetime) -> QuerySet[Tournament]:
    """Return the tournaments with entrants that were called off, with a start from yesterday on."""
    rows = Tournament.objects.filter(
        status=TournamentStatus.CANCELLED,
        starts_at__gte=now - timedelta(days=1),
        entrants__isnull=False,
    )
    return rows.distinct().order_by("starts_at", "pk")


def own_tournaments(player: Player) -> QuerySet[Tournament]:
    """Return the unfinished tournaments that a player organises or has entered."""
    entered = TournamentMember.objects.filter(player=player, left_at=None)
    return with_counts(
        Tournament.objects.filter(
            Q(creator=player, status=TournamentStatus.DRAFT)
            | Q(status__in=LISTED, people__in=entered)
            | Q(status__in=LISTED, creator=player)
        )
        .distinct()
        .order_by("starts_at", "pk")
    )


def with_counts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return a tournament query with `taken` (entrants with a place) and `waiting` entrants."""
    return tournaments.select_related("ruleset", "creator", "series").annotate(
        taken=Count(
            "entrants", filter=Q(entrants__status__in=[*ENTERED, "withdrawn"]), distinct=True
        ),
        waiting=Count("entrants", filter=Q(entrants__status=EntrantStatus.WAITING), distinct=True),
    )


def winners_of(tournaments: Iterable[Tournament]) -> dict[int, str]:
    """Return tournament (row id) -> the name of its winner, for those that are finished."""
    over = [row.pk for row in tournaments if row.status == TournamentStatus.FINISHED]
    if not over:
        return {}
    first = TournamentEntrant.objects.filter(tournament__in=over, place=1).order_by("-number")
    entrants = list(first.select_related("team").prefetch_related("people__player"))
    names = names_of(entrants)
    return {entrant.tournament_id: names[entrant.pk] for entrant in entrants}


def tournament_json(tournament: Tournament) -> TournamentEvent:
    """Return a tournament as the API shows it; counts that `with_counts` lacks are read."""
    entrants, waiting = _counts(tournament)
    over = tournament.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)
    return {
        "id": tournament.public_id,
        "name": tournament.name,
        "line": tournament.line,
        "url": f"/tournaments/{tournament.public_id}/",
        "format": cast("Any", tournament.format),
        "preset": cast("Any", tournament.preset),
        "rules_hash": tournament.ruleset.hash,
        "players": tournament.players,
        "members": tournament.members,
        "bots": tournament.bots,
        "partners_change": partners_change(tournament),
        "compared": tournament.compared,
        "rounds": tournament.rounds,
        "deals": tournament.deals,
        "best_of": tournament.best_of,
        "minutes": tournament.minutes,
        "turn_ms": tournament.turn_ms,
        "bank_ms": tournament.bank_ms,
        "starts_at": rfc3339(tournament.starts_at),
        "ends_at": rfc3339(tournament.ends_at) if tournament.ends_at else None,
        "checkin_at": _checkin_at(tournament),
        "status": cast("Any", tournament.status),
        "stage": cast("Any", tournament.stage),
        "round": tournament.round,
        "next_at": rfc3339(tournament.next_at) if tournament.next_at else None,
        "problem": tournament.problem,
        "entrants": entrants,
        "waiting": waiting,
        "min_entrants": tournament.min_entrants,
        "max_entrants": tournament.max_entrants,
        "late_entry": tournament.late_entry,
        "fee": tournament.fee,
        "prizes": list(tournament.prizes),
        "programs": cast("Any", tournament.programs),
        "private": tournament.visibility == Tournament.Visibility.LINK,
        "min_finished": tournament.min_finished,
        "organiser": tournament.creator.name if tournament.creator else None,
        "series": tournament.series.public_id if tournament.series else None,
        "seed_commit": tournament.seed_commit,
        "seed": bytes(tournament.seed).hex() if over else None,
        "standings_hash": tournament.standings_hash,
    }


def partners_change(tournament: Tournament) -> bool:
    """Return True if players enter alone and get another partner in each round."""
    return tournament.members == 1 and tournament.players == 4 and has_two_sides(tournament)


def _counts(tournament: Tournament) -> tuple[int, int]:
    """Return the numbers of a tournament's entrants with a place, and on the waiting list."""
    counted: Any = tournament
    if not hasattr(tournament, "taken"):
        counted = with_counts(Tournament.objects.filter(pk=tournament.pk)).get()
    return counted.taken, counted.waiting


def _checkin_at(tournament: Tournament) -> str | None:
    """Return the time at which the check-in of a tournament begins; None if it has none."""
    if tournament.format in WITHOUT_CHECKIN:
        return None
    return rfc3339(tournament.starts_at - timedelta(minutes=tournament.checkin_minutes))


# -- entrants --------------------------------------------------------------------------------------


def entrant_rows(
    tournament: Tournament, *, start: int = 0, limit: int | None = None
) -> list[TournamentEntrant]:
    """Return the entrants of a tournament with their players, in the order of entering."""
    rows = (
        TournamentEntrant.objects.filter(tournament=tournament)
        .select_related("team")
        .prefetch_related("people__player")
        .order_by("number")
    )
    return list(rows[start:] if limit is None else rows[start : start + limit])


def entrants_json(
    tournament: Tournament, *, start: int = 0, limit: int | None = None, results: bool = True
) -> list[Entrant]:
    """Return the entrants of a tournament as the API shows them: all, or `limit` from `start`.

    Places and scores only with `results` (`shows_results`).
    """
    rows = entrant_rows(tournament, start=start, limit=limit)
    names = names_of(rows)
    began = tournament.began_at is not None
    return [
        {
            "entrant": row.number,
            "name": names[row.pk],
            "players": entrant_players(row),
            "squad": row.squad,
            "status": cast("Any", row.status),
            "rating": round(row.rating) if began else None,
            "here": all(member.checked_in_at for member in row.people.all()),
            "place": row.place if results else None,
            "score": row.score if results else None,
        }
        for row in rows
    ]


def entrant_players(row: TournamentEntrant) -> list[str]:
    """Return the names of an entrant's players, in the order of their seats."""
    members = sorted(row.people.all(), key=lambda one: one.index)
    return [member.player.name for member in members if member.left_at is None]


def shows_results(tournament: Tournament, player: Player | None) -> bool:
    """Return True if a player may see the results of a tournament's entrants so far.

    In a running daily event only players who have finished it may see them.
    """
    if tournament.format != Format.DAILY or tournament.status != TournamentStatus.RUNNING:
        return True
    if player is None:
        return False
    return TournamentGame.objects.filter(
        round__tournament=tournament,
        done_at__isnull=False,
        places__entrant__people__player=player,
    ).exists()


def finished_count(tournament: Tournament) -> int:
    """Return the number of finished games of a tournament."""
    games = TournamentGame.objects.filter(round__tournament=tournament, kind=GameKind.GAME)
    return games.exclude(done_at=None).count()


def own_entry(tournament: Tournament, player: Player | None) -> TournamentMember | None:
    """Return a player's entry to a tournament, or None."""
    if player is None:
        return None
    members = tournament.people.select_related("entrant", "player")
    return members.filter(player=player, left_at=None).first()


def own_entry_json(tournament: Tournament, player: Player) -> OwnEntry | None:
    """Return a player's entry to a tournament as the API shows it; None if not entered."""
    entry = own_entry(tournament, player)
    if entry is None:
        return None
    entrant, shown = entry.entrant, shows_results(tournament, player)
    game = current_game(tournament, player)
    return {
        "entrant": entrant.number,
        "players": entrant_players(entrant),
        "status": cast("Any", entrant.status),
        "agreed": entry.agreed,
        "here": entry.checked_in_at is not None,
        "table": game.table.public_id if game is not None and game.table else None,
        "place": entrant.place if shown else None,
        "score": entrant.score if shown else None,
    }


def current_game(tournament: Tournament, player: Player | None) -> TournamentGame | None:
    """Return the tournament's game that a player should play now, or None."""
    if player is None:
        return None
    return (
        TournamentGame.objects.filter(
            round__tournament=tournament,
            done_at=None,
            places__entrant__people__player=player,
            places__entrant__people__left_at=None,
        )
        .exclude(table=None)
        .select_related("table", "round")
        .first()
    )


def page_mark(tournament: Tournament) -> str:
    """Return a version text of a tournament's page, which differs whenever the page does."""
    done = TournamentGame.objects.filter(
        round__tournament=tournament, done_at__isnull=False
    ).count()
    return f"{tournament.version}.{done}.{sum(deals_done(tournament).values())}"


def open_games(tournament: Tournament, number: int) -> int:
    """Return the number of unfinished games in a tournament's round."""
    games = TournamentGame.objects.filter(round__tournament=tournament, round__number=number)
    return games.filter(kind=GameKind.GAME, done_at=None).count()


def shown_rounds(tournament: Tournament) -> list[int]:
    """Return the numbers (from 1) of a tournament's rounds whose deals are public."""
    decks = tournament.decks.filter(revealed_at__isnull=False)
    return sorted(set(decks.values_list("round", flat=True)))


def present_count(tournament: Tournament) -> int:
    """Return the number of a tournament's entrants whose players have all checked in."""
    entered = tournament.entrants.filter(status__in=ENTERED)
    return entered.exclude(people__checked_in_at=None, people__left_at=None).distinct().count()

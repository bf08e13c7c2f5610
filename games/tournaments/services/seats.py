"""Tables of a round: seats of the entrants, tables and matches, made in batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import OuterRef, QuerySet, Subquery

from games.engine.rules import Rules
from games.models import Deadline, Match, Player, PlayerPause, Restriction, Seat, Table, TableSeat
from games.models.tables import TableStatus
from games.selectors.restrictions import running_restrictions
from games.services.players import house_bot
from games.services.rulesets import engine_ruleset
from games.stats.pools import pool_name
from games.stats.rated import PAUSED, unrated_reason
from games.stats.ratings import RATING_RULE
from games.tournaments.models import Tournament, TournamentGame, TournamentRound
from games.tournaments.models.rounds import GameKind
from games.tournaments.models.tournaments import RoundStage

BATCH: Final = 25
"""Number of tables that one transaction makes, so that it does not hold up the matches that run."""
DEAL_TIME: Final = timedelta(minutes=5)
"""Time that a round has for each deal; then bots play what is left."""


@dataclass(slots=True)
class Seated:
    """New tables of a round (public ids), and the players seated there (row ids)."""

    tables: list[str] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    done: bool = False
    """Whether all tables of the round are made."""


def seats_at_table(tournament: Tournament) -> list[tuple[int, tuple[int, ...]]]:
    """Return (side, seats) for each entrant at a table of a tournament, in the entrants' order.

    Where partners change, each entrant has one seat: the first and the third play together.
    """
    rules = engine_ruleset(tournament.ruleset, tournament.players).rules
    if tournament.members > 1:
        return [(side, tuple(seats)) for side, seats in enumerate(rules.sides)]
    return [(rules.side_of[seat], (seat,)) for seat in range(tournament.players)]


def seat_batch(tournament: Tournament, now: datetime) -> Seated:
    """Make tables and matches for up to BATCH games of the latest round; return the tables.

    Running it again makes only what is missing. The caller has locked the tournament.
    """
    row = tournament.round_rows.defer("inputs", "plan").get(number=tournament.round)
    games = list(_without_match(row)[:BATCH])
    seated = seat_games(tournament, row, games, now)
    if len(games) < BATCH:
        _begin_playing(tournament, row, now)
        seated.done = True
    return seated


def _without_match(row: TournamentRound) -> QuerySet[TournamentGame]:
    """Return a query of a round's games that have no table yet."""
    return (
        row.games.filter(kind=GameKind.GAME, match=None, done_at=None)
        .prefetch_related("places__entrant__people__player")
        .order_by("number")
    )


def _begin_playing(tournament: Tournament, row: TournamentRound, now: datetime) -> None:
    """Start the clock of a round whose tables are all made."""
    row.began_at = row.began_at or now
    row.ends_at = row.began_at + DEAL_TIME * tournament.deals
    row.save(update_fields=["began_at", "ends_at"])
    tournament.stage, tournament.next_at = RoundStage.PLAYING, now
    tournament.version += 1
    tournament.save(update_fields=["stage", "next_at", "version"])


def seat_games(
    tournament: Tournament, row: TournamentRound, games: Sequence[TournamentGame], now: datetime
) -> Seated:
    """Make tables and matches of these games, seat their players; return the new tables."""
    sitting = [_players(tournament, game) for game in games]
    tables = Table.objects.bulk_create(_table(tournament) for _game in games)
    TableSeat.objects.bulk_create(
        TableSeat(table=table, seat=seat, player=player, sat_at=now)
        for table, players in zip(tables, sitting, strict=True)
        for seat, player in enumerate(players)
    )
    matches = _make_matches(tournament, row, tables, sitting, now)
    for game, table, match in zip(games, tables, matches, strict=True):
        game.table, game.match = table, match
    own = Match.objects.filter(table=OuterRef("pk"))
    Table.objects.filter(pk__in=[table.pk for table in tables]).update(
        match=Subquery(own.values("pk"))
    )
    TournamentGame.objects.bulk_update(games, ["table", "match"])
    people = [player.pk for players in sitting for player in players if not player.bot]
    return Seated([table.public_id for table in tables], people)


def _players(tournament: Tournament, game: TournamentGame) -> list[Player]:
    """Return the players of a game in the order of the seats; house bots fill the free seats."""
    by_seat: dict[int, Player] = {}
    for place in game.places.all():
        members = [member for member in place.entrant.people.all() if member.left_at is None]
        members.sort(key=lambda member: member.index)
        for seat, member in zip(place.seats, members, strict=True):
            by_seat[seat] = member.player
    bots = (house_bot(tournament.bots, index) for index in range(tournament.players))
    seated = []
    for seat in range(tournament.players):
        player = by_seat.get(seat)
        seated.append(next(bots) if player is None else player)
    return seated


def _table(tournament: Tournament) -> Table:
    """Return an unsaved table for a game; if decks are compared, nobody may watch it."""
    return Table(
        name=tournament.name,
        ruleset=tournament.ruleset,
        players=tournament.players,
        turn_ms=tournament.turn_ms or None,
        bank_ms=tournament.bank_ms,
        visibility=tournament.visibility,
        watch=Table.Watch.NOBODY if tournament.compared else Table.Watch.ANYONE,
        programs=_programs(tournament),
        status=TableStatus.PLAYING,
    )


def _programs(tournament: Tournament) -> str:
    """Return the option of tables that says whether programs may sit there."""
    if tournament.programs == Tournament.Programs.WELCOME:
        return Table.Programs.RATED
    return Table.Programs.NONE


def _make_matches(
    tournament: Tournament,
    row: TournamentRound,
    tables: Sequence[Table],
    sitting: Sequence[Sequence[Player]],
    now: datetime,
) -> list[Match]:
    """Insert the matches of these tables with their seats, each with a deadline due now."""
    rules = engine_ruleset(tournament.ruleset, tournament.players).rules
    common: dict[str, Any] = {
        "ruleset": tournament.ruleset,
        "preset": tournament.preset,
        "players": tournament.players,
        "pool": pool_name(tournament.players, rules.ruleset.options),
        "sides": [list(side) for side in rules.sides],
        "first_dealer": row.first_dealer,
        "turn_ms": tournament.turn_ms or None,
        "bank_ms": tournament.bank_ms,
        "public": not tournament.compared and tournament.visibility == "public",
        "started_at": now,
        "rating_rule": RATING_RULE,
    }
    paused = _paused({player.pk for players in sitting for player in players}, now)
    unsaved = []
    for table, players in zip(tables, sitting, strict=True):
        reason = _unrated(tournament, rules, players, paused)
        unsaved.append(Match(table=table, rated=not reason, unrated_reason=reason, **common))
    matches = Match.objects.bulk_create(unsaved)
    Seat.objects.bulk_create(
        Seat(match=match, seat=seat, side=rules.side_of[seat], player=player, kind=player.kind)
        for match, players in zip(matches, sitting, strict=True)
        for seat, player in enumerate(players)
    )
    Deadline.objects.bulk_create(
        Deadline(match=match, for_seq=0, kind="next_deal", due_at=now) for match in matches
    )
    return matches


def _unrated(
    tournament: Tournament, rules: Rules, players: Sequence[Player], paused: set[int]
) -> str:
    """Return the code of the reason why these players' match is unrated; "" if it may be rated."""
    reason = unrated_reason(
        tournament.preset,
        rules.ruleset.options,
        sides=rules.sides,
        players=[player.pk for player in players],
        kinds=[player.kind for player in players],
        mixed=_programs(tournament) == Table.Programs.RATED,
    )
    if not reason and paused & {player.pk for player in players}:
        return PAUSED
    return reason


def _paused(players: set[int], now: datetime) -> set[int]:
    """Return those of these players (ids) who may play no rated match now."""
    pauses = PlayerPause.objects.filter(player__in=players, lifted_at=None, ends_at__gt=now)
    restrictions = running_restrictions(now=now).filter(
        player__in=players, kind=Restriction.Kind.RATED
    )
    return {
        *pauses.values_list("player", flat=True),
        *restrictions.values_list("player", flat=True),
    }

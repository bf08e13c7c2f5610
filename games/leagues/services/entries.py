"""Entries to seasons: entering as pair or team of four, agreeing, substitutes, withdrawing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.common.errors import LeagueError
from games.leagues.models import FixtureSubstitute, LeagueEntrant, LeagueMember, LeagueSeason
from games.leagues.models.leagues import (
    COMING_STATES,
    RUNNING_STATES,
    LeagueEntrantStatus,
    LeagueKind,
    SeasonState,
)
from games.leagues.models.matches import FixtureState, LeagueAction
from games.leagues.selectors.state import PAIR_SIZE
from games.leagues.services.locking import lock_season, note, touch
from games.leagues.services.notifications import season_path, tell_entrant
from games.leagues.services.results import settle_out
from games.models import Block, NotificationKind, Player, Restriction, Team
from games.models.people import PlayerKind
from games.selectors.restrictions import restricted_until
from games.services.notifications import notify
from games.services.teams import lock_players
from games.tournaments.models import Tournament

MAX_ENTRANTS: Final = 64
"""Most entrants of a season: eight divisions."""
MAX_SEASONS: Final = 4
"""Number of seasons that are not over in which one player may stand, having agreed."""
MAX_SUBSTITUTES: Final = 4
"""Substitutes that one entrant may name."""
OPEN_SEASONS: Final = (*COMING_STATES, *RUNNING_STATES)


@transaction.atomic
def enter(
    *,
    season: LeagueSeason,
    player: Player,
    team: Team,
    second_team: Team | None = None,
    now: datetime | None = None,
) -> LeagueEntrant:
    """Enter a player's founded pair in a season; with `second_team` as a team of four.

    All others must agree. It locks the season and the players.

    Raises:
        LeagueError: `not_open`, `full`, `bad_teams` for teams that are not founded pairs, not the
            player's own, or share a player, `already_entered` where one of them stands in the
            season, `registered_only`, `no_programs`, `not_allowed`, `too_many_seasons`, or
            `not_welcome` where one has blocked another.
    """
    now = now or timezone.now()
    season = lock_season(season.pk)
    if season.state != SeasonState.OPEN:
        raise LeagueError("not_open")
    if season.entrants.exclude(status=LeagueEntrantStatus.WITHDRAWN).count() >= MAX_ENTRANTS:
        raise LeagueError("full")
    players = _players_of(season, player, team, second_team)
    _require_welcome(season, players, now)
    entrant = add_entrant(season, team, second_team, now)
    LeagueMember.objects.bulk_create(
        LeagueMember(
            season=season,
            entrant=entrant,
            player=teammate,
            index=index,
            agreed=teammate.pk == player.pk,
        )
        for index, teammate in enumerate(players)
    )
    tell_entrant(
        entrant=entrant, season=season, text="league_asked", key=f"asked:{entrant.pk}",
        data={"name": player.name}, but=player.pk, now=now,
    )  # fmt: skip
    touch(season)
    return entrant


def _players_of(
    season: LeagueSeason, player: Player, team: Team, second_team: Team | None
) -> list[Player]:
    """Return the players of one or two founded pairs in the order of their seats.

    Raises:
        LeagueError: `bad_teams`.
    """
    teams = [team] if second_team is None else [team, second_team]
    wanted = 1 if season.league.kind == LeagueKind.PAIRS else 2
    rows = {row.pk: row for row in Team.objects.filter(pk__in=[row.pk for row in teams])}
    players = [teammate for team in teams for teammate in team.players.order_by("pk")]
    fits = (
        len(teams) == wanted == len(rows)
        and all(row.is_founded for row in rows.values())
        and len({teammate.pk for teammate in players}) == len(players) == PAIR_SIZE * wanted
        and player.pk in {teammate.pk for teammate in players[:PAIR_SIZE]}
    )
    if not fits:
        raise LeagueError("bad_teams")
    return players


def _require_welcome(season: LeagueSeason, players: Sequence[Player], now: datetime) -> None:
    """Lock players and raise an error if any of them may not enter a season.

    Raises:
        LeagueError: `registered_only`, `no_programs`, `not_allowed`, `already_entered`, `too_many_seasons` or
            `not_welcome`.
    """
    ids = [player.pk for player in players]
    for locked_player in lock_players(ids):
        _require_admissible(season, locked_player, now)
    if LeagueMember.objects.filter(season=season, player__in=ids).exists():
        raise LeagueError("already_entered")
    if Block.objects.filter(blocker__in=ids, blocked__in=ids).exists():
        raise LeagueError("not_welcome")


def _require_admissible(season: LeagueSeason, player: Player, now: datetime) -> None:
    """Raise an error if a season does not admit a locked player, whoever the partners are.

    Raises:
        LeagueError: `registered_only`, `no_programs`, `not_allowed` or `too_many_seasons`.
    """
    if player.bot or player.user_id is None or player.kind == PlayerKind.GUEST:
        raise LeagueError("registered_only")
    if player.is_program and season.league.programs == Tournament.Programs.NONE:
        raise LeagueError("no_programs")
    if restricted_until(player, Restriction.Kind.TOURNAMENTS, now=now):
        raise LeagueError("not_allowed")
    others = LeagueMember.objects.filter(player=player, agreed=True, season__state__in=OPEN_SEASONS)
    if others.exclude(season=season).count() >= MAX_SEASONS:
        raise LeagueError("too_many_seasons")


def add_entrant(
    season: LeagueSeason, team: Team | None, second_team: Team | None, now: datetime
) -> LeagueEntrant:
    """Insert an entrant of a season with the next free number; the caller locked the season."""
    last = season.entrants.aggregate(last=Max("number"))["last"] or 0
    return LeagueEntrant.objects.create(
        season=season, number=last + 1, team=team, second_team=second_team, entered_at=now
    )


@transaction.atomic
def answer(
    *, season: LeagueSeason, player: Player, agree: bool, now: datetime | None = None
) -> None:
    """Accept or refuse to play for an entrant, or to be its substitute.

    A player who refuses before the start ends the entry. It locks the season and the player.

    Raises:
        LeagueError: `not_invited`, `not_open` where the season has begun without the entrant, or
            `registered_only`, `no_programs`, `not_allowed` or `too_many_seasons` where the player
            may not enter by now.
    """
    now = now or timezone.now()
    season = lock_season(season.pk)
    member = season.people.select_related("entrant").filter(player=player, agreed=False).first()
    if member is None:
        raise LeagueError("not_invited")
    if not agree:
        if member.substitute:
            member.delete()
        else:
            member.entrant.delete()
        touch(season)
        return
    if not member.substitute and season.state not in COMING_STATES:
        raise LeagueError("not_open")
    for locked_player in lock_players([player.pk]):
        _require_admissible(season, locked_player, now)
    member.agreed = True
    member.save(update_fields=["agreed"])
    complete_entry(member.entrant)
    touch(season)


def complete_entry(entrant: LeagueEntrant) -> None:
    """Mark an entry as complete once all its players have agreed.

    The caller has locked the season.
    """
    if entrant.status != LeagueEntrantStatus.INVITED:
        return
    if entrant.people.filter(substitute=False, agreed=False).exists():
        return
    entrant.status = LeagueEntrantStatus.ENTERED
    entrant.save(update_fields=["status"])


@transaction.atomic
def withdraw(
    *, season: LeagueSeason, player: Player, reason: str = "", now: datetime | None = None
) -> None:
    """Withdraw the entrant for which a player plays; a substitute leaves alone.

    Before the start nothing remains of the entry. Later its open matches are lost, and its results
    count if it has played at least half of its matches. It locks the season.

    Raises:
        LeagueError: `not_entered`, or `too_late` where the season is over.
    """
    now = now or timezone.now()
    season = lock_season(season.pk)
    member = season.people.select_related("entrant").filter(player=player).first()
    if member is None:
        raise LeagueError("not_entered")
    if season.state not in OPEN_SEASONS:
        raise LeagueError("too_late")
    if member.substitute:
        _drop_substitute(member)
    elif season.state in COMING_STATES:
        member.entrant.delete()
    elif member.entrant.status != LeagueEntrantStatus.WITHDRAWN:
        take_out(season=season, entrant=member.entrant, actor=player, reason=reason, now=now)
    touch(season)


def _drop_substitute(member: LeagueMember) -> None:
    """Delete a substitute, also from the line-ups of open matches.

    The caller has locked the season.
    """
    FixtureSubstitute.objects.filter(
        fixture__season=member.season_id,
        fixture__state__in=(FixtureState.OPEN, FixtureState.AGREED),
        player=member.player_id,
    ).delete()
    member.delete()


def take_out(
    *,
    season: LeagueSeason,
    entrant: LeagueEntrant,
    actor: Player | None,
    reason: str,
    now: datetime,
    kind: str = LeagueAction.Kind.WITHDRAWN,
) -> None:
    """Withdraw an entrant of a running season: its open matches are lost.

    The caller has locked the season.

    `actor` is who did it, None the site.
    """
    entrant.status = LeagueEntrantStatus.WITHDRAWN
    entrant.left_at = now
    entrant.save(update_fields=["status", "left_at"])
    note(season=season, kind=kind, now=now, actor=actor, entrant=entrant, reason=reason[:200])
    settle_out(season=season, entrants=[entrant.pk], now=now)


@transaction.atomic
def name_substitute(
    *, season: LeagueSeason, player: Player, substitute: Player, now: datetime | None = None
) -> None:
    """Ask a player without an entrant in the season to be a substitute of `player`'s entrant.

    It locks the season and both players.

    Raises:
        LeagueError: `not_entered`, `too_late`, `too_many_substitutes`, or a code of the checks of
            those who enter.
    """
    now = now or timezone.now()
    season = lock_season(season.pk)
    member = season.people.select_related("entrant").filter(player=player, substitute=False).first()
    if member is None or member.entrant.status == LeagueEntrantStatus.WITHDRAWN:
        raise LeagueError("not_entered")
    if season.state not in OPEN_SEASONS:
        raise LeagueError("too_late")
    entrant = member.entrant
    if entrant.people.filter(substitute=True).count() >= MAX_SUBSTITUTES:
        raise LeagueError("too_many_substitutes")
    _require_welcome(season, [substitute], now)
    own = [member.player_id for member in entrant.people.filter(substitute=False)]
    pairs = Block.objects.filter(
        blocker__in=[*own, substitute.pk], blocked__in=[*own, substitute.pk]
    )
    if pairs.exists():
        raise LeagueError("not_welcome")
    LeagueMember.objects.create(
        season=season, entrant=entrant, player=substitute, substitute=True, agreed=False, index=9
    )
    notify(
        recipients=[substitute.pk],
        kind=NotificationKind.LEAGUE,
        text="league_substitute",
        key=f"season:{season.pk}:substitute:{entrant.pk}",
        data={"league": season.league.name, "name": player.name},
        url=season_path(season),
        now=now,
    )
    touch(season)


@transaction.atomic
def leave_all_leagues(*, user_id: int) -> None:
    """Remove the player of a deleted account from all unfinished seasons of leagues."""
    entries = LeagueMember.objects.filter(player__user=user_id, season__state__in=OPEN_SEASONS)
    for member in entries.select_related("season", "player").order_by("season"):
        with suppress(LeagueError):  # the entry, or the season, has ended meanwhile
            withdraw(season=member.season, player=member.player)

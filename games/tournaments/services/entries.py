"""Entries to tournaments: players, pairs and threes enter, check in, and withdraw."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.common.errors import PausedError, TournamentError
from games.models import Player, Team
from games.services.teams import team_key
from games.tournaments.models import Tournament, TournamentEntrant, TournamentMember
from games.tournaments.models.tournaments import (
    ENTERED,
    LISTED,
    EntrantStatus,
    Format,
    RoundStage,
    TournamentStatus,
)
from games.tournaments.selectors.event_clubs import event_clubs
from games.tournaments.services import escrow
from games.tournaments.services.creating import lock_tournament
from games.tournaments.services.entrant_rating import start_playing
from games.tournaments.services.entry_checks import (
    may_enter_late,
    require_no_block,
    require_open,
    require_welcome,
)
from games.tournaments.services.squads import give_squad, require_squad

NOT_PLAYING = (EntrantStatus.WITHDRAWN, EntrantStatus.ABSENT)


@transaction.atomic
def enter(
    *,
    tournament: Tournament,
    player: Player,
    partners: Sequence[Player] = (),
    seek: bool = False,
    squad: int = 0,
    invite: str = "",
    now: datetime | None = None,
) -> TournamentEntrant:
    """Enter a player, with partners who are asked to agree, or who are still sought (`seek`).

    An entrant is complete once all its players have agreed and paid; where the tournament is full
    it is on the waiting list then. `squad` is the team (1 or 2) that it plays for in a match of two
    teams, as long as that has a place; 0: whichever has.

    Raises:
        TournamentError: `squad_full` where that team has no place, `not_open`, `too_late`,
            `already_entered`, `bad_partners` for a wrong number of them or one who is entered, a
            code of `require_welcome`, `not_enough_chips`, or `full` for one who comes back.
        PausedError: the player has a pause.
    """
    now = now or timezone.now()
    tournament = lock_tournament(tournament)
    require_open(tournament)
    again = _entry_of(tournament, player)
    if again is not None:
        _require_welcome_back(tournament, again.entrant, now)
        return _enter_again(tournament, again, now)
    require_welcome(tournament, player, invite=invite, now=now)
    if not seek and len(partners) != tournament.members - 1:
        raise TournamentError("bad_partners")
    _require_free(tournament, player, partners)
    require_squad(tournament, squad)
    if seek and tournament.members > 1:
        return _seek(tournament, player, now)
    entrant = _add_entrant(tournament, EntrantStatus.INVITED, squad)
    _add_member(entrant, player, 0, now)
    for index, partner in enumerate(partners, start=1):
        TournamentMember.objects.create(
            tournament=tournament, entrant=entrant, player=partner, index=index, agreed=False
        )
    _complete(tournament, entrant, now)
    return entrant


def _entry_of(tournament: Tournament, player: Player) -> TournamentMember | None:
    """Return the entry of a player who has withdrawn or was absent; None without an entry.

    Raises TournamentError `already_entered` where the player takes part.
    """
    entry = tournament.people.select_related("entrant").filter(player=player).first()
    if entry is None:
        return None
    if entry.entrant.status not in NOT_PLAYING or entry.left_at is not None:
        raise TournamentError("already_entered")
    return entry


def _require_welcome_back(
    tournament: Tournament, entrant: TournamentEntrant, now: datetime
) -> None:
    """Raise an error if a player of an entrant who comes back may not enter.

    They have seen a private event's link. The pause that players got for not coming to this very
    event does not keep them from coming back to it.
    """
    absent = entrant.status == EntrantStatus.ABSENT
    began = tournament.began_at if absent else None
    members = entrant.people.select_related("player").filter(left_at=None)
    for member in members.order_by("player"):
        require_welcome(
            tournament, member.player, invite=tournament.invite, now=now, absent_since=began
        )


def _enter_again(
    tournament: Tournament, member: TournamentMember, now: datetime
) -> TournamentEntrant:
    """Let a withdrawn or absent entrant play again; its fee was kept.

    Raises TournamentError `full` where others have all the places by now.
    """
    if not _has_room(tournament):
        raise TournamentError("full")
    entrant = member.entrant
    entrant.status = EntrantStatus.PLAYING
    entrant.save(update_fields=["status"])
    member.checked_in_at = now
    member.save(update_fields=["checked_in_at"])
    _touch(tournament)
    return entrant


def _require_free(tournament: Tournament, player: Player, partners: Sequence[Player]) -> None:
    """Raise an error for partners who are already entered, listed twice, or in a block."""
    everybody = [player.pk, *(partner.pk for partner in partners)]
    if len(set(everybody)) < len(everybody) or any(partner.bot for partner in partners):
        raise TournamentError("bad_partners")
    if tournament.people.filter(player__in=everybody).exists():
        raise TournamentError("bad_partners")
    for partner in partners:
        require_no_block(player, partner)


def _add_entrant(
    tournament: Tournament, status: EntrantStatus, squad: int = 0
) -> TournamentEntrant:
    """Insert an entrant with the next free number; the caller has locked the tournament."""
    last = tournament.entrants.aggregate(last=Max("number"))["last"] or 0
    return TournamentEntrant.objects.create(
        tournament=tournament, number=last + 1, status=status, squad=squad
    )


def _add_member(entrant: TournamentEntrant, player: Player, index: int, now: datetime) -> None:
    """Insert a player of an entrant, who has agreed, and charge the entry fee."""
    member = TournamentMember.objects.create(
        tournament=entrant.tournament, entrant=entrant, player=player, index=index
    )
    escrow.pay_fee(member=member, now=now)


def _seek(tournament: Tournament, player: Player, now: datetime) -> TournamentEntrant:
    """Add a player to an entrant that seeks partners, or as a new entrant that does; return it."""
    for entrant in tournament.entrants.filter(status=EntrantStatus.SEEKING).order_by("number"):
        others = [member.player for member in entrant.people.select_related("player")]
        try:
            for other in others:
                require_no_block(player, other)
        except TournamentError:
            continue
        _add_member(entrant, player, len(others), now)
        _complete(tournament, entrant, now)
        return entrant
    entrant = _add_entrant(tournament, EntrantStatus.SEEKING)
    _add_member(entrant, player, 0, now)
    _touch(tournament)
    return entrant


def _complete(tournament: Tournament, entrant: TournamentEntrant, now: datetime) -> None:
    """Give an entrant a place if all its players have agreed; the tournament is locked."""
    people = list(entrant.people.all())
    if len(people) == tournament.members and all(member.agreed for member in people):
        full = not _has_room(tournament)
        entrant.status = EntrantStatus.WAITING if full else EntrantStatus.ENTERED
        entrant.entered_at = now
        if not full:
            give_squad(tournament, entrant)
        entrant.team = _founded_team(people)
        if tournament.clubs_apart:
            players = [member.player_id for member in people]
            entrant.club = event_clubs().common_club(tournament, players)
        entrant.save(update_fields=["status", "entered_at", "squad", "team", "club"])
        if tournament.status == TournamentStatus.RUNNING and not full:
            _join_running(tournament, entrant, now)
        _start_if_full(tournament, now)
    _touch(tournament)


def _has_room(tournament: Tournament) -> bool:
    """Return True if a tournament has a free place; a daily event's house bots take none."""
    entered = tournament.entrants.filter(status__in=ENTERED)
    if tournament.format == Format.DAILY:
        entered = entered.exclude(people__player__in=Player.objects.exclude(bot=""))
    return entered.count() < tournament.max_entrants


@transaction.atomic
def join_if_free(
    *, tournament: Tournament, entrant: TournamentEntrant, now: datetime | None = None
) -> None:
    """Let an entrant on the waiting list join a running tournament if a place is free.

    Raises:
        TournamentError: `not_open`, `too_late`, or a code of `require_welcome`.
        PausedError: one of its players has a pause.
    """
    now = now or timezone.now()
    tournament = lock_tournament(tournament)
    require_open(tournament)
    _require_welcome_back(tournament, entrant, now)
    if _has_room(tournament):
        _join_running(tournament, entrant, now)
        _touch(tournament)


def _founded_team(people: Sequence[TournamentMember]) -> Team | None:
    """Return the team that these players have founded, or None."""
    if len(people) < 2:
        return None
    key = team_key(member.player_id for member in people)
    return Team.objects.filter(key=key, founded_at__isnull=False, dissolved_at=None).first()


def _join_running(tournament: Tournament, entrant: TournamentEntrant, now: datetime) -> None:
    """Let an entrant play in a running tournament from the next round on."""
    entrant.status = EntrantStatus.PLAYING
    entrant.first_round = tournament.round + 1
    before_first = tournament.stage == RoundStage.PAIRING and tournament.round == 0
    if before_first or tournament.format == Format.DAILY:
        entrant.first_round = 1
    entrant.save(update_fields=["first_round"])
    entrant.people.update(checked_in_at=now)
    start_playing(entrants=tournament.entrants.filter(pk=entrant.pk), tournament=tournament)


def _start_if_full(tournament: Tournament, now: datetime) -> None:
    """Start a tournament now if it starts when full and is full."""
    if not tournament.starts_when_full or tournament.status != TournamentStatus.OPEN:
        return
    if tournament.entrants.filter(status__in=ENTERED).count() < tournament.max_entrants:
        return
    tournament.people.update(checked_in_at=now)
    tournament.status = TournamentStatus.CHECKIN
    tournament.starts_at = tournament.next_at = now
    tournament.save(update_fields=["status", "starts_at", "next_at"])


def _touch(tournament: Tournament) -> None:
    """Raise a tournament's version, as its page changed; the caller has locked the tournament."""
    tournament.version += 1
    tournament.save(update_fields=["version"])


@transaction.atomic
def answer(
    *, tournament: Tournament, player: Player, agree: bool, now: datetime | None = None
) -> None:
    """Accept a partner's invitation and pay the fee, or refuse it, which ends the entry.

    Raises:
        TournamentError: `not_invited`, `not_open`, `too_late`, a code of `require_welcome`, or
            `not_enough_chips`.
        PausedError: the player has a pause.
    """
    now = now or timezone.now()
    tournament = lock_tournament(tournament)
    invited = tournament.people.select_related("entrant", "player").filter(agreed=False)
    member = invited.filter(player=player).first()
    if member is None:
        raise TournamentError("not_invited")
    if agree:
        _agree(tournament, member, now)
    else:
        _remove(tournament, member.entrant, now)


def _agree(tournament: Tournament, member: TournamentMember, now: datetime) -> None:
    """Store that an invited player agrees, and charge the entry fee."""
    require_open(tournament)
    # who invited has seen the link
    require_welcome(tournament, member.player, invite=tournament.invite, now=now)
    member.agreed = True
    member.tournament = tournament
    member.save(update_fields=["agreed"])
    escrow.pay_fee(member=member, now=now)
    _complete(tournament, member.entrant, now)


@transaction.atomic
def withdraw(*, tournament: Tournament, player: Player, now: datetime | None = None) -> None:
    """Withdraw a player's entrant from a tournament, or once it began from later rounds.

    Before the start the fee is given back.
    The first of the waiting list has the place then.

    Raises:
        TournamentError: `not_entered`, or `too_late` where the tournament is over.
    """
    now = now or timezone.now()
    tournament = lock_tournament(tournament)
    member = tournament.people.select_related("entrant").filter(player=player, left_at=None).first()
    if member is None:
        raise TournamentError("not_entered")
    if tournament.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED):
        raise TournamentError("too_late")
    entrant = member.entrant
    if entrant.places.exists() or (
        tournament.status == TournamentStatus.RUNNING and entrant.status == EntrantStatus.PLAYING
    ):
        entrant.status = EntrantStatus.WITHDRAWN
        entrant.save(update_fields=["status"])
        _let_in_late(tournament, now)
        _touch(tournament)
        return
    _remove(tournament, entrant, now)


def _let_in_late(tournament: Tournament, now: datetime) -> None:
    """Give free places of a running tournament to the waiting list, the earliest entrant first.

    Entrants of whom a player may not enter by now keep waiting. In a daily event each comes back by
    itself when it wants to play.
    """
    if tournament.format == Format.DAILY or not may_enter_late(tournament):
        return
    for entrant in tournament.entrants.filter(status=EntrantStatus.WAITING).order_by("entered_at"):
        if not _has_room(tournament):
            return
        try:
            _require_welcome_back(tournament, entrant, now)
        except (TournamentError, PausedError):
            continue
        _join_running(tournament, entrant, now)


def _remove(tournament: Tournament, entrant: TournamentEntrant, now: datetime) -> None:
    """Delete an entrant that has played nothing; the next of the waiting list gets its place."""
    had_place = entrant.status == EntrantStatus.ENTERED
    remove_entrant(tournament=tournament, entrant=entrant, now=now)
    if had_place:
        let_in_waiting(tournament=tournament, now=now)
    _touch(tournament)


def remove_entrant(*, tournament: Tournament, entrant: TournamentEntrant, now: datetime) -> None:
    """Delete an entrant that has played nothing, and pay its entry fees back."""
    for member in entrant.people.select_related("player", "tournament"):
        escrow.refund_fee(member=member, now=now)
    entrant.delete()


@transaction.atomic
def withdraw_everywhere(*, user_id: int) -> None:
    """Withdraw a deleted account's (row id) player from all unfinished tournaments."""
    entries = TournamentMember.objects.filter(
        player__user=user_id, left_at=None, tournament__status__in=LISTED
    )
    for member in entries.select_related("player", "tournament"):
        withdraw(tournament=member.tournament, player=member.player)


@transaction.atomic
def let_in_waiting(*, tournament: Tournament, now: datetime, present: bool = False) -> int:
    """Give free places to entrants of the waiting list, earliest first; return their number.

    `present`: only those who have checked in. The caller has locked the tournament.
    """
    entered = tournament.entrants.filter(status__in=ENTERED).count()
    let_in = 0
    for entrant in tournament.entrants.filter(status=EntrantStatus.WAITING).order_by("entered_at"):
        if entered + let_in >= tournament.max_entrants:
            break
        if present and entrant.people.filter(checked_in_at=None).exists():
            continue
        entrant.status = EntrantStatus.ENTERED
        give_squad(tournament, entrant)
        entrant.save(update_fields=["status", "squad"])
        let_in += 1
    return let_in


@transaction.atomic
def check_in(*, tournament: Tournament, player: Player, now: datetime | None = None) -> None:
    """Check a player in to a tournament; doing it again changes nothing.

    Raises:
        TournamentError: `not_entered`, or `not_checkin` outside the time of the check-in.
    """
    now = now or timezone.now()
    tournament = lock_tournament(tournament)
    if tournament.status != TournamentStatus.CHECKIN:
        raise TournamentError("not_checkin")
    member = tournament.people.filter(player=player, agreed=True, left_at=None).first()
    if member is None:
        raise TournamentError("not_entered")
    if member.checked_in_at is None:
        member.checked_in_at = now
        member.save(update_fields=["checked_in_at"])
        _touch(tournament)


def has_checkin(tournament: Tournament) -> bool:
    """Return whether the entrants of a tournament have to check in before its start."""
    return tournament.format not in (Format.ARENA, Format.DAILY)

"""Players of accounts, and the house's bots."""

from __future__ import annotations

import secrets
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from games.common.house_bots import HOUSE_BOT_NAMES, LEVELS
from games.models import (
    Block,
    DailyStreak,
    Follow,
    OpponentDecisions,
    PairDecisions,
    PartnerLike,
    Player,
    PlayerGuidance,
    PlayerNote,
    ReviewNote,
    WeekMail,
)
from games.models.people import PlayerKind
from games.selectors.match_of_week import forget_cached_match
from games.services import chips, stakes
from games.services.conduct import forget_conduct
from games.services.records import rename_in_records
from games.services.reports import forget_cases

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from accounts.models import User


def player_for(user: User) -> Player:
    """Return the player of an account, created the first time, with the account's name and kind.

    Nothing is locked where nothing changes: pages ask for their reader's player all the time.
    """
    kind = PlayerKind.BOT if user.is_bot else PlayerKind.HUMAN
    kind = PlayerKind.GUEST if user.is_guest else kind
    player = Player.objects.filter(user=user).first()
    if player is None or player.kind != kind or player.name != user.username:
        return _player_made_or_renamed(user, kind)
    return player


def player_of_member(*, name: str) -> Player | None:
    """Return the player of the member with this name, created the first time; None without one.

    Members are known to others from the beginning, guests once they sit down at a table.
    """
    account = get_user_model().objects.with_name(name)
    if account is None or account.is_guest or not account.is_active:
        return None
    return player_for(account)


@transaction.atomic
def _player_made_or_renamed(user: User, kind: str) -> Player:
    """Return the player of an account after creating it, or giving it the account's name and kind."""
    player = Player.objects.filter(user=user).first()
    if player is None:
        try:
            with transaction.atomic():
                return _new_player(user, user.username, kind)
        except IntegrityError:  # made at the same moment, or the name is that of a house bot
            player = Player.objects.filter(user=user).first()
            if player is None:
                name = f"{user.username[:24]}-{secrets.token_hex(2)}"
                return _new_player(user, name, kind)
    rename_player(player=player, name=user.username, kind=kind)
    return player


def _new_player(user: User, name: str, kind: str) -> Player:
    """Insert the player row of an account.

    An account that was registered without a player as a guest counts as registered since it was
    created.
    """
    registered_at = None if kind == PlayerKind.GUEST else user.date_joined
    return Player.objects.create(user=user, name=name, kind=kind, registered_at=registered_at)


def rename_player(*, player: Player, name: str, kind: str) -> None:
    """Set a player's kind (guest, person, program) and, unless somebody else has it, their name.

    A guest whose kind changes counts as registered from now on.
    """
    own = player.name
    is_taken = Player.objects.filter(name__iexact=name).exclude(pk=player.pk).exists()
    new_name = own if is_taken else name
    if (own, player.kind) == (new_name, kind):
        return
    if player.kind == PlayerKind.GUEST != kind:
        player.registered_at = timezone.now()
    player.name, player.kind = new_name, kind
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "kind", "registered_at"])
    except IntegrityError:  # somebody got it at the same moment
        player.name = own
        player.save(update_fields=["kind", "registered_at"])


def set_figures_private(*, player: Player, on: bool) -> None:
    """Set whether a player's figures are private, shown only to the player."""
    player.figures_private = on
    player.save(update_fields=["figures_private"])
    transaction.on_commit(partial(forget_cached_match, timezone.now()))


@transaction.atomic
def has_sat(*, user_id: int) -> bool:
    """Return whether an account (row id) ever had a seat at a table or in a match, or hosts one.

    The player's row stays locked until the transaction ends, which keeps the player from sitting
    down meanwhile.
    """
    player = Player.objects.select_for_update().filter(user_id=user_id).first()
    return player is not None and (
        player.seats.exists()
        or player.table_seats.exists()
        or player.hosted_tables.exists()
        or player.tournament_entries.exists()
    )


@transaction.atomic
def forget_player(*, user_id: int) -> None:
    """Detach a player from a deleted account; their matches remain under a random name.

    The player's chips go back to the site. Their chat lines remain as long as any others.
    """
    for player in Player.objects.filter(user_id=user_id):
        stakes.leave_pots(player=player)
        chips.close_account(player=player)
        ReviewNote.objects.filter(player=player).delete()
        PlayerNote.objects.filter(Q(author=player) | Q(subject=player)).delete()
        Follow.objects.filter(Q(follower=player) | Q(followed=player)).delete()
        PartnerLike.objects.filter(Q(player=player) | Q(partner=player)).delete()
        Block.objects.filter(Q(blocker=player) | Q(blocked=player)).delete()
        forget_conduct(player=player)
        forget_cases(player=player)
        PairDecisions.objects.filter(Q(one=player) | Q(other=player)).delete()
        OpponentDecisions.objects.filter(Q(player=player) | Q(opponent=player)).delete()
        player.exercise_tries.all().delete()
        PlayerGuidance.objects.filter(player=player).delete()
        WeekMail.objects.filter(player=player).delete()
        player.play_addresses.all().delete()
        player.table_bans.all().delete()
        player.daily_looks.all().delete()
        player.path_steps.all().delete()
        player.week_refusals.all().delete()
        DailyStreak.objects.filter(player=player).delete()
        player.daily_tries.update(address_digest="")
        player.user = None
        player.name = f"deleted-{secrets.token_hex(5)}"
        player.save(update_fields=["user", "name"])
        rename_in_records(player=player, name=player.name)
    transaction.on_commit(partial(forget_cached_match, timezone.now()))


def idle_guests(before: datetime) -> QuerySet[User]:
    """Return the guest accounts created before a moment that never had a seat or an entry.

    A guest with a seat in a match or at a table, or entered in a tournament, is kept, however old
    the account is.
    """
    guests = get_user_model().objects.filter(is_guest=True, date_joined__lt=before)
    return guests.filter(
        player__seats=None, player__table_seats=None, player__tournament_entries=None
    )


@transaction.atomic
def delete_guests(guests: QuerySet[User]) -> int:
    """Delete guests that `idle_guests` returned, with their players; return the number deleted."""
    Player.objects.filter(user__in=guests).delete()
    _rows, by_model = guests.delete()
    return by_model.get(get_user_model()._meta.label, 0)


def forget_idle_guests(*, before: datetime) -> int:
    """Delete guests created before a moment that never had a seat; return the number deleted."""
    return delete_guests(idle_guests(before))


def house_bot(level: str, index: int) -> Player:
    """Return one of the site's own bots of a level; the same index (from 0) gives the same bot.

    Raises:
        ValueError: there is no such level.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    names = HOUSE_BOT_NAMES[level]
    turn, place = divmod(index, len(names))
    name = names[place] if turn == 0 else f"{names[place]}-{turn + 1}"
    try:
        with transaction.atomic():
            return _bot_called(name, level)
    except IntegrityError:  # a person has that name
        return _bot_called(f"{name}-bot", level)


def _bot_called(name: str, level: str) -> Player:
    """Return the house's bot of this name and level, inserted the first time.

    Raises:
        IntegrityError: another player has the name.
    """
    bot, _ = Player.objects.get_or_create(name=name, kind=PlayerKind.BOT, bot=level)
    return bot

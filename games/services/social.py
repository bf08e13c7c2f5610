"""Relations between players: follows and blocks."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final
from urllib.parse import quote

from django.db import transaction

from games.common.errors import SocialError
from games.models import Block, Follow, NotificationKind, PartnerLike, Player
from games.services.invitations import withdraw_invitations
from games.services.notifications import forget_told_by, notify

MAX_FOLLOWED: Final = 200
"""Maximum number of players that one player may follow."""
MAX_BLOCKED: Final = 500
"""Maximum number of players that one player may block."""


@transaction.atomic
def follow(*, player: Player, other: Player) -> None:
    """Make a player follow another, so that they see when the other is online.

    Raises:
        SocialError: `oneself`, `blocked` or `too_many`.
    """
    _require_another(player, other)
    _one_after_another(player)
    if Block.objects.filter(blocker=player, blocked=other).exists():
        raise SocialError("blocked")
    if Follow.objects.filter(follower=player).count() >= MAX_FOLLOWED:
        raise SocialError("too_many")
    _row, is_new = Follow.objects.get_or_create(follower=player, followed=other)
    if is_new:
        _tell(player, other)


def _tell(player: Player, other: Player) -> None:
    """Notify a player, once, that another player follows them."""
    notify(
        recipients=[other.pk],
        kind=NotificationKind.FOLLOWED,
        text="followed",
        key=f"followed:{player.pk}",
        data={"actor": player.name},
        url=f"/players/{quote(player.name)}/",
        actor=player,
    )


def unfollow(*, player: Player, other: Player) -> None:
    """Make a player follow another player no longer."""
    Follow.objects.filter(follower=player, followed=other).delete()


@transaction.atomic
def block(*, player: Player, other: Player) -> None:
    """Block another player, and delete the follows, likes and invitations between the two.

    Notifications of the player that the other caused are deleted too.

    House bots cannot be blocked: they say nothing, and every table may have them.

    Raises:
        SocialError: `oneself`, `house_bot` or `too_many`.
    """
    _require_another(player, other)
    if other.bot:
        raise SocialError("house_bot")
    _one_after_another(player)
    if Block.objects.filter(blocker=player).count() >= MAX_BLOCKED:
        raise SocialError("too_many")
    Block.objects.get_or_create(blocker=player, blocked=other)
    for first, second in ((player, other), (other, player)):
        _part(first, second)
    forget_told_by(recipient=player, actor=other)


def _part(player: Player, other: Player) -> None:
    """Delete one player's follow, partner like and invitations of another."""
    Follow.objects.filter(follower=player, followed=other).delete()
    withdraw_invitations(inviter=player, invited=other)
    PartnerLike.objects.filter(player=player, partner=other).delete()


def unblock(*, player: Player, other: Player) -> None:
    """End a player's block of another."""
    Block.objects.filter(blocker=player, blocked=other).delete()


def lock_both(players: Collection[int]) -> list[Player]:
    """Lock players (row ids) until the transaction ends, in the order of their ids.

    Rows that name the players do not wait: a block locks one of them and then names the other.
    """
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=players)
    return list(rows.order_by("pk"))


def _require_another(player: Player, other: Player) -> None:
    """Refuse a player who would follow or block themselves.

    Raises:
        SocialError: `oneself`.
    """
    if player.pk == other.pk:
        raise SocialError("oneself")


def _one_after_another(player: Player) -> None:
    """Lock a player's row, so that counts of their follows and blocks hold in this transaction."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)

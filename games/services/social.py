"""Whom a player follows, wants nothing to do with, or complains about."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from games.models import Block, ChatLine, Follow, Player, Report, Table
from games.models.people import PlayerKind

FOLLOWED: Final = 200
BLOCKED: Final = 500
"""Players that one may follow and block at most."""
EVIDENCE: Final = 50
"""Lines of a table's chat that a report keeps."""
OPEN_REPORTS: Final = 20
"""Reports of one player that may wait to be read."""


class SocialError(Exception):
    """Something between people that cannot be done; `code` says why and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@transaction.atomic
def follow(*, player: Player, other: Player) -> None:
    """See from now on when another is here.

    Raises SocialError `oneself`, `blocked`, `too_many`.
    """
    _require_another(player, other)
    _one_after_another(player)
    if Block.objects.filter(blocker=player, blocked=other).exists():
        raise SocialError("blocked")
    if Follow.objects.filter(follower=player).count() >= FOLLOWED:
        raise SocialError("too_many")
    Follow.objects.get_or_create(follower=player, followed=other)


def unfollow(*, player: Player, other: Player) -> None:
    """See it no more."""
    Follow.objects.filter(follower=player, followed=other).delete()


@transaction.atomic
def block(*, player: Player, other: Player) -> None:
    """Want nothing to do with another: neither follows the other from now on.

    House bots are not blocked: they say nothing, and every table may have them. Raises SocialError
    `oneself`, `house_bot`, `too_many`.
    """
    _require_another(player, other)
    if other.bot:
        raise SocialError("house_bot")
    _one_after_another(player)
    if Block.objects.filter(blocker=player).count() >= BLOCKED:
        raise SocialError("too_many")
    Block.objects.get_or_create(blocker=player, blocked=other)
    Follow.objects.filter(follower=player, followed=other).delete()
    Follow.objects.filter(follower=other, followed=player).delete()


def unblock(*, player: Player, other: Player) -> None:
    """Have nothing against another any more."""
    Block.objects.filter(blocker=player, blocked=other).delete()


@transaction.atomic
def report(
    *, player: Player, other: Player, reason: str, note: str = "", table: Table | None = None
) -> Report:
    """Complain to the moderators; what was said at the table is kept with it as it stands.

    Raises SocialError `oneself`, `bad_reason`, `no_account`, `too_many`.
    """
    _require_another(player, other)
    if reason not in Report.Reason.values:
        raise SocialError("bad_reason")
    if player.kind == PlayerKind.GUEST:
        raise SocialError("no_account")
    _one_after_another(player)
    if Report.objects.filter(reporter=player, status=Report.Status.OPEN).count() >= OPEN_REPORTS:
        raise SocialError("too_many")
    return Report.objects.create(
        reporter=player,
        reported=other,
        reason=reason,
        note=note.strip()[:500],
        table=table,
        match=table.match.public_id if table is not None and table.match else "",
        lines=_evidence(table),
    )


def _evidence(table: Table | None) -> list[dict[str, object]]:
    if table is None:
        return []
    lines = ChatLine.objects.filter(table=table).select_related("player").order_by("-pk")[:EVIDENCE]
    return [
        {
            "at": line.at.isoformat(),
            "player": line.player.name,
            "room": line.room,
            "phrase": line.phrase,
            "text": line.text,
        }
        for line in reversed(lines)
    ]


def _require_another(player: Player, other: Player) -> None:
    if player.pk == other.pk:
        raise SocialError("oneself")


def _one_after_another(player: Player) -> None:
    """Lock the player, so that what they do here is counted and done one after the other."""
    Player.objects.select_for_update().get(pk=player.pk)

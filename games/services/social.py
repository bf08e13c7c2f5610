"""Relations between players: follows, blocks and reports."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from games.models import Block, ChatLine, Follow, Player, Report, Table
from games.models.people import PlayerKind

FOLLOWED: Final = 200
"""Maximum number of players that one player may follow."""
BLOCKED: Final = 500
"""Maximum number of players that one player may block."""
EVIDENCE: Final = 50
"""Maximum number of chat lines that a report keeps."""
OPEN_REPORTS: Final = 20
"""Maximum number of a player's reports that await a moderator."""


class SocialError(Exception):
    """Refusal of a follow, block or report; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@transaction.atomic
def follow(*, player: Player, other: Player) -> None:
    """Make a player follow another, so that they see when the other is here.

    Raises:
        SocialError: `oneself`, `blocked` or `too_many`.
    """
    _require_another(player, other)
    _one_after_another(player)
    if Block.objects.filter(blocker=player, blocked=other).exists():
        raise SocialError("blocked")
    if Follow.objects.filter(follower=player).count() >= FOLLOWED:
        raise SocialError("too_many")
    Follow.objects.get_or_create(follower=player, followed=other)


def unfollow(*, player: Player, other: Player) -> None:
    """End a player's follow of another."""
    Follow.objects.filter(follower=player, followed=other).delete()


@transaction.atomic
def block(*, player: Player, other: Player) -> None:
    """Block another player, and delete the follows between the two.

    House bots cannot be blocked: they say nothing, and every table may have them.

    Raises:
        SocialError: `oneself`, `house_bot` or `too_many`.
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
    """End a player's block of another."""
    Block.objects.filter(blocker=player, blocked=other).delete()


@transaction.atomic
def report(
    *, player: Player, other: Player, reason: str, note: str = "", table: Table | None = None
) -> Report:
    """Report another player to the moderators; return the report with the table's latest chat.

    Raises:
        SocialError: `oneself`, `bad_reason`, `no_account` or `too_many`.
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
    """Return the latest EVIDENCE chat lines of a table in their order, as JSON objects."""
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
    """Refuse a player who names themselves.

    Raises:
        SocialError: `oneself`.
    """
    if player.pk == other.pk:
        raise SocialError("oneself")


def _one_after_another(player: Player) -> None:
    """Lock a player's row, so that what is counted stays true until the transaction ends."""
    Player.objects.select_for_update().get(pk=player.pk)

"""Liked partners: with whom a player wants to play together again."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from games.common.errors import SocialError
from games.models import Block, PartnerLike, Player
from games.models.people import PlayerKind
from games.selectors.partner_likes import have_been_partners
from games.services.social import lock_both

MAX_LIKED: Final = 100
"""Maximum number of partners that one player may like."""


@transaction.atomic
def like_partner(*, player: Player, other: Player) -> None:
    """Store that a player likes another as partner; the other is not told.

    Both players' rows are locked, so that a block at the same moment comes before it or after.

    Raises:
        SocialError: `oneself`, `registered_only`, `not_partners` before a match on the same side or
            where either blocks the other, or `too_many`.
    """
    if player.pk == other.pk:
        raise SocialError("oneself")
    people = lock_both((player.pk, other.pk))
    if any(person.kind != PlayerKind.HUMAN or person.user_id is None for person in people):
        raise SocialError("registered_only")
    both = (player.pk, other.pk)
    if Block.objects.filter(blocker__in=both, blocked__in=both).exists():
        # one code for both directions, which hides who blocks whom
        raise SocialError("not_partners")
    if not have_been_partners(player, other):
        raise SocialError("not_partners")
    if PartnerLike.objects.filter(player=player).count() >= MAX_LIKED:
        raise SocialError("too_many")
    PartnerLike.objects.get_or_create(player=player, partner=other)


def unlike_partner(*, player: Player, other: Player) -> None:
    """Delete a player's like of another as partner."""
    PartnerLike.objects.filter(player=player, partner=other).delete()

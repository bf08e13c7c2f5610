"""Reads of liked partners."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from brisca_site.prepared_queries import prepared
from games.models import Block, PartnerLike, Player, Seat, TableSeat
from games.models.people import PlayerKind


@dataclass(frozen=True, slots=True)
class Liking:
    """A player's like of another as partner, and whether it is mutual."""

    likes: bool = False
    mutual: bool = False


def liking(viewer: Player | None, other: Player) -> Liking:
    """Return the viewer's like of another player; the other's own is told only if it is mutual.

    A stranger (None) likes nobody.
    """
    if viewer is None or viewer.pk == other.pk:
        return Liking()
    both = (viewer.pk, other.pk)
    found = set(_likes_among(both))
    likes = viewer.pk in found
    return Liking(likes, likes and other.pk in found)


@prepared
def _likes_among(players: Collection[int]) -> QuerySet[PartnerLike, int]:
    """Return the players (row ids) who like another of these as partner, once for each like."""
    rows = PartnerLike.objects.filter(player__id__in=players, partner__id__in=players)
    return rows.values_list("player", flat=True)


def may_like(player: Player, partner: Player) -> bool:
    """Return whether a player may like another as partner: both have accounts and were partners."""
    people = (player, partner)
    if player.pk == partner.pk or not all(map(_has_account, people)):
        return False
    both = [one.pk for one in people]
    if Block.objects.filter(blocker__in=both, blocked__in=both).exists():
        return False
    return have_been_partners(player, partner)


def have_been_partners(player: Player, partner: Player) -> bool:
    """Return whether two players have finished a match on the same side."""
    together = Seat.objects.filter(player=player, finished_at__isnull=False)
    return together.filter(team__players=partner).exists()


def mutual_likes(players: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs among these players (row ids) who like each other as partners."""
    rows = PartnerLike.objects.filter(player__in=players, partner__in=players)
    found = set(rows.values_list("player", "partner"))
    return {frozenset(pair) for pair in found if pair[::-1] in found}


def likeable_seats(
    seats: Sequence[TableSeat], sides: Sequence[Sequence[int]], viewers: Sequence[Player | None]
) -> dict[int, list[int]]:
    """Return viewer (player id) -> seats of partners with accounts whom the viewer may like.

    Partners who are liked already are left out; viewers without an account have no entry.
    """
    there = {place.seat: place.player for place in seats if place.player is not None}
    people = {seat: player for seat, player in there.items() if _has_account(player)}
    own = {player.pk: seat for seat, player in people.items()}
    members = [viewer.pk for viewer in viewers if viewer is not None and viewer.pk in own]
    partners = {
        viewer: [
            seat for side in sides if own[viewer] in side
            for seat in side if seat != own[viewer] and seat in people
        ]
        for viewer in members
    }  # fmt: skip
    if not any(partners.values()):
        return {}
    liked = set(_liked_by(members))
    return {
        viewer: [seat for seat in found if (viewer, people[seat].pk) not in liked]
        for viewer, found in partners.items()
    }


@prepared
def _liked_by(players: Collection[int]) -> QuerySet[PartnerLike, tuple[int, int]]:
    """Return (player, partner) of all whom these players (row ids) like as partners."""
    return PartnerLike.objects.filter(player__id__in=players).values_list("player", "partner")


def liked_partners(viewer: Player | None, partners: Collection[str]) -> dict[str, bool]:
    """Return name -> whether the viewer likes them, for those of these partners who can be liked.

    Those without an account, and those between whom and the player there is a block, are left out.
    """
    if viewer is None or not partners or not _has_account(viewer):
        return {}
    found = {one.pk: one for one in Player.objects.filter(name__in=partners) if _has_account(one)}
    pairs = Block.objects.filter(
        Q(blocker=viewer, blocked__in=found) | Q(blocked=viewer, blocker__in=found)
    ).values_list("blocker", "blocked")
    apart = {player for pair in pairs for player in pair}
    rows = PartnerLike.objects.filter(player=viewer, partner__in=found)
    liked = set(rows.values_list("partner", flat=True))
    return {one.name: pk in liked for pk, one in found.items() if pk not in apart}


def _has_account(player: Player) -> bool:
    """Return whether a player is a person with an account."""
    return player.kind == PlayerKind.HUMAN and player.user_id is not None

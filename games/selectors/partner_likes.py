"""Reads of liked partners."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Q

from games.models import Block, PartnerLike, Player, Seat, TableSeat
from games.models.people import PlayerKind
from games.selectors.social import Between, between


@dataclass(frozen=True, slots=True)
class Liking:
    """A player's like of another as partner, and whether it is mutual."""

    likes: bool = False
    mutual: bool = False


def liking(viewer: Player | None, other: Player) -> Liking:
    """Return whether the viewer likes another player as partner, and whether both like each other.

    A stranger (None) likes nobody.
    """
    if viewer is None or viewer.pk == other.pk:
        return Liking()
    both = (viewer.pk, other.pk)
    rows = PartnerLike.objects.filter(player__in=both, partner__in=both)
    likers = set(rows.values_list("player", flat=True))
    likes = viewer.pk in likers
    return Liking(likes, likes and other.pk in likers)


def may_like(player: Player, partner: Player, relation: Between | None = None) -> bool:
    """Return whether a player may like another as partner: both have accounts and were partners.

    `relation` is what `between` returns for the two; None: read it here. Neither may block the
    other.
    """
    people = (player, partner)
    if player.pk == partner.pk or not all(map(_has_account, people)):
        return False
    relation = relation or between(player, partner)
    if relation.has_block:
        return False
    return have_been_partners(player, partner)


def have_been_partners(player: Player, partner: Player) -> bool:
    """Return whether two players have finished a match on the same side."""
    together = Seat.objects.filter(player=player, finished_at__isnull=False)
    return together.filter(team__players=partner).exists()


def mutual_likes(players: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs (row ids) among `players` who like each other as partners."""
    rows = PartnerLike.objects.filter(player__in=players, partner__in=players)
    likes = set(rows.values_list("player", "partner"))
    return {frozenset(pair) for pair in likes if pair[::-1] in likes}


def likeable_seats(
    seats: Sequence[TableSeat], sides: Sequence[Sequence[int]], viewers: Sequence[Player | None]
) -> dict[int, list[int]]:
    """Return viewer (player id) -> seats of partners with accounts whom the viewer may like.

    Partners who are liked already are left out; viewers without an account have no entry.
    """
    player_by_seat = {place.seat: place.player for place in seats if place.player is not None}
    people = {seat: player for seat, player in player_by_seat.items() if _has_account(player)}
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
    likes = PartnerLike.objects.filter(player__in=members)
    liked = set(likes.values_list("player", "partner"))
    return {
        viewer: [seat for seat in seats_of_partners if (viewer, people[seat].pk) not in liked]
        for viewer, seats_of_partners in partners.items()
    }


def liked_partners(viewer: Player | None, partners: Collection[str]) -> dict[str, bool]:
    """Return partner's name -> whether the viewer likes them, for partners who can be liked.

    Those without an account, and those between whom and the player there is a block, are left out.
    """
    if viewer is None or not partners or not _has_account(viewer):
        return {}
    players = {
        player.pk: player
        for player in Player.objects.filter(name__in=partners)
        if _has_account(player)
    }
    pairs = Block.objects.filter(
        Q(blocker=viewer, blocked__in=players) | Q(blocked=viewer, blocker__in=players)
    ).values_list("blocker", "blocked")
    blocked = {blocked_id for pair in pairs for blocked_id in pair}
    rows = PartnerLike.objects.filter(player=viewer, partner__in=players)
    liked = set(rows.values_list("partner", flat=True))
    return {player.name: pk in liked for pk, player in players.items() if pk not in blocked}


def _has_account(player: Player) -> bool:
    """Return whether a player is a person with an account."""
    return player.kind == PlayerKind.HUMAN and player.user_id is not None

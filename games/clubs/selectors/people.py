"""Reads of the people of a club: its members, requests, invitations, and relation to a visitor."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Case, Exists, F, OuterRef, Prefetch, QuerySet, Value, When

from games.clubs.models import (
    Club,
    ClubBan,
    ClubInvitation,
    ClubLink,
    ClubLog,
    ClubMember,
    ClubPost,
    ClubRequest,
)
from games.clubs.rules.rights import Right
from games.common.keyset import Key, Page, read_page
from games.models import Block, Player, PlayerFigures, Rating, Table, TableSeat
from games.models.tables import OPEN, TableStatus
from games.stats.figures import BOTS
from games.stats.ratings import deviation

ROWS_PER_PAGE: Final = 40
"""Number of members, posts or entries of the log on a page."""
OFFICES: Final = ("owner", "admin", "officer")
"""Roles above an ordinary member, the highest first."""
MAX_SHOWN_TABLES: Final = 12
"""Maximum number of a club's tables that its page shows."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Relation of a visitor to a club: member, asker, invited, banned or nothing.

    `player` is None for a stranger, `member` for everybody who is no member.
    """

    player: Player | None
    member: ClubMember | None
    has_asked: bool = False
    is_invited: bool = False
    is_banned: bool = False
    reads_words: bool = True
    """False if the visitor has turned the chat off."""

    def may(self, right: Right) -> bool:
        """Return True if the visitor has this right in the club."""
        return self.member is not None and bool(self.member.rights & right)


def visitor_to(club: Club, player: Player | None) -> Visitor:
    """Return the relation of a player (None: a stranger) to a club."""
    if player is None:
        return Visitor(None, None)
    member = ClubMember.objects.filter(club=club, player=player).first()
    if member is not None:
        return Visitor(player, member)
    return Visitor(
        player,
        None,
        has_asked=ClubRequest.objects.filter(club=club, player=player, refused_at=None).exists(),
        is_invited=ClubInvitation.objects.filter(
            club=club, player=player, answered_at=None
        ).exists(),
        is_banned=ClubBan.objects.filter(club=club, player=player).exists(),
    )


def shows_members(club: Club, visitor: Visitor) -> bool:
    """Return True if a visitor may see who a club's members are, and how many."""
    return club.members_visible or visitor.member is not None


def shows_talk(club: Club, visitor: Visitor) -> bool:
    """Return True if a visitor may read a club's talk page.

    Posts name members, so nobody else reads them where members are hidden. A visitor who has turned
    the chat off reads none.
    """
    if not visitor.reads_words:
        return False
    return visitor.member is not None or (club.talk_public and club.members_visible)


def leading_members(club: Club) -> list[ClubMember]:
    """Return the owner, the admins and the officers of a club, in this order."""
    rows = ClubMember.objects.filter(club=club, role__in=OFFICES)
    leaders = list(rows.select_related("player__user"))
    return sorted(
        leaders, key=lambda member: (OFFICES.index(member.role), member.joined_at, member.pk)
    )


def members_page(
    club: Club, cursor: str | None = None, limit: int = ROWS_PER_PAGE
) -> Page[ClubMember]:
    """Return a page of a club's members without an office, in the order of joining.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = ClubMember.objects.filter(club=club, role="member").values("id")
    page = read_page(rows, (Key("id", int, falling=False),), cursor, limit)
    ids = [row["id"] for row in page.rows]
    members = ClubMember.objects.select_related("player__user").in_bulk(ids)
    return Page([members[pk] for pk in ids if pk in members], page.next, page.seen)


def first_members(club: Club, limit: int) -> list[ClubMember]:
    """Return at most `limit` members of a club: first those with an office, then the others.

    They come in the order of `leading_members` and `members_page`.
    """
    places = [When(role=role, then=Value(place)) for place, role in enumerate(OFFICES)]
    rows = ClubMember.objects.filter(club=club).select_related("player__user")
    rank = Case(*places, default=Value(len(OFFICES)))
    return list(rows.order_by(rank, "joined_at", "pk")[:limit])


@dataclass(frozen=True, slots=True)
class Strength:
    """A club member's public rating in the kind of match played most, and number of matches."""

    rating: int | None
    deviation: int | None
    """Margin of the rating in points: one standard deviation."""
    matches: int


def strengths(players: Sequence[int]) -> dict[int, Strength]:
    """Return player (row id) -> `Strength`: rating in the kind of match played most, matches.

    Those who keep their figures private are left out.
    """
    shown = {"player__in": players, "player__figures_private": False}
    ratings = Rating.objects.filter(**shown).exclude(pool__startswith=BOTS)
    rows = ratings.order_by("matches").values_list("player", "display", "sigma")
    rated = {player: (rating, deviation(sigma)) for player, rating, sigma in rows}
    played = dict(
        PlayerFigures.objects.filter(**shown, pool="all", month=0).values_list("player", "matches")
    )
    keys = rated.keys() | played.keys()
    strength_of = {}
    for key in keys:
        rating, margin = rated.get(key, (None, None))
        strength_of[key] = Strength(rating, margin, played.get(key, 0))
    return strength_of


def waiting_requests(club: Club) -> QuerySet[ClubRequest]:
    """Return the unanswered requests to join a club, the earliest first."""
    rows = ClubRequest.objects.filter(club=club, refused_at=None)
    return rows.select_related("player__user").order_by("pk")


def waiting_invitations(club: Club) -> QuerySet[ClubInvitation]:
    """Return a club's unanswered invitations, the earliest first."""
    rows = ClubInvitation.objects.filter(club=club, answered_at=None)
    return rows.select_related("player", "inviter").order_by("pk")


def banned_players(club: Club) -> QuerySet[ClubBan]:
    """Return the bans of players from a club, the latest first."""
    return ClubBan.objects.filter(club=club).select_related("player", "by").order_by("-pk")


def club_links(club: Club, now: datetime) -> QuerySet[ClubLink]:
    """Return a club's invitation links that are valid at `now`."""
    rows = ClubLink.objects.filter(club=club, revoked_at=None, expires_at__gt=now)
    return rows.filter(uses__lt=F("max_uses")).select_related("creator").order_by("pk")


def link_or_none(token: str, now: datetime) -> ClubLink | None:
    """Return the invitation link with this token and its club if valid at `now`, or None."""
    if "\0" in token:
        return None
    rows = ClubLink.objects.filter(token=token, revoked_at=None, expires_at__gt=now)
    usable = rows.filter(uses__lt=F("max_uses"), club__dissolved_at=None)
    return usable.select_related("club").first()


def log_page(club: Club, cursor: str | None = None) -> Page[ClubLog]:
    """Return a page of entries in a club's log, the latest first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = ClubLog.objects.filter(club=club).values("id")
    page = read_page(rows, (Key("id", int),), cursor, ROWS_PER_PAGE)
    ids = [row["id"] for row in page.rows]
    entries = ClubLog.objects.select_related("actor", "player").in_bulk(ids)
    return Page([entries[pk] for pk in ids if pk in entries], page.next, page.seen)


def posts_page(club: Club, viewer: Player | None, cursor: str | None = None) -> Page[ClubPost]:
    """Return a page of a club's posts, latest first, without those of people the viewer blocks.

    Answers to those come without what they answer. `viewer` None is a stranger.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = ClubPost.objects.filter(club=club).values("id")
    page = read_page(rows, (Key("id", int),), cursor, ROWS_PER_PAGE)
    ids = [row["id"] for row in page.rows]
    posts = ClubPost.objects.select_related("author__user", "reply_to__author").in_bulk(ids)
    blocked = set(Block.objects.filter(blocker=viewer).values_list("blocked", flat=True))
    shown = [posts[pk] for pk in ids if pk in posts and posts[pk].author_id not in blocked]
    for post in shown:
        if post.reply_to is not None and post.reply_to.author_id in blocked:
            post.reply_to = None
    return Page(shown, page.next, page.seen)


def latest_posts(club: Club, viewer: Player | None, limit: int) -> list[ClubPost]:
    """Return the latest posts of a club that are neither hidden nor of somebody the viewer blocks."""
    blocked = Block.objects.filter(blocker=viewer).values("blocked")
    rows = ClubPost.objects.filter(club=club, hidden_at=None).exclude(author__in=blocked)
    return list(rows.select_related("author__user").order_by("-pk")[:limit])


def members_here(club: Club, in_lobby: Callable[[Collection[int]], Collection[int]]) -> int:
    """Return how many members of a club are now in the lobby or playing.

    `in_lobby` returns which of these accounts (row ids) are in the lobby.
    """
    seats = TableSeat.objects.filter(
        player=OuterRef("player"), table__status=TableStatus.PLAYING, substitute=""
    )
    members = ClubMember.objects.filter(club=club).annotate(is_playing=Exists(seats))
    rows = list(members.values_list("player__user", "is_playing"))
    elsewhere = [user for user, is_playing in rows if user and not is_playing]
    return sum(is_playing for _user, is_playing in rows) + len(in_lobby(elsewhere))


def club_tables(club: Club, *, member: bool) -> list[Table]:
    """Return a club's tables with people waiting or playing, the waiting ones first.

    Strangers see those alone that everybody sees, and none where the tables are for the members.
    """
    if club.tables_closed and not member:
        return []
    rows = Table.objects.filter(club=club, status__in=OPEN)
    if not member:
        rows = rows.filter(visibility=Table.Visibility.PUBLIC).exclude(
            status="playing", watch__in=(Table.Watch.LINK, Table.Watch.NOBODY)
        )
    seats = Prefetch("seats", TableSeat.objects.select_related("player"))
    rows = rows.select_related("ruleset").prefetch_related(seats)
    return list(rows.order_by("-status", "-pk")[:MAX_SHOWN_TABLES])


def players_of_club(club: int) -> QuerySet[Player]:
    """Return a query of the players who are members of a club (row id)."""
    return Player.objects.filter(pk__in=ClubMember.objects.filter(club=club).values("player"))

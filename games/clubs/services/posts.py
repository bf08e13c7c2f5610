"""The talk page of a club: posts of members, and posts hidden by officers."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.clubs.models import Club, ClubMember, ClubPost
from games.clubs.rules.rights import Right
from games.clubs.services.access import (
    account_age,
    lock_club,
    lock_player,
    member_of,
    require_right,
)
from games.common.errors import ClubError
from games.conduct.chat_filter import has_link, is_alike, is_bad
from games.models import Player, Restriction
from games.selectors.free_words import reads_words
from games.selectors.restrictions import restricted_until
from games.services.chat import LINK_AFTER, tidy

MAX_POST: Final = 1000
"""Characters of a post."""
MAX_POSTS_A_WINDOW: Final = 6
"""Posts that one player may write within PACE_WINDOW."""
PACE_WINDOW: Final = timedelta(minutes=1)


@transaction.atomic
def write_post(
    *,
    club: Club,
    author: Player,
    text: str,
    reply_to: int | None = None,
    now: datetime | None = None,
) -> ClubPost:
    """Store a member's post on the talk page of a club; `reply_to` is a post (row id) or None.

    It locks the club and the author.

    Raises:
        ClubError: `no_such_club`, `not_member`, `silenced`, `chat_off`, `bad_post`, `bad_words`,
            `too_fast`, `said_again` or `no_post`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    member_of(club, author)
    author = lock_player(author)
    for kind in (Restriction.Kind.CHAT, Restriction.Kind.SEEN_CHAT):
        if restricted_until(author, kind, now=now):
            raise ClubError("silenced")
    if not reads_words(author):
        raise ClubError("chat_off")
    words = _checked(author, text, now)
    quoted = None
    if reply_to is not None:
        quoted = ClubPost.objects.filter(club=club, pk=reply_to, hidden_at=None).first()
        if quoted is None:
            raise ClubError("no_post")
    post = ClubPost.objects.create(
        club=club, author=author, text=words, reply_to=quoted, created_at=now
    )
    ClubMember.objects.filter(club=club, player=author).update(last_active=now)
    return post


def _checked(author: Player, text: str, now: datetime) -> str:
    """Return the text of a post on the talk page, tidied for storing, if it is allowed.

    Raises:
        ClubError: `bad_post`, `bad_words`, `too_fast` or `said_again`.
    """
    words = tidy(text, MAX_POST + 1)
    if not words or len(words) > MAX_POST:
        raise ClubError("bad_post")
    if is_bad(words) or (has_link(words) and account_age(author, now) < LINK_AFTER):
        raise ClubError("bad_words")
    lately = _latest_posts(author, now)
    if len(lately) >= MAX_POSTS_A_WINDOW:
        raise ClubError("too_fast")
    if any(is_alike(post.text, words) for post in lately):
        raise ClubError("said_again")
    return words


def _latest_posts(author: Player, now: datetime) -> list[ClubPost]:
    """Return the author's posts of the last PACE_WINDOW, at most MAX_POSTS_A_WINDOW."""
    rows = ClubPost.objects.filter(author=author, created_at__gt=now - PACE_WINDOW)
    return list(rows.order_by("-pk")[:MAX_POSTS_A_WINDOW])


@transaction.atomic
def hide_post(*, club: Club, player: Player, post: int, now: datetime | None = None) -> None:
    """Hide a post (row id) of the talk page: one's own, or any with that right. Locks the club.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right` or `no_post`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    member_of(club, player)
    row = ClubPost.objects.filter(club=club, pk=post, hidden_at=None).first()
    if row is None:
        raise ClubError("no_post")
    if row.author_id != player.pk:
        require_right(club, player, Right.TALK)
    row.hidden_at, row.hidden_by = now, player
    row.save(update_fields=["hidden_at", "hidden_by"])

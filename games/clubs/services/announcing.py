"""News of a club, told to all its members."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.clubs.models import Club, ClubLog
from games.clubs.rules.rights import Right
from games.clubs.services.access import lock_club, require_right, write_log
from games.clubs.services.notifications import club_path
from games.common.errors import ClubError
from games.conduct.chat_filter import has_link, is_bad
from games.models import NotificationKind, Player
from games.services.chat import tidy
from games.services.notifications import notify_group

MAX_NEWS: Final = 140
"""Characters of an announcement."""
MAX_NEWS_A_DAY: Final = 3
"""Announcements of one club in 24 hours."""


@transaction.atomic
def announce_news(*, club: Club, player: Player, text: str, now: datetime | None = None) -> None:
    """Send a text to all members of a club as a notification; the club is locked.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, `bad_words` or `too_much_news`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    require_right(club, player, Right.ANNOUNCE)
    words = tidy(text, MAX_NEWS + 1)
    if not words or len(words) > MAX_NEWS or is_bad(words) or has_link(words):
        raise ClubError("bad_words")
    sent = ClubLog.objects.filter(club=club, kind="news", at__gt=now - timedelta(days=1))
    if sent.count() >= MAX_NEWS_A_DAY:
        raise ClubError("too_much_news")
    write_log(club=club, kind="news", actor=player, now=now)
    tell_members(
        club=club, text="club_news", about=f"news:{now.timestamp():.0f}", news=words, actor=player
    )


def tell_members(*, club: Club, text: str, about: str, news: str, actor: Player | None) -> None:
    """Notify all members of a club except `actor`; delivery takes up to a minute.

    `text` is a key of `notification_texts`, `news` fills its placeholder; nobody is told twice
    under the same `about`.
    """
    notify_group(
        audience="club",
        about=club.pk,
        kind=NotificationKind.CLUB_NEWS,
        text=text,
        key=f"club:{club.pk}:{about}",
        data={"club": club.name, "news": news},
        url=club_path(club),
        actor=actor,
    )

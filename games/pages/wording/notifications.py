"""Notifications in words: their sentences in groups, their action, and kinds and channels by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.conduct import notifying
from games.models import NotificationKind
from games.selectors.notifications import MOST_COUNTED, Group
from games.wording.notification_texts import grouped_text

KINDS: Final[Mapping[str, tuple[Promise | str, Promise | str]]] = {
    NotificationKind.INVITED: (
        gettext_lazy("Invitations to a table"),
        gettext_lazy("Somebody wants to play with you now."),
    ),
    NotificationKind.MATCH_WAITS: (
        gettext_lazy("My match goes on"),
        gettext_lazy("It is your turn, and you are away. Quiet hours do not hold it back."),
    ),
    NotificationKind.ROUND_BEGINS: (
        gettext_lazy("My tournament goes on"),
        gettext_lazy("The check-in or your game begins. Quiet hours do not hold it back."),
    ),
    NotificationKind.TABLE_OPENED: (
        gettext_lazy("Friends open a table"),
        gettext_lazy("People whom you follow and who follow you; at most once an hour of each."),
    ),
    NotificationKind.FOLLOWED: (gettext_lazy("Somebody follows me"), ""),
    NotificationKind.MESSAGE: (gettext_lazy("Messages to me"), ""),
    NotificationKind.TEAM_PROPOSED: (gettext_lazy("Proposals to found a team"), ""),
    NotificationKind.CLUB: (
        gettext_lazy("My part in a club"),
        gettext_lazy("Requests, invitations and roles."),
    ),
    NotificationKind.CLUB_NEWS: (gettext_lazy("News of my clubs"), ""),
    NotificationKind.LEAGUE: (
        gettext_lazy("My league"),
        gettext_lazy("Fixtures, times and results."),
    ),
    NotificationKind.RATING: (
        gettext_lazy("My ratings"),
        gettext_lazy("When all ratings are counted again."),
    ),
    NotificationKind.MATCH_OF_WEEK: (
        gettext_lazy("Match of the week"),
        gettext_lazy("When one of my matches is shown as such."),
    ),
}
"""Name and explanation of each kind, in the order of the page."""
CHANNELS: Final[Mapping[str, Promise | str]] = {
    notifying.PAGE: gettext_lazy("On the site"),
    notifying.PUSH: gettext_lazy("In my browsers"),
    notifying.MAIL: gettext_lazy("By daily mail"),
}
"""Name of each channel."""
OVER_TEXTS: Final[Mapping[str, Promise | str]] = {
    "began": gettext_lazy("It has begun already"),
    "closed": gettext_lazy("The table is closed"),
    "expired": gettext_lazy("It is over"),
    "accepted": gettext_lazy("You said yes"),
    "declined": gettext_lazy("You said no"),
    "withdrawn": gettext_lazy("It is over"),
}
"""Why there is nothing to do about a notification."""
ICONS: Final[Mapping[str, str]] = {
    NotificationKind.ROUND_BEGINS: "trophy",
    NotificationKind.MATCH_WAITS: "cards",
    NotificationKind.LEAGUE: "trophy",
    NotificationKind.CLUB: "users",
    NotificationKind.CLUB_NEWS: "users",
    NotificationKind.RATING: "trophy",
    NotificationKind.MATCH_OF_WEEK: "cards",
}
"""Icon of a kind that nobody in particular has caused."""
ACTIONS: Final[Mapping[str, Promise | str]] = {
    NotificationKind.TABLE_OPENED: gettext_lazy("Go there"),
    NotificationKind.MATCH_WAITS: gettext_lazy("Back to the table"),
    NotificationKind.ROUND_BEGINS: gettext_lazy("Go there"),
    NotificationKind.TEAM_PROPOSED: gettext_lazy("Answer"),
}
"""Label of the link of a kind; of others "See"."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the page of notifications: a group of similar notifications, in words."""

    id: int
    text: str
    more: str
    """Text that the same happened more often; empty for once."""
    at: datetime
    is_new: bool
    face: str
    """Name of the person whose tile stands beside it; empty: the icon."""
    icon: str
    url: str
    label: str
    """Label of the link to `url`; empty where there is nothing to open."""
    over: str
    """Text on why the reader can do nothing about it any more; empty if something can be done."""
    invitation: int | None
    """The invitation that can be answered."""
    follow: str
    """The person to follow back; empty: nobody."""


def notification_lines(groups: Iterable[Group]) -> list[Line]:
    """Return groups of similar notifications as lines (in words) for the page."""
    return [_line(group) for group in groups]


def _line(group: Group) -> Line:
    """Return one group of similar notifications as a line in words."""
    row = group.newest
    name = row.actor.name if row.actor is not None else ""
    data = {**row.data, "actor": name} if name else row.data
    others = len(group.names) - 1
    opens = bool(row.url) and not group.over and group.invitation is None
    follow = name if group.follows_back is False else ""
    return Line(
        id=row.pk,
        text=grouped_text(row.text, data, others),
        more=_again(len(group.rows) - 1 if others < 1 else 0),
        at=row.created_at,
        is_new=group.is_new,
        face=name,
        icon=ICONS.get(row.kind, "bell"),
        url=row.url,
        label=str(ACTIONS.get(row.kind, _("See"))) if opens and not follow else "",
        over=str(OVER_TEXTS.get(group.over, "")),
        invitation=group.invitation.pk if group.invitation is not None else None,
        follow=follow,
    )


def _again(times: int) -> str:
    """Return in words how many more times the notified event happened; "" for none."""
    return ngettext("%(n)s time more", "%(n)s times more", times) % {"n": times} if times else ""


def count_words(unread: int) -> str:
    """Return the number of unread notifications as on the bell: "" for none, "99+" at most."""
    if not unread:
        return ""
    return f"{MOST_COUNTED - 1}+" if unread >= MOST_COUNTED else str(unread)


def bell_label(unread: int) -> str:
    """Return the accessible name of the bell, with the number of unread notifications."""
    if not unread:
        return _("Notifications")
    return _news_label(unread) % {"n": count_words(unread)}


def label_pattern() -> str:
    """Return the accessible name of the bell with {n} in the place of several unread ones."""
    return _news_label(MOST_COUNTED) % {"n": "{n}"}


def _news_label(unread: int) -> str:
    """Return the accessible name of the bell, in the plural form for `number`, with {n}."""
    return ngettext("Notifications, %(n)s new", "Notifications, %(n)s new", unread)

"""Notifications, their settings, and invitations to seats."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict

from games.common.notation import Moment, page
from games.conduct.notifying import CHANNELS
from games.engine.json_annotations import Limits
from games.models import NotificationKind

Kind: TypeAlias = Annotated[str, Limits(enum=tuple(map(str, NotificationKind.values)))]
Channel: TypeAlias = Annotated[str, Limits(enum=CHANNELS)]

class Notification(TypedDict):
    """Part of API answers: one notification of the account."""
    id: int
    kind: Kind
    text: Annotated[str, "Its sentence, in the language of the request."]
    url: Annotated[str | None, "Path of the page to open."]
    player: Annotated[str | None, "Who caused it."]
    invitation: Annotated[int | None, "The invitation to a seat that it is about."]
    created_at: Moment
    expires_at: Annotated[Moment | None, "After it there is nothing to do."]
    read_at: Moment | None

NotificationPage = page("NotificationPage", Notification, "notifications")

class NotificationsRead(TypedDict):
    """API answer: how many notifications were marked as read, and how many are unread now."""
    marked: int
    unread: int

class NotificationSettings(TypedDict):
    """API answer: the account's settings of notifications: which ones it gets, and how."""
    channels: Annotated[dict[str, list[Channel]], "Kind of notification -> its channels."]
    quiet_from: Annotated[int, "Hour at which push messages begin to wait, local time."]
    quiet_to: Annotated[int, "Hour at which they no longer wait; as `quiet_from`: they never do."]
    time_zone: Annotated[str, "Name in the tz database."]
    mail_hour: Annotated[int, "Hour of the daily mail, local time."]
    mail_on: Annotated[bool, "Whether there are mails at all."]

class Invitation(TypedDict):
    """API answer: an invitation to sit down at a table; it keeps no seat free."""
    id: int
    table: str
    seat: Annotated[int | None, "null: any free seat."]
    inviter: str
    invited: str
    created_at: Moment
    expires_at: Moment
    answer: Annotated[str | None, "`accepted`, `declined` or `withdrawn`; null: none yet."]

class OwnInvitations(TypedDict):
    """API answer: the open invitations to the account, and those that it sent."""
    results: list[Invitation]

"""Notifications by key: reading and marking them, their settings, and invitations to seats."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpResponseBase
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.answers import notifications as answers
from games.api.core.bodies import read_body
from games.api.core.errors import ConflictError, MissingError
from games.api.core.http_request import http_request
from games.api.core.keys import ByKeyEndpoint, by_key
from games.api.core.params import ListQuery
from games.common.errors import InvitationError, NotificationError, TableError
from games.common.keyset import LARGEST
from games.common.live_gateway import live_gateway
from games.conduct.notifying import CHANNELS
from games.models import Player, SeatInvitation, Table
from games.selectors import invitations as seats
from games.selectors import notifications as selected
from games.services import invitations, notification_settings
from games.services.notifications import mark_read
from games.services.tables import get_or_none
from games.wording.invitation_refusals import refusal_text


class ReadBody(serializers.Serializer[Any]):
    """Request body that names the notifications to mark as read."""

    ids = serializers.ListField(
        required=False, max_length=200, help_text="Without them: all.",
        child=serializers.IntegerField(min_value=1, max_value=LARGEST),
    )  # fmt: skip


class SettingsBody(serializers.Serializer[Any]):
    """Request body with all settings of notifications; hours are 0 to 23 in `time_zone`."""

    channels = serializers.DictField(
        help_text="Kind -> its channels; kinds that are not named have their defaults.",
        child=serializers.ListField(
            max_length=len(CHANNELS), child=serializers.ChoiceField(choices=list(CHANNELS))
        ),
    )
    quiet_from = serializers.IntegerField(min_value=0, max_value=23)
    quiet_to = serializers.IntegerField(min_value=0, max_value=23)
    time_zone = serializers.CharField(max_length=64)
    mail_hour = serializers.IntegerField(min_value=0, max_value=23)
    mail_on = serializers.BooleanField()


class InvitationBody(serializers.Serializer[Any]):
    """Request body that invites a player to a seat at a table."""

    table = serializers.CharField(max_length=16)
    player = serializers.CharField(max_length=32)
    seat = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, max_value=7,
        help_text="null: any free seat.",
    )  # fmt: skip


class InvitationAnswerBody(serializers.Serializer[Any]):
    """Request body that answers an invitation to a seat; `accept` is false to decline."""

    accept = serializers.BooleanField()


class RefusedInvitationError(ConflictError):
    """API error 409: an invitation, an answer to one, or settings are refused."""

    def __init__(self, error: InvitationError | NotificationError | TableError) -> None:
        at_table = isinstance(error, TableError)
        super().__init__(
            error.code, live_gateway().words(error.code) if at_table else refusal_text(error.code)
        )


_keyed = partial(by_key, tag="notifications")


class OwnNotifications(ByKeyEndpoint):
    """Endpoint: notifications of the key's account; list them, or mark them as read."""

    methods = {
        "GET": _keyed("list_notifications", answers.NotificationPage, query=ListQuery),
        "POST": _keyed("read_notifications", answers.NotificationsRead, 413, 415, body=ReadBody),
    }
    query = ListQuery
    scopes: ClassVar[dict[str, str]] = {"GET": "read", "POST": "play"}

    def get(self, request: Request) -> HttpResponseBase:
        """List all notifications of the account on the site, the newest first."""
        return self.listing(selected.notification_page, player=self.player)

    def post(self, request: Request) -> HttpResponseBase:
        """Mark notifications as read; return how many were marked, and how many are unread.

        Raises:
            InvalidParameterError: the body is not what it should be.
        """
        ids = read_body(request, ReadBody).get("ids")
        marked = mark_read(player=self.player, notifications=ids)
        unread = selected.unread_count(self.token.user_id)
        return Response({"marked": marked, "unread": unread})


class OwnNotificationSettings(ByKeyEndpoint):
    """Endpoint: the settings of notifications of the key's account."""

    methods = {
        "GET": _keyed("get_notification_settings", answers.NotificationSettings),
        "POST": _keyed(
            "set_notification_settings", answers.NotificationSettings, 409, 413, 415,
            body=SettingsBody,
        ),
    }  # fmt: skip
    scopes: ClassVar[dict[str, str]] = {"GET": "read", "POST": "play"}

    def get(self, request: Request) -> HttpResponseBase:
        """Return the channels of each kind of notification, quiet hours, time zone and mails."""
        return Response(selected.settings_json(self.player))

    def post(self, request: Request) -> HttpResponseBase:
        """Replace all settings of notifications, and return them.

        Raises:
            InvalidParameterError: the body is not what it should be.
            RefusedInvitationError: there is no such kind or time zone.
        """
        asked = read_body(request, SettingsBody)
        count(http_request(request), "social")
        try:
            notification_settings.change_settings(player=self.player, **asked)
        except NotificationError as error:
            raise RefusedInvitationError(error) from error
        return Response(selected.settings_json(self.player))


class OwnInvitations(ByKeyEndpoint):
    """Endpoint: open invitations to seats, to and by the key's account."""

    methods = {
        "GET": _keyed("list_invitations", answers.OwnInvitations),
        "POST": _keyed(
            "invite_to_seat", answers.Invitation, 404, 409, 413, 415,
            status=201, body=InvitationBody,
        ),
    }  # fmt: skip
    scopes: ClassVar[dict[str, str]] = {"GET": "read", "POST": "tables"}

    def get(self, request: Request) -> HttpResponseBase:
        """List invitations to seats, to and by the account, that wait for an answer."""
        results = [seats.invitation_json(row) for row in seats.open_invitations(self.player)]
        return Response({"results": results})

    def post(self, request: Request) -> HttpResponseBase:
        """Invite a player to a waiting table at which the account sits.

        Raises:
            InvalidParameterError: the body is not what it should be.
            MissingError: there is no such table.
            RefusedInvitationError: the player cannot be invited.
        """
        asked = read_body(request, InvitationBody)
        count(http_request(request), "invite")
        table = _own_table(asked["table"], self.player)
        invited = Player.objects.filter(name__iexact=asked["player"]).first()
        try:
            if invited is None:
                raise InvitationError("no_such_player")
            invitation = invitations.invite(
                table=table, inviter=self.player, invited=invited, seat=asked["seat"]
            )
        except InvitationError as error:
            raise RefusedInvitationError(error) from error
        return Response(seats.invitation_json(invitation), status=status.HTTP_201_CREATED)


class InvitationAnswer(ByKeyEndpoint):
    """Endpoint: answer an invitation to a seat."""

    methods = {
        "POST": _keyed(
            "answer_seat_invitation", answers.Invitation, 404, 409, 413, 415,
            body=InvitationAnswerBody,
        )
    }  # fmt: skip
    scopes: ClassVar[dict[str, str]] = {"POST": "tables"}
    http_method_names = ["post", "options"]

    def post(self, request: Request, invitation: int) -> HttpResponseBase:
        """Accept an invitation and sit down at its table, or decline it.

        Raises:
            InvalidParameterError: the body is not what it should be.
            MissingError: there is no such invitation of the account.
            RefusedInvitationError: it was answered, is over, or the seat is taken.
        """
        accept, me = read_body(request, InvitationAnswerBody)["accept"], self.player
        count(http_request(request), "table")
        own = _invitation_to(me, invitation)
        try:
            invitations.answer_invitation(
                invitation=invitation, player=me, accept=accept, address=self.caller.address
            )
        except (InvitationError, TableError) as error:
            raise RefusedInvitationError(error) from error
        return Response(seats.invitation_json(own.get()))


def _own_table(public_id: str, player: Player) -> Table:
    """Return the table (public id) at which the player sits. Raises MissingError without one."""
    table = get_or_none(public_id=public_id) if public_id.isalnum() else None
    if table is None or not table.seats.filter(player=player).exists():
        raise MissingError("table")
    return table


def _invitation_to(player: Player, invitation: int) -> QuerySet[SeatInvitation]:
    """Return a query with the player's invitation of this id. Raises MissingError without one."""
    own = SeatInvitation.objects.filter(invited=player)
    if invitation > LARGEST or not own.filter(pk=invitation).exists():
        raise MissingError("invitation")
    return own.filter(pk=invitation).select_related("table", "inviter", "invited")

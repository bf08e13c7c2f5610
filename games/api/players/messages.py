"""Messages by key: one's conversations, reading one, and sending."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from django.http import HttpResponseBase
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count
from games.answers import messages as answers
from games.api.core.bodies import read_body
from games.api.core.errors import ConflictError
from games.api.core.http_request import http_request
from games.api.core.keys import ByKeyEndpoint, by_key
from games.api.core.params import ListQuery
from games.api.players.views import player_row
from games.common.errors import MessageError
from games.models import Message, Player
from games.record.record import rfc3339
from games.selectors import messages as selected
from games.services import direct_messages as services
from games.wording.message_refusals import refusal_text


class MessageBody(serializers.Serializer[Any]):
    """Request body with which an account writes to another person."""

    id = serializers.CharField(
        min_length=8, max_length=64, help_text="Of your choice: sent twice, it is one message."
    )
    text = serializers.CharField(max_length=services.MAX_MESSAGE_LENGTH)


class RefusedMessageError(ConflictError):
    """API error 409: a message to a person is refused, in the words that the page shows for it."""

    def __init__(self, error: MessageError) -> None:
        super().__init__(error.code, refusal_text(error.code))


_keyed = partial(by_key, tag="conversations")


class Conversations(ByKeyEndpoint):
    """Endpoint: the conversations of the key's account."""

    methods = {"GET": _keyed("list_conversations", answers.Conversations)}
    scopes: ClassVar[dict[str, str]] = {"GET": "messages"}
    http_method_names = ["get", "head", "options"]

    def get(self, request: Request) -> HttpResponseBase:
        """Return the account's conversations, latest first, and how many messages are unread."""
        player = self.player
        return Response(
            {
                "unread": selected.unread_messages(player),
                "conversations": selected.conversations_json(player),
            }
        )


class Conversation(ByKeyEndpoint):
    """Endpoint: messages between the key's account and one other person; read or write them."""

    methods = {
        "GET": _keyed("list_messages", answers.MessagePage, 404, query=ListQuery),
        "POST": _keyed(
            "send_message", answers.Message, 404, 409, 413, 415, status=201, body=MessageBody
        ),
    }
    query = ListQuery
    scopes: ClassVar[dict[str, str]] = {"GET": "messages", "POST": "messages"}

    def get(self, request: Request, name: str) -> HttpResponseBase:
        """List the messages with a person, the latest first, without marking them as read.

        Raises:
            MissingError: there is no such player.
        """
        return self.listing(selected.messages_page, player=self.player, other=_other(name))

    def post(self, request: Request, name: str) -> HttpResponseBase:
        """Send a message to a person whom the account follows and who follows it.

        Raises:
            InvalidParameterError: the body is not what it should be.
            MissingError: there is no such player.
            RefusedMessageError: the account may not write that, or not to this person.
        """
        sent = read_body(request, MessageBody)
        count(http_request(request), "social")
        try:
            message = services.send_message(
                author=self.player, recipient=_other(name), client_id=sent["id"], text=sent["text"]
            )
        except MessageError as error:
            raise RefusedMessageError(error) from error
        return Response(_sent(message), status=status.HTTP_201_CREATED)


def _sent(message: Message) -> answers.Message:
    """Return a message just sent by the account, as the API shows it."""
    return {
        "id": message.pk,
        "own": True,
        "text": message.text,
        "at": rfc3339(message.created_at),
    }


class ConversationRead(ByKeyEndpoint):
    """Endpoint: mark the messages of one person as read."""

    methods = {"POST": _keyed("mark_messages_read", None, 404, status=204)}
    scopes: ClassVar[dict[str, str]] = {"POST": "messages"}
    http_method_names = ["post", "options"]

    def post(self, request: Request, name: str) -> HttpResponseBase:
        """Mark all messages of a person to the account as read.

        Raises:
            MissingError: there is no such player.
        """
        services.mark_messages_read(player=self.player, other=_other(name))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _other(name: str) -> Player:
    """Return the player with this name, from the URL. Raises MissingError if there is none."""
    return Player.objects.get(pk=player_row(name)["id"])

"""Messages between people."""

from __future__ import annotations

from typing import Annotated, TypedDict

from games.common.notation import Moment, page


class Conversation(TypedDict):
    """Part of API answers: the conversation of the key's account with one other person."""
    player: Annotated[str, "Name of the other."]
    last: Annotated[str, "Text of the latest message."]
    own: Annotated[bool, "Whether the account wrote it."]
    at: Moment
    unread: Annotated[int, "Messages of the other that the account has not read."]
    open: Annotated[bool, "Whether the two may write to each other."]

class Conversations(TypedDict):
    """API answer: the conversations of the key's account, the latest first."""
    unread: Annotated[int, "Of all of them together."]
    conversations: list[Conversation]

class Message(TypedDict):
    """API answer: a message between the key's account and another person."""
    id: int
    own: Annotated[bool, "Whether the account wrote it."]
    text: str
    at: Moment

MessagePage = page("MessagePage", Message, "messages")

"""Messages at the same moment count as if one was sent after the other."""

from __future__ import annotations

from functools import partial

import pytest

from games.common.errors import MessageError
from games.models import Conversation, Message, Notification
from games.services import social
from games.services.direct_messages import forget_messages, send_message
from tests.services.test_direct_messages import friends
from tests.services.test_stakes_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 5


def refusals(results) -> list[str]:
    """The codes of those messages that were refused; anything else that went wrong fails the test."""
    found = [one for one in results if isinstance(one, BaseException)]
    assert all(isinstance(one, MessageError) for one in found), found
    return [one.code for one in found]


def test_the_first_messages_of_both_at_once_make_one_conversation():
    for number in range(TIMES):
        ana, eva = friends(f"ana{number}", f"eva{number}")
        codes = refusals(
            at_once(
                partial(send_message, author=ana, recipient=eva, client_id="first-1", text="Hi"),
                partial(send_message, author=eva, recipient=ana, client_id="first-2", text="Yo"),
            )
        )
        assert not codes
    assert Conversation.objects.count() == TIMES
    assert Message.objects.count() == 2 * TIMES


def test_one_message_sent_twice_at_once_is_one_message_and_one_notification():
    ana, eva = friends("ana", "eva")
    send = partial(send_message, author=ana, recipient=eva, client_id="the-same", text="Hi")
    assert not refusals(at_once(send, send, send))
    assert Message.objects.count() == Notification.objects.filter(kind="message").count() == 1


def test_a_block_at_the_moment_of_a_message_comes_before_it_or_after():
    for number in range(TIMES):
        ana, eva = friends(f"ana{number}", f"eva{number}")
        codes = refusals(
            at_once(
                partial(send_message, author=ana, recipient=eva, client_id="blocked-1", text="Hi"),
                partial(social.block, player=eva, other=ana),
            )
        )
        assert codes in ([], ["not_mutual"])
        with pytest.raises(MessageError):
            send_message(author=ana, recipient=eva, client_id="blocked-2", text="Again")


def test_an_account_that_is_deleted_meanwhile_leaves_no_conversation():
    for number in range(TIMES):
        ana, eva = friends(f"ana{number}", f"eva{number}")

        def gone(user: int | None = ana.user_id) -> None:
            assert user is not None
            forget_messages(user_id=user)
            from games.services.players import forget_player

            forget_player(user_id=user)

        send = partial(send_message, author=eva, recipient=ana, client_id="gone-1", text="Hi")
        refusals(at_once(send, gone))
        with pytest.raises(MessageError):
            send_message(author=eva, recipient=ana, client_id="gone-2", text="Still there?")

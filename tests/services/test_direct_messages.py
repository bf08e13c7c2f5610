"""Messages between people who follow each other: who may write what, and what remains of it."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.services import set_account_preferences
from games.common.errors import MessageError
from games.models import (
    CaseReport,
    Conversation,
    Message,
    Notification,
    Player,
    Restriction,
)
from games.models.people import PlayerKind
from games.selectors.cases import MESSAGES_ROOM, lines_of
from games.selectors.messages import (
    conversations_of,
    messages_between,
    messages_data,
    unread_messages,
    writable,
)
from games.services import social
from games.services.direct_messages import (
    MAX_MESSAGE_LENGTH,
    MAX_MESSAGES_A_WINDOW,
    REPEAT_AFTER,
    forget_messages,
    mark_messages_read,
    send_message,
)
from games.services.players import forget_player
from games.services.reports import Occasion, send_report
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db
ids = (f"message-{number:06}" for number in itertools.count())
LATER = timedelta(minutes=1)


def friends(*names: str) -> list[Player]:
    """People of whom each follows each other."""
    people = [player_with_account(name) for name in names]
    for one, other in itertools.permutations(people, 2):
        social.follow(player=one, other=other)
    return people


def write(author: Player, recipient: Player, text: str = "Hello", **more: object) -> Message:
    """A message that is sent."""
    more.setdefault("client_id", next(ids))
    return send_message(author=author, recipient=recipient, text=text, **more)  # type: ignore[arg-type]


def refused(author: Player, recipient: Player, text: str = "Hello", **more: object) -> str:
    """The code with which a message is refused."""
    before = Message.objects.count()
    with pytest.raises(MessageError) as caught:
        write(author, recipient, text, **more)
    assert Message.objects.count() == before
    return caught.value.code


def restricted(player: Player, kind: str) -> None:
    """Put a player under a restriction for a day."""
    now = timezone.now()
    Restriction.objects.create(
        player=player, kind=kind, starts_at=now - LATER, ends_at=now + timedelta(days=1)
    )


def test_two_who_follow_each_other_write_in_one_conversation():
    ana, eva = friends("Ana", "Eva")
    write(ana, eva, "  Play\n tonight? \u202e")
    write(eva, ana, "Yes")
    assert Conversation.objects.count() == 1
    shown = [(one.author, one.text) for one in messages_between(ana, eva)]
    assert shown == [(ana, "Play tonight?"), (eva, "Yes")]
    (row,) = conversations_of(ana)
    assert (row.other, row.text, row.own, row.unread) == (eva, "Yes", False, 1)


def test_the_same_message_again_is_sent_once():
    ana, eva = friends("Ana", "Eva")
    first = write(ana, eva, client_id="same-one")
    assert write(ana, eva, client_id="same-one") == first
    assert Message.objects.count() == Notification.objects.filter(kind="message").count() == 1


def test_whoever_does_not_follow_or_is_not_followed_may_not_write():
    ana, eva = player_with_account("Ana"), player_with_account("Eva")
    assert refused(ana, eva) == "not_mutual"
    social.follow(player=ana, other=eva)
    assert refused(ana, eva) == refused(eva, ana) == "not_mutual"


def test_unfollowing_ends_writing_and_keeps_reading():
    ana, eva = friends("Ana", "Eva")
    write(ana, eva)
    social.unfollow(player=eva, other=ana)
    assert refused(ana, eva) == refused(eva, ana) == "not_mutual"
    assert len(messages_between(eva, ana)) == len(conversations_of(eva)) == 1
    assert writable(ana) == frozenset()


def test_a_block_ends_it_and_leaves_the_list_of_who_blocks():
    ana, eva = friends("Ana", "Eva")
    write(ana, eva)
    social.block(player=eva, other=ana)
    assert refused(ana, eva) == refused(eva, ana) == "not_mutual"
    assert conversations_of(eva) == []
    assert unread_messages(eva) == 0
    assert len(messages_between(eva, ana)) == 1, "what was written can still be reported"


def test_a_block_counts_even_beside_follows():
    ana, eva = friends("Ana", "Eva")
    eva.blocks.create(blocked=ana)
    assert refused(ana, eva) == "not_mutual"
    assert writable(ana) == writable(eva) == frozenset()


@pytest.mark.parametrize("kind", [PlayerKind.GUEST, PlayerKind.BOT])
def test_guests_and_programs_neither_write_nor_are_written_to(kind):
    ana, eva = friends("Ana", "Eva")
    Player.objects.filter(pk=ana.pk).update(kind=kind)
    assert refused(ana, eva) == "registered_only"
    assert refused(eva, ana) == "not_mutual"


def test_nobody_writes_to_themselves():
    (ana,) = friends("Ana")
    assert refused(ana, ana) == "oneself"


def test_who_may_not_chat_may_not_write():
    ana, eva = friends("Ana", "Eva")
    restricted(ana, Restriction.Kind.CHAT)
    assert refused(ana, eva) == "silenced"
    write(eva, ana)


def test_whoever_is_read_by_nobody_reads_their_messages_alone():
    ana, eva = friends("Ana", "Eva")
    restricted(ana, Restriction.Kind.SEEN_CHAT)
    write(ana, eva)
    assert len(messages_between(ana, eva)) == 1
    assert messages_between(eva, ana) == conversations_of(eva) == messages_data(eva) == []
    assert unread_messages(eva) == 0
    assert not Notification.objects.filter(kind="message").exists()


@pytest.mark.parametrize("text", ["", "  \n", "\u200b\u202e", "\u3164\u2800", "\x00\x07"])
def test_what_is_drawn_as_nothing_is_no_message(text):
    ana, eva = friends("Ana", "Eva")
    assert refused(ana, eva, text) == "nothing"


def test_a_long_text_is_cut_and_hostile_ones_stay_text():
    ana, eva = friends("Ana", "Eva")
    assert len(write(ana, eva, "a b " * MAX_MESSAGE_LENGTH).text) <= MAX_MESSAGE_LENGTH
    for text in (
        "<script>alert(1)</script>",
        "'; DROP TABLE games_message; --",
        "%(actor)s {{ x }}",
    ):
        assert write(ana, eva, text, now=timezone.now() + LATER).text == text


def test_links_wait_until_somebody_has_played():
    ana, eva = friends("Ana", "Eva")
    assert refused(ana, eva, "come to mifichas.example/bono") == "link"


def test_bad_words_and_threats_are_marked_for_the_reader_and_reported_by_nobody_else():
    ana, eva = friends("Ana", "Eva")
    assert not write(ana, eva, "Well played").bad
    assert write(ana, eva, "eres gilipollas").bad
    assert write(ana, eva, "sé dónde vives").bad
    assert not CaseReport.objects.exists(), "moderators read only what somebody reports"


def test_floods_and_repetitions_are_refused():
    ana, eva = friends("Ana", "Eva")
    now = timezone.now()
    for number in range(MAX_MESSAGES_A_WINDOW):
        write(ana, eva, f"{number} " * 9, now=now)
    assert refused(ana, eva, "One more", now=now) == "too_fast"
    later = now + REPEAT_AFTER + LATER
    write(ana, eva, "One more", now=later)
    assert refused(ana, eva, "one moore", now=later) == "again"


def test_a_day_has_a_limit_over_all_conversations(monkeypatch):
    monkeypatch.setattr("games.services.direct_messages.PER_DAY", 2)
    ana, eva, leo = friends("Ana", "Eva", "Leo")
    now = timezone.now()
    write(ana, eva, now=now - LATER)
    write(ana, leo, now=now)
    assert refused(ana, eva, now=now + LATER) == "too_many"
    write(ana, eva, now=now + timedelta(days=2))


def test_one_notification_until_the_messages_are_read():
    ana, eva = friends("Ana", "Eva")
    write(ana, eva, "One")
    write(ana, eva, "Two, rather")
    (told,) = Notification.objects.filter(kind="message")
    assert (told.recipient, told.kind, told.url) == (eva, "message", "/messages/Ana/")
    assert mark_messages_read(player=eva, other=ana) == 2
    assert mark_messages_read(player=eva, other=ana) == 0
    told.refresh_from_db()
    assert told.read_at
    assert unread_messages(eva) == 0
    write(ana, eva, "And a third")
    assert Notification.objects.filter(recipient=eva, kind="message").count() == 2


def test_reading_marks_nothing_of_others_and_nothing_of_ones_own():
    ana, eva, leo = friends("Ana", "Eva", "Leo")
    write(ana, eva, "One")
    write(leo, eva, "Two")
    write(eva, ana, "Three")
    mark_messages_read(player=eva, other=ana)
    assert (unread_messages(eva), unread_messages(ana)) == (1, 1)


def test_a_report_keeps_the_one_message_and_no_other():
    ana, eva = friends("Ana", "Eva")
    write(ana, eva, "Before")
    bad = write(ana, eva, "eres gilipollas")
    write(eva, ana, "Stop it")
    report = send_report(player=eva, other=ana, kind="insults", occasion=Occasion(message=bad.pk))
    (line,) = report.lines
    assert (line["text"], line["player"], line["room"], line["hit"]) == (
        "eres gilipollas", ana.pk, MESSAGES_ROOM, True,
    )  # fmt: skip
    assert report.lines_digest
    Message.objects.all().delete()
    (shown,) = lines_of([report])
    assert (shown["name"], shown["text"]) == ("Ana", "eres gilipollas")


def test_nobody_reports_messages_that_were_not_written_to_them():
    ana, eva, leo = friends("Ana", "Eva", "Leo")
    private = write(ana, eva, "Only for Eva")
    own = write(eva, ana, "My own")
    for player, other, message in ((leo, ana, private), (leo, eva, private), (eva, ana, own)):
        occasion = Occasion(message=message.pk)
        report = send_report(player=player, other=other, kind="other", occasion=occasion)
        assert report.lines == []


def test_a_deleted_account_takes_its_conversations_along():
    ana, eva, leo = friends("Ana", "Eva", "Leo")
    write(ana, eva, "One")
    write(eva, ana, "Two")
    write(leo, eva, "Three")
    assert ana.user_id is not None
    forget_messages(user_id=ana.user_id)
    forget_player(user_id=ana.user_id)
    assert [one.text for one in Message.objects.all()] == ["Three"]
    assert [row.other for row in conversations_of(eva)] == [leo]


def test_the_download_has_what_one_wrote_and_was_written():
    ana, eva, leo = friends("Ana", "Eva", "Leo")
    write(ana, eva, "One")
    write(leo, eva, "Two")
    assert [(row["from"], row["to"], row["text"]) for row in messages_data(ana)] == [
        ("Ana", "Eva", "One")
    ]
    assert [row["text"] for row in messages_data(eva)] == ["One", "Two"]


def chat_off(player: Player) -> None:
    """Turn the chat off for an account."""
    set_account_preferences(user=player.user, preferences={"chat": "off"})


def test_who_has_turned_the_chat_off_takes_no_messages_and_sends_none() -> None:
    ana, eva = friends("ana", "eva")
    chat_off(eva)
    assert refused(ana, eva) == "no_messages"
    assert refused(eva, ana) == "chat_off"
    assert writable(ana) == frozenset()
    assert writable(eva) == frozenset()


def test_a_person_who_is_no_friend_learns_nothing_of_the_chat_being_off() -> None:
    ana, eva = player_with_account("ana"), player_with_account("eva")
    chat_off(eva)
    assert refused(ana, eva) == "not_mutual"
    social.follow(player=ana, other=eva)
    social.follow(player=eva, other=ana)
    social.block(player=eva, other=ana)
    assert refused(ana, eva) == "not_mutual"


def test_messages_are_out_of_sight_while_the_chat_is_off_and_come_back() -> None:
    ana, eva = friends("ana", "eva")
    write(ana, eva)
    chat_off(eva)
    assert (conversations_of(eva), unread_messages(eva), messages_between(eva, ana)) == ([], 0, [])
    assert len(messages_between(ana, eva)) == 1
    set_account_preferences(user=eva.user, preferences={})
    assert unread_messages(eva) == 1

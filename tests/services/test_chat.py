"""What may be said at a table, by whom, and how often."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.common.errors import TableError
from games.models import CaseReport, ChatLine, Player, Restriction, Table
from games.models.people import PlayerKind
from games.selectors.social import chat_lines
from games.services import social
from games.services.chat import (
    MAX_LINE_LENGTH,
    MAX_LINES_A_WINDOW,
    PACE_WINDOW,
    PHRASES,
    forget_chat,
    say,
    tidy,
)
from games.services.decisions import Verdict, decide_case
from games.services.tables import TableOptions, begin, open_table, sit
from tests.services.moderation import moderator
from tests.services.people import table_of
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
UNSEEN = ("\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\u034f", "\ufe0f", "\u180b")
ids = (f"line-{number:06}" for number in itertools.count())


def refused(**what: object) -> str:
    """The code with which a line is refused."""
    with pytest.raises(TableError) as caught:
        say(client_id=next(ids), **what)  # type: ignore[arg-type]
    return caught.value.code


def playing(players: int = 2) -> tuple[Table, Player]:
    """A table whose match runs, and its host."""
    host = player_without_account("ana")
    table = table_of(host, players)
    begin(table=table, player=host)
    table.refresh_from_db()
    return table, host


def test_a_seated_player_speaks_to_the_table_and_a_watcher_to_watchers() -> None:
    table, host = playing()
    said = say(table=table, player=host, client_id=next(ids), phrase="hello")
    watched = say(
        table=table, player=player_without_account("eva"), client_id=next(ids), text="Nice"
    )
    assert (said.room, said.seat, said.phrase) == ("table", 0, "hello")
    assert (watched.room, watched.seat, watched.text) == ("watchers", None, "Nice")


def test_players_do_not_read_watchers_while_the_match_runs() -> None:
    table, host = playing()
    say(table=table, player=host, client_id=next(ids), phrase="hello")
    say(
        table=table,
        player=player_without_account("eva"),
        client_id=next(ids),
        text="He holds the ace",
    )
    read = chat_lines(table.public_id, host.pk, seated=True, playing=True)
    assert [line.phrase for line in read] == ["hello"]
    assert len(chat_lines(table.public_id, host.pk, seated=True, playing=False)) == 2
    assert len(chat_lines(table.public_id, None, seated=False, playing=True)) == 2


def test_the_same_message_again_is_said_once() -> None:
    table, host = playing()
    first = say(table=table, player=host, client_id="same-one", phrase="hello")
    again = say(table=table, player=host, client_id="same-one", phrase="hello")
    assert first.pk == again.pk
    assert ChatLine.objects.count() == 1


def test_own_words_of_partners_wait_until_the_deal_is_over() -> None:
    table, host = playing(4)
    assert refused(table=table, player=host, text="ace of cups", deal_runs=True) == "chat_not_now"
    say(table=table, player=host, client_id=next(ids), phrase="hello", deal_runs=True)
    say(table=table, player=host, client_id=next(ids), text="what a deal", deal_runs=False)


def test_one_against_one_may_say_what_they_like_at_any_time() -> None:
    table, host = playing(2)
    say(table=table, player=host, client_id=next(ids), text="ouch", deal_runs=True)


def test_guests_have_the_phrases_only() -> None:
    table, _host = playing()
    guest = Player.objects.create(name="guest-1", kind=PlayerKind.GUEST)
    assert refused(table=table, player=guest, text="hello there") == "chat_account"
    say(table=table, player=guest, client_id=next(ids), phrase="hello")


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"phrase": "buy_gold"}, "chat_unknown"),
        ({"text": "   "}, "chat_nothing"),
        ({"text": "\u200b\u202e"}, "chat_nothing"),
        *(({"text": f" {blank}{blank} "}, "chat_nothing") for blank in UNSEEN),
        ({}, "chat_nothing"),
    ],
)
def test_what_is_no_line_is_refused(what: dict[str, str], code: str) -> None:
    table, host = playing()
    assert refused(table=table, player=host, **what) == code


def test_too_much_talk_is_refused_until_it_has_been_quiet() -> None:
    table, host = playing()
    for number in range(MAX_LINES_A_WINDOW):
        say(table=table, player=host, client_id=next(ids), text=f"line {number}")
    assert refused(table=table, player=host, text="one more") == "chat_too_fast"
    ChatLine.objects.update(at=timezone.now() - PACE_WINDOW)
    say(table=table, player=host, client_id=next(ids), text="one more")


def test_the_same_words_again_are_refused() -> None:
    table, host = playing()
    say(table=table, player=host, client_id=next(ids), text="Hurry up")
    assert refused(table=table, player=host, text="hurry  UP") == "chat_again"


def test_whoever_is_muted_says_nothing_until_the_time_is_over() -> None:
    table, host = playing()
    now = timezone.now()
    restriction = Restriction.objects.create(
        player=host, kind="chat", starts_at=now, ends_at=now + timedelta(hours=1)
    )
    assert refused(table=table, player=host, phrase="hello") == "chat_silenced"
    restriction.ends_at = now
    restriction.save()
    say(table=table, player=host, client_id=next(ids), phrase="hello")


def test_nobody_reads_whom_they_block() -> None:
    table, host = playing()
    eva = player_without_account("eva")
    say(table=table, player=eva, client_id=next(ids), text="spam")
    social.block(player=host, other=eva)
    assert chat_lines(table.public_id, host.pk, seated=False, playing=False) == []
    assert len(chat_lines(table.public_id, None, seated=False, playing=False)) == 1


def test_old_lines_are_forgotten() -> None:
    table, host = playing()
    say(table=table, player=host, client_id=next(ids), phrase="hello")
    assert forget_chat(before=timezone.now() - timedelta(days=1)) == 0
    assert forget_chat(before=timezone.now() + timedelta(days=1)) == 1


@pytest.mark.parametrize("blank", UNSEEN)
def test_letters_that_are_drawn_as_nothing_are_no_words(blank: str) -> None:
    assert tidy(blank * 3) == ""
    host = player_without_account("ana")
    assert (
        open_table(host=host, chosen=TableOptions(preset="ludoteka", players=2, name=blank)).name
        == ""
    )


def test_pictures_keep_what_says_how_they_are_drawn() -> None:
    assert tidy("\u2764\ufe0f") == "\u2764\ufe0f"


@given(text=st.text(max_size=300))
def test_tidy_words_hold_nothing_unseen(text: str) -> None:
    tidied = tidy(text)
    assert len(tidied) <= MAX_LINE_LENGTH
    assert tidied == tidy(tidied)
    assert "\n" not in tidied
    assert "\u202e" not in tidied


def test_people_who_are_apart_do_not_sit_at_one_table() -> None:
    host, eva = player_without_account("ana"), player_without_account("eva")
    table = table_of(host, 3)
    social.block(player=eva, other=host)
    with pytest.raises(TableError) as caught:
        sit(table=table, player=eva, seat=None)
    assert caught.value.code == "not_welcome"
    social.unblock(player=eva, other=host)
    social.block(player=host, other=eva)
    with pytest.raises(TableError) as caught:
        sit(table=table, player=eva, seat=1)
    assert caught.value.code == "not_welcome"
    social.unblock(player=host, other=eva)
    sit(table=table, player=eva, seat=1)


def test_every_phrase_fits_its_column() -> None:
    longest = ChatLine._meta.get_field("phrase").max_length
    assert longest is not None
    assert max(map(len, PHRASES)) <= longest


def test_lines_of_somebody_muted_silently_are_shown_to_their_author_alone() -> None:
    table, host = playing()
    eva = player_without_account("eva")
    now = timezone.now()
    Restriction.objects.create(
        player=eva, kind="seen_chat", starts_at=now, ends_at=now + timedelta(hours=1)
    )
    line = say(table=table, player=eva, client_id=next(ids), text="cheap chips")
    assert chat_lines(table.public_id, eva.pk, seated=False, playing=False) == [line]
    assert chat_lines(table.public_id, host.pk, seated=False, playing=False) == []
    assert chat_lines(table.public_id, None, seated=False, playing=False) == []


def test_a_new_account_says_phrases_alone_at_public_tables(settings) -> None:
    settings.CHAT_AFTER_HOURS = 24
    table, host = playing()
    assert refused(table=table, player=host, text="My own words") == "chat_new"
    say(table=table, player=host, client_id=next(ids), phrase="hello")
    Table.objects.update(visibility="link")
    table.refresh_from_db()
    say(table=table, player=host, client_id=next(ids), text="Among friends")
    Table.objects.update(visibility="public")
    table.refresh_from_db()
    Player.objects.update(created_at=timezone.now() - timedelta(days=2))
    host.refresh_from_db()
    say(table=table, player=host, client_id=next(ids), text="My own words")
    settings.CHAT_AFTER_MATCHES = 5
    assert refused(table=table, player=host, text="Once more") == "chat_new"


def test_links_wait_for_those_who_have_played() -> None:
    table, host = playing()
    assert refused(table=table, player=host, text="win at chips.bet now") == "chat_link"


@pytest.mark.parametrize("second", ["hurry up!!", "Hurry uup", "HURRY UP"])
def test_nearly_the_same_words_are_the_same(second: str) -> None:
    table, host = playing()
    say(table=table, player=host, client_id=next(ids), text="Hurry up!")
    assert refused(table=table, player=host, text=second) == "chat_again"


def test_whoever_writes_many_bad_lines_is_reported_with_them_once() -> None:
    table, host = playing()
    for word in ("gilipollas", "imbècil total", "vaya mierda", "cabrón", "hijoputa"):
        say(table=table, player=host, client_id=next(ids), text=f"{word} {next(ids)}")
        ChatLine.objects.update(at=timezone.now() - timedelta(minutes=2))
    report = CaseReport.objects.get()
    assert (report.kind, report.automatic, report.reported) == ("insults", True, host)
    assert report.facts == {"bad": 4, "of": 4}
    assert [line["hit"] for line in report.lines] == [True] * 4


def test_a_threat_is_hidden_and_reported_at_once_and_shown_again_if_it_was_none() -> None:
    table, host = playing()
    line = say(table=table, player=host, client_id=next(ids), text="Sé dónde vives")
    assert line.hidden
    report = CaseReport.objects.get()
    assert report.kind == "threats"
    decide_case(case_id=report.case_id, moderator=moderator(), verdict=Verdict(measure="dismissal"))
    line.refresh_from_db()
    assert not line.hidden

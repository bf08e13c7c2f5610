"""The chat of a table: phrases and reactions, which every language has, and free text."""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.scripts import without_ignorable
from games.common.errors import TableError
from games.conduct.chat_filter import has_link, is_alike, is_bad, is_threat
from games.engine.seating import sides_for
from games.models import ChatLine, Player, Restriction, Table, TableSeat
from games.models.people import PlayerKind
from games.models.tables import TableStatus
from games.selectors.free_words import reads_words
from games.selectors.restrictions import restricted_until
from games.services.reports import report_bad_lines

PHRASES: Final = (
    "hello",
    "good_luck",
    "one_moment",
    "your_turn",
    "sorry",
    "well_played",
    "thanks",
    "unlucky",
    "good_game",
    "again",
    "must_go",
    "bye",
)
"""Phrases that are translated into every language of the site, in the order of the menu."""
REACTIONS: Final = ("smile", "laugh", "clap", "wow", "think", "sad")
"""Reactions (faces), in the order of the menu."""
MAX_LINE_LENGTH: Final = 140
"""Maximum number of characters of a line of free text."""
MAX_LINES_A_WINDOW: Final = 5
"""Maximum number of lines that one player may send within PACE_WINDOW."""
PACE_WINDOW: Final = timedelta(seconds=12)
"""Time in which the lines of a player are counted against MAX_LINES_A_WINDOW."""
REPEAT_AFTER: Final = timedelta(seconds=30)
"""Time during which the same line of the same player is refused."""
LINK_AFTER: Final = timedelta(days=7)
LINK_MATCHES: Final = 20
"""Age of an account, and number of its finished matches, below which it writes no links."""


@transaction.atomic
def say(
    *,
    table: Table,
    player: Player,
    client_id: str,
    phrase: str | None = None,
    text: str | None = None,
    deal_runs: bool = False,
    seq: int = 0,
) -> ChatLine:
    """Store a phrase, a reaction or free text as a line of a table's chat; return the line.

    A repeated `client_id` returns the line stored first. A seated player's line goes to the table;
    a spectator's goes to the other spectators until the match is over. Free text needs an account,
    and at a table with partners it is refused while a deal runs (`deal_runs`), because it could
    tell a partner more than a sign may. `seq` is the number of the match's latest journal entry, so
    that a delayed spectator reads no more than they see. It locks the player's row.

    Raises:
        TableError: `chat_nothing`, `chat_unknown`, `chat_account`, `chat_not_now`, `chat_silenced`,
            `chat_off` for own words of who has turned the chat off, `chat_too_fast`, `chat_again`, `chat_new` for own words of a new account at a public
            table, or `chat_link` for a link of somebody who has played little.
    """
    # two processes would each count without the other's line; rows that name the player do not wait
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    known = ChatLine.objects.filter(player=player, client_id=client_id).first()
    if known is not None:
        return known
    words = "" if phrase is not None else tidy(text or "")
    _check_content(phrase, words)
    place = TableSeat.objects.filter(table=table, player=player).first()
    _check_may_speak(
        table, player, seated=place is not None, own_words=bool(words), deal_runs=deal_runs
    )
    if words and table.visibility == Table.Visibility.PUBLIC:
        _check_newcomer(player, words)
    _check_pace(player, phrase or "", words)
    try:
        with transaction.atomic():
            line = ChatLine.objects.create(
                table=table,
                player=player,
                client_id=client_id,
                room=ChatLine.Room.WATCHERS if place is None else ChatLine.Room.TABLE,
                seat=None if place is None else place.seat,
                match=table.match.public_id if table.match else "",
                seq=seq,
                phrase=phrase or "",
                text=words,
                **_marks(player, words),
            )
    except IntegrityError:  # said by another process at the same moment
        return ChatLine.objects.get(player=player, client_id=client_id)
    if line.bad:
        report_bad_lines(line=line)
    return line


def _marks(player: Player, words: str) -> dict[str, bool]:
    """Return the fields of a chat line that mark it as bad, or hide it from others.

    A line that reads like a threat is hidden until a moderator has decided.
    """
    threat = is_threat(words)
    silent = restricted_until(player, Restriction.Kind.SEEN_CHAT) is not None
    return {"bad": threat or is_bad(words), "hidden": threat or silent}


def _check_newcomer(player: Player, words: str) -> None:
    """Refuse free text of a new account, and links of a player who has played little.

    The operator sets what a new account is: CHAT_AFTER_HOURS hours, CHAT_AFTER_MATCHES finished
    matches.

    Raises:
        TableError: `chat_new` or `chat_link`.
    """
    age, played = _experience(player)
    new_for = timedelta(hours=settings.CHAT_AFTER_HOURS)
    if age < new_for or played < settings.CHAT_AFTER_MATCHES:
        raise TableError("chat_new")
    if has_link(words) and not may_link(player):
        raise TableError("chat_link")


def may_link(player: Player) -> bool:
    """Return whether a player's account is old enough, and has played enough, to write links."""
    age, played = _experience(player)
    return age >= LINK_AFTER and played >= LINK_MATCHES


def _experience(player: Player) -> tuple[timedelta, int]:
    """Return the age of a player's account and their finished matches (counted to LINK_MATCHES)."""
    age = timezone.now() - (player.registered_at or player.created_at)
    return age, player.seats.exclude(finished_at=None)[:LINK_MATCHES].count()


BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and a Braille pattern that are drawn as nothing."""


def tidy(text: str, longest: int = MAX_LINE_LENGTH) -> str:
    """Return a text without invisible and control characters and runs of space, cut to `longest`.

    Direction marks, and letters and marks that are drawn as nothing, are removed as well.

    >>> tidy("  well\\u202e \\n played\\x07 \\u3164")
    'well played'
    """
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(
        " " if char.isspace() or char in BLANKS else char
        for char in composed
        if char.isspace() or unicodedata.category(char)[0] != "C"
    )
    tidied = " ".join(visible.split())[:longest]
    return tidied if without_ignorable(tidied) else ""


def _check_content(phrase: str | None, words: str) -> None:
    """Refuse a chat line with an unknown phrase, or with neither phrase nor text.

    Raises:
        TableError: `chat_unknown` or `chat_nothing`.
    """
    if phrase is not None and phrase not in PHRASES and phrase not in REACTIONS:
        raise TableError("chat_unknown")
    if phrase is None and not words:
        raise TableError("chat_nothing")


def _check_may_speak(
    table: Table, player: Player, *, seated: bool, own_words: bool, deal_runs: bool
) -> None:
    """Refuse a chat line of players who may not chat, and free text of guests or during a deal.

    Raises:
        TableError: `chat_silenced`, `chat_account`, `chat_off` or `chat_not_now`.
    """
    if restricted_until(player, Restriction.Kind.CHAT) is not None:
        raise TableError("chat_silenced")
    if not own_words:
        return
    if player.kind != PlayerKind.HUMAN:
        raise TableError("chat_account")
    if not reads_words(player):
        raise TableError("chat_off")
    sides = sides_for(table.players, table.ruleset.options["teams"])
    partners = any(len(side) > 1 for side in sides)
    playing = table.status == TableStatus.PLAYING
    if seated and partners and playing and deal_runs:
        raise TableError("chat_not_now")


def _check_pace(player: Player, phrase: str, words: str) -> None:
    """Refuse a chat line of a player who sends too many in a short time, or the same line again.

    Raises:
        TableError: `chat_too_fast` or `chat_again`.
    """
    now = timezone.now()
    lately = list(
        ChatLine.objects.filter(player=player, at__gt=now - REPEAT_AFTER).order_by("-pk")[
            :MAX_LINES_A_WINDOW
        ]
    )
    if len(lately) == MAX_LINES_A_WINDOW and lately[-1].at > now - PACE_WINDOW:
        raise TableError("chat_too_fast")
    if words and any(line.text and is_alike(line.text, words) for line in lately):
        raise TableError("chat_again")
    if phrase and len(lately) > 1 and all(line.phrase == phrase for line in lately[:2]):
        raise TableError("chat_again")


def forget_chat(*, before: datetime) -> int:
    """Delete the chat lines sent before a moment; return the number deleted."""
    deleted, _by_model = ChatLine.objects.filter(at__lt=before).delete()
    return deleted

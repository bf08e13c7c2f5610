"""The chat of a table: phrases and reactions, which every language has, and free text."""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.scripts import without_ignorable
from games.engine.seating import sides_for
from games.models import ChatLine, Player, Silence, Table, TableSeat
from games.models.people import PlayerKind
from games.models.tables import TableStatus
from games.services.errors import TableError

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
LONGEST: Final = 140
"""Maximum number of characters of a line of free text."""
BURST: Final = 5
"""Maximum number of lines that one player may send within WINDOW."""
WINDOW: Final = timedelta(seconds=12)
"""Time in which the lines of a player are counted against BURST."""
REPEAT_AFTER: Final = timedelta(seconds=30)
"""Time during which the same line of the same player is refused."""


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
    """Store a phrase, a reaction or free text as a chat line; return the line.

    A repeated `client_id` returns the line stored first. A seated player's line goes to the table;
    a spectator's goes to the other spectators until the match is over. Free text needs an account,
    and at a table with partners it is refused while a deal runs (`deal_runs`), because it could
    tell a partner more than a sign may. `seq` is the match's sequence number, so that a delayed
    spectator reads no more than they see. The player's row is locked.

    Raises:
        TableError: `chat_nothing`, `chat_unknown`, `chat_account`, `chat_not_now`, `chat_silenced`,
            `chat_too_fast` or `chat_again`.
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
    _check_pace(player, phrase or "", words)
    try:
        with transaction.atomic():
            return ChatLine.objects.create(
                table=table,
                player=player,
                client_id=client_id,
                room=ChatLine.Room.WATCHERS if place is None else ChatLine.Room.TABLE,
                seat=None if place is None else place.seat,
                match=table.match.public_id if table.match else "",
                seq=seq,
                phrase=phrase or "",
                text=words,
            )
    except IntegrityError:  # said by another process at the same moment
        return ChatLine.objects.get(player=player, client_id=client_id)


BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and a Braille pattern that are drawn as nothing."""


def tidy(text: str) -> str:
    """Return a text without invisible and control characters and runs of space, cut to LONGEST.

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
    tidied = " ".join(visible.split())[:LONGEST]
    return tidied if without_ignorable(tidied) else ""


def _check_content(phrase: str | None, words: str) -> None:
    """Refuse an unknown phrase, and a line with neither phrase nor text.

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
    """Refuse silenced players, and free text of guests and of partners while a deal runs.

    Raises:
        TableError: `chat_silenced`, `chat_account` or `chat_not_now`.
    """
    silence = Silence.objects.filter(player=player).first()
    if silence is not None and silence.until > timezone.now():
        raise TableError("chat_silenced")
    if not own_words:
        return
    if player.kind != PlayerKind.HUMAN:
        raise TableError("chat_account")
    sides = sides_for(table.players, table.ruleset.options["teams"])
    partners = any(len(side) > 1 for side in sides)
    playing = table.status == TableStatus.PLAYING
    if seated and partners and playing and deal_runs:
        raise TableError("chat_not_now")


def _check_pace(player: Player, phrase: str, words: str) -> None:
    """Refuse a player who sends too many lines in a short time, or the same line again.

    Raises:
        TableError: `chat_too_fast` or `chat_again`.
    """
    now = timezone.now()
    lately = list(
        ChatLine.objects.filter(player=player, at__gt=now - REPEAT_AFTER).order_by("-pk")[:BURST]
    )
    if len(lately) == BURST and lately[-1].at > now - WINDOW:
        raise TableError("chat_too_fast")
    if words and any(line.text.casefold() == words.casefold() for line in lately):
        raise TableError("chat_again")
    if phrase and len(lately) > 1 and all(line.phrase == phrase for line in lately[:2]):
        raise TableError("chat_again")


def forget_chat(*, before: datetime) -> int:
    """Delete the chat lines sent before a moment; return the number deleted."""
    deleted, _by_model = ChatLine.objects.filter(at__lt=before).delete()
    return deleted

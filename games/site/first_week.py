"""The list of a first week: six things, each with one act, until all are done or it is removed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.common.house_bots import FIRST_LEVEL, LEVELS
from games.models import Player, PlayerGuidance
from games.models.people import PlayerKind
from games.pages.forms.quick_play import FIRST_GAME
from games.pages.wording.history import signless
from games.selectors import guidance as read
from games.site.step_words import bot_name, play_fields

BOT_TO_BEAT: Final = "rules"
"""Level that the list asks to beat; a stronger one counts as well."""
SHOWN_FOR: Final = timedelta(days=60)
"""Time after a player's first visit for which the list is shown."""


@dataclass(frozen=True, slots=True)
class WeekItem:
    """One thing of the list: its title, a line about it, and the act that does it."""

    title: str
    line: str
    done: bool
    url: str = ""
    fields: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Hidden fields of the form that does it; empty: a link does it."""
    is_next: bool = False
    """True for the first thing that is not done."""


def first_week(player: Player, guidance: PlayerGuidance, *, lesson_done: bool) -> list[WeekItem]:
    """Return the list of a player; [] if all is done, if it was removed, or after SHOWN_FOR."""
    if guidance.list_removed_at or timezone.now() > player.created_at + SHOWN_FOR:
        return []
    items = [
        _first_match(player),
        WeekItem(_("The lesson"), _("Three minutes"), lesson_done, reverse("lesson")),
        WeekItem(
            _("The deal of the day"),
            _("The same cards for everybody. Three minutes"),
            read.has_tried_daily(player),
            reverse("daily"),
        ),
        WeekItem(
            _("Keep what is yours"),
            _("An account with a name and a password, without e-mail"),
            player.kind != PlayerKind.GUEST,
            reverse("account_signup"),
        ),
        _bot_to_beat(player),
        WeekItem(
            _("Play with somebody"),
            _("Send a link: it needs no account"),
            read.has_played_with_person(player),
            reverse("table_new"),
        ),
    ]
    return [] if all(item.done for item in items) else _with_next(items)


def _first_match(player: Player) -> WeekItem:
    """Return the item of the first match, with its result once it is played."""
    match = read.first_own_match(player)
    fields = play_fields(FIRST_LEVEL, FIRST_GAME)
    title = _("Play the first one")
    if match is None:
        line = _("Against %(bot)s, three minutes") % {"bot": bot_name(FIRST_LEVEL)}
        return WeekItem(title, line, False, reverse("play_now"), fields)
    own, other = match.score
    line = _("Against %(rivals)s, %(own)s to %(other)s") % {
        "rivals": rival_names(match),
        "own": signless(own),
        "other": signless(other),
    }
    return WeekItem(title, line, True)


def _bot_to_beat(player: Player) -> WeekItem:
    """Return the item of a match won against BOT_TO_BEAT or a stronger level."""
    levels = LEVELS[LEVELS.index(BOT_TO_BEAT) :]
    return WeekItem(
        _("Beat %(bot)s") % {"bot": bot_name(BOT_TO_BEAT)},
        _("The third of the house"),
        read.has_beaten(player, levels),
        reverse("play_now"),
        play_fields(BOT_TO_BEAT, FIRST_GAME),
    )


def _with_next(items: list[WeekItem]) -> list[WeekItem]:
    """Return the items with the first one that is not done marked as the next."""
    upcoming = next(item for item in items if not item.done)
    return [replace(item, is_next=item is upcoming) for item in items]


def rival_names(match: read.OwnMatch) -> str:
    """Return the names of the players on the other sides of a match as text."""
    return get_text_list([player.name for player in match.rivals], _("and"))

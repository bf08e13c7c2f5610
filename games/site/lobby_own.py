"""A person's own boxes in the lobby: the last matches, the next step, the cards that cost most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final, TypeAlias

from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.common.card_names import card_name
from games.common.first_letters import lower_first
from games.models import Player
from games.pages.fragments import fragment
from games.pages.wording.history import MINUS, number
from games.puzzles.selectors.costly_cards import CostlyCard, costly_cards
from games.site.path import Path, path_of

Json: TypeAlias = dict[str, Any]

COSTLY_DAYS: Final = timedelta(days=7)
"""Period before now from which the cards that cost most are chosen."""
PATH_S: Final = 60
"""Seconds for which a player's path of learning is cached."""
FEW_MATCHES: Final = 3
"""Matches under which the list of one's last ones also offers another."""


def latest_part(
    rows: Sequence[Json],
    faces: Mapping[str, str],
    lit: Mapping[str, str] | None,
    *,
    own: bool,
) -> SafeString | str:
    """Return HTML of the latest matches, the visitor's `own` or those of all; "" without any.

    `faces` maps the names of players to the faces that they chose. If they are few, a line offers a
    match with the `lit` bot of the house.
    """
    if not rows:
        return ""
    chosen = {name: faces[name] for row in rows for name in row["faces"] if name in faces}
    again = lit if own and len(rows) < FEW_MATCHES else None
    template = "games/_lobby_latest.html" if own else "games/_lobby_recent.html"
    context = {"rows": rows, "chosen_faces": chosen, "again": again}
    return fragment(template, [rows, chosen, again], lambda: context)


def next_step(request: HttpRequest, player: Player | None) -> Path | None:
    """Return the path of learning of a player, with its next step; None for strangers.

    It may be PATH_S old.
    """
    if player is None:
        return None
    key = f"lobby-path:{player.pk}:{get_language()}"
    path: Path | None = cache.get_or_set(key, lambda: path_of(request), PATH_S)
    return path


def costly_box(player: Player | None) -> Json | None:
    """Return the template context of the cards that cost a player most this week; None without."""
    if player is None:
        return None
    cards = costly_cards(player.pk, since=timezone.now() - COSTLY_DAYS)
    if not cards:
        return None
    total = round(sum(card.loss for card in cards))
    return {
        "title": _title(len(cards), total),
        "cards": [{"code": card.card, "value": f"{MINUS}{number(card.loss, 1)}"} for card in cards],
        "first": _first_words(cards[0]),
    }


def _title(count: int, points: int) -> str:
    """Return the title of the box: how many cards, and what they cost together."""
    titles = {
        1: _("A card that cost you %(n)s points"),
        2: _("Two cards that cost you %(n)s points"),
    }
    return titles.get(count, _("Three cards that cost you %(n)s points")) % {"n": points}


def _first_words(card: CostlyCard) -> str:
    """Return a sentence on the dearest card: what was better."""
    words = _("The first: %(card)s; better was %(best)s.")
    return words % {"card": _name(card.card), "best": _name(card.best)}


def _name(code: str) -> str:
    """Return a card's name for use within a sentence."""
    return lower_first(card_name(code))

"""The page on which the house's bots play each other, and the frames from which it is drawn."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.preferences import preferences_of
from games.common.card_names import SPANISH, card_name
from games.common.first_letters import lower_first
from games.exhibition.play import Frame, PlayedDeal
from games.exhibition.schedule import DEAL_S, Bot, ScheduledDeal, deal_at
from games.pages.fragments import fragment
from games.pages.wording.house_bots import LEVEL_NAMES
from games.services.exhibition import known_deal, played_deal

WINDOW_S: Final = 40.0
"""Seconds of play that one answer holds: a page asks again before it has shown them all."""
RETRY_S: Final = 3.0
"""Seconds after which a page asks again for a deal that has not been played yet."""


@never_cache
@require_safe
def house(request: HttpRequest) -> HttpResponse:
    """Show the deal that the house's bots play now, with all hands open."""
    now = time.time()
    deal = deal_at(now)
    played = played_deal(deal=deal)
    return render(request, "games/house/house.html", {"show": show_context(deal, played, now)})


@never_cache
@require_safe
def house_frames(request: HttpRequest) -> HttpResponse:
    """Return as JSON what a page draws in the next seconds of the exhibition.

    `frames` is empty while the deal is not played yet: then ask again after `again` milliseconds.
    """
    now = time.time()
    deal = deal_at(now)
    played = played_deal(deal=deal)
    frames = _window(played, now - deal.starts_at) if played is not None else []
    left_s = deal.starts_at + DEAL_S - now
    again = RETRY_S if played is None else min(WINDOW_S * 0.75, left_s)
    return JsonResponse(
        {
            "deal": deal.seed,
            "starts": round(deal.starts_at * 1000),
            "now": round(now * 1000),
            "again": round(again * 1000),
            "title": _title(deal.bots),
            "bots": [
                {"name": bot.name, "level": bot.level, "title": str(LEVEL_NAMES[bot.level])}
                for bot in deal.bots
            ],
            "cards": _cards(frames, preferences_of(request)["deck"]),
            "frames": [_frame_json(frame, deal) for frame in frames],
        }
    )


def _frame_json(frame: Frame, deal: ScheduledDeal) -> dict[str, Any]:
    """Return a frame with its sentence and the spoken name of its stock."""
    return {
        **frame._asdict(),
        "say": _sentence(frame, deal),
        "stock_label": _stock_label(frame),
    }


def house_box() -> dict[str, Any]:
    """Return the context of the box that shows the exhibition on another page.

    It plays nothing: where no process has played the deal, the page's script asks for it.
    """
    now = time.time()
    deal = deal_at(now)
    return show_context(deal, known_deal(deal), now)


def show_context(deal: ScheduledDeal, played: PlayedDeal | None, now: float) -> dict[str, Any]:
    """Return the template's context of a deal at a moment: its bots, and what lies on the table."""
    frame = _frame_at(played, now - deal.starts_at) if played is not None else None
    return {
        "seats": [
            {
                "seat": seat,
                "bot": bot,
                "level": LEVEL_NAMES[bot.level],
                "points": frame.points[seat] if frame else 0,
                "hand": frame.hands[seat] if frame else (),
            }
            for seat, bot in enumerate(deal.bots)
        ],
        "frame": frame,
        "title": _title(deal.bots),
        "sentence": _sentence(frame, deal) if frame else _("The cards are being dealt."),
        "stock_label": _stock_label(frame),
    }


def _title(bots: tuple[Bot, Bot]) -> str:
    """Return the title of a deal: who plays against whom."""
    return _("%(first)s against %(second)s") % {
        "first": bots[0].name,
        "second": bots[1].name,
    }


def _stock_label(frame: Frame | None) -> str:
    """Return the spoken name of the stock: how many cards it has, and the turned card."""
    if frame is None or not frame.stock:
        return _("The stock is empty")
    cards = ngettext("Stock of %(n)s card", "Stock of %(n)s cards", frame.stock) % {
        "n": frame.stock
    }
    turned = _card_name(frame.turned) if frame.turned else ""
    return _("%(cards)s; trump card: %(card)s") % {"cards": cards, "card": turned}


def _sentence(frame: Frame, deal: ScheduledDeal) -> str:
    """Return in a sentence what a frame shows: the last card, who takes the trick, or the result."""
    names = [bot.name for bot in deal.bots]
    if frame.winner is not None:
        return _("%(name)s takes the trick.") % {"name": names[frame.winner]}
    if frame.trick:
        seat, card = frame.trick[-1]
        return _("%(name)s: %(card)s.") % {"name": names[seat], "card": _card_name(card)}
    if not any(frame.hands):
        return _("The deal is over: %(first)s %(own)s, %(second)s %(other)s.") % {
            "first": names[0],
            "own": frame.points[0],
            "second": names[1],
            "other": frame.points[1],
        }
    return _("%(name)s is to play.") % {"name": names[frame.turn or 0]}


def _card_name(card: str) -> str:
    """Return the name of a card as a sentence has it."""
    return lower_first(card_name(card, SPANISH))


def _frame_at(played: PlayedDeal, elapsed: float) -> Frame:
    """Return the frame that is shown `elapsed` seconds after the beginning of a deal."""
    return [frame for frame in played.frames if frame.at <= max(elapsed, 0)][-1]


def _window(played: PlayedDeal, elapsed: float) -> list[Frame]:
    """Return the frame of this moment and those of the next seconds."""
    first = _frame_at(played, elapsed)
    return [frame for frame in played.frames if first.at <= frame.at <= elapsed + WINDOW_S]


def _cards(frames: Iterable[Frame], deck: str) -> dict[str, SafeString]:
    """Return code -> HTML of the card in the reader's deck, for each card that is seen in these frames."""
    codes = {
        card
        for frame in frames
        for card in (
            *(card for hand in frame.hands for card in hand),
            *(card for _seat, card in frame.trick),
            *((frame.turned,) if frame.turned else ()),
        )
    }
    return {code: _card_html(code, deck) for code in sorted(codes)}


def _card_html(code: str, deck: str) -> SafeString:
    """Return the HTML of a card in a deck (a value of the preference)."""
    return fragment(
        "games/house/_card.html",
        [code, deck],
        lambda: {"code": code, "preferences": {"deck": deck}},
    )


HOUSE_URLS = [
    path("house/", house, name="house"),
    path("house/frames/", house_frames, name="house_frames"),
]

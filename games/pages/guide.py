"""Views of the guide: its chapters, with positions to play, and advice on each game.

A position is answered by a link with the card in its query, so that its pages are the same for
everybody, need no script, and may be kept for when there is no network.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.cardnames import card_name
from games.engine import PRESETS, build_ruleset
from games.guide.positions import Position, position
from games.pages.charts.habit_plots import habit_plot
from games.pages.wording.guide import CHAPTERS
from games.pages.wording.guide_figures import quoted, source_words
from games.pages.wording.guide_games import ADVICE
from games.pages.wording.guide_shapes import Chapter, Play, Section
from games.pages.wording.history import number, share
from games.pages.wording.positions import first_letter, position_context
from games.pages.wording.puzzles import theme_title
from games.rules_text import differences, preset_about, preset_title
from games.rules_text.choice import offered_presets
from games.rules_text.reading import Difference
from games.selectors.exercises import told_view

Json: TypeAlias = dict[str, Any]

CLASSIC: Final = "ludoteka"
"""The game with which the others are compared."""
SUITS: Final = "OCEB"
"""Suits in the order in which headings wear them."""


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show the list of the guide's chapters and of the games of the family."""
    games = [{"name": name, "title": preset_title(name)} for name in _presets()]
    return render(request, "games/guide.html", {"chapters": CHAPTERS, "games": games})


@require_safe
def guide_chapter(request: HttpRequest, chapter: str) -> HttpResponse:
    """Show a chapter of the guide; if the query answers its positions, their judgement too.

    Raises:
        Http404: there is no such chapter.
    """
    at = next((at for at, one in enumerate(CHAPTERS) if one.slug == chapter), None)
    if at is None:
        raise Http404
    found = CHAPTERS[at]
    answers = {name: request.GET.get(name, "") for name in _positions(found)}
    return render(
        request,
        "games/guide_chapter.html",
        {
            "chapter": found,
            "number": at + 1,
            "sections": [
                _section(one, SUITS[number % len(SUITS)], answers)
                for number, one in enumerate(found.sections)
            ],
            "theme": theme_title(found.theme),
            "measured": any(one.plot for one in found.sections),
            "source": source_words(),
            "before": CHAPTERS[at - 1] if at else None,
            "after": CHAPTERS[at + 1] if at + 1 < len(CHAPTERS) else None,
        },
    )


@require_safe
def guide_game(request: HttpRequest, preset: str) -> HttpResponse:
    """Show the guide's advice on a game.

    Raises:
        Http404: the game is not offered.
    """
    names = _presets()
    if preset not in names:
        raise Http404
    after = names[(names.index(preset) + 1) % len(names)]
    return render(
        request,
        "games/guide_game.html",
        {
            "preset": preset,
            "title": preset_title(preset),
            "about": preset_about(preset),
            "different": _different(preset),
            "advice": ADVICE[preset],
            "after": {"name": after, "title": preset_title(after)},
        },
    )


def _different(preset: str) -> list[Difference]:
    """Return what a game changes of the classic one, in words."""
    ruleset = build_ruleset(preset, min(PRESETS[preset].players))
    aimless = ruleset.options["match.end"] == "fixed_deals"
    return [
        one
        for one in differences(ruleset, CLASSIC)
        if not (aimless and one.option == "match.target")
    ]


def _presets() -> list[str]:
    """Return the games on which there is advice, in the order in which games are offered."""
    return [name for name in offered_presets() if name in ADVICE]


def _positions(chapter: Chapter) -> list[str]:
    """Return the names of a chapter's positions."""
    return [one.play.position for one in chapter.sections if one.play]


def _section(section: Section, suit: str, answers: dict[str, str]) -> Json:
    """Return a part of a chapter for the template, its figures filled in."""
    words = quoted(section.quotes)
    return {
        "title": section.title,
        "suit": suit,
        "texts": [str(text) % words if words else str(text) for text in section.texts],
        "plot": habit_plot(section.plot) if section.plot else None,
        "play": _play(section.play, answers[section.play.position]) if section.play else None,
    }


def _play(play: Play, answer: str) -> Json:
    """Return a position for the template; with an answer that is a card of the hand, its worth."""
    found = position(play.position)
    cards = {one.card for one in found.values}
    return {
        **position_context(told_view(found.view())),
        "name": play.position,
        "question": play.question,
        "judged": _judged(found, play, answer) if answer in cards else None,
    }


def _judged(found: Position, play: Play, answer: str) -> Json:
    """Return what came of an answer: whether it is right, why, and what each card is worth."""
    return {
        "right": answer == found.best.card,
        "chosen": card_name(answer),
        "best": first_letter(card_name(found.best.card), str.lower),
        "why": play.answer,
        "heads": [_("Card"), _("Expected points"), _("Wins the deal")],
        "rows": [
            [card_name(one.card), number(one.points, 1), share(one.win)] for one in found.values
        ],
    }


GUIDE_URLS: Final[list[Any]] = [
    path("guide/", guide, name="guide"),
    path("guide/games/<slug:preset>/", guide_game, name="guide_game"),
    path("guide/<slug:chapter>/", guide_chapter, name="guide_chapter"),
]

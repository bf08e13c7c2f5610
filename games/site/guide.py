"""Views of the guide: its chapters, with positions to play, and advice on each game.

A form answers a question: it stores that the chapter is done, and leads to the chapter's address with
the answer in its query. So the pages need no script, and an answer can be linked to.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any, Final, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import count
from games.common.card_names import SUIT_NAMES, card_name, suit_name
from games.common.first_letters import lower_first
from games.engine import CLASSIC_PRESET, PRESETS, Card, Suit, build_ruleset
from games.guide.positions import Position, position, positions
from games.pages.charts.habit_plots import habit_plot
from games.pages.path_progress import chapter_step, progress_of, store_step
from games.pages.wording.guide import CHAPTERS
from games.pages.wording.guide_figures import HABITS, figure_texts, source_words
from games.pages.wording.guide_games import ADVICE
from games.pages.wording.history import number, share
from games.puzzles.selectors.exercises import view_json
from games.puzzles.wording.positions import position_context
from games.puzzles.wording.puzzles import theme_title
from games.rules_text import differences, preset_about, preset_title
from games.rules_text.choice import offered_presets
from games.rules_text.readable_rules import Difference
from games.site.path import guide_steps

Json: TypeAlias = dict[str, Any]

SUIT_QUESTION: Final = "suit"
"""Name of the question which suit to name as trumps."""
SUIT_HAND: Final[tuple[Card, ...]] = ("B11", "B7", "B6", "B4", "B2", "C1", "E1", "O3")
"""The hand of that question: five of a suit, and the highest cards of the others."""
LONGEST_SUIT: Final[Suit] = "B"


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show the list of the guide's chapters and of the games of the family."""
    games = [{"name": name, "title": preset_title(name)} for name in _presets()]
    steps = guide_steps(progress_of(request))
    return render(request, "games/guide.html", {"steps": steps, "games": games})


@require_http_methods(["GET", "HEAD", "POST"])
def guide_chapter(request: HttpRequest, chapter: str) -> HttpResponse:
    """Show a chapter of the guide, with the judgement of answers to its questions in the query.

    A POST answers a question: it stores that the chapter is done, whatever the answer, and leads to
    the address with the judgement.

    Raises:
        Http404: there is no such chapter.
        TooManyError: an answer is beyond the limit `exercise`.
    """
    number = next((number for number, entry in enumerate(CHAPTERS) if entry.slug == chapter), None)
    if number is None:
        raise Http404
    if request.method == "POST":
        return _answer(request, chapter)
    return render(request, CHAPTERS[number].template, _chapter_context(request, number))


def _answer(request: HttpRequest, chapter: str) -> HttpResponse:
    """Store that a chapter's question was answered, and redirect to the judgement of the answer."""
    address = reverse("guide_chapter", args=[chapter])
    answers = {name: request.POST[name] for name in _answers() if name in request.POST}
    for name, answer in answers.items():
        if answer in _answers()[name]:
            count(request, "exercise")
            store_step(request, chapter_step(chapter))
            return redirect(f"{address}?{name}={answer}#said-{name}")
    return redirect(address)


@cache
def _answers() -> dict[str, frozenset[str]]:
    """Return name of a question of the guide -> the answers that may be given to it."""
    cards = {
        name: frozenset(value.card for value in entry.values) for name, entry in positions().items()
    }
    return {**cards, SUIT_QUESTION: frozenset(SUIT_NAMES)}


def _chapter_context(request: HttpRequest, number: int) -> Json:
    """Return the template context of a chapter, by its place in CHAPTERS."""
    shown = CHAPTERS[number]
    steps = guide_steps(progress_of(request))
    return {
        "chapter": shown,
        "number": number + 1,
        "steps": steps,
        "step": steps[number],
        "figures": figure_texts(),
        # A template calls what it names, so only what the chapter shows is made.
        "plots": {habit: partial(habit_plot, habit) for habit in HABITS},
        "positions": {
            name: partial(_position, name, request.GET.get(name, "")) for name in positions()
        },
        "suit_question": partial(_suit_question, request.GET.get(SUIT_QUESTION, "")),
        "theme": theme_title(shown.theme),
        "source": source_words,
        "before": steps[number - 1] if number else None,
        "after": steps[number + 1] if number + 1 < len(steps) else None,
    }


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
    """Return the rules in which a game differs from the classic one, in words."""
    ruleset = build_ruleset(preset, min(PRESETS[preset].players))
    aimless = ruleset.options["match.end"] == "fixed_deals"
    return [
        difference
        for difference in differences(ruleset, CLASSIC_PRESET)
        if not (aimless and difference.option == "match.target")
    ]


def _presets() -> list[str]:
    """Return the presets for which the guide has advice, in the order of the site's games."""
    return [name for name in offered_presets() if name in ADVICE]


def _position(name: str, answer: str) -> Json:
    """Return an exercise of the guide for the template, judged if answered by a card held."""
    asked = position(name)
    cards = {value.card for value in asked.values}
    context = position_context(view_json(asked.view()))
    turned = context["turned"]
    return {
        **context,
        "name": name,
        "turned_label": _("The stock; turned: %(card)s") % {"card": lower_first(card_name(turned))}
        if turned
        else "",
        "judged": _judged(asked, answer) if answer in cards else None,
    }


def _judged(asked: Position, answer: str) -> Json:
    """Return the judgement of a reader's answer: whether it is right, and each card's worth."""
    return {
        "right": answer == asked.best.card,
        "chosen": card_name(answer),
        "chosen_card": answer,
        "best": lower_first(card_name(asked.best.card)),
        "best_card": asked.best.card,
        "values": {value.card: number(value.points, 1) for value in asked.values},
        "heads": [_("Card"), _("Expected points"), _("Wins the deal")],
        "rows": [
            [card_name(value.card), number(value.points, 1), share(value.win)]
            for value in asked.values
        ],
    }


def _suit_question(answer: str) -> Json:
    """Return the question which suit a hand should name as trumps, judged if answered by a suit."""
    judged = None
    if answer in SUIT_NAMES:
        judged = {
            "right": answer == LONGEST_SUIT,
            "chosen": suit_name(answer),
            "best": lower_first(suit_name(LONGEST_SUIT)),
        }
    choices = [(suit, suit_name(suit)) for suit in SUIT_NAMES]
    return {"name": SUIT_QUESTION, "shown": SUIT_HAND, "choices": choices, "judged": judged}


GUIDE_URLS: Final[list[Any]] = [
    path("guide/", guide, name="guide"),
    path("guide/games/<slug:preset>/", guide_game, name="guide_game"),
    path("guide/<slug:chapter>/", guide_chapter, name="guide_chapter"),
]

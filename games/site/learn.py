"""Views for learning to play: the path, the lesson that explains a first deal, and the cards."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import count
from games.common.card_names import card_name
from games.common.first_letters import lower_first
from games.engine import CLASSIC_PRESET, Card, build_ruleset, number_of
from games.lesson import build_course
from games.models import Player
from games.pages.path_progress import CARDS, store_step
from games.pages.visitor import player_of
from games.pages.wording.lesson import NOTES
from games.puzzles.selectors.exercises import due_count, next_exercise
from games.rules_text import preset_title
from games.selectors.page_header import page_header
from games.selectors.path import LESSON
from games.site.path import Path, path_of

Json: TypeAlias = dict[str, Any]

EXAMPLE_SUIT: Final = "O"
"""The suit in which the page of the cards shows the ranks; it is trumps in the question."""
QUESTION_CARDS: Final[tuple[Card, ...]] = ("C3", "C1", "O2")
"""The trick of the question on the page of the cards, in the order of play."""
QUESTION_ANSWER: Final[Card] = "O2"


class Rank(NamedTuple):
    """A rank of the deck: a card that shows it, and what it counts."""

    card: Card
    points: int


@never_cache
@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show the path of learning, and below it the visitor's own cards that come back."""
    me = player_of(request)
    own_path = path_of(request)
    return render(
        request,
        "games/learn.html",
        {"path": own_path, "own_cards": _own_cards(me), "rating": _rating(request, own_path)},
    )


def _own_cards(me: Player | None) -> Json | None:
    """Return the number of a player's exercises that are due, and the next one's id; None without any."""
    if me is None:
        return None
    upcoming = next_exercise(me.pk)
    return None if upcoming is None else {"waiting": due_count(me.pk), "next": upcoming.pk}


def _rating(request: HttpRequest, own_path: Path) -> int | None:
    """Return the rating of a visitor who has done the whole path, else None."""
    if own_path.next_step is not None or request.user.pk is None:
        return None
    return page_header(request.user.pk).rating


@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest) -> HttpResponse:
    """Show what the first lesson teaches; a POST from its end stores that it is done.

    Raises:
        TooManyError: the visitor is at the limit `exercise`.
    """
    if request.method == "POST":
        count(request, "exercise")
        store_step(request, LESSON)
        return redirect("learn")
    return render(request, "games/lesson.html")


@require_safe
def lesson_table(request: HttpRequest) -> HttpResponse:
    """Show the first lesson; the page contains all positions of the lesson."""
    scenes = [_with_learner(scene) for scene in build_course()["scenes"]]
    page = {
        "table": scenes[0]["table"],
        "ws_path": "",
        "title": _("Learn to play"),
        "rules": {"title": preset_title(CLASSIC_PRESET), "lines": [], "url": reverse("rules")},
        "invite": "",
        "seat": None,
    }
    notes = {name: [str(title), str(text)] for name, (title, text) in NOTES.items()}
    content = {"scenes": scenes, "notes": notes}
    return render(request, "games/lesson_table.html", {"data": page, "lesson": content})


def _with_learner(scene: Json) -> Json:
    """Return a position of the lesson with "You" as the name of the first seat."""
    table = scene["table"]
    first, *others = table["seats"]
    return {**scene, "table": {**table, "seats": [{**first, "player": _("You")}, *others]}}


@require_http_methods(["GET", "HEAD", "POST"])
def cards(request: HttpRequest) -> HttpResponse:
    """Show the ranks of the cards, and a question about a trick, with its answer in the query.

    A POST answers the question and stores that the step is done, whatever the answer.

    Raises:
        TooManyError: an answer is beyond the limit `exercise`.
    """
    if request.method == "POST":
        chosen = request.POST.get("trick", "")
        if chosen not in QUESTION_CARDS:
            return redirect("learn_cards")
        count(request, "exercise")
        store_step(request, CARDS)
        return redirect(f"{reverse('learn_cards')}?trick={chosen}#said-trick")
    context = {"ranks": _ranks(), "play": _question(request.GET.get("trick", ""))}
    return render(request, "games/learn_cards.html", context)


def _ranks() -> list[Rank]:
    """Return the ranks of the classic game, from the strongest to the weakest."""
    rules = build_ruleset(CLASSIC_PRESET, 2).rules
    own = {number_of(card): card for card in rules.deck if card[0] == EXAMPLE_SUIT}
    return [Rank(own[number], rules.points[own[number]]) for number in rules.order if number in own]


def _question(answer: str) -> Json:
    """Return the question about a trick for the template, judged if answered by a card of it."""
    points = build_ruleset(CLASSIC_PRESET, 2).rules.points
    question: Json = {"name": "trick", "hand": QUESTION_CARDS, "judged": None}
    if answer in QUESTION_CARDS:
        question["judged"] = {
            "right": answer == QUESTION_ANSWER,
            "chosen_card": answer,
            "best_card": QUESTION_ANSWER,
            "best": lower_first(card_name(QUESTION_ANSWER)),
            "chosen": card_name(answer),
            "values": {card: points[card] for card in QUESTION_CARDS},
        }
    return question


LEARN_URLS: Final[list[Any]] = [
    path("learn/", learn, name="learn"),
    path("learn/cards/", cards, name="learn_cards"),
    path("learn/lesson/", lesson, name="lesson"),
    path("learn/lesson/table/", lesson_table, name="lesson_table"),
]

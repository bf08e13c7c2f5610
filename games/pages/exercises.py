"""Views of exercises from a player's own mistakes, and of the puzzle of the day."""

from __future__ import annotations

from datetime import date
from typing import Any, Final, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import count
from games.answers.exercises import Position
from games.models import Mistake, Player
from games.pages.visitor import player_of
from games.pages.wording.analysis import digits_of, short_difference
from games.pages.wording.history import number, share
from games.pages.wording.positions import first_letter, option_words, position_context
from games.selectors import exercises as read
from games.selectors.puzzles import puzzle_for_day
from games.services.exercises import answer, daily_puzzle

Json: TypeAlias = dict[str, Any]


@never_cache
@require_safe
def mistakes(request: HttpRequest) -> HttpResponse:
    """Show the visitor's progress and next exercise; strangers see how to get exercises."""
    me = player_of(request)
    if me is None:
        return render(request, "games/exercises.html", {"me": None})
    upcoming = read.next_exercise(me.pk)
    return render(
        request,
        "games/exercises.html",
        {"me": me, "progress": read.progress(me.pk), "next": upcoming},
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mistake(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one of the visitor's own mistakes as an exercise, and after an answer its judgement.

    Raises:
        Http404: the visitor has no such exercise, or its position no longer exists.
        TooManyError: an answer is beyond the limit `exercise`.
    """
    me = player_of(request)
    found = read.exercise(me.pk, pk) if me is not None else None
    if me is None or found is None:
        raise Http404
    upcoming = read.next_exercise(me.pk, after=found.pk)
    return _asked(
        request,
        found,
        me,
        {
            "title": _("Learn from your mistakes"),
            "from_match": found.match.public_id,
            "at": found.at,
            "next_url": reverse("exercise", args=[upcoming.pk])
            if upcoming is not None and upcoming.pk != found.pk
            else "",
        },
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, day: str = "") -> HttpResponse:
    """Show the puzzle of today or of a past day (YYYY-MM-DD), without names of players.

    While no match that was played here gives one, that of today is taken from the set of rated puzzles.

    Raises:
        Http404: the day is malformed, in the future, or past and without a puzzle.
        TooManyError: an answer is beyond the limit `exercise`.
    """
    today = timezone.now().date()
    wanted = _day(day) if day else today
    if wanted > today:
        raise Http404
    found = daily_puzzle(day=today) if wanted == today else read.puzzle_of(wanted)
    days = [
        {"day": one, "url": reverse("puzzle_of", args=[one])}
        for one in read.puzzle_days()
        if one != wanted
    ]
    context: Json = {"title": _("Puzzle of the day"), "day": wanted, "days": days}
    if found is None:
        if wanted != today:
            raise Http404
        if (of_the_set := puzzle_for_day(today)) is not None:
            return redirect("rated_puzzle", of_the_set)
        return render(request, "games/exercise.html", context)
    result = read.puzzle_result(found)
    context["solved"] = share(
        result["solved_at_once"] / result["tried"] if result["tried"] else None
    )
    context["tried"] = result["tried"]
    return _asked(request, found.mistake, player_of(request), context)


def _day(text: str) -> date:
    """Return a date in ISO format.

    Raises:
        Http404: the text is no date.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Http404 from None


def _asked(
    request: HttpRequest, mistake: Mistake, me: Player | None, context: Json
) -> HttpResponse:
    """Show a position with its cards as buttons, or its judgement; Http404 if it is gone."""
    position = read.position_of(mistake)
    if position is None:
        raise Http404
    judged = None
    if request.method == "POST":
        count(request, "exercise")
        judged = answer(mistake=mistake, card=request.POST.get("card", ""), player=me)
        if judged is None:
            return redirect(request.path)
    return render(
        request,
        "games/exercise.html",
        {**context, "position": position_context(position), "judged": _judged(judged, position)},
    )


def _judged(judged: Json | None, position: Position) -> Json | None:
    """Return the judgement of an answer for the template; None where there is none yet."""
    if judged is None:
        return None
    unit = judged["unit"]
    best = next(card for card in judged["cards"] if card["card"] == judged["best"])

    def in_points(points: float) -> str:
        return number(points, digits_of(points, unit))

    return {
        "unit": unit,
        "right": judged["right"],
        "verdict": _verdict(judged, position),
        "exact": judged["exact"],
        "chosen": option_words(position, judged["chosen"]),
        "cards": [
            {
                "name": option_words(position, card["card"]),
                "points": in_points(card["points"]),
                "lost": short_difference(best, card, unit),
                "win": share(card["win"]),
                "right": card["right"],
                "chosen": card["card"] == judged["chosen"],
                "played": card["card"] == judged["played"],
            }
            for card in judged["cards"]
        ],
    }


def _verdict(judged: Json, position: Position) -> str:
    """Return a sentence about the answer that the values in the table support."""
    values = {
        "card": option_words(position, judged["chosen"]),
        "best": first_letter(option_words(position, judged["best"]), str.lower),
    }
    if position["asked"] is not None:
        return _verdict_of_exchange(judged, values)
    if not judged["right"]:
        return _("Better: %(best)s.") % values
    if all(one["right"] for one in judged["cards"]):
        return _("%(card)s is as good as any other, as far as can be told.") % values
    if judged["chosen"] == judged["best"]:
        return _("%(card)s is the best card.") % values
    return _("%(card)s is as good as the best one, %(best)s, as far as can be told.") % values


def _verdict_of_exchange(judged: Json, values: Json) -> str:
    """Return a sentence about an answer to an exchange."""
    if not judged["right"]:
        return _("Better: %(best)s.") % values
    if all(one["right"] for one in judged["cards"]):
        return _("Both are as good, as far as can be told.")
    return _("That is the best.")


EXERCISE_URLS: Final[list[Any]] = [
    path("exercises/", mistakes, name="exercises"),
    path("exercises/<int:pk>/", mistake, name="exercise"),
    path("puzzle/", puzzle, name="puzzle"),
    path("puzzle/<str:day>/", puzzle, name="puzzle_of"),
]

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
from games.common.first_letters import lower_first
from games.engine import Rules
from games.models import Mistake, Player
from games.pages.visitor import player_of
from games.pages.wording.history import share
from games.puzzles.answers.exercises import Position
from games.puzzles.pages.daily_board import daily_board
from games.puzzles.selectors import exercises as read
from games.puzzles.selectors.daily_puzzle import puzzle_of_the_day
from games.puzzles.services.exercises import answer, daily_puzzle
from games.puzzles.wording.board import answered_context, board_context
from games.puzzles.wording.positions import option_words, position_context

Json: TypeAlias = dict[str, Any]


@never_cache
@require_safe
def mistakes(request: HttpRequest) -> HttpResponse:
    """Show the visitor's progress and next exercise; without any, a puzzle to solve meanwhile."""
    me = player_of(request)
    context: Json = {"me": me}
    if me is not None:
        context |= {
            "progress": read.progress(me.pk),
            "due": read.due_count(me.pk),
            "next": read.next_exercise(me.pk),
            "returns": read.next_return(me.pk),
        }
    context["daily"] = daily_board(me, timezone.now().date())
    return render(request, "games/puzzles/exercises.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mistake(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one of the visitor's own mistakes as an exercise, or the judgement of the answer.

    Raises:
        Http404: the visitor has no such exercise, or its position no longer exists.
        TooManyError: an answer is beyond the limit `exercise`.
    """
    me = player_of(request)
    own_mistake = read.exercise(me.pk, pk) if me is not None else None
    if me is None or own_mistake is None:
        raise Http404
    upcoming = read.next_exercise(me.pk, after=own_mistake.pk)
    return _asked(
        request,
        own_mistake,
        me,
        {
            "title": _("Learn from your mistakes"),
            "back_url": reverse("exercises"),
            "own": True,
            "from_match": own_mistake.match.public_id,
            "at": own_mistake.at,
            "next_url": reverse("exercise", args=[upcoming.pk])
            if upcoming is not None and upcoming.pk != own_mistake.pk
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
    puzzle_day = _day(day) if day else today
    if puzzle_day > today:
        raise Http404
    daily = daily_puzzle(day=today) if puzzle_day == today else read.puzzle_of(puzzle_day)
    days = [
        {"day": past_day, "url": reverse("puzzle_of", args=[past_day])}
        for past_day in read.puzzle_days()
        if past_day != puzzle_day
    ]
    context: Json = {
        "title": _("Puzzle of the day"),
        "back_url": reverse("puzzles"),
        "day": puzzle_day,
        "days": days,
    }
    if daily is None:
        if puzzle_day != today:
            raise Http404
        if (of_the_set := puzzle_of_the_day(today)) is not None:
            return redirect("rated_puzzle", of_the_set.public_id)
        return render(request, "games/puzzles/exercise.html", context)
    result = read.puzzle_result(daily)
    context["solved"] = share(
        result["solved_at_once"] / result["tried"] if result["tried"] else None
    )
    context["tried"] = result["tried"]
    return _asked(request, daily.mistake, player_of(request), context)


def _day(text: str) -> date:
    """Return the date in a text in ISO format.

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
    """Show an exercise's position with its cards as buttons, or the judgement of an answer."""
    position = read.position_of(mistake)
    if position is None:
        raise Http404
    rules = read.rules_of(mistake)
    judged = None
    if request.method == "POST":
        count(request, "exercise")
        judged = answer(mistake=mistake, card=request.POST.get("card", ""), player=me)
        if judged is None:
            return redirect(request.path)
    if judged is not None and context.get("own") and not judged["right"]:
        row = read.try_of(me.pk, mistake) if me is not None else None
        context["comes_back"] = read.days_until_return(row.tries if row is not None else 1)
    return render(
        request,
        "games/puzzles/exercise.html",
        {
            **context,
            "position": board_context({**position, "rules": rules}, position_context(position)),
            "judged": _judged(judged, position, rules),
            "again_url": request.path,
        },
    )


def _judged(judged: Json | None, position: Position, rules: Rules) -> Json | None:
    """Return the judgement of an exercise's answer as template context; None before one.

    `rules` are those of the match.
    """
    if judged is None:
        return None
    cards = [
        {**card, "code": card["card"], "played": card["card"] == judged["played"]}
        for card in judged["cards"]
    ]
    names = {card["code"]: option_words(position, card["code"]) for card in cards}
    verdict = _verdict(judged, position)
    is_as_good = judged["right"] and judged["chosen"] != judged["best"]
    return {
        **answered_context({**position, "rules": rules}, "", {**judged, "cards": cards}, names),
        "verdict": verdict,
        "note": verdict if is_as_good or position["asked"] is not None else "",
        "exact": judged["exact"],
    }


def _verdict(judged: Json, position: Position) -> str:
    """Return a sentence about the answer to an exercise, consistent with the table's values."""
    values = {
        "card": option_words(position, judged["chosen"]),
        "best": lower_first(option_words(position, judged["best"])),
    }
    if position["asked"] is not None:
        return _verdict_of_exchange(judged, values)
    if not judged["right"]:
        return _("Better: %(best)s.") % values
    if all(card["right"] for card in judged["cards"]):
        return _("%(card)s is as good as any other, as far as can be told.") % values
    if judged["chosen"] == judged["best"]:
        return _("%(card)s is the best card.") % values
    return _("%(card)s is as good as the best one, %(best)s, as far as can be told.") % values


def _verdict_of_exchange(judged: Json, values: Json) -> str:
    """Return a sentence about the answer to an exercise on exchanging a card or not."""
    if not judged["right"]:
        return _("Better: %(best)s.") % values
    if all(option["right"] for option in judged["cards"]):
        return _("Both are as good, as far as can be told.")
    return _("That is the best.")


EXERCISE_URLS: Final[list[Any]] = [
    path("exercises/", mistakes, name="exercises"),
    path("exercises/<int:pk>/", mistake, name="exercise"),
    path("puzzle/", puzzle, name="puzzle"),
    path("puzzle/<str:day>/", puzzle, name="puzzle_of"),
]

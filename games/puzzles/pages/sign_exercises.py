"""View of the exercises on signs: it asks one, and explains the answer to the one before.

The form carries the seed of the exercise, the counts of this session and its latest results. Only
the step of the path of learning is stored.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import count
from games.lesson.sign_exercises import (
    KINDS,
    MAX_SEED,
    exercise_rules,
    make_sign_exercise,
)
from games.pages.path_progress import SIGNS, store_step
from games.puzzles.wording.sign_exercises import judged_sign_exercise, sign_exercise_context
from games.rules_text import signs

SIGN_ROUNDS: Final = 12
"""Latest exercises by which the step of the path is judged."""
RIGHT_TO_FINISH: Final = 10
"""Right answers among the latest exercises with which the step is done."""
RESULTS_PATTERN: Final = re.compile(rf"[01]{{0,{SIGN_ROUNDS}}}")
"""The latest results as a form carries them: 1 for a right answer, 0 for a wrong one."""
MAX_COUNTED_EXERCISES: Final = 9999
"""Most exercises that a session counts."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_exercises(request: HttpRequest) -> HttpResponse:
    """Show an exercise on signs (`?seed=` chooses it), and after an answer what was right.

    Raises:
        TooManyError: an answer is beyond the limit `exercise`.
    """
    form = request.POST if request.method == "POST" else request.GET
    seed = _number(form, "seed", MAX_SEED - 1)
    asked = _number(request.POST, "asked", MAX_COUNTED_EXERCISES) or 0
    right = min(_number(request.POST, "right", MAX_COUNTED_EXERCISES) or 0, asked)
    results = _latest_results(request)
    judged = None
    if request.method == "POST" and seed is not None:
        judged = judged_sign_exercise(make_sign_exercise(seed), request.POST.getlist("answer"))
        asked, right = (
            min(asked + 1, MAX_COUNTED_EXERCISES),
            min(right + judged["right"], MAX_COUNTED_EXERCISES),
        )
        results = _stored_results(request, results, right=judged["right"])
    if seed is None or judged is not None:
        seed = _next_seed(asked)
    exercise = sign_exercise_context(make_sign_exercise(seed))
    counts = {
        "asked": asked,
        "right": right,
        "results": results,
        "goal": RIGHT_TO_FINISH,
        "rounds": SIGN_ROUNDS,
    }
    context = {"exercise": exercise, "judged": judged, "signs": signs(exercise_rules()), **counts}
    return render(request, "games/sign_exercises.html", context)


def _stored_results(request: HttpRequest, results: str, *, right: bool) -> str:
    """Return the latest results with one more, after storing them for the path.

    Raises:
        TooManyError: the visitor is at the limit `exercise`.
    """
    count(request, "exercise")
    latest = (results + ("1" if right else "0"))[-SIGN_ROUNDS:]
    best = latest.count("1")
    store_step(request, SIGNS, done=best >= RIGHT_TO_FINISH, best=best)
    return latest


def _latest_results(request: HttpRequest) -> str:
    """Return the latest results that a form carries, as RESULTS_PATTERN describes; "" if malformed."""
    results = request.POST.get("results", "")
    return results if RESULTS_PATTERN.fullmatch(results) else ""


def _next_seed(asked: int) -> int:
    """Return the seed of a new exercise on signs; the kinds of exercise take turns."""
    first = secrets.randbelow(MAX_SEED // len(KINDS)) * len(KINDS)
    return first + asked % len(KINDS)


def _number(form: QueryDict, name: str, most: int) -> int | None:
    """Return a form field as an int from 0 to `most`; None for anything else."""
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return None
    number = int(text)
    return number if number <= most else None


SIGN_EXERCISE_URLS: Final = [path("learn/signs/", sign_exercises, name="sign_exercises")]

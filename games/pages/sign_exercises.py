"""View of the exercises on signs: one is asked, and what came of the one before is explained.

Nothing is stored: the form carries the seed of the exercise and the counts of this session.
"""

from __future__ import annotations

import secrets
from typing import Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.lesson.sign_exercises import (
    KINDS,
    MAX_SEED,
    exercise_rules,
    make_sign_exercise,
)
from games.pages.wording.sign_exercises import judged_sign_exercise, sign_exercise_context
from games.rules_text import signs

MAX_COUNT: Final = 9999
"""Most exercises that a session counts."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_exercises(request: HttpRequest) -> HttpResponse:
    """Show an exercise on signs (`?seed=` chooses it), and after an answer what was right."""
    form = request.POST if request.method == "POST" else request.GET
    seed = _number(form, "seed", MAX_SEED - 1)
    asked = _number(request.POST, "asked", MAX_COUNT) or 0
    right = min(_number(request.POST, "right", MAX_COUNT) or 0, asked)
    judged = None
    if request.method == "POST" and seed is not None:
        judged = judged_sign_exercise(make_sign_exercise(seed), request.POST.getlist("answer"))
        asked, right = min(asked + 1, MAX_COUNT), min(right + judged["right"], MAX_COUNT)
    if seed is None or judged is not None:
        seed = _next_seed(asked)
    exercise = sign_exercise_context(make_sign_exercise(seed))
    counts = {"asked": asked, "right": right}
    context = {"exercise": exercise, "judged": judged, "signs": signs(exercise_rules()), **counts}
    return render(request, "games/sign_exercises.html", context)


def _next_seed(asked: int) -> int:
    """Return the seed of a new exercise; the kinds take turns."""
    first = secrets.randbelow(MAX_SEED // len(KINDS)) * len(KINDS)
    return first + asked % len(KINDS)


def _number(form: QueryDict, name: str, most: int) -> int | None:
    """Return a number from 0 to `most` of a form; None where there is none."""
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return None
    found = int(text)
    return found if found <= most else None


SIGN_EXERCISE_URLS: Final = [path("learn/signs/", sign_exercises, name="sign_exercises")]

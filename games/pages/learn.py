"""Views for learning to play: an overview, and a lesson that explains a first deal."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.lesson import build_course
from games.pages.wording.lesson import NOTES
from games.rules_text import preset_title
from games.selectors.exercises import puzzle_waits


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show the overview of what helps to learn: lesson, rules, and the day's deal and puzzle."""
    return render(request, "games/learn.html", {"puzzle": puzzle_waits(timezone.now().date())})


@require_safe
def lesson(request: HttpRequest) -> HttpResponse:
    """Show the first lesson; all its positions are in the page."""
    scenes = [_with_learner(scene) for scene in build_course()["scenes"]]
    page = {
        "table": scenes[0]["table"],
        "ws_path": "",
        "title": _("Learn to play"),
        "rules": {"title": preset_title("ludoteka"), "lines": [], "url": reverse("rules")},
        "invite": "",
        "seat": None,
    }
    notes = {name: [str(title), str(text)] for name, (title, text) in NOTES.items()}
    content = {"scenes": scenes, "notes": notes}
    return render(request, "games/lesson.html", {"data": page, "lesson": content})


def _with_learner(scene: dict[str, Any]) -> dict[str, Any]:
    """Return a scene with "You" as the name of the first seat."""
    table = scene["table"]
    first, *others = table["seats"]
    return {**scene, "table": {**table, "seats": [{**first, "player": _("You")}, *others]}}

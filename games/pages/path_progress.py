"""A visitor's stored progress on the path of learning: in the database, or in the session.

Strangers have no player, so that their session holds their progress. When they get an account, or
sign in to one, `take_along` joins it with the account's. A guest who signs in becomes a stranger
first, with what `belongings_of` returns.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.models import Player
from games.pages.visitor import player_of
from games.pages.wording.guide import CHAPTERS
from games.selectors.path import LESSON, StepProgress, better_progress, stored_steps
from games.services.path import join_steps
from games.services.players import player_for

if TYPE_CHECKING:
    from accounts.models import User

SESSION_KEY: Final = "path"
CARDS: Final = "cards"
SIGNS: Final = "signs"


def chapter_step(slug: str) -> str:
    """Return the name of the step of a chapter of the guide, by the chapter's slug."""
    return f"guide-{slug}"


STORED_STEPS: Final = (LESSON, CARDS, SIGNS, *(chapter_step(chapter.slug) for chapter in CHAPTERS))
"""The steps of the path that are stored; those of puzzles and of the house are counted."""


def progress_of(request: HttpRequest) -> dict[str, StepProgress]:
    """Return step -> progress of a visitor, for the stored steps that are begun or done."""
    player = player_of(request)
    return stored_steps(player.pk) if player is not None else _session_steps(request)


def lesson_done(request: HttpRequest) -> bool:
    """Return True if a visitor has done the lesson."""
    return progress_of(request).get(LESSON, StepProgress()).done_at is not None


def store_step(
    request: HttpRequest, step: str, *, done: bool = True, best: int | None = None
) -> None:
    """Store a visitor's progress on a step, one of STORED_STEPS; nothing is ever taken back."""
    progress = StepProgress(timezone.now() if done else None, best)
    player = player_of(request)
    if player is not None:
        join_steps(player=player, steps={step: progress})
        return
    steps = _session_steps(request)
    steps[step] = better_progress(steps.get(step, StepProgress()), progress)
    request.session[SESSION_KEY] = _to_session(steps)


def take_along(request: HttpRequest, user: User) -> None:
    """Join the progress of a stranger's session with that of the account that they sign in to.

    Call it before the session changes hands.
    """
    steps = _session_steps(request)
    if steps:
        join_steps(player=player_for(user), steps=steps)
        del request.session[SESSION_KEY]


def belongings_of(guest: User) -> dict[str, Any]:
    """Return the progress of a guest as the session of a stranger holds it."""
    player = Player.objects.filter(user=guest).first()
    steps = stored_steps(player.pk) if player is not None else {}
    return {SESSION_KEY: _to_session(steps)} if steps else {}


def _session_steps(request: HttpRequest) -> dict[str, StepProgress]:
    """Return step -> progress from the session of a stranger."""
    stored = request.session.get(SESSION_KEY) or {}
    return {step: _from_json(stored[step]) for step in STORED_STEPS if step in stored}


def _to_session(steps: Mapping[str, StepProgress]) -> dict[str, list[Any]]:
    """Return step -> progress as the session stores it."""
    return {
        name: [entry.done_at and entry.done_at.isoformat(), entry.best]
        for name, entry in steps.items()
    }


def _from_json(stored: list[Any]) -> StepProgress:
    """Return progress from what the session stores."""
    day, best = stored
    done_at: datetime | None = parse_datetime(day) if day else None
    return StepProgress(done_at, best)

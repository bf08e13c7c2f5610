"""The one step that is proposed to a visitor next, and the memory of the one before it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.http import HttpRequest
from django.utils import timezone

from games.common.next_step import Facts, Occasion, next_step
from games.pages.forms.quick_play import FIRST_GAME, chosen_key
from games.pages.next_steps import NextSteps
from games.pages.path_progress import lesson_done
from games.selectors.guidance import Person, own_match, own_mistakes, person_of_user
from games.services.daily_deals import day_of
from games.services.guidance import kind_before, remember_step
from games.site.step_facts import Situation, chosen_step, is_known_game
from games.site.step_words import StepAct, step_act

SESSION_STEP: Final = "step"
"""Key of a session: [what the step was proposed after, its kind, the kind before it]."""
MAX_PLACE: Final = 40
"""Maximum length of the text that names what a step was proposed after."""


class SiteNextSteps(NextSteps):
    """The steps that this site proposes."""

    def step(self, request: HttpRequest, occasion: Occasion, about: str) -> dict[str, Any] | None:
        """Return the step for the visitor as `games/_next_step.html` needs it, or None."""
        act = proposed_step(request, occasion, about, timezone.now())
        return None if act is None else {"act": act}


def proposed_step(
    request: HttpRequest, occasion: Occasion, about: str, now: datetime
) -> StepAct | None:
    """Return the step that is proposed to the visitor in words, and remember which it was.

    None where the visitor did not play the match `about`.
    """
    person = person_of(request, now)
    if person is None:
        return None if occasion == Occasion.MATCH else _step_for_stranger(request, occasion, about)
    match = own_match(person.player, about) if occasion == Occasion.MATCH else None
    if occasion == Occasion.MATCH and match is None:
        return None
    mistakes = tuple(own_mistakes(match)) if match is not None else ()
    return step_for(request, Situation(person, occasion, match, mistakes), about, now)


def step_for(request: HttpRequest, situation: Situation, about: str, now: datetime) -> StepAct:
    """Return the step for a person in a situation in words, and store which it was."""
    place = f"{situation.occasion}:{about}"[:MAX_PLACE]
    guidance = situation.person.guidance
    step = chosen_step(situation, now, kind_before(guidance, place))
    remember_step(guidance=guidance, about=place, kind=step.kind)
    return step_act(step, _last_game(request))


def person_of(request: HttpRequest, now: datetime) -> Person | None:
    """Return the stored data of the visitor; None for a visitor without a player."""
    user = request.user
    if not user.is_authenticated or user.pk is None:
        return None
    return person_of_user(user.pk, day_of(now))


def _last_game(request: HttpRequest) -> str:
    """Return the key of the game that the visitor chose last, or of the usual one."""
    return chosen_key(request) or FIRST_GAME


def _step_for_stranger(request: HttpRequest, occasion: Occasion, about: str) -> StepAct:
    """Return the step for a visitor without a player in words, and keep it in the session."""
    is_known = is_known_game(timezone.now())
    facts = Facts(occasion=occasion, daily_open=is_known, lesson_done=lesson_done(request))
    place = f"{occasion}:{about}"[:MAX_PLACE]
    shown_after, kind, before = request.session.get(SESSION_STEP) or ("", "", "")
    last = before if shown_after == place else kind
    step = next_step(facts, last)
    request.session[SESSION_STEP] = [place, str(step.kind), last]
    return step_act(step, _last_game(request))

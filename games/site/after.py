"""Views of the pages after a match and after the lesson, and of what a newcomer puts away there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.common.card_names import card_name
from games.common.first_letters import lower_first
from games.common.house_bots import LEVELS
from games.common.next_step import Occasion, StepKind
from games.models import Mistake, Player, PlayerGuidance
from games.models.people import PlayerKind
from games.pages.forms.quick_play import FIRST_GAME, key_of_match
from games.pages.path_progress import lesson_done, store_step
from games.pages.visitor import player_of
from games.pages.wording.history import number, pool_title, signless
from games.puzzles.selectors.exercises import exercise, position_of
from games.selectors import guidance as read
from games.selectors.match_plays import Moment, heaviest, match_plays
from games.selectors.path import LESSON
from games.selectors.tables import own_table_of
from games.services import guidance as write
from games.services.daily_deals import day_of
from games.site.first_week import first_week, rival_names
from games.site.step_facts import Situation
from games.site.step_words import StepAct, bot_name, play_fields
from games.site.steps import person_of, proposed_step, step_for
from games.tiles.selectors.tiles import tiles_of_match
from games.tiles.wording.tiles import tiles_line

Json: TypeAlias = dict[str, Any]

SHOWN_ELSEWHERE: Final = frozenset({StepKind.AGAIN, StepKind.TRY_CARD})
"""Kinds of step that the page after a match shows in other places anyway."""
LESSON_ABOUT: Final = "lesson"
"""Name of the lesson in the memory of proposals."""


@never_cache
@require_safe
def after_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show what a match of the visitor was like, one step to take next, and the first week's list.

    Raises:
        Http404: the visitor has no finished match with this id.
    """
    now = timezone.now()
    person = person_of(request, now)
    match = read.own_match(person.player, match_id) if person is not None else None
    if person is None or match is None:
        raise Http404
    me, guidance, mistakes = person.player, person.guidance, tuple(read.own_mistakes(match))
    if guidance.led_on != day_of(now):
        write.lead_after_match(player=me, today=day_of(now))
    situation = Situation(person, Occasion.MATCH, match, mistakes)
    act = step_for(request, situation, match_id, now)
    exercise_box = _exercise_box(me, mistakes)
    context = {
        "match": match_id,
        "acts": _acts(me, match),
        "step": {"act": act} if _stands_alone(act, exercise_box) else None,
        "mistake": exercise_box,
        "tree": match.level,
        "tiles": tiles_line(tiles_of_match(me, match.match)),
        "me": me.name,
        **_match_words(match),
        **_newcomer(me, guidance, now, lesson_done=person.lesson_done),
    }
    return render(request, "games/after.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def after_lesson(request: HttpRequest) -> HttpResponse:
    """Show the step after the lesson, or redirect to it; a POST stores that it is finished."""
    if request.method == "POST":
        store_step(request, LESSON)
        return redirect("after_lesson")
    if not lesson_done(request):
        return redirect("lesson")
    me, now = player_of(request), timezone.now()
    context: Json = {"act": proposed_step(request, Occasion.LESSON, LESSON_ABOUT, now)}
    if me is not None:
        context |= _newcomer(me, read.guidance_of(me), now, lesson_done=True)
    return render(request, "games/after_lesson.html", context)


@require_POST
def list_remove(request: HttpRequest) -> HttpResponse:
    """Remove the list of the first week for the visitor."""
    me = player_of(request)
    if me is not None:
        write.remove_list(player=me, now=timezone.now())
    return _back(request)


@require_POST
def name_later(request: HttpRequest) -> HttpResponse:
    """Ask a guest no more for some days to keep the name."""
    me = player_of(request)
    if me is not None:
        write.postpone_name(player=me, now=timezone.now())
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    """Redirect to the page after the match that the form names, or to the lobby."""
    match_id = request.POST.get("match", "")
    if match_id.isascii() and match_id.isalnum():
        return redirect("after_match", match_id)
    return redirect("lobby")


def _stands_alone(act: StepAct, exercise_box: Json | None) -> bool:
    """Return True if a step is not one of those that the page shows in another place."""
    if act.kind == StepKind.TRY_CARD:
        return exercise_box is None
    return act.kind not in SHOWN_ELSEWHERE


def _newcomer(me: Player, guidance: PlayerGuidance, now: datetime, *, lesson_done: bool) -> Json:
    """Return the template context of the first week's list, and of the name that a guest may keep."""
    items = first_week(me, guidance, lesson_done=lesson_done)
    later = guidance.name_asked_until
    return {
        "items": items,
        "done": sum(1 for item in items if item.done),
        "keep_name": me.name
        if me.kind == PlayerKind.GUEST and (later is None or later <= now)
        else "",
    }


def _match_words(match: read.OwnMatch) -> Json:
    """Return in words how a match ended, and how it was played as far as that is stored."""
    own, other = match.score
    rivals = rival_names(match)
    play = match_plays([match.own]).get(match.match.pk)
    moments = [] if play is None else play.of_seat(match.own.seat)
    moment = heaviest(moments, finds=True) or heaviest(moments, finds=False)
    sentences = []
    if play is not None and play.deals:
        taken, given = (number(points / play.deals, 0) for points in (play.taken, play.given))
        words = _("You made %(made)s points a deal; your cards gave %(given)s.")
        sentences.append(words % {"made": taken, "given": given})
    if moment is not None:
        sentences.append(_heaviest_card_words(moment))
    return {
        "eyebrow": _("%(game)s against %(rivals)s · %(own)s to %(other)s")
        % {
            "game": pool_title(match.match.pool),
            "rivals": rivals,
            "own": signless(own),
            "other": signless(other),
        },
        "title": _title(match, rivals),
        "lead": " ".join(sentences),
        "moment": moment,
    }


def _heaviest_card_words(moment: Moment) -> str:
    """Return the card that weighed most in a match as a sentence."""
    values = {"card": lower_first(card_name(moment.card)), "deal": moment.deal}
    return _("What weighed most: the %(card)s in deal %(deal)s.") % values


def _title(match: read.OwnMatch, rivals: str) -> str:
    """Return the heading of the page after a match: the first one has its own."""
    first = read.is_first_match(match)
    if match.own.won is None:
        return _("Your first match, drawn") if first else _("Nobody wins this one")
    if match.own.won:
        return (
            _("Your first match, won")
            if first
            else _("Won against %(rivals)s") % {"rivals": rivals}
        )
    return (
        _("Your first match is played")
        if first
        else _("%(rivals)s won this one") % {"rivals": rivals}
    )


def _acts(me: Player, match: read.OwnMatch) -> list[StepAct]:
    """Return the acts on the wall: another match first, then a stronger bot after a win."""
    game = _game_of(match)
    if not match.level:
        table = own_table_of(me, match.match)
        label = _("Another with %(rivals)s") % {"rivals": rival_names(match)}
        url = reverse("table", args=[table]) if table else reverse("lobby")
        return [StepAct("again", "", label if table else _("To the lobby"), url)]
    again = _("Another with %(bot)s") % {"bot": bot_name(match.level)}
    acts = [StepAct("again", "", again, reverse("play_now"), play_fields(match.level, game))]
    if match.own.won and match.level != LEVELS[-1]:
        level = LEVELS[LEVELS.index(match.level) + 1]
        label = _("Move up to %(bot)s") % {"bot": bot_name(level)}
        acts.append(StepAct("up", "", label, reverse("play_now"), play_fields(level, game)))
    return acts


def _game_of(match: read.OwnMatch) -> str:
    """Return the key of quick play of a match's game, or of the usual game if quick play lacks it."""
    row = match.match
    return key_of_match({"preset": row.preset, "players": row.players, "sides": row.sides}) or (
        FIRST_GAME
    )


def _exercise_box(me: Player, mistakes: Sequence[read.OwnMistake]) -> Json | None:
    """Return the costliest mistake of a match that can be tried again, with the cards in hand."""
    own = next((mistake for mistake in mistakes if mistake.is_open), None)
    row: Mistake | None = exercise(me.pk, own.pk) if own is not None else None
    position = position_of(row) if row is not None else None
    if own is None or row is None or position is None:
        return None
    return {"pk": row.pk, "points": number(own.loss, 0), "hand": position["hand"]}


AFTER_URLS: Final[list[Any]] = [
    path("after/lesson/", after_lesson, name="after_lesson"),
    path("after/list/", list_remove, name="after_list_remove"),
    path("after/name/", name_later, name="after_name_later"),
    path("after/<slug:match_id>/", after_match, name="after_match"),
]

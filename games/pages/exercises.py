"""Views of exercises from a player's own mistakes, and of the puzzle of the day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from games.answers.exercises import Position, PositionContract
from games.bots.evaluation.exchange_evaluator import EXCHANGE
from games.cardnames import card_name, suit_name
from games.models import Mistake, Player
from games.pages.visitor import player_of
from games.pages.wording.analysis import digits_of
from games.pages.wording.history import number, share
from games.rules_text import preset_title
from games.selectors import exercises as read
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
    """Show one of the visitor's own mistakes as an exercise; after an answer, its judgement.

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
    """Show the puzzle of today or of a past day, without names of players; the same for everybody.

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
        {**context, "position": _position_context(position), "judged": _judged(judged, position)},
    )


def _position_context(position: Position) -> Json:
    """Return a position for the template, with its cards and seats in words."""
    places = _places(position)
    faces = position["faces"]
    return {
        **position,
        "faces": "" if faces == "off" else faces,
        "asked": _asked_context(position),
        "preset_title": preset_title(position["preset"]),
        "trump_name": suit_name(position["trump"], faces) if position["trump"] else "",
        "contract": _contract(position, places),
        "open_hands": [
            {"who": places[one["place"]], "hand": one["hand"]} for one in position["open_hands"]
        ],
        "own_points": position["points"][0],
        "their_points": ", ".join(map(str, position["points"][1:])),
        "trick": [{"who": places[one["place"]], "card": one["card"]} for one in position["trick"]],
        "tricks": [
            {
                "plays": [
                    {"who": places[one["place"]], "name": card_name(one["card"], faces)}
                    for one in trick["plays"]
                ],
                "winner": "" if trick["winner"] is None else places[trick["winner"]],
                "points": trick["points"],
            }
            for trick in position["tricks"]
        ],
    }


def _asked_context(position: Position) -> Json | None:
    """Return the question about an exchange and its answers; None where a card is to be played."""
    asked = position["asked"]
    if asked is None:
        return None
    values = {name: _card(asked[name], position["faces"]) for name in ("give", "take")}
    return {
        "question": _("You have won the trick and hold %(give)s. Do you exchange it for %(take)s?")
        % values,
        "options": [{"code": code, "name": _named(code, position)} for code in position["legal"]],
    }


def _card(code: str, faces: str) -> str:
    """Return the name of a card, for use within a sentence."""
    return _first(card_name(code, faces), str.lower)


def _named(code: str, position: Position) -> str:
    """Return the name of a card or of another option of a position."""
    asked = position["asked"]
    if asked is None:
        return card_name(code, position["faces"])
    values = {name: _card(asked[name], position["faces"]) for name in ("give", "take")}
    return (
        _("Exchange: %(give)s for %(take)s") if code == EXCHANGE else _("Keep %(give)s")
    ) % values


def _contract(position: Position, places: Sequence[str]) -> str:
    """Return a sentence about the contract as the seat knows it; empty where there is none."""
    contract = position["contract"]
    if contract is None:
        return ""
    values = {"caller": places[contract["caller"]], "target": contract["target"]}
    if contract["card"] is None:
        words = (
            _("You play for %(target)s points, alone.")
            if contract["caller"] == 0
            else _("%(caller)s plays for %(target)s points, alone.")
        )
        return _first(words % values, str.upper)
    values["card"] = _first(card_name(contract["card"], position["faces"]), str.lower)
    words = (
        _("You called %(card)s and play for %(target)s points.")
        if contract["caller"] == 0
        else _("%(caller)s called %(card)s and plays for %(target)s points.")
    ) % values
    return f"{_first(words, str.upper)} {_partner(contract, places)}"


def _first(text: str, how: Callable[[str], str]) -> str:
    """Return a text with its first letter changed by `how`."""
    return how(text[:1]) + text[1:]


def _partner(contract: PositionContract, places: Sequence[str]) -> str:
    """Return a sentence about the caller's partner, as far as the seat knows."""
    if contract["alone"]:
        return _("Nobody is partner: the caller has the card.")
    if contract["partner"] is None:
        return _("Nobody has shown the card yet.")
    if contract["partner"] == 0:
        return _("You are the partner.")
    return _("The partner is %(who)s.") % {"who": places[contract["partner"]]}


def _places(position: Position) -> Sequence[str]:
    """Return names for the seats, from the player's own counter-clockwise."""
    players, partners = position["players"], position["partners"]
    if position["contract"] is not None:
        others = [_("player %(n)s") % {"n": place} for place in range(1, players)]
        return [_("you"), *others]
    if players == 2:
        return [_("you"), _("opponent")]
    return [
        _("you")
        if place == 0
        else _("partner %(n)s") % {"n": place}
        if place in partners and len(partners) > 1
        else _("partner")
        if place in partners
        else _("opponent %(n)s") % {"n": place}
        for place in range(players)
    ]


def _judged(judged: Json | None, position: Position) -> Json | None:
    """Return the judgement of an answer for the template; None where there is none yet."""
    if judged is None:
        return None
    unit = judged["unit"]

    def in_points(points: float) -> str:
        return number(points, digits_of(points, unit))

    return {
        "unit": unit,
        "right": judged["right"],
        "verdict": _verdict(judged, position),
        "exact": judged["exact"],
        "chosen": _named(judged["chosen"], position),
        "cards": [
            {
                "name": _named(one["card"], position),
                "points": in_points(one["points"]),
                "behind": in_points(one["behind"]) if one["behind"] else "–",
                "win": share(one["win"]),
                "right": one["right"],
                "chosen": one["card"] == judged["chosen"],
                "played": one["card"] == judged["played"],
            }
            for one in judged["cards"]
        ],
    }


def _verdict(judged: Json, position: Position) -> str:
    """Return a sentence about the answer that the values in the table support."""
    values = {
        "card": _named(judged["chosen"], position),
        "best": _first(_named(judged["best"], position), str.lower),
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

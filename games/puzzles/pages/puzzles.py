"""Views of rated puzzles: themes, single puzzles, runs, and one's own answers."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, TypeAlias
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import count
from accounts.services import TooManyGuestsError
from accounts.signup_bans import SignupBannedError
from games.common.errors import PuzzleError
from games.common.keyset import BadCursorError
from games.models import Player
from games.models.people import PlayerKind
from games.pages.visitor import ensure_player, player_of
from games.puzzles.models import Puzzle, PuzzleRun
from games.puzzles.pages.daily_board import daily_board
from games.puzzles.pages.rating_plot import puzzle_plot
from games.puzzles.rules import THEMES
from games.puzzles.selectors import puzzle_progress as progress
from games.puzzles.selectors import puzzles as read
from games.puzzles.selectors.exercises import own_hands
from games.puzzles.selectors.puzzle_progress import LatestAnswer
from games.puzzles.services.puzzles import AnsweredPuzzle, answer_puzzle
from games.puzzles.services.runs import answer_run, current_run, end_run, start_run
from games.puzzles.wording.board import board_context
from games.puzzles.wording.positions import puzzle_context, tricks_context
from games.puzzles.wording.puzzles import (
    attempt_rows,
    game_links,
    judged_context,
    place_words,
    theme_rows,
    theme_title,
    ticks_context,
)

Json: TypeAlias = dict[str, Any]


LATEST_TICKS: Final = 10
"""Number of latest answers that the overview shows as ticks."""
PUZZLE_TICKS: Final = 5
"""Number of today's answers that the page of one puzzle shows."""


@never_cache
@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Show the themes of rated puzzles, the puzzle of the day, and how far the visitor has come.

    `?game=` limits the themes to one game. `?left=none` says that all puzzles of `?theme=` are seen.
    """
    me = player_of(request)
    presets = progress.presets_with_puzzles()
    preset = request.GET.get("game", "")
    preset = preset if preset in presets else ""
    latest = progress.latest_answers(me.pk if me else None, LATEST_TICKS)
    themes = theme_rows(read.theme_counts(me, preset))
    context: Json = {
        "me": me,
        "is_guest": me is not None and me.kind == PlayerKind.GUEST,
        "rating": read.rating_of(me),
        "themes": themes,
        "total": sum(theme["puzzles"] for theme in themes),
        "games": game_links(presets, preset),
        "game": preset,
        "ticks": ticks_context(latest),
        "start_url": _next_address(_resumed_theme(latest, themes), preset),
        "daily": daily_board(me, timezone.now().date()),
        "own_hands": None if me is None else own_hands(me.pk),
        "plot": puzzle_plot(me.pk) if me is not None else None,
        "finished": _finished(request, themes) if request.GET.get("left") == "none" else None,
    }
    return render(request, "games/puzzles/puzzles.html", context)


def _resumed_theme(latest: Sequence[LatestAnswer], themes: Sequence[Json]) -> str:
    """Return the theme of the latest answer if puzzles of it are left; "" for any theme."""
    last = latest[-1].theme if latest else ""
    return next(
        (
            row["theme"]
            for row in themes
            if row["theme"] == last != "" and row["tried"] < row["puzzles"]
        ),
        "",
    )


def _finished(request: HttpRequest, themes: Sequence[Json]) -> Json:
    """Return the note of the overview for a visitor who has seen all puzzles of a theme, or all."""
    theme, preset = request.GET.get("theme", ""), request.GET.get("game", "")
    rows = [row for row in themes if theme in ("", row["theme"])]
    return {
        "count": sum(row["puzzles"] for row in rows),
        "missed": sum(row["tried"] - row["solved"] for row in rows),
        "missed_url": _next_address(theme if theme in THEMES else "", preset, missed="1"),
    }


@never_cache
@require_safe
def puzzle_next(request: HttpRequest) -> HttpResponse:
    """Redirect to a rated puzzle that the visitor has not answered yet.

    `?theme=` and `?game=` limit the choice. With `?missed=1` it is one whose first answer was wrong,
    but not that of `?after=`.

    Raises:
        Http404: there is no such theme.
        TooManyError: the visitor is at the limit `puzzle`.
    """
    theme, preset = request.GET.get("theme", ""), request.GET.get("game", "")
    if theme and theme not in THEMES:
        raise Http404
    count(request, "puzzle")
    me = player_of(request)
    if request.GET.get("missed"):
        after = request.GET.get("after", "")
        chosen = progress.missed_puzzle(me, theme, preset, after=after)
        if chosen is None:
            return redirect("puzzles")
        return redirect(_address(chosen, theme, preset, missed="1"))
    chosen = read.next_puzzle(me, theme, preset)
    if chosen is None:
        return redirect(f"{reverse('puzzles')}?{_query(left='none', theme=theme, game=preset)}")
    return redirect(_address(chosen, theme, preset))


def _query(**values: str) -> str:
    """Return a query string of the values that are not empty."""
    return urlencode({name: value for name, value in values.items() if value})


def _address(puzzle: Puzzle, theme: str, preset: str, **values: str) -> str:
    """Return a puzzle's URL path, with what limits the choice of the next puzzle."""
    query = _query(theme=theme, game=preset, **values)
    address = reverse("rated_puzzle", args=[puzzle.public_id])
    return f"{address}?{query}" if query else address


def _next_address(theme: str, preset: str, **values: str) -> str:
    """Return the URL path that leads to a next puzzle."""
    query = _query(theme=theme, game=preset, **values)
    return f"{reverse('puzzle_next')}?{query}" if query else reverse("puzzle_next")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Show a rated puzzle, or after an answer what each choice is worth.

    A stranger who answers becomes a guest, so that the answer is in their progress.

    Raises:
        Http404: there is no such puzzle.
        TooManyError: an answer is beyond the limit `puzzle`.
    """
    shown_puzzle = read.puzzle_by_id(puzzle_id)
    if shown_puzzle is None:
        raise Http404
    answered = None
    if request.method == "POST":
        count(request, "puzzle")
        answer = request.POST.get("card", "")
        if answer not in shown_puzzle.position["choices"]:
            return redirect(request.get_full_path())
        answered = answer_puzzle(
            puzzle=shown_puzzle, answer=answer, player=_answerer(request), now=timezone.now()
        )
    context = _puzzle_context(request, shown_puzzle, answered)
    return render(request, "games/puzzles/puzzle.html", context)


def _answerer(request: HttpRequest) -> Player | None:
    """Return the visitor's player; a stranger becomes a guest, or stays one where none may be made."""
    try:
        return ensure_player(request)
    except (SignupBannedError, TooManyGuestsError):
        return None


def _puzzle_context(request: HttpRequest, puzzle: Puzzle, answered: AnsweredPuzzle | None) -> Json:
    """Return a puzzle's template context; solution and source only after an answer."""
    me = player_of(request)
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    of_theme = progress.theme_progress(me, puzzle.theme) if me is not None else None
    attempt = read.attempt_of(me, puzzle)
    latest = progress.latest_answers(me.pk if me else None, PUZZLE_TICKS, since=today)
    context: Json = {
        "puzzle": read.puzzle_json(puzzle),
        "theme": theme_title(puzzle.theme),
        "place": place_words(of_theme, is_next=attempt is None),
        "ticks": ticks_context(latest),
        "position": board_context(puzzle.position, puzzle_context(puzzle.position), puzzle.theme),
        "back_url": reverse("puzzles"),
    }
    if answered is None:
        return context
    solution = read.solution_for(puzzle)
    return context | {
        "judged": judged_context(puzzle, answered),
        "rest": tricks_context(puzzle.position, read.rest_of_deal(puzzle)),
        "next_url": _following(request, puzzle),
        "again_url": request.get_full_path(),
        "from_match": solution["match"],
        "at": solution["at"],
    }


def _following(request: HttpRequest, puzzle: Puzzle) -> str:
    """Return the URL path of the next puzzle, chosen in the way in which this one was."""
    theme, preset = request.GET.get("theme", ""), request.GET.get("game", "")
    theme = theme if theme in THEMES else ""
    if request.GET.get("missed"):
        return _next_address(theme, preset, missed="1", after=puzzle.public_id)
    return _next_address(theme, preset)


@require_POST
def run_new(request: HttpRequest) -> HttpResponse:
    """Start a run of puzzles, a streak or a rush; a stranger becomes a guest.

    Raises:
        TooManyError: the visitor is at the limit `puzzle`.
    """
    count(request, "puzzle")
    player = ensure_player(request)
    try:
        run = start_run(player=player, mode=request.POST.get("mode", ""), now=timezone.now())
    except PuzzleError:
        return redirect("puzzles")
    return redirect("puzzle_run", run.public_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def run(request: HttpRequest, run_id: str) -> HttpResponse:
    """Show the current puzzle of a run, or the run's result; a POST answers the puzzle.

    Raises:
        Http404: the visitor has no such run.
        TooManyError: an answer is beyond the limit `puzzle`.
    """
    now = timezone.now()
    me, own_run = _own_run(request, run_id, now)
    if request.method == "POST":
        count(request, "puzzle")
        choice = {"puzzle": request.POST.get("puzzle", ""), "answer": request.POST.get("card", "")}
        with suppress(PuzzleError):  # too late, or twice: the page says where the run stands
            answer_run(run=run_id, player=me, now=now, **choice)
        return redirect("puzzle_run", run_id)
    return render(request, "games/puzzles/run.html", _run_context(me, own_run, now))


@require_POST
def run_end(request: HttpRequest, run_id: str) -> HttpResponse:
    """End the visitor's run of puzzles before its time.

    Raises:
        Http404: the visitor has no such run.
    """
    now = timezone.now()
    me, _run = _own_run(request, run_id, now)
    end_run(run=run_id, player=me, now=now)
    return redirect("puzzle_run", run_id)


def _own_run(request: HttpRequest, run_id: str, now: datetime) -> tuple[Player, PuzzleRun]:
    """Return the visitor's player, and their run of puzzles as it stands now.

    Raises:
        Http404: the visitor has no such run.
    """
    me = player_of(request)
    own_run = current_run(run=run_id, player=me, now=now) if me is not None else None
    if me is None or own_run is None:
        raise Http404
    return me, own_run


def _run_context(me: Player, run: PuzzleRun, now: datetime) -> Json:
    """Return the template context of a run of puzzles."""
    title = _("Rush") if run.mode == "rush" else _("Streak")
    context: Json = {"title": title, "run": run, "last": _last(run)}
    if run.finished_at is None and run.puzzle is not None:
        asked = run.puzzle
        shown = puzzle_context(asked.position)
        context |= {
            "position": board_context(asked.position, shown, asked.theme),
            "puzzle_id": asked.public_id,
        }
        left = read.left_ms(run, now)
        if left is not None:
            minutes, seconds = divmod(-(-left // 1000), 60)
            context |= {"left_ms": left, "left_words": f"{minutes}:{seconds:02}"}
        return context
    rating = read.rating_of(me)
    return context | {
        "best": rating["best_rush"] if run.mode == "rush" else rating["best_streak"],
        "asked": [
            {"id": answered.public_id, "theme": theme_title(answered.theme), "right": right}
            for answered, _answer, right in read.puzzles_of_run(run)
        ],
    }


def _last(run: PuzzleRun) -> Json | None:
    """Return True if a run's latest answer was right; None before the first."""
    return {"right": run.answers[-1][2]} if run.answers else None


@never_cache
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Show the visitor's own answers to rated puzzles.

    Raises:
        Http404: the cursor is none of this list.
    """
    me = player_of(request)
    if me is None:
        return redirect("puzzles")
    try:
        page = read.attempt_rows_page(me.pk, cursor=request.GET.get("cursor") or None)
    except BadCursorError:
        raise Http404 from None
    context = {"rows": attempt_rows(page.rows), "next_cursor": page.next}
    return render(request, "games/puzzles/history.html", context)


PUZZLE_URLS: Final[list[Any]] = [
    path("puzzles/", puzzles, name="puzzles"),
    path("puzzles/next/", puzzle_next, name="puzzle_next"),
    path("puzzles/answers/", history, name="puzzle_history"),
    path("puzzles/runs/", run_new, name="puzzle_run_new"),
    path("puzzles/runs/<slug:run_id>/", run, name="puzzle_run"),
    path("puzzles/runs/<slug:run_id>/end/", run_end, name="puzzle_run_end"),
    path("puzzles/<slug:puzzle_id>/", puzzle, name="rated_puzzle"),
]

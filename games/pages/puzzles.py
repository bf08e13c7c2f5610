"""Views of rated puzzles: themes, single puzzles, runs, and one's own answers."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import count
from games.models import Player, Puzzle, PuzzleRun
from games.models.people import PlayerKind
from games.pages.charts.puzzle_plot import puzzle_plot
from games.pages.visitor import ensure_player, player_of
from games.pages.wording.positions import puzzle_context, tricks_context
from games.pages.wording.puzzles import (
    attempt_rows,
    judged_context,
    theme_rows,
    theme_title,
)
from games.puzzles import THEMES
from games.selectors import puzzles as read
from games.selectors.keyset import BadCursorError
from games.services.errors import PuzzleError
from games.services.puzzle_runs import answer_run, current_run, end_run, start_run
from games.services.puzzles import AnsweredPuzzle, answer_puzzle

Json: TypeAlias = dict[str, Any]


@never_cache
@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Show the themes of rated puzzles, and the visitor's rating and records."""
    me = player_of(request)
    context: Json = {
        "me": me,
        "is_guest": me is not None and me.kind == PlayerKind.GUEST,
        "rating": read.rating_of(me),
        "themes": theme_rows(read.theme_counts(me)),
        "plot": puzzle_plot(me.pk) if me is not None else None,
        "none_left": request.GET.get("left") == "none",
    }
    return render(request, "games/puzzles.html", context)


@never_cache
@require_safe
def puzzle_next(request: HttpRequest) -> HttpResponse:
    """Redirect to a rated puzzle that the visitor has not answered yet.

    Raises:
        Http404: there is no such theme.
        TooManyError: the visitor is at the limit `puzzle`.
    """
    theme = request.GET.get("theme", "")
    if theme and theme not in THEMES:
        raise Http404
    count(request, "puzzle")
    found = read.next_puzzle(player_of(request), theme)
    if found is None:
        return redirect(f"{reverse('puzzles')}?left=none")
    return redirect(_address(found, theme))


def _address(puzzle: Puzzle, theme: str) -> str:
    """Return the address of a puzzle, from which the next one is of the same theme."""
    address = reverse("rated_puzzle", args=[puzzle.public_id])
    return f"{address}?theme={theme}" if theme else address


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Show a rated puzzle, and after an answer what each choice is worth.

    Raises:
        Http404: there is no such puzzle.
        TooManyError: an answer is beyond the limit `puzzle`.
    """
    found = read.puzzle_by_id(puzzle_id)
    if found is None:
        raise Http404
    answered = None
    if request.method == "POST":
        count(request, "puzzle")
        try:
            answered = answer_puzzle(
                puzzle=found,
                answer=request.POST.get("card", ""),
                player=player_of(request),
                now=timezone.now(),
            )
        except PuzzleError:
            return redirect(request.get_full_path())
    return render(request, "games/puzzle.html", _puzzle_context(request, found, answered))


def _puzzle_context(request: HttpRequest, puzzle: Puzzle, answered: AnsweredPuzzle | None) -> Json:
    """Return a puzzle for the template; its solution and source only after an answer."""
    context: Json = {
        "puzzle": read.puzzle_told(puzzle),
        "theme": theme_title(puzzle.theme),
        "position": puzzle_context(puzzle.position),
    }
    if answered is None:
        return context
    solution = read.solution_for(puzzle)
    theme = request.GET.get("theme", "")
    following = reverse("puzzle_next") + (f"?theme={theme}" if theme in THEMES else "")
    return context | {
        "judged": judged_context(puzzle, answered),
        "rest": tricks_context(puzzle.position, read.rest_of_deal(puzzle)),
        "next_url": following,
        "from_match": solution["match"],
        "at": solution["at"],
    }


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
    me, found = _own_run(request, run_id, now)
    if request.method == "POST":
        count(request, "puzzle")
        given = {"puzzle": request.POST.get("puzzle", ""), "answer": request.POST.get("card", "")}
        with suppress(PuzzleError):  # too late, or twice: the page says where the run stands
            answer_run(run=run_id, player=me, now=now, **given)
        return redirect("puzzle_run", run_id)
    return render(request, "games/puzzle_run.html", _run_context(me, found, now))


@require_POST
def run_end(request: HttpRequest, run_id: str) -> HttpResponse:
    """End a run of puzzles before its time.

    Raises:
        Http404: the visitor has no such run.
    """
    now = timezone.now()
    me, _found = _own_run(request, run_id, now)
    end_run(run=run_id, player=me, now=now)
    return redirect("puzzle_run", run_id)


def _own_run(request: HttpRequest, run_id: str, now: datetime) -> tuple[Player, PuzzleRun]:
    """Return the visitor and a run of theirs as it stands now.

    Raises:
        Http404: the visitor has no such run.
    """
    me = player_of(request)
    found = current_run(run=run_id, player=me, now=now) if me is not None else None
    if me is None or found is None:
        raise Http404
    return me, found


def _run_context(me: Player, run: PuzzleRun, now: datetime) -> Json:
    """Return a run for the template."""
    title = _("Rush") if run.mode == "rush" else _("Streak")
    context: Json = {"title": title, "run": run, "last": _last(run)}
    if run.finished_at is None and run.puzzle is not None:
        asked = run.puzzle
        context |= {"position": puzzle_context(asked.position), "puzzle_id": asked.public_id}
        left = read.left_ms(run, now)
        if left is not None:
            minutes, seconds = divmod(-(-left // 1000), 60)
            context |= {"left_ms": left, "left_words": f"{minutes}:{seconds:02}"}
        return context
    rating = read.rating_of(me)
    return context | {
        "best": rating["best_rush"] if run.mode == "rush" else rating["best_streak"],
        "asked": [
            {"id": one.public_id, "theme": theme_title(one.theme), "right": right}
            for one, _answer, right in read.puzzles_of_run(run)
        ],
    }


def _last(run: PuzzleRun) -> Json | None:
    """Return whether the latest answer of a run was right; None before the first."""
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
    return render(request, "games/puzzle_history.html", context)


PUZZLE_URLS: Final[list[Any]] = [
    path("puzzles/", puzzles, name="puzzles"),
    path("puzzles/next/", puzzle_next, name="puzzle_next"),
    path("puzzles/answers/", history, name="puzzle_history"),
    path("puzzles/runs/", run_new, name="puzzle_run_new"),
    path("puzzles/runs/<slug:run_id>/", run, name="puzzle_run"),
    path("puzzles/runs/<slug:run_id>/end/", run_end, name="puzzle_run_end"),
    path("puzzles/<slug:puzzle_id>/", puzzle, name="rated_puzzle"),
]

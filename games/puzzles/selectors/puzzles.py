"""Reads of rated puzzles: the next one for a player, their JSON, and the answers to them.

The solution leaves this module only by `solution_for`, for those who have answered.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final, TypedDict

from django.db.models import Avg, Count, Exists, OuterRef, Q, QuerySet

from games.common.keyset import Key, Page, read_page
from games.engine import CLASSIC_PRESET, Bid, PlayerView
from games.models import Player, Seat
from games.puzzles.answers import puzzles as answers
from games.puzzles.answers.exercises import PlacedTrick
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleRating, PuzzleRun
from games.puzzles.rules import THEMES, StoredDeal, choices_of
from games.puzzles.selectors.exercises import view_json
from games.record.record import rfc3339
from games.stats.ratings import CENTRE, deviation

NEAREST_PUZZLES: Final = 12
"""Puzzles nearest to a rating, on either side, among which chance chooses."""
FIRST_RUN_RATING: Final = 1000
"""Rating about which a run begins."""
RUN_RATING_STEP: Final = 40
"""Points by which each puzzle that was solved makes the next one harder."""


CLASSIC_UNTIL_ANSWERS: Final = 5
"""Number of answered puzzles until which a player is asked about the classic game."""


class ThemeCount(TypedDict):
    """A theme of puzzles: how many exist, their mean rating, how many a player tried and solved."""

    theme: str
    puzzles: int
    rating: int | None
    """None without puzzles."""
    tried: int
    solved: int


def position_for(view: PlayerView) -> answers.PuzzlePosition:
    """Return a seat's view on its turn as a puzzle's position for the API, with its choices."""
    assert view.seat is not None
    seat, players = view.seat, view.rules.players
    bids = view.auction.bids if view.auction is not None else ()
    asks: answers.Asks = (
        "bid" if view.phase == "auction" else "call" if view.phase == "call" else "card"
    )
    raises = [action for action in view.legal if isinstance(action, Bid) and not action.passes]
    return {
        **view_json(view),
        "asks": asks,
        "choices": choices_of(view),
        "bid": raises[0].rank if asks == "bid" else None,
        "auction": [{"place": (bid.seat - seat) % players, "rank": bid.rank} for bid in bids],
    }


def puzzle_by_id(public_id: str) -> Puzzle | None:
    """Return the puzzle with this public id, or None."""
    return Puzzle.objects.filter(public_id=public_id).select_related("match").first()


def any_puzzle() -> str | None:
    """Return the public id of any rated puzzle; None if there is none."""
    return Puzzle.objects.order_by("pk").values_list("public_id", flat=True).first()


def next_puzzle(player: Player | None, theme: str = "", preset: str = "") -> Puzzle | None:
    """Return an unanswered puzzle near a player's rating, or None.

    A player is not asked about matches in which they sat. A stranger may get one again. Strangers
    and those who have hardly answered any are asked about the classic game, if possible.
    """
    rows = puzzles_of(theme, preset)
    if player is None:
        return _near_for(None, rows, CENTRE)
    return _near_for(player, _unseen(rows, player), rating_of(player)["rating"])


def puzzles_of(theme: str = "", preset: str = "") -> QuerySet[Puzzle]:
    """Return a query of the puzzles of a theme and of a game; "" stands for all."""
    rows = Puzzle.objects.filter(theme=theme) if theme else Puzzle.objects.all()
    return rows.filter(preset=preset) if preset else rows


def puzzle_for_run(run: PuzzleRun) -> Puzzle | None:
    """Return the next puzzle of a run, one that its player has not seen if possible.

    Players who have answered hardly any get one of the classic game, if possible.
    """
    rows = Puzzle.objects.exclude(pk__in=[pk for pk, _answer, _right in run.answers])
    target_rating = FIRST_RUN_RATING + RUN_RATING_STEP * run.right
    unseen = _unseen(rows, run.player)
    return _near_for(run.player, unseen, target_rating) or _near_for(
        run.player, rows, target_rating
    )


def _unseen(rows: QuerySet[Puzzle], player: Player) -> QuerySet[Puzzle]:
    """Return a query of puzzles that a player has not answered and whose deal they did not play."""
    own_attempts = PuzzleAttempt.objects.filter(puzzle=OuterRef("pk"), player=player)
    own_seats = Seat.objects.filter(match=OuterRef("match"), player=player)
    return rows.filter(~Exists(own_attempts), ~Exists(own_seats))


def _near_for(player: Player | None, rows: QuerySet[Puzzle], rating: int) -> Puzzle | None:
    """Return a puzzle near a rating; new players and strangers (None) get the classic game."""
    answered = 0
    if player is not None:
        answered = PuzzleAttempt.objects.filter(player=player)[:CLASSIC_UNTIL_ANSWERS].count()
    classic = (
        rows.filter(preset=CLASSIC_PRESET) if answered < CLASSIC_UNTIL_ANSWERS else rows.none()
    )
    return _near(classic, rating) or _near(rows, rating)


def _near(rows: QuerySet[Puzzle], rating: int) -> Puzzle | None:
    """Return a random one of the puzzles nearest to a rating; None if there are none."""
    harder = rows.filter(display__gte=rating).order_by("display", "id").values_list("pk", "display")
    easier = rows.filter(display__lt=rating).order_by("-display", "-id")
    candidates = [*harder[:NEAREST_PUZZLES], *easier.values_list("pk", "display")[:NEAREST_PUZZLES]]
    candidates.sort(key=lambda candidate: abs(candidate[1] - rating))
    if not candidates:
        return None
    return Puzzle.objects.get(pk=secrets.choice(candidates[:NEAREST_PUZZLES])[0])


def theme_counts(player: Player | None, preset: str = "") -> list[ThemeCount]:
    """Return the figures of each theme of puzzles; with `preset` those of one game alone."""
    rows = puzzles_of(preset=preset).values("theme").order_by()
    counts = {row["theme"]: row for row in rows.annotate(n=Count("pk"), mean=Avg("display"))}
    tried = {} if player is None else _tried_counts(player, preset)
    return [
        {
            "theme": theme,
            "puzzles": counts[theme]["n"] if theme in counts else 0,
            "rating": round(counts[theme]["mean"]) if theme in counts else None,
            "tried": tried.get(theme, (0, 0))[0],
            "solved": tried.get(theme, (0, 0))[1],
        }
        for theme in THEMES
    ]


def _tried_counts(player: Player, preset: str) -> dict[str, tuple[int, int]]:
    """Return theme -> how many puzzles of it a player has tried, and has solved at once."""
    attempts = PuzzleAttempt.objects.filter(player=player)
    if preset:
        attempts = attempts.filter(puzzle__preset=preset)
    rows = attempts.order_by().values("puzzle__theme")
    rows = rows.annotate(n=Count("pk"), solved_n=Count("pk", filter=Q(right=True)))
    return {row["puzzle__theme"]: (row["n"], row["solved_n"]) for row in rows}


def puzzle_json(puzzle: Puzzle) -> answers.RatedPuzzle:
    """Return a puzzle as the API shows it to everybody: without solution and origin."""
    return {
        "id": puzzle.public_id,
        "theme": puzzle.theme,
        "rating": puzzle.display,
        "deviation": deviation(puzzle.sigma),
        "attempts": puzzle.attempts,
        "solved": puzzle.solved,
        "position": puzzle.position,
    }


def solution_for(puzzle: Puzzle) -> answers.PuzzleSolution:
    """Return the solution of a puzzle for the API, for a player who has answered it."""
    match, solution = puzzle.match, puzzle.solution
    return {
        "unit": solution["unit"],
        "exact": solution["exact"],
        "best": solution["best"],
        "choices": solution["choices"],
        "match": None if match is None else match.public_id,
        "at": puzzle.at or None,
    }


def rest_of_deal(puzzle: Puzzle) -> list[PlacedTrick]:
    """Return the tricks of a puzzle's deal after its position, to show after an answer.

    Seats count from that of the puzzle as 0. Empty where the deal is of a match on this site.
    """
    if puzzle.deal is None:
        return []
    stored = StoredDeal.from_json(puzzle.deal)
    view, end = stored.view, stored.state_after(len(stored.actions))
    assert view.seat is not None
    assert end.deal is not None
    seat, players = view.seat, view.rules.players
    return [
        {
            "plays": [
                {"place": (play.seat - seat) % players, "card": play.card} for play in trick.plays
            ],
            "winner": None if trick.winner is None else (trick.winner - seat) % players,
            "points": trick.points,
        }
        for trick in end.deal.tricks[len(view.history) :]
    ]


def attempt_of(player: Player | None, puzzle: Puzzle) -> PuzzleAttempt | None:
    """Return a player's first answer to a puzzle, or None."""
    if player is None:
        return None
    return PuzzleAttempt.objects.filter(player=player, puzzle=puzzle).first()


def attempt_json(row: PuzzleAttempt) -> answers.Attempt:
    """Return a player's first answer to a puzzle as the API shows it."""
    return {
        "answer": row.answer,
        "right": row.right,
        "mode": row.mode,
        "rated": row.rated,
        "rating": row.rating,
        "puzzle_rating": row.puzzle_rating,
        "answered_at": rfc3339(row.answered_at),
    }


def attempt_rows_page(
    player: int, *, cursor: str | None = None, limit: int = 50
) -> Page[PuzzleAttempt]:
    """Return a page of a player's (row id) first answers to puzzles, latest first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = PuzzleAttempt.objects.filter(player=player).values("id", "answered_at")
    page = read_page(rows, (Key("answered_at", datetime), Key("id", int)), cursor, limit)
    attempts = PuzzleAttempt.objects.select_related("puzzle").in_bulk(
        [row["id"] for row in page.rows]
    )
    return Page([attempts[row["id"]] for row in page.rows], page.next, page.seen)


def attempts_page(
    player: int, *, cursor: str | None = None, limit: int = 50
) -> Page[answers.AttemptRow]:
    """Return a page of a player's (row id) first answers to puzzles, latest first, for the API.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = attempt_rows_page(player, cursor=cursor, limit=limit)
    attempts: list[answers.AttemptRow] = [
        {"puzzle": row.puzzle.public_id, "theme": row.puzzle.theme, **attempt_json(row)}
        for row in page.rows
    ]
    return Page(attempts, page.next, page.seen)


def rated_attempts(player: int, limit: int) -> Sequence[PuzzleAttempt]:
    """Return a player's (row id) latest `limit` answers that changed the puzzle rating."""
    rows = PuzzleAttempt.objects.filter(player=player, rated=True)
    return list(rows.order_by("-answered_at", "-id")[:limit])


def answered_and_solved(player: int) -> tuple[int, int]:
    """Return the numbers of puzzles that a player (row id) has answered, and answered right."""
    rows = PuzzleAttempt.objects.filter(player=player)
    counts = rows.aggregate(answered=Count("pk"), solved=Count("pk", filter=Q(right=True)))
    return counts["answered"], counts["solved"]


def rating_of(player: Player | None) -> answers.PuzzleRating:
    """Return a player's puzzle rating as the API shows it; the initial one before any answer."""
    row = None if player is None else PuzzleRating.objects.filter(player=player).first()
    if row is None:
        return {
            "rating": CENTRE, "deviation": None, "best": None, "attempts": 0, "solved": 0,
            "best_streak": 0, "best_rush": 0,
        }  # fmt: skip
    return {
        "rating": row.display,
        "deviation": deviation(row.sigma),
        "best": row.best,
        "attempts": row.attempts,
        "solved": row.solved,
        "best_streak": row.best_streak,
        "best_rush": row.best_rush,
    }


def puzzles_page(*, cursor: str | None = None, limit: int = 50) -> Page[answers.RatedPuzzle]:
    """Return a page of all puzzles, without solutions, the oldest first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = read_page(Puzzle.objects.values("id"), (Key("id", int, falling=False),), cursor, limit)
    rows = Puzzle.objects.in_bulk([row["id"] for row in page.rows])
    return Page([puzzle_json(rows[row["id"]]) for row in page.rows], page.next, page.seen)


def run_of(player: Player, public_id: str) -> PuzzleRun | None:
    """Return a player's run of puzzles with this public id, or None."""
    rows = PuzzleRun.objects.filter(player=player, public_id=public_id)
    return rows.select_related("puzzle", "player").first()


def left_ms(run: PuzzleRun, now: datetime) -> int | None:
    """Return the remaining time of a run of puzzles in milliseconds; None if it has no limit."""
    if run.ends_at is None:
        return None
    return max(0, round((run.ends_at - now).total_seconds() * 1000))


def run_json(run: PuzzleRun, now: datetime) -> answers.PuzzleRun:
    """Return a run of puzzles as the API shows it to its player, as it is now."""
    is_over = run.puzzle is None
    return {
        "id": run.public_id,
        "mode": "rush" if run.mode == PuzzleAttempt.Mode.RUSH else "streak",
        "started_at": rfc3339(run.started_at),
        "ends_at": None if run.ends_at is None else rfc3339(run.ends_at),
        "left_ms": left_ms(run, now),
        "finished_at": None if run.finished_at is None else rfc3339(run.finished_at),
        "right": run.right,
        "wrong": run.wrong,
        "last_right": run.answers[-1][2] if run.answers else None,
        "puzzle": None if run.puzzle is None else puzzle_json(run.puzzle),
        "answers": [
            {"puzzle": puzzle.public_id, "answer": answer, "right": right}
            for puzzle, answer, right in (puzzles_of_run(run) if is_over else ())
        ],
    }


def puzzles_of_run(run: PuzzleRun) -> list[tuple[Puzzle, str, bool]]:
    """Return (puzzle, answer, True if right) for each puzzle that a run has shown."""
    rows = Puzzle.objects.in_bulk([pk for pk, _answer, _right in run.answers])
    return [(rows[pk], answer, right) for pk, answer, right in run.answers if pk in rows]

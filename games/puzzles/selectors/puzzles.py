"""Rated puzzles: which one comes next, how it is told, and what somebody has answered.

The solution leaves this module only by `solution_for`, for those who have answered.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import date, datetime
from typing import Final, TypedDict

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from brisca_site.prepared_queries import prepared
from games.answers import puzzles as answers
from games.answers.exercises import PlacedTrick
from games.engine import Bid, PlayerView
from games.models import Player, Puzzle, PuzzleAttempt, PuzzleRating, PuzzleRun, Seat
from games.puzzles import THEMES, StoredDeal, choices_of
from games.record.record import rfc3339
from games.selectors.exercises import told_view
from games.selectors.keyset import Key, Page, read_page
from games.stats.ratings import CENTRE, deviation

NEAREST: Final = 12
"""Puzzles nearest to a rating, on either side, among which chance chooses."""
FIRST_OF_RUN: Final = 1000
"""Rating about which a run begins."""
STEP_OF_RUN: Final = 40
"""Points by which each puzzle that was solved makes the next one harder."""


CLASSIC: Final = "ludoteka"
"""Preset of the puzzles that come first."""
CLASSIC_UNTIL: Final = 5
"""Number of answered puzzles until which a player is asked about the classic game."""


class ThemeCount(TypedDict):
    """A theme of puzzles: how many there are, and how many a player has tried and solved."""

    theme: str
    puzzles: int
    tried: int
    solved: int


def position_for(view: PlayerView) -> answers.PuzzlePosition:
    """Return a view on its turn as the position of a puzzle, with the choices of its seat."""
    assert view.seat is not None
    seat, players = view.seat, view.rules.players
    bids = view.auction.bids if view.auction is not None else ()
    asks: answers.Asks = (
        "bid" if view.phase == "auction" else "call" if view.phase == "call" else "card"
    )
    raises = [action for action in view.legal if isinstance(action, Bid) and not action.passes]
    return {
        **told_view(view),
        "asks": asks,
        "choices": choices_of(view),
        "bid": raises[0].rank if asks == "bid" else None,
        "auction": [{"place": (bid.seat - seat) % players, "rank": bid.rank} for bid in bids],
    }


def puzzle_by_id(public_id: str) -> Puzzle | None:
    """Return the puzzle with this public id, or None."""
    return Puzzle.objects.filter(public_id=public_id).select_related("match").first()


def any_puzzle() -> str | None:
    """Return the public id of some puzzle; None where there is none."""
    return Puzzle.objects.order_by("pk").values_list("public_id", flat=True).first()


def puzzle_for_day(day: date) -> str | None:
    """Return the public id of the rated puzzle for a day without one of its own; None where there is none."""
    ids = Puzzle.objects.order_by("public_id").values_list("public_id", flat=True)
    count = ids.count()
    return ids[day.toordinal() % count] if count else None


def next_puzzle(player: Player | None, theme: str = "") -> Puzzle | None:
    """Return a puzzle near a player's rating that they have not answered; None if there is none.

    A player is not asked about matches in which they sat. A stranger may get one again. Strangers
    and those who have hardly answered any are asked about the classic game, if possible.
    """
    rows = Puzzle.objects.filter(theme=theme) if theme else Puzzle.objects.all()
    if player is None:
        return _near_for(None, rows, CENTRE)
    return _near_for(player, _unseen(rows, player), rating_of(player)["rating"])


def puzzle_for_run(run: PuzzleRun) -> Puzzle | None:
    """Return the next puzzle of a run: one that its player has not seen, where there is one.

    Players who have answered hardly any get one of the classic game, if possible.
    """
    rows = Puzzle.objects.exclude(pk__in=[pk for pk, _answer, _right in run.answers])
    wanted = FIRST_OF_RUN + STEP_OF_RUN * run.right
    unseen = _unseen(rows, run.player)
    return _near_for(run.player, unseen, wanted) or _near_for(run.player, rows, wanted)


def _unseen(rows: QuerySet[Puzzle], player: Player) -> QuerySet[Puzzle]:
    """Return the puzzles that a player has not answered and whose deal they have not played."""
    tried = PuzzleAttempt.objects.filter(puzzle=OuterRef("pk"), player=player)
    sat = Seat.objects.filter(match=OuterRef("match"), player=player)
    return rows.filter(~Exists(tried), ~Exists(sat))


def _near_for(player: Player | None, rows: QuerySet[Puzzle], rating: int) -> Puzzle | None:
    """Return a puzzle near a rating, for somebody new (None: a stranger) of the classic game first."""
    answered = 0
    if player is not None:
        answered = PuzzleAttempt.objects.filter(player=player)[:CLASSIC_UNTIL].count()
    classic = rows.filter(preset=CLASSIC) if answered < CLASSIC_UNTIL else rows.none()
    return _near(classic, rating) or _near(rows, rating)


def _near(rows: QuerySet[Puzzle], rating: int) -> Puzzle | None:
    """Return one of the puzzles nearest to a rating, by chance; None where there are none."""
    over = rows.filter(display__gte=rating).order_by("display", "id").values_list("pk", "display")
    under = rows.filter(display__lt=rating).order_by("-display", "-id")
    found = [*over[:NEAREST], *under.values_list("pk", "display")[:NEAREST]]
    found.sort(key=lambda one: abs(one[1] - rating))
    if not found:
        return None
    return Puzzle.objects.get(pk=secrets.choice(found[:NEAREST])[0])


def theme_counts(player: Player | None) -> list[ThemeCount]:
    """Return for each theme how many puzzles it has, and how many a player has tried and solved."""
    counts = dict(Puzzle.objects.values_list("theme").annotate(n=Count("pk")).order_by())
    tried: dict[str, tuple[int, int]] = {}
    if player is not None:
        rows = PuzzleAttempt.objects.filter(player=player).order_by().values("puzzle__theme")
        rows = rows.annotate(n=Count("pk"), solved_n=Count("pk", filter=Q(right=True)))
        tried = {row["puzzle__theme"]: (row["n"], row["solved_n"]) for row in rows}
    return [
        {
            "theme": theme,
            "puzzles": counts.get(theme, 0),
            "tried": tried.get(theme, (0, 0))[0],
            "solved": tried.get(theme, (0, 0))[1],
        }
        for theme in THEMES
    ]


def puzzle_told(puzzle: Puzzle) -> answers.RatedPuzzle:
    """Return a puzzle as the API shows it to everybody: without its solution and its origin."""
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
    """Return the solution of a puzzle, for somebody who has answered it."""
    match, told = puzzle.match, puzzle.solution
    return {
        "unit": told["unit"],
        "exact": told["exact"],
        "best": told["best"],
        "choices": told["choices"],
        "match": None if match is None else match.public_id,
        "at": puzzle.at or None,
    }


def rest_of_deal(puzzle: Puzzle) -> list[PlacedTrick]:
    """Return the tricks of a puzzle's deal from its position on, to show who has answered it.

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
    """Return a player's first answer to a puzzle; None where there is none."""
    if player is None:
        return None
    return PuzzleAttempt.objects.filter(player=player, puzzle=puzzle).first()


def attempt_told(row: PuzzleAttempt) -> answers.Attempt:
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
    found = PuzzleAttempt.objects.select_related("puzzle").in_bulk([row["id"] for row in page.rows])
    return Page([found[row["id"]] for row in page.rows], page.next, page.seen)


def attempts_page(
    player: int, *, cursor: str | None = None, limit: int = 50
) -> Page[answers.AttemptRow]:
    """Return a page of a player's (row id) first answers to puzzles, latest first, for the API.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = attempt_rows_page(player, cursor=cursor, limit=limit)
    told: list[answers.AttemptRow] = [
        {"puzzle": row.puzzle.public_id, "theme": row.puzzle.theme, **attempt_told(row)}
        for row in page.rows
    ]
    return Page(told, page.next, page.seen)


def rated_attempts(player: int, limit: int) -> Sequence[PuzzleAttempt]:
    """Return the latest `limit` answers of a player (row id) that moved its puzzle rating."""
    return _latest_rated(player, limit=limit)


@prepared
def _latest_rated(player: int, *, limit: int) -> QuerySet[PuzzleAttempt]:
    """Return the latest `limit` answers of a player (row id) that moved its puzzle rating."""
    rows = PuzzleAttempt.objects.filter(player=player, rated=True)
    return rows.order_by("-answered_at", "-id")[:limit]


def rating_of(player: Player | None) -> answers.PuzzleRating:
    """Return a player's puzzle rating as the API shows it; the initial one where there is none yet."""
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
    """Return a page of all puzzles, without solutions, in the order in which they were made.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = read_page(Puzzle.objects.values("id"), (Key("id", int, falling=False),), cursor, limit)
    rows = Puzzle.objects.in_bulk([row["id"] for row in page.rows])
    return Page([puzzle_told(rows[row["id"]]) for row in page.rows], page.next, page.seen)


def run_of(player: Player, public_id: str) -> PuzzleRun | None:
    """Return the run of puzzles with this public id, if it is this player's; or None."""
    rows = PuzzleRun.objects.filter(player=player, public_id=public_id)
    return rows.select_related("puzzle", "player").first()


def left_ms(run: PuzzleRun, now: datetime) -> int | None:
    """Return the time that a run of puzzles has left, in milliseconds; None: it has no clock."""
    if run.ends_at is None:
        return None
    return max(0, round((run.ends_at - now).total_seconds() * 1000))


def run_told(run: PuzzleRun, now: datetime) -> answers.PuzzleRun:
    """Return a run of puzzles as the API shows it to its player, at this moment."""
    over = run.puzzle is None
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
        "puzzle": None if run.puzzle is None else puzzle_told(run.puzzle),
        "answers": [
            {"puzzle": puzzle.public_id, "answer": answer, "right": right}
            for puzzle, answer, right in (puzzles_of_run(run) if over else ())
        ],
    }


def puzzles_of_run(run: PuzzleRun) -> list[tuple[Puzzle, str, bool]]:
    """Return (puzzle, answer, whether it was right) of each puzzle that a run has asked."""
    rows = Puzzle.objects.in_bulk([pk for pk, _answer, _right in run.answers])
    return [(rows[pk], answer, right) for pk, answer, right in run.answers if pk in rows]

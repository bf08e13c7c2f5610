"""Exercises: positions of finished matches as one seat saw them, and the values of its cards.

What is shown before the answer comes from that seat's view alone, and no player is named.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from datetime import date, datetime
from typing import Any, Final, TypeAlias

import orjson
from django.core.cache import cache
from django.db.models import OuterRef, QuerySet

from brisca_site.prepared_queries import prepared
from games.analysis import (
    KEEP,
    Decision,
    code_of,
    decision_at,
    in_order,
    is_right,
    moment_at,
    options_of,
    weight_in,
)
from games.answers import exercises as answers
from games.bots.evaluation.exchange_evaluator import EXCHANGE
from games.engine import PlayCard, PlayerView
from games.models import DailyPuzzle, ExerciseTry, Match, MatchAnalysis, Mistake, Puzzle
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.record.record import rfc3339
from games.record.verify import checked_log
from games.selectors.keyset import Key, Page, is_any, read_page

Json: TypeAlias = dict[str, Any]

KEPT: Final = 24 * 3600
"""Seconds for which a position is cached, since computing it replays the match."""
RECENT: Final = 300
"""Number of mistakes from which the puzzle of a day is chosen."""


def position_of(mistake: Mistake) -> answers.Position | None:
    """Return the position before a mistake, as its seat saw it; None where that is gone."""
    key = f"exercise:3:{mistake.pk}"
    found: answers.Position | None = cache.get(key)
    if found is None:
        log = checked_log(json.loads(zlib.decompress(mistake.match.record.body)))
        moment, decision = moment_at(log, mistake.at), decision_at(log, mistake.at)
        if moment is not None:
            found = told_view(moment.view)
        elif decision is not None and decision.kind == "exchange":
            found = told_exchange(decision)
        else:
            return None
        cache.set(key, found, KEPT)
    return found


def view_of(mistake: Mistake) -> PlayerView | None:
    """Return what the seat of a mistake could see before its play; None if it played no card."""
    record = json.loads(zlib.decompress(mistake.match.record.body))
    moment = moment_at(checked_log(record), mistake.at)
    return None if moment is None else moment.view


def told_exchange(decision: Decision) -> answers.Position:
    """Return a decision to exchange the turned card or not, as the API shows a position."""
    give, take = decision.cards
    return {
        **told_view(decision.view),
        "asked": {"kind": "exchange", "give": give, "take": take},
        "legal": [EXCHANGE, KEEP],
    }


def told_view(view: PlayerView) -> answers.Position:
    """Return a view of the seat to act as the API shows positions; that seat counts as 0."""
    rules, own = view.rules, view.seat
    assert own is not None
    laid = view.trick.plays if view.trick is not None else ()
    side = rules.side_of[own]

    def place(seat: int) -> int:
        return (seat - own) % rules.players

    return {
        "preset": rules.ruleset.preset,
        "players": rules.players,
        "asked": None,
        "partners": [place(seat) for seat in rules.sides[side] if seat != own],
        "faces": str(rules.option("deck.french")),
        "trump": view.trump,
        "turned": view.turned,
        "stock": view.stock,
        "contract": _told_contract(view, place),
        "open_hands": _open_hands(view, place),
        "hand": list(view.hand),
        "legal": sorted({one.card for one in view.legal if isinstance(one, PlayCard)},
                        key=view.hand.index),
        "trick": [{"place": place(play.seat), "card": play.card} for play in laid],
        "points": [view.side_points[side], *(
            points for other, points in enumerate(view.side_points) if other != side
        )],
        "tricks": [
            {
                "plays": [{"place": place(play.seat), "card": play.card} for play in trick.plays],
                "winner": None if trick.winner is None else place(trick.winner),
                "points": trick.points,
            }
            for trick in view.history
        ],
    }  # fmt: skip


def _told_contract(
    view: PlayerView, place: Callable[[int], int]
) -> answers.PositionContract | None:
    """Return the contract as a seat knows it; None where there is none."""
    contract = view.contract
    if contract is None:
        return None
    return {
        "caller": place(contract.caller),
        "target": contract.target,
        "card": contract.card,
        "partner": None if contract.partner is None else place(contract.partner),
        "alone": contract.alone,
        "discards": None if contract.discards is None else list(contract.discards),
    }


def _open_hands(view: PlayerView, place: Callable[[int], int]) -> list[answers.OpenHand]:
    """Return the open hands of other seats."""
    hands = view.hands or ()
    return [
        {"place": place(seat), "hand": list(hand)}
        for seat, hand in enumerate(hands)
        if hand is not None and seat != view.seat
    ]


def judgement_of(mistake: Mistake) -> answers.Solution | None:
    """Return the solution of a mistake's position: what each card or option is worth.

    None where the analysis no longer exists.
    """
    row = MatchAnalysis.objects.filter(pk=mistake.match_id).first()
    if row is None or row.body is None:
        return None
    body = orjson.loads(zlib.decompress(row.body))
    for deal in body["deals"]:
        for made in in_order(deal):
            if made["at"] == mistake.at:
                return _solution(made, body.get("unit", "cards"))
    return None


def _solution(made: Json, unit: str) -> answers.Solution:
    """Return the solution of a judged play or another decision of an analysis."""
    judged = made["judged"]
    weight = weight_in(judged)
    return {
        "unit": unit,
        "best": judged["best"],
        "played": made.get("chosen") or made["card"],
        "exact": judged["worlds"] == 0,
        "cards": [
            {
                "card": code_of(one),
                "points": one["points"],
                "points_error": one["points_error"],
                "win": one["win"],
                "behind": one["behind"],
                "behind_error": one["behind_error"],
                "right": code_of(one) == judged["best"] or is_right(one, weight),
            }
            for one in options_of(judged)
        ],
    }


def _exercises(player: int) -> QuerySet[Mistake]:
    """Return the mistakes of a player (an id) that qualify as exercises."""
    return Mistake.objects.filter(player=player, is_exercise=True)


def next_exercise(player: int, after: int | None = None) -> Mistake | None:
    """Return a player's latest unsolved exercise, or the next older one after the exercise `after`.

    Both are row ids. After the last exercise the latest one is returned again; None where all are
    solved.
    """
    solved = ExerciseTry.objects.filter(player=player, solved=True).values("mistake")
    rows = _exercises(player).exclude(pk__in=solved)
    found = rows.order_by("-finished_at", "-id")
    if after is not None:
        later = Mistake.objects.filter(pk=after, player=player).first()
        if later is not None:
            beyond = found.filter(finished_at__lte=later.finished_at, pk__lt=later.pk).first()
            if beyond is not None:
                return beyond
    return found.first()


def exercise(player: int, pk: int) -> Mistake | None:
    """Return the player's mistake with this row id, if its match is public; otherwise None."""
    rows = Mistake.objects.filter(match__status=MatchStatus.FINISHED).select_related(
        "match__record"
    )
    return rows.filter(pk=pk, player=player).first()


def exercises_of_match(player: int, match: str) -> dict[str, int]:
    """Return place ("d2t3c1": deal, trick, card) -> row id of a player's exercises in a match.

    `match` is its public id.
    """
    return dict(_exercises_in(player, match))


@prepared
def _exercises_in(player: int, match: str) -> QuerySet[Mistake, tuple[str, int]]:
    """Return place and row id of a player's (row id) exercises in a match (public id)."""
    return _exercises(player).filter(match__public_id=match).values_list("at", "pk")


def exercises_page(
    player: int, *, cursor: str | None = None, limit: int = 50
) -> Page[answers.ExerciseRow]:
    """Return a page of a player's (row id) exercises with the answers, latest first, for the API.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = _exercises(player).values("id", "loss", "finished_at")
    page = read_page(rows, (Key("finished_at", datetime), Key("id", int)), cursor, limit)
    ids = [row["id"] for row in page.rows]
    rows_tried = ExerciseTry.objects.filter(player=player, mistake__in=ids)
    tried = {one.mistake_id: one for one in rows_tried}
    found: list[answers.ExerciseRow] = [
        {
            "id": row["id"],
            "loss": row["loss"],
            "finished_at": rfc3339(row["finished_at"]),
            **told_try(tried.get(row["id"])),
        }
        for row in page.rows
    ]
    return Page(found, page.next, page.seen)


def told_try(row: ExerciseTry | None) -> answers.Tries:
    """Return the tries at an exercise for the API: number, whether the first and any was right."""
    if row is None:
        return {"tries": 0, "right_at_once": None, "solved": False}
    return {"tries": row.tries, "right_at_once": row.first_right, "solved": row.solved}


def progress(player: int) -> answers.Progress:
    """Return the numbers of exercises that a player (row id) has, has tried and has solved."""
    tries = ExerciseTry.objects.filter(
        player=player, mistake__player=player, mistake__is_exercise=True
    )
    return {
        "exercises": _exercises(player).count(),
        "tried": tries.count(),
        "solved": tries.filter(solved=True).count(),
    }


def try_of(player: int, mistake: Mistake) -> ExerciseTry | None:
    """Return the row of a player's (id) answers to the exercise made of a mistake; None without."""
    return ExerciseTry.objects.filter(player=player, mistake=mistake).first()


def puzzle_of(day: date) -> DailyPuzzle | None:
    """Return the daily puzzle of a day; None without one that still qualifies as an exercise."""
    rows = _puzzles().select_related("mistake__match__record")
    return rows.filter(day=day).first()


def _puzzles() -> QuerySet[DailyPuzzle]:
    """Return the daily puzzles whose mistakes qualify as exercises."""
    return DailyPuzzle.objects.filter(mistake__is_exercise=True)


def puzzle_candidates(most: int = RECENT) -> list[int]:
    """Return at most `most` row ids of mistakes that may become a daily puzzle, the latest first."""
    shown = Match.objects.filter(pk=OuterRef("match"), status=MatchStatus.FINISHED, public=True)
    rows = Mistake.objects.filter(is_any(shown), is_exercise=True, puzzle=None, at__contains="c")
    return list(rows.order_by("-finished_at", "-id").values_list("pk", flat=True)[:most])


def puzzle_waits(day: date) -> bool:
    """Return whether a day has a puzzle, its own, to be chosen by the first request, or one of the set."""
    rows = _puzzles().filter(day=day)
    return rows.exists() or bool(puzzle_candidates(1)) or Puzzle.objects.exists()


def puzzle_result(puzzle: DailyPuzzle) -> answers.PuzzleResult:
    """Return how many people tried a daily puzzle, and how many of them solved it at once."""
    tries = ExerciseTry.objects.filter(mistake=puzzle.mistake_id)
    tries = tries.exclude(player__kind=PlayerKind.BOT)
    return {"tried": tries.count(), "solved_at_once": tries.filter(first_right=True).count()}


def puzzle_days(limit: int = 30) -> list[date]:
    """Return the latest days with a puzzle."""
    return list(_puzzles().order_by("-day").values_list("day", flat=True)[:limit])


def mistakes_page(
    player: int, *, cursor: str | None = None, limit: int = 50
) -> Page[answers.Mistake]:
    """Return a page of a player's (row id) mistakes, latest first, as the API shows them.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = Mistake.objects.filter(player=player).values(
        "id", "match__public_id", "at", "seat", "loss", "finished_at"
    )
    page = read_page(rows, (Key("finished_at", datetime), Key("id", int)), cursor, limit)
    found: list[answers.Mistake] = [
        {
            "match": row["match__public_id"],
            "at": row["at"],
            "seat": row["seat"],
            "loss": row["loss"],
            "finished_at": rfc3339(row["finished_at"]),
        }
        for row in page.rows
    ]
    return Page(found, page.next, page.seen)

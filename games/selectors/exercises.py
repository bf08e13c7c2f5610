"""Exercises: positions of finished matches as one seat saw them, and what the cards were worth.

What is told before the answer comes from the view of that seat and nothing else; no player is named.
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

from games.analysis import SURE, moment_at
from games.answers import exercises as answers
from games.answers.analyses import Judged
from games.engine import PlayCard, PlayerView
from games.models import DailyPuzzle, ExerciseTry, Match, MatchAnalysis, Mistake
from games.models.analyses import AnalysisState
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.record.record import rfc3339
from games.record.verify import checked_log
from games.selectors.keyset import Key, Page, is_any, read_page

Json: TypeAlias = dict[str, Any]

KEPT: Final = 24 * 3600
"""Seconds that a position is kept: to find it the match is played through."""
RECENT: Final = 300
"""Mistakes among which the puzzle of a day is looked for."""


def position_of(mistake: Mistake) -> answers.Position | None:
    """Return the position as its seat saw it; None where its match has no such play any more."""
    key = f"exercise:2:{mistake.pk}"
    found: answers.Position | None = cache.get(key)
    if found is None:
        record = json.loads(zlib.decompress(mistake.match.record.body))
        moment = moment_at(checked_log(record), mistake.at)
        if moment is None:
            return None
        found = told_view(moment.view)
        cache.set(key, found, KEPT)
    return found


def told_view(view: PlayerView) -> answers.Position:
    """Return what a seat sees when it is to play, with the seats counted from its own."""
    rules, own = view.rules, view.seat
    assert own is not None
    assert view.trick is not None
    side = rules.side_of[own]

    def place(seat: int) -> int:
        return (seat - own) % rules.players

    return {
        "preset": rules.ruleset.preset,
        "players": rules.players,
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
        "trick": [{"place": place(play.seat), "card": play.card} for play in view.trick.plays],
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
    """Return what a seat knows of the contract; None where there is none."""
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
    """Hands of others that lie open."""
    hands = view.hands or ()
    return [
        {"place": place(seat), "hand": list(hand)}
        for seat, hand in enumerate(hands)
        if hand is not None and seat != view.seat
    ]


def judgement_of(mistake: Mistake) -> answers.Solution | None:
    """Return what the analysis says of the play: every card, the best, the line.

    None where it is gone.
    """
    row = MatchAnalysis.objects.filter(pk=mistake.match_id, state=AnalysisState.DONE).first()
    if row is None or row.body is None:
        return None
    body = orjson.loads(zlib.decompress(row.body))
    for deal in body["deals"]:
        for play in deal["plays"]:
            if play["at"] == mistake.at:
                judged: Judged = play["judged"]
                cards: list[answers.SolvedCard] = [
                    {**one, "right": one["behind"] <= SURE * one["behind_error"]}
                    for one in judged["cards"]
                ]
                return {
                    "unit": body.get("unit", "cards"),
                    "best": judged["best"],
                    "played": play["card"],
                    "exact": judged["worlds"] == 0,
                    "cards": cards,
                }
    return None


def _exercises(player: int) -> QuerySet[Mistake]:
    """Return the mistakes of a player that are worth asking about."""
    return Mistake.objects.filter(player=player, is_exercise=True)


def next_exercise(player: int, after: int | None = None) -> Mistake | None:
    """Return the latest exercise of a player that is not solved.

    It comes behind the exercise `after`, if one is passed over.
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
    """Return a mistake of this player, in a match that is shown."""
    rows = Mistake.objects.filter(match__status=MatchStatus.FINISHED).select_related(
        "match__record"
    )
    return rows.filter(pk=pk, player=player).first()


def exercises_of_match(player: int, match: str) -> dict[str, int]:
    """Return address -> id of the exercises that a player has of a match."""
    rows = _exercises(player).filter(match__public_id=match)
    return dict(rows.values_list("at", "pk"))


def exercises_page(
    player: int, *, cursor: str | None = None, limit: int = 50
) -> Page[answers.ExerciseRow]:
    """Return the exercises of a player, the latest first, and how each was answered.

    Raises BadCursorError.
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
    """Return how often an exercise was answered, whether right at once, and whether at all."""
    if row is None:
        return {"tries": 0, "right_at_once": None, "solved": False}
    return {"tries": row.tries, "right_at_once": row.first_right, "solved": row.solved}


def progress(player: int) -> answers.Progress:
    """Return how many exercises a player has, has tried and has solved."""
    tries = ExerciseTry.objects.filter(
        player=player, mistake__player=player, mistake__is_exercise=True
    )
    return {
        "exercises": _exercises(player).count(),
        "tried": tries.count(),
        "solved": tries.filter(solved=True).count(),
    }


def try_of(player: int, mistake: Mistake) -> ExerciseTry | None:
    """Return how a player has answered a position."""
    return ExerciseTry.objects.filter(player=player, mistake=mistake).first()


def puzzle_of(day: date) -> DailyPuzzle | None:
    """Return the puzzle of a day, where one has been chosen that asks something."""
    rows = _puzzles().select_related("mistake__match__record")
    return rows.filter(day=day).first()


def _puzzles() -> QuerySet[DailyPuzzle]:
    return DailyPuzzle.objects.filter(mistake__is_exercise=True)


def puzzle_candidates(most: int = RECENT) -> list[int]:
    """Mistakes that would make a puzzle and have not been one, the latest first (ids)."""
    shown = Match.objects.filter(pk=OuterRef("match"), status=MatchStatus.FINISHED, public=True)
    rows = Mistake.objects.filter(is_any(shown), is_exercise=True, puzzle=None)
    return list(rows.order_by("-finished_at", "-id").values_list("pk", flat=True)[:most])


def puzzle_waits(day: date) -> bool:
    """Return whether a day has a puzzle, chosen or to be chosen by whoever asks first."""
    return _puzzles().filter(day=day).exists() or bool(puzzle_candidates(1))


def puzzle_result(puzzle: DailyPuzzle) -> answers.PuzzleResult:
    """How many people have tried a puzzle, and how many found the card at once; programs do not
    count."""
    tries = ExerciseTry.objects.filter(mistake=puzzle.mistake_id)
    tries = tries.exclude(player__kind=PlayerKind.BOT)
    return {"tried": tries.count(), "solved_at_once": tries.filter(first_right=True).count()}


def puzzle_days(limit: int = 30) -> list[date]:
    """Return the latest days with a puzzle."""
    return list(_puzzles().order_by("-day").values_list("day", flat=True)[:limit])


def mistakes_page(
    player: int, *, cursor: str | None = None, limit: int = 50
) -> Page[answers.Mistake]:
    """Costly cards of a player, the latest first. Raises BadCursorError."""
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

"""Reads of exercises: positions of finished matches as one seat saw them, and their solutions.

What is shown before the answer comes from that seat's view alone, and no player is named.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, Final, TypeAlias, TypedDict

import orjson
from django.core.cache import cache
from django.db.models import OuterRef, Q, QuerySet
from django.utils import timezone

from games.analysis import (
    KEEP,
    Decision,
    code_of,
    decision_at,
    in_order,
    is_right,
    options_of,
    played_card_at,
    weight_in,
)
from games.bots.evaluation.exchange_evaluator import EXCHANGE
from games.common.keyset import Key, Page, is_any, read_page
from games.engine import PlayCard, PlayerView, Rules, ruleset_from_options
from games.models import DailyPuzzle, ExerciseTry, Match, MatchAnalysis, Mistake
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.puzzles.answers import exercises as answers
from games.record.record import rfc3339
from games.record.verify import checked_log

Json: TypeAlias = dict[str, Any]

POSITION_CACHE_S: Final = 24 * 3600
"""Seconds for which a position is cached, since computing it replays the match."""
REPEAT_DAYS: Final = (3, 8, 21)
"""Days after which an exercise comes back: after the first, the second and each later wrong answer."""
MAX_WAITING: Final = 200
"""Most missed exercises among which the first to come back is looked for."""
MAX_DAILY_CANDIDATES: Final = 300
"""Number of mistakes from which the puzzle of a day is chosen."""


def position_of(mistake: Mistake) -> answers.Position | None:
    """Return the position before a mistake, as its seat saw it; None if it no longer exists."""
    key = f"exercise:3:{mistake.pk}"
    position: answers.Position | None = cache.get(key)
    if position is None:
        log = checked_log(json.loads(zlib.decompress(mistake.match.record.body)))
        moment, decision = played_card_at(log, mistake.at), decision_at(log, mistake.at)
        if moment is not None:
            position = view_json(moment.view)
        elif decision is not None and decision.kind == "exchange":
            position = exchange_json(decision)
        else:
            return None
        cache.set(key, position, POSITION_CACHE_S)
    return position


def rules_of(mistake: Mistake) -> Rules:
    """Return the rules of the match in which a mistake was made."""
    match = mistake.match
    return ruleset_from_options(match.ruleset.preset, match.players, match.ruleset.options).rules


def view_of(mistake: Mistake) -> PlayerView | None:
    """Return the view of a mistake's seat before its play; None if the mistake was no card."""
    record = json.loads(zlib.decompress(mistake.match.record.body))
    moment = played_card_at(checked_log(record), mistake.at)
    return None if moment is None else moment.view


def exchange_json(decision: Decision) -> answers.Position:
    """Return the decision on exchanging the turned card as a position for the API."""
    give, take = decision.cards
    return {
        **view_json(decision.view),
        "asked": {"kind": "exchange", "give": give, "take": take},
        "legal": [EXCHANGE, KEEP],
    }


def view_json(view: PlayerView) -> answers.Position:
    """Return the view of the seat to act as a position for the API; that seat counts as 0."""
    rules, own = view.rules, view.seat
    assert own is not None
    trick_cards = view.trick.plays if view.trick is not None else ()
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
        "contract": _contract_json(view, place),
        "open_hands": _open_hands(view, place),
        "hand": list(view.hand),
        "legal": sorted({action.card for action in view.legal if isinstance(action, PlayCard)},
                        key=view.hand.index),
        "trick": [{"place": place(play.seat), "card": play.card} for play in trick_cards],
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


def _contract_json(
    view: PlayerView, place: Callable[[int], int]
) -> answers.PositionContract | None:
    """Return a deal's contract, as far as a seat knows it, for the API; None without one."""
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
    """Return the other seats' hands that lie open, for the API."""
    hands = view.hands or ()
    return [
        {"place": place(seat), "hand": list(hand)}
        for seat, hand in enumerate(hands)
        if hand is not None and seat != view.seat
    ]


def judgement_of(mistake: Mistake) -> answers.Solution | None:
    """Return the solution of an exercise: what each card or option is worth; None if gone.

    None where the analysis no longer exists.
    """
    row = MatchAnalysis.objects.filter(pk=mistake.match_id).first()
    if row is None or row.body is None:
        return None
    body = orjson.loads(zlib.decompress(row.body))
    for deal in body["deals"]:
        for judged_decision in in_order(deal):
            if judged_decision["at"] == mistake.at:
                return _solution(judged_decision, body.get("unit", "cards"))
    return None


def _solution(decision: Json, unit: str) -> answers.Solution:
    """Return the solution (worth of each option) from an analysis' judgement of a decision."""
    judged = decision["judged"]
    weight = weight_in(judged)
    return {
        "unit": unit,
        "best": judged["best"],
        "played": decision.get("chosen") or decision["card"],
        "exact": judged["worlds"] == 0,
        "cards": [_solved_card(option, judged["best"], weight) for option in options_of(judged)],
    }


def _solved_card(option: Mapping[str, Any], best: str, weight: float) -> answers.SolvedCard:
    """Return an option of a judgement with whether it is right; `weight` is that of `is_right`."""
    return {
        "card": code_of(option),
        "points": option["points"],
        "points_error": option["points_error"],
        "win": option["win"],
        "behind": option["behind"],
        "behind_error": option["behind_error"],
        "right": code_of(option) == best or is_right(option, weight),
    }


def _exercises(player: int) -> QuerySet[Mistake]:
    """Return a query of a player's (row id) mistakes that qualify as exercises."""
    return Mistake.objects.filter(player=player, is_exercise=True)


def next_exercise(player: int, after: int | None = None) -> Mistake | None:
    """Return a player's latest exercise that is due, or the next older one after the exercise `after`.

    Both are row ids. After the last exercise the latest one is returned again; None where no
    exercise is due.
    """
    rows = _due_exercises(player)
    latest_first = rows.order_by("-finished_at", "-id")
    if after is not None:
        previous = Mistake.objects.filter(pk=after, player=player).first()
        if previous is not None:
            beyond = latest_first.filter(
                finished_at__lte=previous.finished_at, pk__lt=previous.pk
            ).first()
            if beyond is not None:
                return beyond
    return latest_first.first()


def _due_exercises(player: int) -> QuerySet[Mistake]:
    """Return a query of a player's exercises that are not solved, and were not missed just now."""
    tries = ExerciseTry.objects.filter(player=player)
    now = timezone.now()
    resting = [
        Q(tries=number, tried_at__gt=now - timedelta(days=days))
        for number, days in enumerate(REPEAT_DAYS[:-1], start=1)
    ]
    resting.append(
        Q(tries__gte=len(REPEAT_DAYS), tried_at__gt=now - timedelta(days=REPEAT_DAYS[-1]))
    )
    waiting = tries.filter(reduce(or_, resting), solved=False).values("mistake")
    solved = tries.filter(solved=True).values("mistake")
    return _exercises(player).exclude(pk__in=solved).exclude(pk__in=waiting)


def due_count(player: int) -> int:
    """Return the number of exercises that a player (row id) can do today."""
    return _due_exercises(player).count()


class OwnHands(TypedDict):
    """A player's exercises in numbers: all of them, and those due today."""

    exercises: int
    due: int


def own_hands(player: int) -> OwnHands:
    """Return the numbers of exercises that a player (row id) has, and can do today."""
    return {"exercises": _exercises(player).count(), "due": due_count(player)}


def next_return(player: int) -> datetime | None:
    """Return the moment at which a player's first missed exercise comes back; None if none waits."""
    rows = ExerciseTry.objects.filter(player=player, solved=False, mistake__is_exercise=True)
    returns = [
        row.tried_at + timedelta(days=days_until_return(row.tries))
        for row in rows.order_by("tried_at")[:MAX_WAITING]
    ]
    return min(returns, default=None)


def days_until_return(tries: int) -> int:
    """Return the days until an exercise comes back that was answered wrong so many times."""
    return REPEAT_DAYS[min(max(tries, 1), len(REPEAT_DAYS)) - 1]


def exercise(player: int, pk: int) -> Mistake | None:
    """Return a player's mistake with this row id if its match is public, otherwise None."""
    rows = Mistake.objects.filter(match__status=MatchStatus.FINISHED).select_related(
        "match__record", "match__ruleset"
    )
    return rows.filter(pk=pk, player=player).first()


def exercises_of_match(player: int, match: str) -> dict[str, int]:
    """Return place ("d2t3c1": deal, trick, card) -> row id of a player's exercises in a match.

    `match` is its public id.
    """
    rows = _exercises(player).filter(match__public_id=match)
    return dict(rows.values_list("at", "pk"))


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
    tried = {row.mistake_id: row for row in rows_tried}
    exercises: list[answers.ExerciseRow] = [
        {
            "id": row["id"],
            "loss": row["loss"],
            "finished_at": rfc3339(row["finished_at"]),
            **tries_json(tried.get(row["id"])),
        }
        for row in page.rows
    ]
    return Page(exercises, page.next, page.seen)


def tries_json(row: ExerciseTry | None) -> answers.Tries:
    """Return the answers to an exercise for the API: their number, first right, any right."""
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
    """Return the row with a player's (row id) answers to an exercise; None without answers."""
    return ExerciseTry.objects.filter(player=player, mistake=mistake).first()


def puzzle_of(day: date) -> DailyPuzzle | None:
    """Return the daily puzzle of a day; None if it has none that still qualifies."""
    rows = _puzzles().select_related("mistake__match__record", "mistake__match__ruleset")
    return rows.filter(day=day).first()


def _puzzles() -> QuerySet[DailyPuzzle]:
    """Return a query of daily puzzles whose mistakes still qualify as exercises."""
    return DailyPuzzle.objects.filter(mistake__is_exercise=True)


def puzzle_candidates(most: int = MAX_DAILY_CANDIDATES) -> list[int]:
    """Return at most `most` row ids of mistakes that may become a daily puzzle, the latest first."""
    shown = Match.objects.filter(pk=OuterRef("match"), status=MatchStatus.FINISHED, public=True)
    rows = Mistake.objects.filter(is_any(shown), is_exercise=True, puzzle=None, at__contains="c")
    return list(rows.order_by("-finished_at", "-id").values_list("pk", flat=True)[:most])


def puzzle_result(puzzle: DailyPuzzle) -> answers.PuzzleResult:
    """Return the number of people who tried a daily puzzle, and of those who solved it at once."""
    tries = ExerciseTry.objects.filter(mistake=puzzle.mistake_id)
    tries = tries.exclude(player__kind=PlayerKind.BOT)
    return {"tried": tries.count(), "solved_at_once": tries.filter(first_right=True).count()}


def puzzle_days(limit: int = 30) -> list[date]:
    """Return the latest days with a daily puzzle."""
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
    mistakes: list[answers.Mistake] = [
        {
            "match": row["match__public_id"],
            "at": row["at"],
            "seat": row["seat"],
            "loss": row["loss"],
            "finished_at": rfc3339(row["finished_at"]),
        }
        for row in page.rows
    ]
    return Page(mistakes, page.next, page.seen)

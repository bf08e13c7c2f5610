"""Cases of fair play with decisions of others to compare with, for the tests of blind reviews."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.utils import timezone

from games.analysis.match_analysis import analyse_log
from games.models import CaseReport, Match, MatchAnalysis, OpponentDecisions, PairDecisions, Player
from games.models.analyses import AnalysisState
from games.record.log import MatchLog
from games.services.records import packed
from games.services.reports import send_automatic
from tests.stats.support import log_of, stored
from tests.support.people import player_without_account

FEW_WORLDS = 12


def analysed(names: tuple[str, ...], seed: str, **options: Any) -> tuple[Match, dict[str, Any]]:
    """A match of these people that has just ended, with its analysis."""
    log, body = _log_and_body(names, seed, tuple(sorted(options.items())))
    match = stored(names, log=log)
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(finished_at=now)
    content, sha256 = packed(body)
    MatchAnalysis.objects.update_or_create(
        match=match,
        defaults={"state": AnalysisState.DONE, "made_at": now, "body": content, "sha256": sha256},
    )
    return match, body


@cache
def _log_and_body(
    names: tuple[str, ...], seed: str, options: tuple[tuple[str, Any], ...]
) -> tuple[MatchLog, dict[str, Any]]:
    """Return a match and its analysis, which is made once a process: the same log is judged alike."""
    log = log_of(names, options={"match.target": 2, **dict(options)}, seed=seed)
    return log, analyse_log(log, worlds=FEW_WORLDS).body


def places_of(body: dict[str, Any], seats: tuple[int, ...], most: int) -> list[list[Any]]:
    """Decisions of these seats as they are stored, each with a card that is not the best."""
    plays = [play for deal in body["deals"] for play in deal["plays"] if play["judged"]]
    return [
        [play["at"], play["judged"]["cards"][1]["card"], False]
        for play in plays
        if play["seat"] in seats
    ][:most]


def favours(letter: str, number: int = 16) -> tuple[Player, Player]:
    """Somebody at a table of three, with decisions that count for one opponent."""
    names = tuple(f"{letter}{seat}" for seat in range(3))
    match, body = analysed(names, letter)
    places = places_of(body, (0,), number)
    assert len(places) == number
    one, other = (player_without_account(name) for name in names[:2])
    OpponentDecisions.objects.create(
        match=match, player=one, opponent=other, decisions=number, followed=3, deals=4,
        finished_at=timezone.now(), places=places,
    )  # fmt: skip
    return one, other


def partners(letter: str, number: int = 16) -> tuple[Player, Player]:
    """Two partners, with decisions that count."""
    names = tuple(f"{letter}{seat}" for seat in range(4))
    match, body = analysed(names, letter, teams="pairs")
    places = places_of(body, (0, 2), number)
    assert len(places) == number
    one, other = sorted(
        (player_without_account(names[0]), player_without_account(names[2])),
        key=lambda each: each.pk,
    )
    PairDecisions.objects.create(
        match=match, one=one, other=other, decisions=number, followed=3, deals=4,
        finished_at=timezone.now(), places=places,
    )  # fmt: skip
    return one, other


def favour_case(letter: str = "X", number: int = 16) -> CaseReport:
    """The report of a rule about somebody who favours an opponent."""
    one, other = favours(letter, number)
    report = send_automatic(player=one, kind="signals", facts={"favours": other.pk, "z": 5.0})
    assert report is not None
    return report

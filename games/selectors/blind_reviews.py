"""Reads of cases of fair play that a moderator judges blind, and of what moderators judged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from django.db.models import Avg, Count, Q, QuerySet, Sum

from games.models import (
    BlindJudgement,
    BlindReview,
    Case,
    CaseReport,
    OpponentDecisions,
    PairDecisions,
    Player,
    Rating,
)
from games.selectors.partner_knowledge import LOOK_BACK
from games.stats.ratings import CENTRE

if TYPE_CHECKING:
    from accounts.models import User

Kind: TypeAlias = Literal["partner", "opponent"]
Rows: TypeAlias = QuerySet[Any]
"""Rows of PairDecisions or OpponentDecisions."""
PlayerPair: TypeAlias = tuple[int, int]
"""Row ids of two partners, the lower one first; or of a player and the opponent in question."""

OTHER_PLAYER_FACTS: Final[dict[str, Kind]] = {"with": "partner", "favours": "opponent"}
"""Fact of a rule's report that names the other player, and what that player is."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a case of fair play: its kind, and the row ids of the two players concerned."""

    kind: Kind
    two: PlayerPair


@dataclass(frozen=True, slots=True)
class Judged:
    """One moderator's verdicts in a blind review: on the suspects' decisions, on the controls'."""

    moderator: User | None
    at: datetime
    real: str
    """Verdict on the case's decisions: `nothing`, `doubtful` or `clear`."""
    controls: list[str]
    """Verdicts on the other pairs' sets of decisions."""


def subject_of(case: Case) -> Subject | None:
    """Return the two players of a case that a rule of fair play has opened; None for all others."""
    reports = case.reports.filter(kind="signals", automatic=True, status=CaseReport.Status.OPEN)
    for reported, facts in reports.order_by("pk").values_list("reported", "facts"):
        for fact, kind in OTHER_PLAYER_FACTS.items():
            if fact in facts:
                other = int(facts[fact])
                two = (reported, other)
                return Subject(kind, (min(two), max(two)) if kind == "partner" else two)
    return None


def to_judge_blind(cases: Iterable[Case], moderator: User) -> set[int]:
    """Return the row ids of those open cases that a moderator has to judge blind first.

    Those are cases that a rule of fair play has opened, but not those that the moderator has judged,
    or that were found to have nobody to compare with.
    """
    waiting = [case.pk for case in cases if case.closed_at is None and case.player_id]
    about = Q(facts__has_key="with") | Q(facts__has_key="favours")
    reports = CaseReport.objects.filter(
        about, case__in=waiting, kind="signals", automatic=True, status=CaseReport.Status.OPEN
    )
    case_ids = set(reports.values_list("case", flat=True)) if waiting else set()
    reviews = BlindReview.objects.filter(case__in=case_ids, moderator=moderator)
    finished_reviews = reviews.annotate(judged=Count("judgements")).filter(
        Q(judged__gt=0) | Q(sets=[])
    )
    return case_ids - set(finished_reviews.values_list("case", flat=True)) if case_ids else case_ids


def concerns(subject: Subject, moderator: User) -> bool:
    """Return whether a moderator is one of the two players that a case is about."""
    return Player.objects.filter(pk__in=subject.two, user=moderator).exists()


def judgements_of(case: Case) -> list[Judged]:
    """Return each moderator's verdicts in the blind reviews of a case, earliest review first."""
    rows = BlindJudgement.objects.filter(review__case=case).select_related("review__moderator")
    by_review: dict[BlindReview, list[BlindJudgement]] = defaultdict(list)
    for row in rows.order_by("review", "place"):
        by_review[row.review].append(row)
    return [_judged(review, judgements) for review, judgements in by_review.items()]


def _judged(review: BlindReview, judgements: Collection[BlindJudgement]) -> Judged:
    """Return one moderator's verdicts in a blind review, that on the suspects separately."""
    real = next(at for at, decision_set in enumerate(review.sets) if decision_set["real"])
    verdicts = {row.place: row.verdict for row in judgements}
    return Judged(
        review.moderator,
        at=max(row.at for row in judgements),
        real=verdicts[real],
        controls=[verdict for place, verdict in verdicts.items() if place != real],
    )


def decisions_of(subject: Subject, now: datetime) -> Rows:
    """Return a query of the stored counts of decisions of a case's two players, a row a match."""
    first, second = subject.two
    rows = _stored_decisions(subject.kind, now)
    if subject.kind == "partner":
        return rows.filter(one=first, other=second)
    return rows.filter(player=first, opponent=second)


def alike(
    subject: Subject, *, least: int, now: datetime, without: Collection[int]
) -> list[PlayerPair]:
    """Return pairs of players (row ids) as controls for a blind review, nearest in rating first.

    Each pair has at least `least` decisions that count, none of the players is among `without` (row
    ids) or has been reported by a rule of fair play.
    """
    names = ("one", "other") if subject.kind == "partner" else ("player", "opponent")
    sums = _stored_decisions(subject.kind, now).order_by().values_list(*names)
    totals = sums.annotate(number=Sum("decisions")).filter(number__gte=least)
    reported = CaseReport.objects.filter(kind="signals", automatic=True)
    excluded = {*without, *subject.two, *reported.values_list("reported", flat=True)}
    pairs = [(first, second) for first, second, _ in totals if not excluded & {first, second}]
    ratings = Rating.objects.order_by().values_list("player").annotate(mean=Avg("display"))
    means = dict(
        ratings.filter(player__in={*subject.two, *(player for two in pairs for player in two)})
    )

    def strength(two: PlayerPair) -> float:
        return float(sum(means.get(player, CENTRE) for player in two)) / 2

    own = strength(subject.two)
    return sorted(pairs, key=lambda two: (abs(strength(two) - own), two))


def _stored_decisions(kind: Kind, now: datetime) -> Rows:
    """Return a query of the stored counts of decisions of a kind, recent and with known places."""
    if kind == "partner":
        pairs = PairDecisions.objects.filter(finished_at__gt=now - LOOK_BACK, decisions__gt=0)
        return pairs.exclude(places=None)
    return OpponentDecisions.objects.filter(finished_at__gt=now - LOOK_BACK, decisions__gt=0)

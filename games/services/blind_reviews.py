"""Blind reviews: what a moderator judges of a case of fair play before knowing whom it is about."""

from __future__ import annotations

import json
import secrets
import zlib
from collections.abc import Sequence
from datetime import datetime
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from django.db import transaction
from django.utils import timezone

from games.analysis.shown_decisions import shown_decisions
from games.common.errors import CaseError
from games.models import BlindJudgement, BlindReview, Case, Match, Player, Seat
from games.record.verify import checked_log
from games.selectors.blind_reviews import Subject, alike, concerns, decisions_of, subject_of

if TYPE_CHECKING:
    from accounts.models import User

Json: TypeAlias = dict[str, Any]

CONTROL_SETS: Final = 2
"""Number of other pairs' sets of decisions that are shown beside the case's set."""
DECISIONS_A_SET: Final = 24
"""Number of card decisions in a set."""
MIN_DECISIONS: Final = 12
"""Minimum number of card decisions in a set; with fewer there is no blind review."""
CONTROL_CANDIDATES: Final = 12
"""Number of pairs with the most similar ratings from which the other sets are drawn."""
VERDICTS: Final = frozenset(BlindJudgement.Verdict.values)


@transaction.atomic
def begin_blind_review(*, case: Case, moderator: User) -> BlindReview:
    """Return a moderator's blind review of a case; on first call, draw the card decisions to judge.

    The review has sets of decisions: one of the players of the case, the others of players with
    similar ratings. All sets have the same number of decisions, and their order is drawn by chance.
    There are no sets where too little is stored, or nobody to compare with.

    Raises:
        CaseError: `no_such_case` for a case that no rule of fair play has opened; `own_case` where
            the moderator is one of the two players.
    """
    subject = subject_of(case)
    if subject is None:
        raise CaseError("no_such_case")
    if concerns(subject, moderator):
        raise CaseError("own_case")
    known = BlindReview.objects.filter(case=case, moderator=moderator).first()
    if known is not None:
        return known
    now = timezone.now()
    review, _created = BlindReview.objects.get_or_create(
        case=case,
        moderator=moderator,
        defaults={"at": now, "subject": subject.kind, "sets": _sets(subject, moderator, now)},
    )
    return review


@transaction.atomic
def judge_blind(*, case: Case, moderator: User, verdicts: Sequence[str]) -> None:
    """Store a moderator's verdict on each set of a blind review, in the order shown, for good.

    Raises:
        CaseError: `closed`, `no_such_case` where no review was begun, `judged` for a second time,
            or `no_verdict` where a set has none.
    """
    review = (
        BlindReview.objects.select_for_update(of=("self",))
        .filter(case=case, moderator=moderator)
        .first()
    )
    if review is None:
        raise CaseError("no_such_case")
    if Case.objects.filter(pk=case.pk).exclude(closed_at=None).exists():
        raise CaseError("closed")
    if review.judgements.exists():
        raise CaseError("judged")
    if len(verdicts) != len(review.sets) or not VERDICTS.issuperset(verdicts):
        raise CaseError("no_verdict")
    now = timezone.now()
    BlindJudgement.objects.bulk_create(
        BlindJudgement(review=review, place=place, verdict=verdict, at=now)
        for place, verdict in enumerate(verdicts)
    )


def _sets(subject: Subject, moderator: User, now: datetime) -> list[Json]:
    """Return a blind review's sets of card decisions, shuffled; [] without enough to compare."""
    dice = secrets.SystemRandom()
    stored = sum(decisions_of(subject, now).values_list("decisions", flat=True))
    size = min(DECISIONS_A_SET, stored)
    if size < MIN_DECISIONS:
        return []
    own = Player.objects.filter(user=moderator).values_list("pk", flat=True)
    others = alike(subject, least=size, now=now, without=own)[:CONTROL_CANDIDATES]
    dice.shuffle(others)
    sets = [_set(subject, size, now, dice)]
    for two in others:
        if len(sets) <= CONTROL_SETS:
            control = _set(Subject(subject.kind, two), size, now, dice)
            sets += [control] if len(control) >= MIN_DECISIONS else []
    size = min(map(len, sets))
    if len(sets) <= CONTROL_SETS or size < MIN_DECISIONS:
        return []
    shown = [{"real": not at, "decisions": decisions[:size]} for at, decisions in enumerate(sets)]
    dice.shuffle(shown)
    return shown


def _set(subject: Subject, size: int, now: datetime, dice: SystemRandom) -> list[Json]:
    """Return at most `size` card decisions of two players, drawn at random from their matches."""
    rows = list(decisions_of(subject, now).values_list("match", "places"))
    dice.shuffle(rows)
    decisions: list[Json] = []
    for match, places in rows:
        if len(decisions) >= size:
            break
        decisions += _decisions(match, places, subject.two)
    dice.shuffle(decisions)
    return decisions[:size]


def _decisions(match: int, places: list[list[Any]], two: tuple[int, int]) -> list[Json]:
    """Return the card decisions of two players in one match, to be shown; [] if not analysed."""
    row = Match.objects.filter(pk=match).select_related("record", "analysis").first()
    seats = dict(Seat.objects.filter(match=match).values_list("player", "seat"))
    if row is None or not hasattr(row, "analysis") or row.analysis.body is None:
        return []
    log = checked_log(json.loads(zlib.decompress(row.record.body)))
    analysis = json.loads(zlib.decompress(row.analysis.body))
    return shown_decisions(log, analysis, places, (seats[two[0]], seats[two[1]]))

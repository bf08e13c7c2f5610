"""Decisions of moderators: each with its row in the log, its effect and its statement at once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.utils import timezone

from games.common.errors import CaseError
from games.conduct.measures import (
    APPEAL_DAYS,
    SIGNUP_BANS,
    SILENT,
    TWO_PEOPLE,
    Measure,
    MeasureError,
    check_measure,
)
from games.models import Case, CaseReport, ChatLine, ModAction, Player, Statement
from games.selectors.blind_reviews import to_judge_blind
from games.services.cases import add_note, lock_case
from games.services.mod_log import Decision, append_action
from games.services.refunds import refund_ratings, take_back_refunds
from games.services.restrictions import begin_measure, end_measure

if TYPE_CHECKING:
    from accounts.models import User

DISMISSAL: Final = "dismissal"
"""Name in the moderators' log of a case that was closed without a measure."""
REVERSAL: Final = "reversal"
"""Name in the moderators' log of a decision that takes another decision back."""
PROPOSAL: Final = "proposal"
"""Name in the moderators' log of a measure that waits for a second moderator."""
UNDO_WITHIN: Final = timedelta(seconds=30)
"""Time in which a moderator may undo a decision: ten seconds are shown, the rest is the network."""
MAX_TEXT: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A moderator's decision in a case: the measure and its reasons, not stored yet."""

    measure: str
    """One of games.conduct.measures.MEASURES, or DISMISSAL."""
    rule: str = ""
    minutes: int | None = None
    """Length of the measure in minutes; None for a measure without an end."""
    text: str = ""
    """Text about the measure that the player reads."""
    template: str = ""
    """Name of the text template that the moderator was offered; empty if none was."""
    refund: bool = False
    """Whether those who lost rated matches to the player get points back."""


@transaction.atomic
def decide_case(*, case_id: int, moderator: User, verdict: Verdict) -> ModAction:
    """Decide a case (row id) and close it; return the decision's row in the moderators' log.

    The row in the log, the measure, the statement to the player and the answer to the reporters are
    one transaction. A measure that needs two people is only proposed by the first, and the case
    stays open; the second decides it by the same call.

    Raises:
        CaseError: with a code of `lock_case`; `blind_first` where the moderator has to judge blind
            before; `second_person` for one's own proposal; `no_player`, `no_text`, `protected`,
            `no_account`, `barred`, or a code of MeasureError.
    """
    now = timezone.now()
    case = lock_case(case_id=case_id, moderator=moderator, now=now)
    if to_judge_blind([case], moderator):
        raise CaseError("blind_first")
    if verdict.measure == DISMISSAL:
        return _dismiss(case, moderator, now)
    measure, player = _checked(verdict), case.player
    if player is None:
        raise CaseError("no_player")
    if measure in TWO_PEOPLE:
        if case.closure_by_id is None:
            return _propose(case, player, moderator, verdict, now)
        if case.closure_by_id == moderator.pk:
            raise CaseError("second_person")
    action = _carry_out(case, player, moderator, verdict, now)
    _close(case, now, upheld=True)
    return action


@transaction.atomic
def decide_by_rule(*, player: Player, verdict: Verdict) -> ModAction:
    """Take a measure against a player that a rule of the site prescribes; return its log row.

    Raises:
        CaseError: `no_text`, or a code of MeasureError.
    """
    _checked(verdict)
    return _carry_out(None, player, None, verdict, timezone.now())


@transaction.atomic
def undo_decision(*, number: int, moderator: User) -> ModAction:
    """Take back the decision of this `number`, which the moderator has just made; reopen its case.

    It must be less than UNDO_WITHIN ago.

    Raises:
        CaseError: `no_such_decision`, `too_late`, or `open_again` where a new case about the same
            player and subject is open.
    """
    now = timezone.now()
    action = ModAction.objects.filter(number=number, moderator=moderator.pk).first()
    if action is None or action.measure in (REVERSAL, *SIGNUP_BANS):
        raise CaseError("no_such_decision")
    if action.at < now - UNDO_WITHIN or is_reversed(action):
        raise CaseError("too_late")
    row = reverse_action(action=action, moderator=moderator, now=now)
    _reopen(action)
    return row


def is_reversed(action: ModAction) -> bool:
    """Return whether a decision was taken back."""
    return ModAction.objects.filter(reverses=action.number).exists()


@transaction.atomic
def reverse_action(*, action: ModAction, moderator: User | None, now: datetime) -> ModAction:
    """Take a decision back: end its measure, withdraw its statement; return the new row in the log.

    `moderator` is who does it. A decision that was taken back already is not taken back again: the
    row that did so is returned.
    """
    # a match that ends may write rows about the player while it holds the ratings
    locked = Player.objects.select_for_update(no_key=True)
    player = locked.filter(pk=action.player or 0).first()
    earlier: ModAction | None = ModAction.objects.filter(reverses=action.number).first()
    if earlier is not None:
        return earlier
    if player is not None:
        end_measure(player=player, action=action, moderator=moderator, now=now)
        take_back_refunds(cheat=player, action=action.number, now=now)
    Statement.objects.filter(action=action).update(withdrawn_at=now)
    decision = Decision(
        measure=REVERSAL,
        rule=action.rule,
        moderator=None if moderator is None else moderator.pk,
        case=action.case,
        reverses=action.number,
    )
    return append_action(player=player, decision=decision, now=now)


def _checked(verdict: Verdict) -> Measure:
    """Return the measure of a moderator's verdict, if the rules allow it.

    Raises:
        CaseError: with the code of a MeasureError, or `no_text`.
    """
    try:
        measure, _rule = check_measure(verdict.measure, verdict.rule, verdict.minutes)
    except MeasureError as error:
        raise CaseError(error.code) from None
    if not verdict.text.strip() and measure != "silent_mute":
        raise CaseError("no_text")
    return measure


def _carry_out(
    case: Case | None, player: Player, moderator: User | None, verdict: Verdict, now: datetime
) -> ModAction:
    """Store a measure in the log, put it into force, and state its reasons to the player."""
    text = verdict.text.strip()[:MAX_TEXT]
    minutes = verdict.minutes
    decision = Decision(
        measure=verdict.measure,
        rule=verdict.rule,
        moderator=None if moderator is None else moderator.pk,
        starts_at=now,
        ends_at=None if minutes is None else now + timedelta(minutes=minutes),
        scope="" if case is None else case.room,
        case=None if case is None else case.pk,
        template=verdict.template,
        text=text,
    )
    action = append_action(player=player, decision=decision, now=now)
    begin_measure(player=player, action=action, moderator=moderator, text=text)
    if verdict.refund:
        refund_ratings(cheat=player, action=action.number, now=now)
    if verdict.measure == "note" and moderator is not None:
        add_note(player=player, moderator=moderator, text=text)
    if verdict.measure not in SILENT:
        Statement.objects.create(
            player=player,
            action=action,
            text=text,
            at=now,
            appeal_until=now + timedelta(days=APPEAL_DAYS),
        )
    return action


def _propose(
    case: Case, player: Player, moderator: User, verdict: Verdict, now: datetime
) -> ModAction:
    """Log a measure as a proposal, and release the case for a second moderator; return the row."""
    case.closure_by = moderator
    case.closure = {"rule": verdict.rule, "text": verdict.text.strip()[:MAX_TEXT]}
    case.locked_by = case.locked_at = None
    case.save(update_fields=["closure_by", "closure", "locked_by", "locked_at"])
    decision = Decision(
        measure=PROPOSAL, rule=verdict.rule, moderator=moderator.pk, case=case.pk,
        text=verdict.text.strip()[:MAX_TEXT],
    )  # fmt: skip
    return append_action(player=player, decision=decision, now=now)


def _dismiss(case: Case, moderator: User, now: datetime) -> ModAction:
    """Close a case (with or without a player) without a measure; return the row in the log."""
    _close(case, now, upheld=False)
    decision = Decision(measure=DISMISSAL, moderator=moderator.pk, case=case.pk, scope=case.room)
    return append_action(player=case.player, decision=decision, now=now)


def _close(case: Case, now: datetime, *, upheld: bool) -> None:
    """Close a case, and set the outcome of its reports: upheld or dismissed."""
    case.closed_at, case.upheld = now, upheld
    case.locked_by = case.locked_at = case.closure_by = None
    case.save(update_fields=["closed_at", "upheld", "locked_by", "locked_at", "closure_by"])
    status = CaseReport.Status.UPHELD if upheld else CaseReport.Status.DISMISSED
    answered = case.reports.filter(status=CaseReport.Status.OPEN)
    if not upheld:
        hits = [line["id"] for report in answered for line in report.lines if line.get("hit")]
        ChatLine.objects.filter(pk__in=hits).update(hidden=False)
    answered.update(status=status, decided_at=now)


def _reopen(action: ModAction) -> None:
    """Reopen the case of a decision that was taken back, with the reports that it had answered.

    Raises:
        CaseError: `open_again`.
    """
    case = Case.objects.select_for_update().filter(pk=action.case or 0).first()
    if case is None or case.closed_at is None:
        if case is not None:
            case.closure_by = None
            case.save(update_fields=["closure_by"])
        return
    same = Case.objects.filter(player=case.player, room=case.room, closed_at=None)
    if case.player is not None and same.exists():
        raise CaseError("open_again")
    case.reports.filter(decided_at=case.closed_at).update(
        status=CaseReport.Status.OPEN, decided_at=None
    )
    case.closed_at = case.upheld = None
    case.save(update_fields=["closed_at", "upheld"])

"""Appeals against decisions: one for each, answered by another moderator where there is one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.utils import timezone

from games.common.errors import AppealError
from games.models import Appeal, CaseReport, ModAction, Player, Statement
from games.selectors.cases import moderators
from games.services.decisions import is_reversed, reverse_action

if TYPE_CHECKING:
    from accounts.models import User

MAX_TEXT: Final = 1000
OWN_AFTER: Final = timedelta(days=1)
"""Time after which a moderator without any colleague may answer an appeal against themselves."""


@transaction.atomic
def send_appeal(*, statement_id: int, player: Player, text: str) -> Appeal:
    """Store a player's appeal against the decision of a statement (row id); return the appeal.

    Raises:
        AppealError: `no_such_statement`, `too_late`, `withdrawn`, `appealed` for a second appeal,
            or `no_text`.
    """
    statement = Statement.objects.select_for_update().filter(pk=statement_id, player=player).first()
    if statement is None:
        raise AppealError("no_such_statement")
    if statement.withdrawn_at is not None:
        raise AppealError("withdrawn")
    if Appeal.objects.filter(statement=statement).exists():
        raise AppealError("appealed")
    now = timezone.now()
    if now > statement.appeal_until:
        raise AppealError("too_late")
    if not text.strip():
        raise AppealError("no_text")
    return Appeal.objects.create(statement=statement, text=text.strip()[:MAX_TEXT], at=now)


@transaction.atomic
def answer_appeal(*, appeal_id: int, moderator: User, granted: bool, answer: str) -> Appeal:
    """Answer an appeal (row id) and return its row; a granted appeal reverses the decision at once.

    Raises:
        AppealError: `no_such_appeal`, `answered`, `own_case` for one's own appeal, `own_decision`
            for one against one's own decision, or `no_text`.
    """
    appeal = (
        Appeal.objects.select_for_update(of=("self",))
        .select_related("statement__player", "statement__action")
        .filter(pk=appeal_id)
        .first()
    )
    if appeal is None:
        raise AppealError("no_such_appeal")
    if appeal.answered_at is not None:
        raise AppealError("answered")
    if not answer.strip():
        raise AppealError("no_text")
    now = timezone.now()
    _check_may_answer(appeal, moderator, now)
    appeal.answered_at, appeal.answered_by = now, moderator
    appeal.granted, appeal.answer = granted, answer.strip()[:MAX_TEXT]
    appeal.save(update_fields=["answered_at", "answered_by", "granted", "answer"])
    if granted:
        action = ModAction.objects.get(pk=appeal.statement.action_id)
        if not is_reversed(action):
            reverse_action(action=action, moderator=moderator, now=now)
    return appeal


def _check_may_answer(appeal: Appeal, moderator: User, now: datetime) -> None:
    """Refuse a moderator who may not answer an appeal, as the case or the decision is their own.

    Whoever decided may answer only without a colleague, and only OWN_AFTER later.

    Raises:
        AppealError: `own_case` or `own_decision`.
    """
    statement = appeal.statement
    if statement.player.user_id == moderator.pk:
        raise AppealError("own_case")
    if statement.action.moderator != moderator.pk:
        return
    others = moderators().exclude(pk=moderator.pk)
    if others.exists() or now < appeal.at + OWN_AFTER:
        raise AppealError("own_decision")


@transaction.atomic
def mark_read(*, player: Player, now: datetime) -> None:
    """Mark as read all statements to a player, and all answers to reports that the player sent."""
    Statement.objects.filter(player=player, read_at=None).update(read_at=now)
    decided = CaseReport.objects.filter(reporter=player, outcome_read_at=None)
    decided.exclude(status=CaseReport.Status.OPEN).update(outcome_read_at=now)

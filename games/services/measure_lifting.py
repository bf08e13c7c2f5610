"""Measures that a moderator lifts before their end: decisions, pauses by the rule, old bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from accounts.bars import NotBarredError, lift_bar
from accounts.models import AccountBar
from games.common.errors import CaseError
from games.models import ModAction, Player, PlayerPause, Statement
from games.selectors.measures_in_force import running_decisions
from games.services.cases import add_note
from games.services.conduct import lift_pause
from games.services.decisions import REVERSAL, reverse_action
from games.services.mod_log import Decision, append_action
from games.services.players import player_for

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def lift_decision(*, number: int, moderator: User, reason: str) -> ModAction:
    """End a measure of moderators (or a sign-up ban) that is in force; return the new log row.

    `number` is that of the decision. The player's statement then says that it was taken back. The
    reason is kept as a note about the player.

    Raises:
        CaseError: `no_reason_given`, `own_case`, or `no_such_decision` where it is not in force.
    """
    _require_reason(reason)
    action = running_decisions().filter(number=number).first()
    if action is None:
        raise CaseError("no_such_decision")
    player = Player.objects.select_for_update().filter(pk=action.player or 0).first()
    _require_other(player, moderator)
    row = reverse_action(action=action, moderator=moderator, now=timezone.now())
    if player is not None:
        add_note(player=player, moderator=moderator, text=reason)
    return row


@transaction.atomic
def lift_rule_pause(*, pause_id: int, moderator: User, reason: str, text: str) -> ModAction:
    """End a pause (row id) that the rule against leaving began; return the moderators' log row.

    `text` is what the player reads; the reason is kept as a note.

    Raises:
        CaseError: `no_reason_given`, `own_case`, or `no_such_decision` where no such pause runs.
    """
    _require_reason(reason)
    now = timezone.now()
    pause = PlayerPause.objects.filter(pk=pause_id, lifted_at=None, ends_at__gt=now)
    rule_pause = pause.exclude(facts__has_key="action").select_related("player").first()
    if rule_pause is None:
        raise CaseError("no_such_decision")
    _require_other(rule_pause.player, moderator)
    lift_pause(pause=rule_pause, reason=reason, now=now)
    return _say_so(rule_pause.player, moderator, rule="finish", text=text)


@transaction.atomic
def lift_old_bar(*, bar_id: int, moderator: User, reason: str, text: str) -> ModAction:
    """Lift an account's bar (row id) that no logged decision made; return the moderators' log row.

    Such bars come from releases in which the administration made them, or from a program. `text` is
    what the player reads; the reason is kept as a note.

    Raises:
        CaseError: `no_reason_given`, `own_case`, or `no_such_decision` where no such bar runs.
    """
    _require_reason(reason)
    bar = AccountBar.objects.running().select_related("user").filter(pk=bar_id).first()
    if bar is None:
        raise CaseError("no_such_decision")
    player = player_for(bar.user)
    _require_other(player, moderator)
    if running_decisions().filter(player=player.pk, measure__in=("suspension", "closure")).exists():
        raise CaseError("no_such_decision")
    try:
        lift_bar(user=bar.user, lifted_by=moderator)
    except NotBarredError:
        raise CaseError("no_such_decision") from None
    add_note(player=player, moderator=moderator, text=reason)
    return _say_so(player, moderator, rule="", text=text)


def _require_reason(reason: str) -> None:
    """Refuse to lift a measure without a reason.

    Raises:
        CaseError: `no_reason_given`.
    """
    if not reason.strip():
        raise CaseError("no_reason_given")


def _require_other(player: Player | None, moderator: User) -> None:
    """Refuse a moderator who would lift a measure against themselves.

    Raises:
        CaseError: `own_case`.
    """
    if player is not None and player.user_id == moderator.pk:
        raise CaseError("own_case")


def _say_so(player: Player, moderator: User, *, rule: str, text: str) -> ModAction:
    """Log that a measure without a logged decision was lifted, and tell the player."""
    now = timezone.now()
    decision = Decision(measure=REVERSAL, rule=rule, moderator=moderator.pk, text=text)
    action = append_action(player=player, decision=decision, now=now)
    # There is nothing to appeal against: the time for it is over at once.
    Statement.objects.create(player=player, action=action, text=text, at=now, appeal_until=now)
    return action

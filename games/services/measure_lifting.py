"""Measures that a moderator lifts before their end: decisions, pauses by the rule, old bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from accounts.bars import NotBarredError, lift_bar
from accounts.models import AccountBar
from games.models import ModAction, Player, PlayerPause, Statement
from games.selectors.in_force import running_decisions
from games.services.cases import add_note
from games.services.conduct import lift_pause
from games.services.decisions import REVERSAL, reverse_action
from games.services.errors import CaseError
from games.services.mod_log import Decision, append_action
from games.services.players import player_for

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def lift_decision(*, number: int, moderator: User, reason: str) -> ModAction:
    """End a measure of moderators, or a ban of sign-up, that is in force; return the log's row.

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
    """End a pause (row id) that the rule about leaving began; return the row of the log.

    `text` is what the player reads; the reason is kept as a note.

    Raises:
        CaseError: `no_reason_given`, `own_case`, or `no_such_decision` where no such pause runs.
    """
    _require_reason(reason)
    now = timezone.now()
    pause = PlayerPause.objects.filter(pk=pause_id, lifted_at=None, ends_at__gt=now)
    found = pause.exclude(facts__has_key="action").select_related("player").first()
    if found is None:
        raise CaseError("no_such_decision")
    _require_other(found.player, moderator)
    lift_pause(pause=found, reason=reason, now=now)
    return _say_so(found.player, moderator, rule="finish", text=text)


@transaction.atomic
def lift_old_bar(*, bar_id: int, moderator: User, reason: str, text: str) -> ModAction:
    """Lift a bar (row id) of an account that no decision in the log made; return the log's row.

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
    """Refuse to lift something without a reason.

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
    """Write in the log, and to the player, that something was lifted that no decision made."""
    now = timezone.now()
    decision = Decision(measure=REVERSAL, rule=rule, moderator=moderator.pk, text=text)
    action = append_action(player=player, decision=decision, now=now)
    # There is nothing to appeal against: the time for it is over at once.
    Statement.objects.create(player=player, action=action, text=text, at=now, appeal_until=now)
    return action

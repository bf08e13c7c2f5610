"""The log of moderators' decisions: rows are appended one after another, chained by hashes."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from games.common.errors import LogBrokenError
from games.conduct.hash_chain import START, link
from games.models import ModAction, ModLogHead, Player
from games.selectors.mod_log import content_of, end_seal, find_chain_break, is_sealed, text_digest

log = logging.getLogger(__name__)

HEAD_ROW_ID: Final = 1
"""Row id of the end of the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Content of a row to be added to the moderators' log; `ModAction` describes its fields."""

    measure: str
    rule: str = ""
    moderator: int | None = None
    """Account id of the moderator who decided; None for a rule of the site."""
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    scope: str = ""
    case: int | None = None
    reverses: int | None = None
    template: str = ""
    text: str = ""
    """Text that the player reads; only its hash is stored in the log."""


@transaction.atomic
def append_action(*, player: Player | None, decision: Decision, now: datetime) -> ModAction:
    """Append a decision about a player to the moderators' log and return its row.

    The end of the log stays locked until the transaction ends, so that rows follow one another. An
    end without a valid seal keeps the one that it has, so that a later row hides no change.
    """
    head = _lock_head()
    sealed = is_sealed(head)
    action = ModAction(
        number=head.number + 1,
        at=now,
        player=None if player is None else player.pk,
        moderator=decision.moderator,
        measure=decision.measure,
        rule=decision.rule,
        starts_at=decision.starts_at,
        ends_at=decision.ends_at,
        scope=decision.scope,
        case=decision.case,
        reverses=decision.reverses,
        template=decision.template,
        text_digest=text_digest(decision.text),
    )
    action.digest = link(head.digest, content_of(action))
    action.save()
    head.number, head.digest = action.number, action.digest
    if sealed:
        head.seal = end_seal(head.number, head.digest)
    else:
        log.warning("the log of decisions has no valid seal: see manage.py check_decisions")
    head.save(update_fields=["number", "digest", "seal"])
    return action


@transaction.atomic
def seal_log() -> None:
    """Sign the end of the moderators' log with the current SECRET_KEY.

    Raises:
        LogBrokenError: the chain of hashes does not hold; the text says which row is wrong.
    """
    head = _lock_head()
    fault = find_chain_break(head)
    if fault is not None:
        raise LogBrokenError(fault)
    head.seal = end_seal(head.number, head.digest)
    head.save(update_fields=["seal"])


def _lock_head() -> ModLogHead:
    """Return the row of the end of the moderators' log, locked."""
    ModLogHead.objects.get_or_create(pk=HEAD_ROW_ID, defaults={"digest": START})
    return ModLogHead.objects.select_for_update().get(pk=HEAD_ROW_ID)

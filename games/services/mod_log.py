"""The log of moderators' decisions: rows are appended one after another, chained by hashes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from games.conduct.hash_chain import START, link
from games.models import ModAction, ModLogHead, Player
from games.selectors.mod_log import content_of

HEAD: Final = 1
"""Row id of the end of the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The content of a row to be added to the moderators' log; ModAction describes its fields."""

    measure: str
    rule: str = ""
    moderator: int | None = None
    """Account id of who decided; None for a rule of the site."""
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    scope: str = ""
    case: int | None = None
    reverses: int | None = None
    template: str = ""
    text: str = ""
    """What the player reads; only its hash is stored in the log."""


@transaction.atomic
def append_action(*, player: Player | None, decision: Decision, now: datetime) -> ModAction:
    """Append a decision about a player to the log and return its row.

    The end of the log stays locked until the transaction ends, so that rows follow one another.
    """
    head, _made = ModLogHead.objects.get_or_create(pk=HEAD, defaults={"digest": START})
    head = ModLogHead.objects.select_for_update().get(pk=HEAD)
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
        text_digest=hashlib.sha256(decision.text.encode()).hexdigest() if decision.text else "",
    )
    action.digest = link(head.digest, content_of(action))
    action.save()
    head.number, head.digest = action.number, action.digest
    head.save(update_fields=["number", "digest"])
    return action

"""How the owner of a key stands by the rules of conduct."""

from __future__ import annotations

from typing import ClassVar

from django.http import HttpResponseBase
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import conduct_standing as answers
from games.api.core.keys import ByKeyEndpoint, by_key
from games.conduct.pauses import PAUSE_FROM
from games.models import Statement
from games.record.record import rfc3339
from games.selectors.cases import statements_of
from games.selectors.conduct import current_pause, latest_kinds, record_of


class Standing(ByKeyEndpoint):
    """Endpoint: the account's pause from rated matches, its outcomes and decisions about it."""

    scopes: ClassVar[dict[str, str]] = {"GET": "read"}
    methods = {"GET": by_key("get_standing", answers.Standing)}

    def get(self, request: Request) -> HttpResponseBase:
        """Return the account's pause, how its latest matches ended, and decisions of moderators."""
        player, now = self.player, timezone.now()
        pause = current_pause(player=player)
        body: answers.Standing = {
            "paused_until": None if pause is None else rfc3339(pause.ends_at),
            "evidence": round(record_of(player, now).evidence.value_at(now), 2),
            "pause_from": PAUSE_FROM,
            "latest": list(latest_kinds(player)),
            "decisions": [_decision(statement) for statement in statements_of(player)],
        }
        return Response(body)


def _decision(statement: Statement) -> answers.Decision:
    """Return a moderators' decision as the API shows it to the player concerned."""
    action = statement.action
    return {
        "measure": action.measure,
        "rule": action.rule,
        "text": statement.text,
        "at": rfc3339(statement.at),
        "ends_at": None if action.ends_at is None else rfc3339(action.ends_at),
        "by_person": action.moderator is not None,
        "withdrawn": statement.withdrawn_at is not None,
        "appeal_until": rfc3339(statement.appeal_until),
    }

"""Rulesets and presets, and what is at no other address."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

import orjson
from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle

from games.api import answers
from games.api.base import AN_HOUR, FOREVER, Endpoint
from games.api.errors import MissingError
from games.engine import BUILT_PRESETS, DEFAULTS, PRESETS
from games.models import Ruleset as RulesetRow


class Presets(Endpoint):
    """Named rules."""

    operation, tag = "list_presets", "rules"
    answer, fails = answers.PresetsSerializer, (304,)

    def get(self, request: Request) -> HttpResponseBase:
        """Every preset with the options that it changes."""
        body = preset_list()
        return self.lasting(request, sha256(body).hexdigest(), AN_HOUR, lambda: body)


@cache
def preset_list() -> bytes:
    """All presets as JSON."""
    found = [
        {
            "name": preset.name,
            "playable": preset.name in BUILT_PRESETS,
            "seatings": [
                {"players": players, "teams": list(teams)}
                for players, teams in preset.players.items()
            ],
            "changes": dict(preset.changes),
        }
        for preset in PRESETS.values()
    ]
    return orjson.dumps({"defaults": dict(DEFAULTS), "results": found})


class Ruleset(Endpoint):
    """One ruleset."""

    operation, tag = "get_ruleset", "rules"
    answer, fails = answers.RulesetSerializer, (304, 404)

    def get(self, request: Request, hash: str) -> HttpResponseBase:
        """Every option of a ruleset that a match was played by."""
        known = hash.isprintable() and len(hash) <= 71
        row = RulesetRow.objects.filter(hash=hash).first() if known else None
        if row is None:
            raise MissingError("ruleset")
        told = {"hash": row.hash, "preset": row.preset, "options": row.options}
        return self.lasting(request, row.hash, FOREVER, lambda: orjson.dumps(told))


class Nothing(Endpoint):
    """Any other address."""

    schema = None
    throttle_classes = [ScopedRateThrottle]
    http_method_names = ["get", "head", "options", "post", "put", "patch", "delete"]

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """There is nothing here, whatever is asked."""
        self.check_throttles(request)
        raise MissingError

"""Rulesets and presets, and what is at no other address."""

from __future__ import annotations

from functools import cache

import orjson
from django.http import HttpResponseBase
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.answers import rules as answers
from games.api.core.base import AN_HOUR, FOREVER, Endpoint
from games.api.core.errors import InvalidParameterError, MissingError
from games.api.rules.params import ReadableQuery, RulesetsQuery
from games.engine import DEFAULTS, PRESETS
from games.engine import Ruleset as EngineRuleset
from games.rules_text import card_order, explain, signs
from games.rules_text.choice import offered_presets
from games.selectors import rulesets


class Presets(Endpoint):
    """Endpoint: the presets, which are named rules."""

    operation, tag = "list_presets", "rules"
    answer, fails = answers.Presets, (304,)

    def get(self, request: Request) -> HttpResponseBase:
        """List every preset with the options that it changes."""
        return self.lasting_text(request, preset_list(), AN_HOUR)


@cache
def preset_list() -> bytes:
    """Return all presets as JSON bytes, made once a process."""
    presets: list[answers.Preset] = [
        {
            "name": preset.name,
            "playable": preset.name in offered_presets(),
            "seatings": [
                {"players": players, "teams": list(teams)}
                for players, teams in preset.players.items()
            ],
            "changes": dict(preset.changes),
            "with_partners": dict(preset.with_partners),
        }
        for preset in PRESETS.values()
    ]
    body: answers.Presets = {"defaults": dict(DEFAULTS), "results": presets}
    return orjson.dumps(body)


class Rulesets(Endpoint):
    """Endpoint: list of the rulesets that tables were opened with."""

    operation, tag = "list_rulesets", "rules"
    query, answer = RulesetsQuery, answers.RulesetPage

    def get(self, request: Request) -> HttpResponseBase:
        """List rulesets with what they change of their preset, the most played first."""
        return self.listing(rulesets.ruleset_page, preset=self.params.get("preset"))


def ruleset_row(hash: str) -> models.Ruleset:
    """Return the row of the ruleset with this hash, or with its first eight hex digits or more.

    Raises:
        MissingError: there is none, or more than one begins so.
    """
    row = rulesets.find_ruleset(hash)
    if row is None:
        raise MissingError("ruleset")
    return row


class Ruleset(Endpoint):
    """Endpoint: one ruleset."""

    operation, tag = "get_ruleset", "rules"
    answer, fails = answers.Ruleset, (304, 404)

    def get(self, request: Request, hash: str) -> HttpResponseBase:
        """Return every option of a ruleset, found by its hash or the first eight digits or more."""
        row = ruleset_row(hash)
        body: answers.Ruleset = {"hash": row.hash, "preset": row.preset, "options": row.options}
        return self.lasting(request, row.hash, FOREVER, lambda: orjson.dumps(body))


class ReadableRules(Endpoint):
    """Endpoint: one ruleset in sentences."""

    operation, tag = "read_ruleset", "rules"
    query, answer, fails = ReadableQuery, answers.ReadableRules, (404,)

    def get(self, request: Request, hash: str) -> HttpResponseBase:
        """Return the rules of a ruleset in sentences, in the language of `Accept-Language`.

        Raises:
            MissingError: there is no such ruleset.
            InvalidParameterError: that many players cannot play by it.
        """
        row = ruleset_row(hash)
        counts = rulesets.players_of(row)
        if not counts:
            raise MissingError("ruleset")
        players = self.params.get("players", counts[0])
        ruleset = rulesets.rules_for(row, players)
        if ruleset is None:
            why = _("These rules are for %(players)s players.")
            raise InvalidParameterError("players", why % {"players": ", ".join(map(str, counts))})
        return Response(_readable(row, ruleset, players))


def _readable(row: models.Ruleset, ruleset: EngineRuleset, players: int) -> answers.ReadableRules:
    return {
        "hash": row.hash,
        "preset": row.preset,
        "players": players,
        "language": get_language(),
        "sections": [
            {"key": section.key, "title": str(section.title), "lines": section.lines}
            for section in explain(ruleset)
        ],
        "cards": [
            {"card": entry.card, "name": entry.name, "points": entry.points}
            for entry in card_order(ruleset)
        ],
        "signs": [
            {"sign": sign, "meaning": meaning, "gesture": gesture}
            for sign, meaning, gesture in signs(ruleset)
        ],
    }


class Nothing(Endpoint):
    """Endpoint: any address below `/api/` that no other endpoint has."""

    authentication_classes = []  # no key is looked up where there is nothing
    schema = None
    http_method_names = ["get", "head", "options", "post", "put", "patch", "delete"]

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Refuse every request, counted by the rate limit.

        Raises:
            MissingError: always.
            Throttled: the visitor has asked too often.
        """
        self.check_throttles(request)
        raise MissingError

"""Optional parts of the matches in a list: their rules and their deals."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from typing import Any, Final, TypeAlias

import orjson

from games.models import MatchRecord, Ruleset
from games.stats.figures import deal_totals, extras_of

Json: TypeAlias = dict[str, Any]

DEAL_FIELDS: Final = ("number", "dealer", "trump", "contract", "points", "game_points", "ended_by")
DEAL_PARTS: Final = ("deck", "actions", "tricks", "fairness")
"""Further parts of a deal, included on request."""
MATCH_PARTS: Final = ("rules", "deals_played")


def with_parts(rows: Sequence[Json], parts: Collection[str]) -> list[Json]:
    """Return a list of matches, as the API shows them, with the requested MATCH_PARTS added.

    One query is made for each part. `deals_played` of a running match is None.
    """
    matches = [dict(row) for row in rows]
    if "rules" in parts:
        _add_rules(matches)
    if "deals_played" in parts:
        _add_deals_played(matches)
    return matches


def _add_rules(matches: Sequence[Json]) -> None:
    """Add the options of its rules to each match."""
    hashes = {match["rules_hash"] for match in matches}
    options = dict(Ruleset.objects.filter(hash__in=hashes).values_list("hash", "options"))
    for match in matches:
        match["rules"] = options[match["rules_hash"]]


def _add_deals_played(matches: Sequence[Json]) -> None:
    """Add its deals, as its record has them, to each match; None to one that runs."""
    finished_ids = [match["id"] for match in matches if match["finished_at"] is not None]
    records = MatchRecord.objects.filter(match__public_id__in=finished_ids)
    bodies = dict(records.values_list("match__public_id", "body"))
    for match in matches:
        body = bodies.get(match["id"])
        match["deals_played"] = (
            None
            if body is None
            else [deal_json(deal) for deal in orjson.loads(zlib.decompress(body))["deals"]]
        )


def deal_json(deal: Json, parts: Collection[str] = ()) -> Json:
    """Return a record's deal as the API shows its result, with these DEAL_PARTS added."""
    return {
        **{name: deal[name] for name in DEAL_FIELDS},
        **extras_and_totals(deal),
        **{name: deal[name] for name in DEAL_PARTS if name in parts},
    }


def extras_and_totals(deal: Json) -> Json:
    """Return {"extras", "totals"} of a record's deal: extra points, and card points with them.

    Both are computed, as old records have no extra points.
    """
    return {"extras": extras_of(deal), "totals": deal_totals(deal)}

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
    """Return matches of a list, as the API shows them, with these further MATCH_PARTS added.

    It takes one query for each part. `deals_played` of a running match is None.
    """
    found = [dict(row) for row in rows]
    if "rules" in parts:
        hashes = {row["rules_hash"] for row in rows}
        options = dict(Ruleset.objects.filter(hash__in=hashes).values_list("hash", "options"))
        for row in found:
            row["rules"] = options[row["rules_hash"]]
    if "deals_played" in parts:
        over = [row["id"] for row in rows if row["finished_at"] is not None]
        records = MatchRecord.objects.filter(match__public_id__in=over)
        bodies = dict(records.values_list("match__public_id", "body"))
        for row in found:
            body = bodies.get(row["id"])
            row["deals_played"] = (
                None
                if body is None
                else [told_deal(deal) for deal in orjson.loads(zlib.decompress(body))["deals"]]
            )
    return found


def told_deal(deal: Json, parts: Collection[str] = ()) -> Json:
    """Return a deal out of a record as the API shows its result, with these DEAL_PARTS added."""
    return {
        **{name: deal[name] for name in DEAL_FIELDS},
        **counted(deal),
        **{name: deal[name] for name in DEAL_PARTS if name in parts},
    }


def counted(deal: Json) -> Json:
    """Return {"extras", "totals"} of a deal out of a record: extra points, and points with them.

    They are computed, as old records do not have the first.
    """
    return {"extras": extras_of(deal), "totals": deal_totals(deal)}

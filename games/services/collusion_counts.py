"""Storage of decisions that say whether partners know each other's cards, or opponents favour one."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from django.db import transaction
from django.db.models import QuerySet

from games.analysis.opponent_favours import favour_decisions, has_third_sides
from games.analysis.partner_knowledge import has_pairs, pair_decisions
from games.engine import ruleset_from_options
from games.models import Match, OpponentDecisions, PairDecisions, Seat
from games.models.analyses import AnalysisState
from games.models.people import PlayerKind
from games.record.verify import checked_log

Json: TypeAlias = dict[str, Any]

PAIR_POOLS: Final = frozenset({"4-pairs", "6-pairs"})
"""Pools of base games with partners of whom there are two."""
MORE_SIDES: Final = frozenset({"3", "4-individual", "6-pairs"})
"""Pools of base games with more than two sides."""
STORED_SUMS: Final = ("decisions", "followed", "deals", "places")


@transaction.atomic
def store_pair_decisions(*, match: Match, pairs: Iterable[Json]) -> None:
    """Replace a match's stored counts of decisions that favoured a partner's hidden cards.

    Nothing is stored unless the match is rated and between people. `pairs` are sums as
    `games.analysis.partner_knowledge.PairDecisions.as_json` returns them.
    """
    PairDecisions.objects.filter(match=match).delete()
    if not match.rated or match.finished_at is None:
        return
    rows, players = [], _people(match)
    for pair in pairs:
        people = sorted(players[seat] for seat in pair["seats"] if seat in players)
        if len(set(people)) == 2:
            row = PairDecisions(match=match, one_id=people[0], other_id=people[1], **_kept(pair))
            row.finished_at = match.finished_at
            rows.append(row)
    PairDecisions.objects.bulk_create(rows)


@transaction.atomic
def store_opponent_decisions(*, match: Match, rows: Iterable[Json]) -> None:
    """Replace a match's stored counts of decisions that favoured an opponent.

    Nothing is stored unless the match is rated and between people. `rows` are sums as
    `games.analysis.opponent_favours.FavourDecisions.as_json` returns them.
    """
    OpponentDecisions.objects.filter(match=match).delete()
    if not match.rated or match.finished_at is None:
        return
    stored, players = [], _people(match)
    for sums in rows:
        people = [players[seat] for seat in sums["seats"] if seat in players]
        if len(set(people)) == 2:
            row = OpponentDecisions(
                match=match, player_id=people[0], opponent_id=people[1], **_kept(sums)
            )
            row.finished_at = match.finished_at
            stored.append(row)
    OpponentDecisions.objects.bulk_create(stored)


def _people(match: Match) -> dict[int, int]:
    """Return seat -> player (row id) of the people in a match."""
    seats = Seat.objects.filter(match=match, kind=PlayerKind.HUMAN)
    return dict(seats.values_list("seat", "player"))


def _kept(sums: Mapping[str, Any]) -> Json:
    """Return those of the analysis worker's sums that are stored (STORED_SUMS)."""
    return {name: sums[name] for name in STORED_SUMS}


def matches_without_decisions() -> QuerySet[Match]:
    """Return a query of rated, analysed matches of people whose collusion counts are missing."""
    done = Match.objects.filter(rated=True, analysis__state=AnalysisState.DONE)
    matches = done.filter(pool__in=PAIR_POOLS, pair_decisions=None) | done.filter(
        pool__in=MORE_SIDES, opponent_decisions=None
    )
    people = matches.exclude(seats__kind=PlayerKind.BOT)
    return people.distinct().order_by("-finished_at", "-pk")


def compute_decisions(*, match: Match) -> bool:
    """Compute and store an analysed match's counts by which moderators look for collusion.

    Return False where the match has no such counts. They are about partners and about opponents;
    the match's ruleset, record and analysis are read.
    """
    kind = match.ruleset
    rules = ruleset_from_options(kind.preset, match.players, kind.options).rules
    body = match.analysis.body
    if body is None or not (has_pairs(rules) or has_third_sides(rules)):
        return False
    log = checked_log(json.loads(zlib.decompress(match.record.body)))
    analysis = json.loads(zlib.decompress(body))
    pairs = pair_decisions(log, analysis)
    rows = favour_decisions(log, analysis, worlds=analysis["worlds"])
    store_pair_decisions(match=match, pairs=[pair.as_json() for pair in pairs])
    store_opponent_decisions(match=match, rows=[row.as_json() for row in rows])
    return bool(pairs or rows)

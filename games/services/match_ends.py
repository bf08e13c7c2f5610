"""Ends of matches: results, records, figures, and deletion of the journal.

Everything here is synchronous; `finish_match` runs inside the transaction of the action that ended
the match.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, cast

from django.db import transaction
from django.db.models import F

from games.engine import (
    MatchState,
    Rules,
    apply,
    start,
)
from games.models import (
    AbsenceVote,
    Action,
    Deadline,
    DealerDraw,
    DealNonce,
    DealSecret,
    Match,
    Player,
    Ruleset,
    Seat,
    Team,
)
from games.models.matches import MatchStatus
from games.models.tables import TableStatus
from games.record.log import MatchLog, read_action
from games.record.record import Kind, Sitter, build_record
from games.services import match_end_handlers, stakes
from games.services.addresses import forget_play_addresses
from games.services.analyses import queue_analysis
from games.services.conduct import store_abandoned, store_outcomes
from games.services.daily_results import finish_try
from games.services.deals import finish_deal
from games.services.matches import insert_match
from games.services.notifications import expire_match_notices
from games.services.rating_checks import decide_unrated_reason
from games.services.records import store_record
from games.services.rulesets import engine_ruleset, ruleset_row
from games.stats.rated import (
    ABANDONED,
    EARLY_RESIGNATION,
    NO_FIRST_CARD,
    PLAYER_GONE,
    resigned_early,
)
from games.stats.ratings import RATING_RULE
from games.stats.results import deal_winners
from games.stats.shuffles import fold_shuffles
from games.stats.update import fold_match

OUTCOME_FIELDS: Final = (
    "status", "finished_at", "deal_count", "score", "winners", "ended_by", "rated",
    "unrated_reason", "rating_rule",
)  # fmt: skip
"""Fields of `Match` that are written at its end."""


@transaction.atomic
def store_match(
    *,
    log: MatchLog,
    players: Sequence[Player],
    started_at: datetime,
    finished_at: datetime,
    ruleset: Ruleset | None = None,
) -> Match:
    """Store a match that was played to its end without the site, as if it had been played here.

    `players` are in the order of the seats; `log.fairness` holds the proof of every deal, seeds
    included. A given `ruleset` saves a query.
    """
    rules = log.rules
    match = insert_match(
        ruleset_row=ruleset or ruleset_row(rules.ruleset),
        rules=rules,
        players=players,
        public_id=log.match_id,
        boards=log.boards,
        first_dealer=log.dealer,
        started_at=started_at,
    )
    _store_deals(match, log)
    _store_folded_secrets(match, log, finished_at)
    _close(match, log, log.fairness, finished_at)
    fold_shuffles([match.pk])
    return match


def _store_deals(match: Match, log: MatchLog) -> None:
    """Store the results of all finished deals of a match, found by replaying its log."""
    state = start(log.rules, dealer=log.dealer)
    for entry in log.entries:
        before = len(state.results)
        state, _ = apply(state, read_action(entry, state.number, log.decks))
        if len(state.results) > before and state.deal is not None:
            finish_deal(match_id=match.pk, result=state.results[-1], tricks=state.deal.tricks)


def _store_folded_secrets(match: Match, log: MatchLog, revealed_at: datetime) -> None:
    """Insert the commitments of the decks made for this match (not of decks played before).

    Decks that were played before have theirs with the match they were made for.
    """
    DealSecret.objects.bulk_create(
        DealSecret(
            match=match,
            deal_number=number,
            server_commit=block["server_commit"],
            revealed_at=revealed_at,
            **DealSecret.FOLDED,
        )
        for number, block in log.fairness.items()
        if (block["match"], block["deal"]) == (log.match_id, number)
    )


@transaction.atomic
def finish_match(*, match_id: int, log: MatchLog, finished_at: datetime) -> Match:
    """Store the end of a match (row id): score, record, figures, ratings, table and pot.

    `log` is all that was played. The journal and the proofs of the deals are folded into the record
    and then deleted, the secrets of the deals are revealed, and the pot goes to the winners.
    Figures and secrets wait where others still play the same decks.
    """
    match = Match.objects.select_for_update(of=("self",)).select_related("table").get(pk=match_id)
    blocks = {
        secret.deal_number: secret.fairness
        for secret in match.secrets.filter(fairness__isnull=False).order_by("deal_number")
    }
    state = log.state
    if _claimed(match) and not state.winners:
        stakes.give_back(match=match, now=finished_at)
    else:
        stakes.settle(
            match=match,
            rules=state.rules,
            winners=state.winners or (),
            eldest=state.eldest,
            now=finished_at,
        )
    held = finish_try(match=match, log=log, finished_at=finished_at)
    hidden = match_end_handlers.store_finished(match=match, log=log, finished_at=finished_at)
    held = hidden or held
    missed = store_outcomes(
        match=match, entries=log.entries, now=finished_at, thrown=_thrown(match, state)
    )
    _decide_rating(match, state, finished_at, missed=missed)
    _close(match, log, blocks, finished_at, held=held)
    _delete_journal(match)
    DealSecret.objects.filter(match=match, fairness__isnull=False).update(**DealSecret.FOLDED)
    if not held:
        queue_analysis(match=match, rules=state.rules)
        DealSecret.objects.filter(match=match, revealed_at=None).update(revealed_at=finished_at)
    _finish_table(match)
    expire_match_notices(match=match, now=finished_at)
    if not held:
        fold_shuffles([match.pk])
    return match


def _thrown(match: Match, state: MatchState) -> list[int]:
    """Return the sides that resigned early; [] if the match was played to its end or claimed."""
    if not resigned_early(state) or _claimed(match):
        return []
    return [side for side in range(len(state.rules.sides)) if side not in (state.winners or ())]


def _claimed(match: Match) -> bool:
    """Return whether a match ended because the others claimed it from a player who was gone."""
    return match.absence_votes.filter(result=AbsenceVote.Result.END).exists()


def _excused_absence(match: Match) -> bool:
    """Return whether bots played at the match's end, all for people whose absence is excused."""
    excuses = set(match.departures.filter(returned_at=None).values_list("excused", flat=True))
    return excuses == {True}


def _rate_claim(match: Match, state: MatchState) -> None:
    """Set whether a match that the others claimed from a player who was gone is rated.

    A match of two is lost by that player, however early; any other counts for nobody.
    """
    if not state.winners:
        match.unrated_reason = PLAYER_GONE
    elif match.unrated_reason == EARLY_RESIGNATION:
        match.unrated_reason = ""


def _delete_journal(match: Match) -> None:
    """Delete a finished match's journal and the other rows that only a running match needs."""
    for model in (Action, Deadline, DealNonce, DealerDraw, AbsenceVote):
        model._default_manager.filter(match=match).delete()


def _seats_that_played(match: Match) -> set[int]:
    """Return the seats of a running match whose players have played a card themselves."""
    actions = Action.objects.filter(match=match, by="player").values_list("seat", "payload")
    return {seat for seat, payload in actions if json.loads(payload)["type"] == "play"}


def _finish_table(match: Match) -> None:
    """Mark a match's table as finished, unless its next match has begun already."""
    table = match.table
    if table is not None and table.match_id == match.pk:
        table.status = TableStatus.FINISHED
        table.save(update_fields=["status", "updated_at"])


def _decide_rating(match: Match, state: MatchState, ended_at: datetime, *, missed: bool) -> None:
    """Set whether an ended match moves ratings, and delete the digests of the players' addresses.

    `missed`: somebody left before playing a card.
    """
    match.unrated_reason = decide_unrated_reason(
        match=match,
        state=state,
        seats=list(match.seats.select_related("player").order_by("seat")),
        ended_at=ended_at,
    )
    if match.rated and _claimed(match):
        _rate_claim(match, state)
    if match.rated and _excused_absence(match):
        match.unrated_reason = PLAYER_GONE
    if missed and match.rated:
        match.unrated_reason = NO_FIRST_CARD
    match.rated = match.rated and not match.unrated_reason
    match.rating_rule = RATING_RULE
    forget_play_addresses(table=match.table)


@transaction.atomic
def open_held(*, match_id: int, now: datetime) -> bool:
    """Publish a match (row id) that was hidden while others played its decks, and count it.

    It counts in all figures from then on, and ends `now`. Return False where it was not hidden.
    """
    match = Match.objects.select_for_update(of=("self",)).get(pk=match_id)
    if match.status != MatchStatus.HELD:
        return False
    match.status, match.finished_at = MatchStatus.FINISHED, now
    match.save(update_fields=["status", "finished_at"])
    match.seats.update(finished_at=now)
    DealSecret.objects.filter(match=match, revealed_at=None).update(revealed_at=now)
    _count(match, json.loads(zlib.decompress(match.record.body)))
    queue_analysis(match=match, rules=engine_ruleset(match.ruleset, match.players).rules)
    fold_shuffles([match.pk])
    return True


def _count(match: Match, record: dict[str, Any]) -> None:
    """Add a public match to all figures, ratings included."""
    Ruleset.objects.filter(pk=match.ruleset_id).update(match_count=F("match_count") + 1)
    fold_match(match, record)
    match_end_handlers.count(match, record)


@transaction.atomic
def abandon_match(*, match_id: int, now: datetime, by_site: bool = True) -> bool:
    """End a match (row id) that cannot go on: nobody wins, no figure counts it, stakes go back.

    The match counts only against players who had left of their own accord. With `by_site` the site
    is to blame, and it is excused for all others. Return False where the match is over already. The
    table may have a rematch.
    """
    match = Match.objects.select_for_update(of=("self",)).select_related("table").get(pk=match_id)
    if match.status != MatchStatus.PLAYING:
        return False
    stakes.give_back(match=match, now=now)
    store_abandoned(match=match, played=_seats_that_played(match), now=now, excuse=by_site)
    match.status, match.ended_by = MatchStatus.ABANDONED, "abandoned"
    match.rated, match.unrated_reason = False, match.unrated_reason or ABANDONED
    match.save(update_fields=["status", "ended_by", "rated", "unrated_reason"])
    forget_play_addresses(table=match.table)
    secret = match_end_handlers.store_abandoned(match=match, now=now)
    _delete_journal(match)
    if not secret:
        DealSecret.objects.filter(match=match, revealed_at=None).update(revealed_at=now)
    _finish_table(match)
    expire_match_notices(match=match, now=now)
    fold_shuffles([match.pk])
    return True


def _close(
    match: Match,
    log: MatchLog,
    blocks: dict[int, Any],
    finished_at: datetime,
    *,
    held: bool = False,
) -> None:
    """Store the result of an ended match: its row, seats, teams, record and figures.

    A match that is `held` back is in no list and no figure before `open_held`.
    """
    _write_outcome(match, log.state, finished_at, held=held)
    seats = list(match.seats.select_related("player").order_by("seat"))
    record = build_record(
        log,
        sitters=[Sitter(seat.player.name, _kind(seat)) for seat in seats],
        started_at=match.started_at,
        finished_at=finished_at,
        fairness=blocks,
    )
    _write_seats(match, seats, log.state, record)
    store_record(match=match, record=record, log=log)
    if not held:
        _count(match, record)


def _write_outcome(match: Match, state: MatchState, finished_at: datetime, *, held: bool) -> None:
    """Store in a match's row how the match ended."""
    match.status = MatchStatus.HELD if held else MatchStatus.FINISHED
    match.finished_at = None if held else finished_at
    match.deal_count = len(state.results)
    match.score = list(state.score)
    match.winners = list(state.winners or ())
    match.ended_by = state.ended_by or ""
    match.save(update_fields=OUTCOME_FIELDS)


def _write_seats(
    match: Match, seats: Sequence[Seat], state: MatchState, record: dict[str, Any]
) -> None:
    """Store the team, win and points of each player in the seat rows of a match."""
    deals_won = Counter(side for deal in record["deals"] for side in deal_winners(record, deal))
    teams = _teams(state.rules, seats)
    for seat in seats:
        seat.team = teams.get(seat.side)
        seat.won = seat.side in match.winners if match.winners else None
        seat.deals_won = deals_won[seat.side]
        seat.points = sum(result.seat_points[seat.seat] for result in state.results)
        seat.finished_at = match.finished_at
    Seat.objects.bulk_update(seats, ["team", "won", "deals_won", "points", "finished_at"])


def _kind(seat: Seat) -> Kind:
    """Return whether a seat's player is a person, bot or program, as match records say it."""
    return cast("Kind", seat.kind)


def _teams(rules: Rules, seats: Sequence[Seat]) -> dict[int, Team]:
    """Return side -> team (row) of a match, inserting new teams; a side of one player has none."""
    teams: dict[int, Team] = {}
    for side, members in enumerate(rules.sides):
        players = sorted({seats[seat].player_id for seat in members})
        if len(members) < 2 or len(players) != len(members):
            continue
        team, created = Team.objects.get_or_create(key="-".join(map(str, players)))
        if created:
            team.players.set(players)
        teams[side] = team
    return teams

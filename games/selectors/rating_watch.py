"""Reads of signs that ratings are given away, for people to look at."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import permutations
from typing import Final

from django.db.models import F, Q

from games.conduct.rating_watch import (
    MEETINGS_WINDOW,
    MIN_MEETINGS,
    SHORT_WINDOW,
    Due,
    RatedMatch,
    due_after,
    is_improbable,
    result_odds,
    short_losses,
)
from games.models import MatchOutcome, RatingPoint, Seat
from games.models.matches import SeatLeft
from games.stats.figures import BOTS
from games.stats.ratings import CENTRE, PER_MU, START_MU, START_SIGMA, Values, win_probability

MATCHES_PER_QUERY: Final = 400
"""Matches whose seats are read in one query, as databases limit parameters."""


@dataclass(frozen=True, slots=True)
class ImprobableResults:
    """A finding for moderators: one of two players may have lost to the other on purpose."""

    gainer: int
    """Row id of the player who won more than was to be expected."""
    giver: int
    """Row id of the player who lost more."""
    pool: str
    wins: int
    """Matches that the gainer won, of `matches`."""
    matches: int
    """Rated matches between the two that just one of them won."""
    gainer_share: float
    """Share of the meetings in the gainer's rated matches of the pool."""
    giver_share: float
    expected: float
    """Probability that the gainer wins a match, by the ratings before the first meeting."""
    odds: float
    """Probability that the gainer would win so many matches or more."""


@dataclass(frozen=True, slots=True)
class ShortLosses:
    """A finding about a player who gave up or left several rated matches early."""

    player: int
    """Row id of the player."""
    losses: int
    """Short losses among the latest matches."""
    to_one_opponent: int
    """Greatest number of these short losses against one and the same opponent."""
    due: Due
    """Step that is due: `message` to the player, or `case` for moderators."""
    matches: tuple[int, ...]
    """Row ids of the lost matches, the latest first."""


@dataclass(frozen=True, slots=True)
class RatingSuspicions:
    """All findings of rating points that people seem to give away, as of one moment."""

    results: list[ImprobableResults]
    """Improbable results between two accounts, the least probable first."""
    losses: list[ShortLosses]
    """Players with short losses, those with the most first."""


def find_rating_suspicions(now: datetime) -> RatingSuspicions:
    """Return suspicions, as of `now`, that people give rating points away on purpose."""
    return RatingSuspicions(_improbable_results(now), _short_losses(now))


@dataclass(slots=True)
class _Meetings:
    """Counts of the matches between two accounts in a pool that exactly one of them won."""

    matches: int = 0
    wins: int = 0
    """Number of these matches that the first account won."""
    counted: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    """Player -> meetings that moved the player's rating."""
    first: datetime | None = None


def _improbable_results(now: datetime) -> list[ImprobableResults]:
    """Return improbable results between two accounts in matches of the last MEETINGS_WINDOW."""
    pools: dict[int, str] = {}
    ends: dict[int, datetime] = {}
    rated: dict[int, set[int]] = defaultdict(set)
    total: Counter[tuple[int, str]] = Counter()
    rows = RatingPoint.objects.filter(
        match__finished_at__gt=now - MEETINGS_WINDOW, match__finished_at__lte=now
    ).exclude(rating__pool__startswith=BOTS)
    names = ("match", "match__finished_at", "rating__player", "rating__pool")
    for match, ended, player, pool in rows.values_list(*names).iterator():
        pools[match], ends[match] = pool, ended
        rated[match].add(player)
        total[player, pool] += 1
    meetings: dict[tuple[int, int, str], _Meetings] = defaultdict(_Meetings)
    for match, seats in _seats_of(sorted(pools)):
        for (gainer, side, won), (other, other_side, lost) in permutations(seats, 2):
            if side == other_side or won is None or won == lost:
                continue
            met = meetings[gainer, other, pools[match]]
            met.matches += 1
            met.wins += won
            met.first = min(met.first or ends[match], ends[match])
            for player in {gainer, other} & rated[match]:
                met.counted[player] += 1
    results = [
        result
        for (gainer, giver, pool), met in meetings.items()
        if 2 * met.wins > met.matches >= MIN_MEETINGS
        and (result := _judged(gainer, giver, pool, met, total)) is not None
    ]
    return sorted(results, key=lambda result: (result.odds, result.gainer, result.giver))


def _seats_of(matches: list[int]) -> Iterable[tuple[int, list[tuple[int, int, bool | None]]]]:
    """Yield (match, [(player, side, won), ...]) for each of these matches (row ids)."""
    for start in range(0, len(matches), MATCHES_PER_QUERY):
        by_match: dict[int, list[tuple[int, int, bool | None]]] = defaultdict(list)
        rows = Seat.objects.filter(match__in=matches[start : start + MATCHES_PER_QUERY])
        for match, player, side, won in rows.values_list("match", "player", "side", "won"):
            by_match[match].append((player, side, won))
        yield from by_match.items()


def _judged(
    gainer: int, giver: int, pool: str, met: _Meetings, total: Counter[tuple[int, str]]
) -> ImprobableResults | None:
    """Return the results between two accounts as a suspicion if they are improbable, else None."""
    assert met.first is not None
    shares = [
        met.counted[player] / total[player, pool] if total[player, pool] else 0.0
        for player in (gainer, giver)
    ]
    expected = win_probability(
        [_rating_before(gainer, pool, met.first)], [_rating_before(giver, pool, met.first)]
    )
    if not is_improbable(met.wins, met.matches, expected, max(shares)):
        return None
    odds = result_odds(met.wins, met.matches, expected)
    return ImprobableResults(
        gainer, giver, pool, met.wins, met.matches, shares[0], shares[1], expected, odds
    )


def _rating_before(player: int, pool: str, moment: datetime) -> Values:
    """Return mu and sigma of the rating that a player had in a pool just before a moment."""
    points = RatingPoint.objects.filter(
        rating__player=player, rating__pool=pool, match__finished_at__lt=moment
    )
    row = points.order_by("-number").values_list("display", "deviation").first()
    if row is None:
        return START_MU, START_SIGMA
    shown, margin = row
    return START_MU + (shown - CENTRE) / PER_MU, margin / PER_MU


def _short_losses(now: datetime) -> list[ShortLosses]:
    """Return the players whose number of short losses calls for a message or report now."""
    outcomes = MatchOutcome.objects.filter(
        Q(kind="deliberate_loss") | Q(kind="left", match__seats__left=SeatLeft.EARLY),
        match__seats__player=F("player"),
        at__gt=now - SHORT_WINDOW,
        at__lte=now,
    )
    short = set(outcomes.values_list("player", "match").distinct())
    players = Counter(player for player, _ in short)
    findings = []
    for player in sorted(players):
        loss = _short_losses_of(player, {match for loser, match in short if loser == player}, now)
        if loss is not None:
            findings.append(loss)
    return sorted(findings, key=lambda loss: -loss.losses)


def _short_losses_of(player: int, short: set[int], now: datetime) -> ShortLosses | None:
    """Return a player's short losses (match ids) if they call for action now, else None."""
    points = RatingPoint.objects.filter(
        rating__player=player, match__finished_at__gt=now - SHORT_WINDOW
    ).exclude(rating__pool__startswith=BOTS)
    seats = Seat.objects.filter(match__in=short, player=player, won=False)
    lost = set(seats.values_list("match", flat=True))
    rows = list(
        points.order_by("-match__finished_at", "-match").values_list("match", "match__finished_at")
    )
    matches = [RatedMatch(at, match in lost) for match, at in rows if at is not None]
    losses = short_losses(matches, now)
    due = due_after(losses)
    if due is None:
        return None
    counted = [match for match, _ in rows if match in lost][:losses]
    winners = Seat.objects.filter(match__in=counted, won=True).values_list("player", flat=True)
    most = Counter(winners).most_common(1)
    return ShortLosses(player, losses, most[0][1] if most else 0, due, tuple(counted))

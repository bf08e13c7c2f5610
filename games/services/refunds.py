"""Refunds of ratings to those who lost to a player that was found to cheat."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TypeAlias

from django.db import transaction
from django.db.models import Max, QuerySet, Sum
from django.utils import timezone

from games.conduct.refunds import REFUND_MATCHES, REFUND_WINDOW, Loss, refund_of
from games.models import CountedMatch, Player, Rating, RatingPoint, RatingRefund, Seat
from games.stats.figures import BOTS
from games.stats.ratings import CENTRE, PER_MU, START_MU, display

Matches: TypeAlias = dict[tuple[int, str], list[int]]
"""Row ids of matches, by the player whose rating they moved and the pool."""


@transaction.atomic
def refund_ratings(
    *,
    cheat: Player,
    action: int | None = None,
    exclude: Collection[int] = (),
    now: datetime | None = None,
) -> list[RatingRefund]:
    """Give those who lost to a cheat the rating points back that it cost them; return the refunds.

    Only matches within REFUND_WINDOW that no other refund in force covers count. `action` is the
    number of the decision; `exclude` are row ids of players who get nothing back.

    The ratings of all opponents are locked first: matches that end meanwhile are either counted
    before that, and here, or wait, and are left to a later refund.
    """
    moment = now or timezone.now()
    ratings = list(_locked({player for player, _ in _matches_against(cheat, moment, exclude)}))
    lost = _matches_against(cheat, moment, exclude)  # again: now none of them changes any more
    refunds = []
    for rating in ratings:
        matches = lost.get((rating.player_id, rating.pool), [])
        mu = _refund_due(rating, cheat, matches)
        if mu:
            row = RatingRefund(player_id=rating.player_id, pool=rating.pool, mu=mu)
            row.cheat, row.action, row.at = cheat, action, moment
            refunds.append(_carry_out(rating, row))
    return refunds


@transaction.atomic
def take_back_refunds(
    *, cheat: Player, action: int | None = None, now: datetime | None = None
) -> list[RatingRefund]:
    """Take back the rating refunds that a player caused, as the decision is reversed; return them.

    With `action` only those of the decision of that number are taken back. What was taken back
    already stays as it is.
    """
    caused = RatingRefund.objects.filter(cheat=cheat, reverses=None)
    if action is not None:
        caused = caused.filter(action=action)
    players = set(caused.values_list("player", flat=True))
    ratings = {(rating.player_id, rating.pool): rating for rating in _locked(players)}
    reversals = []
    standing = caused.filter(reversed_by=None, player__in=players)
    for refund in standing:  # read only now that no other call runs
        row = RatingRefund(player_id=refund.player_id, pool=refund.pool, mu=-refund.mu)
        row.cheat, row.action, row.at = cheat, refund.action, now or timezone.now()
        row.reverses = refund
        reversals.append(_carry_out(ratings[refund.player_id, refund.pool], row))
    return reversals


def _locked(players: Collection[int]) -> QuerySet[Rating]:
    """Return a query of players' ratings that locks the rows in the order that matches use."""
    rows = Rating.objects.select_for_update().filter(player__in=players)
    return rows.order_by("player", "pool")


def _carry_out(rating: Rating, row: RatingRefund) -> RatingRefund:
    """Move a rating, which must be locked, by a refund; store the refund and return it.

    The refund has its place after the match counted last in which the player sat: whatever moves
    the rating later waits for the lock, and is counted later.
    """
    counted = CountedMatch.objects.filter(match__seats__player=row.player_id)
    row.after_id = counted.order_by("-pk").values_list("match", flat=True)[0]
    row.number = rating.matches
    row.save(force_insert=True)
    rating.mu += row.mu
    # best and updated_at say what matches did
    Rating.objects.filter(pk=rating.pk).update(mu=rating.mu, display=display(rating.mu))
    return row


def _matches_against(cheat: Player, moment: datetime, exclude: Collection[int]) -> Matches:
    """Return the latest matches against a cheat that moved the opponents' ratings."""
    own = Seat.objects.filter(player=cheat, finished_at__gt=moment - REFUND_WINDOW)
    sides = dict(own.values_list("match", "side"))
    seats = Seat.objects.filter(match__in=own.values("match")).exclude(player__in=exclude)
    opponents = {
        (match, player)
        for match, player, side in seats.values_list("match", "player", "side")
        if side != sides[match]
    }
    points = RatingPoint.objects.filter(match__in=own.values("match"))
    latest: Matches = {}
    rows = points.exclude(rating__pool__startswith=BOTS).order_by("-number")
    for match, player, pool in rows.values_list("match", "rating__player", "rating__pool"):
        matches = latest.setdefault((player, pool), [])
        if (match, player) in opponents and len(matches) < REFUND_MATCHES:
            matches.append(match)
    return latest


def _refund_due(rating: Rating, cheat: Player, matches: Collection[int]) -> float:
    """Return how much mu to refund to a rating for these matches; 0.0 for nothing."""
    points = RatingPoint.objects.filter(rating=rating)
    against = points.filter(match__in=matches)
    refunds = RatingRefund.objects.filter(player=rating.player_id, pool=rating.pool)
    counted = refunds.filter(cheat=cheat, reverses=None, reversed_by=None)
    # by number, as a match that was counted later may have ended by an earlier clock
    since = counted.aggregate(number=Max("number"))["number"] or 0
    against = against.filter(number__gt=since)
    numbers = list(against.order_by("number").values_list("number", flat=True))
    if not numbers:
        return 0.0
    wanted = {*numbers, *(number - 1 for number in numbers)}
    shown = dict(points.filter(number__in=wanted).values_list("number", "display"))
    shown[0] = CENTRE
    change: float = sum(shown[number] - shown[number - 1] for number in numbers)
    before = refunds.filter(number__in=[number - 1 for number in numbers])
    change -= PER_MU * (before.aggregate(mu=Sum("mu"))["mu"] or 0.0)
    best = points.aggregate(most=Max("display"))["most"]
    loss = Loss(net=-change / PER_MU, won_back=(rating.display - shown[numbers[-1]]) / PER_MU)
    return refund_of(loss, now=rating.mu, peak=START_MU + (max(best, CENTRE) - CENTRE) / PER_MU)

"""Which players the watch over ratings shows to people, and with which figures."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.engine import build_ruleset
from games.models import Match, MatchOutcome, Player, Rating, RatingPoint, Seat
from games.models.matches import MatchStatus, SeatLeft
from games.selectors.rating_watch import ImprobableResults, ShortLosses, find_rating_suspicions
from games.services.rulesets import ruleset_row
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
NOW = timezone.now().replace(microsecond=0)


def won(
    winner: Player, loser: Player, *, at: datetime, pool: str = "2", moved: bool = True
) -> Match:
    """A finished match that moved both ratings, or the loser's alone."""
    match = Match.objects.create(
        ruleset=ruleset_row(build_ruleset("ludoteka", 2)), preset="ludoteka", players=2,
        pool=pool, sides=[[0], [1]], first_dealer=0, status=MatchStatus.FINISHED,
        finished_at=at, winners=[0], rated=moved,
    )  # fmt: skip
    for seat, player in enumerate((winner, loser)):
        Seat.objects.create(
            match=match, seat=seat, side=seat, player=player, kind=player.kind, won=seat == 0
        )
        if moved or player == loser:
            _move(player, pool, match, 20 if player == winner else -20)
    return match


def _move(player: Player, pool: str, match: Match, more: int) -> None:
    first = {"mu": 25, "sigma": 4, "display": 1500}
    rating, _ = Rating.objects.get_or_create(player=player, pool=pool, defaults=first)
    rating.display, rating.matches = rating.display + more, rating.matches + 1
    rating.save()
    RatingPoint.objects.create(
        rating=rating, number=rating.matches, match=match, display=rating.display, deviation=160
    )


def often(winner: Player, loser: Player, times: int, days: float = 1, pool: str = "2") -> None:
    for number in range(times):
        won(winner, loser, at=NOW - timedelta(days=days, minutes=number), pool=pool)


def found() -> list[ImprobableResults]:
    return find_rating_suspicions(NOW).results


def test_a_player_who_always_loses_to_one_account_is_shown_with_the_figures():
    ana, eva, leo = (
        player_without_account("Ana"),
        player_without_account("Eva"),
        player_without_account("Leo"),
    )
    often(ana, eva, 8)
    often(ana, leo, 2, days=2)
    often(leo, ana, 20, days=3)
    (result,) = [one for one in found() if one.giver == eva.pk]
    assert (result.gainer, result.pool, result.wins, result.matches) == (ana.pk, "2", 8, 8)
    assert result.giver_share == 1
    assert result.gainer_share == pytest.approx(8 / 30)
    assert result.odds < 0.01


def test_results_that_are_usual_rare_or_old_are_not_shown():
    people = [player_without_account(f"P{number}") for number in range(8)]
    often(people[0], people[1], 5)
    often(people[1], people[0], 3, days=2)
    often(people[2], people[3], 8, days=15)
    often(people[4], people[5], 4)
    often(people[6], people[7], 8, pool="bots-2")
    assert found() == []


def test_meetings_among_many_other_matches_are_not_shown():
    ana, eva, leo, mar = (player_without_account(name) for name in ("Ana", "Eva", "Leo", "Mar"))
    often(ana, eva, 8)
    for number in range(20):
        pairs = ((ana, leo), (leo, ana), (eva, mar), (mar, eva))
        won(*pairs[number % 2], at=NOW - timedelta(days=2, minutes=number))
        won(*pairs[2 + number % 2], at=NOW - timedelta(days=2, minutes=number))
    assert found() == []


def given_up(player: Player, times: int, *, kind: str = "deliberate_loss", late: bool = False):
    for number in range(times):
        at = NOW - timedelta(minutes=5 * number + 1)
        match = won(Player.objects.get(name="Win"), player, at=at, moved=False)
        MatchOutcome.objects.create(player=player, match=match, kind=kind, at=at)
        if kind == "left":
            left = SeatLeft.LATE if late else SeatLeft.EARLY
            Seat.objects.filter(match=match, player=player).update(left=left)


def losses() -> list[ShortLosses]:
    return find_rating_suspicions(NOW).losses


@pytest.mark.parametrize(
    ("times", "kind", "due"),
    [
        (2, "deliberate_loss", []),
        (3, "deliberate_loss", ["message"]),
        (4, "left", ["case"]),
        (4, "finished", []),
    ],
)
def test_short_losses_one_after_another_are_shown(times, kind, due):
    player_without_account("Win")
    ana = player_without_account("Ana")
    given_up(ana, times, kind=kind)
    assert [one.due for one in losses()] == due
    for one in losses():
        assert (one.player, one.losses, one.to_one_opponent) == (ana.pk, times, times)
        assert len(one.matches) == times


def test_who_leaves_late_has_not_lost_quickly():
    player_without_account("Win")
    given_up(player_without_account("Ana"), 4, kind="left", late=True)
    assert losses() == []


def test_matches_played_in_between_push_short_losses_out_of_the_window():
    winner, ana = player_without_account("Win"), player_without_account("Ana")
    given_up(ana, 4)
    for number in range(5):
        won(ana, winner, at=NOW - timedelta(seconds=number))
    assert losses() == []

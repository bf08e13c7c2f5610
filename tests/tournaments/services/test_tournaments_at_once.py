"""What happens in a tournament at the same moment counts as if one was after the other."""

from __future__ import annotations

from collections import Counter

import pytest

from games.common.errors import TournamentError
from games.models import Action, ChipAccount, ChipTransfer, Match, Table, TableSeat
from games.tournaments.models import TournamentGame, TournamentPlace
from games.tournaments.models.tournaments import RoundStage
from games.tournaments.services import entries, playing, rounds, ticker
from tests.services.test_matches import finish, played
from tests.services.test_stakes_at_once import at_once
from tests.tournaments.builders import (
    NOW,
    START,
    STEP,
    announced,
    checked_in,
    entered,
    open_games,
    people,
    started,
)
from tests.tournaments.services.test_tournament_faults import decided

pytestmark = pytest.mark.django_db(transaction=True)


def ticks(now, count=3):
    """Tick in so many threads at once."""
    assert at_once(*[lambda: ticker.tick(now=now)] * count) == [None] * count


def test_processes_that_tick_at_once_make_one_round_and_pay_once():
    tournament = announced(rounds=2, deals=1, fee=100, every_days=7)
    checked_in(tournament, entered(tournament, 6))
    now = START
    for _ in range(12):
        ticks(now)
        tournament.refresh_from_db()
        if tournament.finished_at:
            break
        if tournament.stage == RoundStage.PLAYING:
            for game in open_games(tournament):
                decided(game)
        now += STEP
    assert tournament.status == "finished"
    assert [row.number for row in tournament.round_rows.all()] == [1, 2]
    counts = [model.objects.count() for model in (TournamentGame, Match, Table)]
    assert counts == [6, 6, 6]
    assert TableSeat.objects.count() == 12
    seated = Counter(TournamentPlace.objects.values_list("round", "entrant"))
    assert set(seated.values()) == {1}
    assert ChipTransfer.objects.filter(kind="prize").count() == 3
    assert tournament.series.tournaments.count() == 2
    assert tournament.failures == 0


def test_the_last_place_goes_to_one_of_two_and_the_other_waits():
    tournament = announced(max_entrants=3, fee=100)
    entered(tournament, 2)
    two = people(2, "late")
    calls = [
        lambda one=one: entries.enter(tournament=tournament, player=one, now=NOW) for one in two
    ]
    assert at_once(*calls) == [None, None]
    statuses = tournament.entrants.order_by("number").values_list("status", flat=True)
    assert Counter(statuses) == {"entered": 3, "waiting": 1}
    assert ChipAccount.objects.get(tournament=tournament).balance == 400


def test_who_enters_several_times_at_once_pays_once():
    tournament = announced(fee=100)
    (ana,) = people(1)
    raised = at_once(*[lambda: entries.enter(tournament=tournament, player=ana, now=NOW)] * 3)
    assert sorted(str(getattr(error, "code", "")) for error in raised) == [
        "", "already_entered", "already_entered",
    ]  # fmt: skip
    assert ChipAccount.objects.get(player=ana).balance == 900


def test_who_withdraws_several_times_at_once_is_paid_back_once():
    tournament = announced(max_entrants=2, fee=100)
    ana, _eva, leo = entered(tournament, 3)
    raised = at_once(*[lambda: entries.withdraw(tournament=tournament, player=ana, now=NOW)] * 3)
    assert [type(error) for error in raised].count(TournamentError) == 2
    assert ChipAccount.objects.get(player=ana).balance == 1000
    assert tournament.entrants.get(people__player=leo).status == "entered"
    assert ChipAccount.objects.get(tournament=tournament).balance == 200


def test_a_place_that_is_left_while_others_enter_is_taken_once():
    tournament = announced(max_entrants=2, fee=100)
    ana, _eva = entered(tournament, 2)
    two = people(2, "late")
    calls = [
        lambda one=one: entries.enter(tournament=tournament, player=one, now=NOW) for one in two
    ]
    calls.append(lambda: entries.withdraw(tournament=tournament, player=ana, now=NOW))
    assert at_once(*calls) == [None] * 3
    statuses = tournament.entrants.values_list("status", flat=True)
    assert Counter(statuses) == {"entered": 2, "waiting": 1}
    assert ChipAccount.objects.get(tournament=tournament).balance == 300


def test_who_checks_in_as_the_tournament_starts_plays_or_is_refused():
    tournament = announced(min_entrants=2)
    ana, *others = entered(tournament, 3)
    checked_in(tournament, others)
    raised = at_once(
        lambda: entries.check_in(tournament=tournament, player=ana, now=START),
        lambda: ticker.tick(now=START),
    )
    here = tournament.people.filter(player=ana, checked_in_at__isnull=False).exists()
    assert raised[1] is None
    assert here == (raised[0] is None)
    assert TableSeat.objects.count() == 2
    assert TournamentPlace.objects.count() == (3 if here else 2)


def test_games_that_end_while_they_are_forfeited_end_once():
    tournament = started(6, rounds=1, deals=1)
    games = open_games(tournament)
    logs = [played(game.match, seed="1") for game in games]
    Action.objects.update(by="bot")  # so nobody has come
    late = START + playing.FORFEIT_AFTER + STEP
    raised = at_once(
        *[
            lambda game=game, log=log: finish(game.match, log)
            for game, log in zip(games, logs, strict=True)
        ],
        lambda: ticker.tick(now=late),
    )
    assert raised[-1] is None
    ticker.tick(now=late + STEP)
    for game in TournamentGame.objects.all():
        assert game.result in ("forfeit", "played")
        assert game.places.filter(forfeit=True).exists() == (game.result == "forfeit")
        assert (None in game.points) == (game.result == "forfeit")
    tournament.refresh_from_db()
    assert tournament.failures == 0


def test_prizes_are_paid_once_where_a_tournament_is_finished_by_two():
    tournament = started(4, rounds=1, deals=1, fee=100)
    for game in open_games(tournament):
        decided(game)
    ticker.tick(now=START + STEP)
    tournament.refresh_from_db()
    assert tournament.stage == RoundStage.PAIRING
    calls = [lambda: rounds.finish(tournament, START + 2 * STEP)] * 2
    assert at_once(*calls) == [None, None]
    assert ChipTransfer.objects.filter(kind="prize").count() == 3
    assert ChipAccount.objects.get(tournament=tournament).balance == 0

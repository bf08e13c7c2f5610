"""Tournaments whose process is killed, or whose step fails, end as if nothing had happened."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.db import transaction

from games.models import ChipAccount, ChipEntry, ChipTransfer, Match, TableSeat
from games.models.matches import MatchStatus
from games.tournaments.models import TournamentGame, TournamentPlace, TournamentRound
from games.tournaments.models.rounds import GameResult
from games.tournaments.models.tournaments import RoundStage
from games.tournaments.services import (
    creating,
    directing,
    entries,
    escrow,
    playing,
    rounds,
    seats,
    series,
    starting,
    ticker,
)
from tests.support.needs import sqlite_alone
from tests.support.people import player_without_account
from tests.tournaments.builders import (
    NOW,
    START,
    STEP,
    announced,
    checked_in,
    entered,
    open_games,
    people,
    play,
    play_out,
    started,
)

pytestmark = pytest.mark.django_db

SWISS = {"format": "swiss", "rounds": 2, "deals": 1, "fee": 100}
KNOCKOUT = {"format": "knockout", "deals": 1, "fee": 100}
STEPS = (
    (starting, "open_checkin"),
    (starting, "start"),
    (series, "announce_next"),
    (rounds, "pair_round"),
    (rounds, "insert_round"),
    (rounds, "store_plan"),
    (rounds, "make_decks"),
    (ticker, "seat_batch"),
    (ticker, "seat_games"),
    (seats, "seat_games"),
    (seats, "_begin_playing"),
    (ticker, "_watch_round"),
    (rounds, "score"),
    (rounds, "store_scores"),
    (rounds, "reveal_decks"),
    (rounds, "finish_with"),
    (rounds, "store_standings"),
    (escrow, "pay_prizes"),
    (escrow, "move"),
    (ticker, "step"),
    (ticker, "publish_held"),
)
"""Functions after whose work a run is broken off; all but the last two within a transaction."""

ONE_A_STEP = (
    "open_checkin", "announce_next", "store_plan", "seat_batch", "_watch_round", "score",
    "finish_with",
)  # fmt: skip
"""One function of each kind of step."""
STRIDE = 6
"""Of so many calls one is broken off in each of four runs, which begin at different calls."""


class Killed(BaseException):
    """The end of a process: nothing handles it."""


class Breaks:
    """Counts the calls of STEPS, and breaks off those whose number or name is chosen."""

    ticking = False
    """Whether the ticker runs; what people do is not broken off."""

    def __init__(self, monkeypatch, error=Killed, at=0, each=False):
        self.calls, self.names, self.error, self.at, self.each = 0, Counter(), error, at, each
        for module, name in STEPS:
            if hasattr(module, name):
                monkeypatch.setattr(module, name, self._wrapped(name, getattr(module, name)))

    def _wrapped(self, name, real):
        def call(*args, **more):
            done = real(*args, **more)
            if not Breaks.ticking:
                return done
            self.calls += 1
            self.names[name] += 1
            first = self.each and name in ONE_A_STEP and self.names[name] == 1
            if self.calls == self.at or first:
                raise self.error(name)
            return done

        return call


@pytest.fixture(autouse=True)
def fixed_lots(monkeypatch):
    """Every tournament has the same seed, so that two runs draw the same pairs."""
    monkeypatch.setattr(creating, "new_seed", lambda: bytes(range(32)))
    monkeypatch.setattr(creating, "public_id", lambda: "tournament1")
    monkeypatch.setattr(seats, "BATCH", 2)


def decided(game):
    """Write the end of a game as a finished match does; the result follows from who plays it."""
    numbers = [place.entrant.number for place in game.places.select_related("entrant")]
    strength = (7 * numbers[0] + 3 * numbers[1] * game.round.number) % 9
    Match.objects.filter(pk=game.match_id).update(status=MatchStatus.FINISHED)
    game.points, game.deals_done = [[56 + strength, 64 - strength]], 1
    game.result, game.done_at = GameResult.PLAYED, START
    game.save(update_fields=["points", "deals_done", "result", "done_at"])


def ticked(now):
    """Tick as a process does that a kill ends and that is started again."""
    Breaks.ticking = True
    try:
        ticker.tick(now=now)
    except (Killed, RuntimeError):
        return
    finally:
        Breaks.ticking = False


def run_through(count, **choices):
    """Play a tournament from its announcement to its end, whatever is broken off on the way."""
    tournament = announced(**choices)
    waiting = entered(tournament, count)
    now = START - timedelta(minutes=12)
    for _ in range(150):
        now += STEP
        ticked(now)
        tournament.refresh_from_db()
        if tournament.status == "checkin" and now < START:
            while waiting:
                entries.check_in(tournament=tournament, player=waiting.pop(0), now=now)
        if tournament.stage == RoundStage.PLAYING:
            for game in open_games(tournament):
                decided(game)
        if tournament.finished_at is not None:
            return found_of(tournament)
    raise AssertionError(f"not over: {tournament.status} {tournament.stage} {tournament.problem}")


def found_of(tournament):
    """What must be the same after every run: standings, rows, and chips."""
    rows = tournament.entrants.order_by("number").values_list("number", "place", "score")
    pairs = TournamentPlace.objects.order_by("round__number", "game__number", "index")
    transfers = ChipTransfer.objects.exclude(kind="grant").order_by("pk")
    return {
        "standings": list(rows),
        "pairs": list(pairs.values_list("round__number", "game__number", "entrant__number")),
        "rounds": TournamentRound.objects.count(),
        "games": TournamentGame.objects.count(),
        "matches": Match.objects.count(),
        "seats": TableSeat.objects.count(),
        "chips": [
            (one.kind, sorted(ChipEntry.objects.filter(transfer=one).values_list("amount")))
            for one in transfers
        ],
        "balances": list(
            ChipAccount.objects.filter(player__isnull=False)
            .order_by("player__name")
            .values_list("player__name", "balance")
        ),
    }


def undone(count, choices):
    """Play a tournament, and take all of it back, ids included."""
    with transaction.atomic():
        found = run_through(count, **choices)
        transaction.set_rollback(True)
    return found


def same_after_breaks(count, choices, error, first):
    """Break off calls of STEPS, each in a run of its own, and compare what comes out."""
    with pytest.MonkeyPatch.context() as patch:
        counted = Breaks(patch)
        expected = undone(count, choices)
    assert {name for _module, name in STEPS if name != "seat_games"} <= set(counted.names)
    for at in range(first, counted.calls + 1, STRIDE):
        with pytest.MonkeyPatch.context() as patch:
            breaks = Breaks(patch, error, at)
            assert undone(count, choices) == expected, at
            assert breaks.calls >= at


@sqlite_alone
@pytest.mark.parametrize(
    ("count", "choices", "error", "first"),
    [
        (6, SWISS, Killed, 1),
        (6, SWISS, RuntimeError, 4),
        (4, KNOCKOUT, Killed, 2),
        (4, KNOCKOUT, RuntimeError, 5),
    ],
)
def test_a_run_that_breaks_off_after_any_step_ends_like_one_that_does_not(
    count, choices, error, first
):
    same_after_breaks(count, choices, error, first)


@sqlite_alone
@pytest.mark.parametrize(("count", "choices"), [(6, SWISS), (4, KNOCKOUT)])
def test_a_tournament_whose_every_step_fails_once_ends_like_one_whose_steps_do_not(
    count, choices, monkeypatch
):
    expected = undone(count, choices)
    Breaks(monkeypatch, RuntimeError, each=True)
    assert undone(count, choices) == expected


def test_a_step_that_fails_waits_a_minute_and_is_not_repeated_at_once(monkeypatch):
    tournament = started(2, rounds=1, deals=1)
    decided(open_games(tournament)[0])

    def broken(*_about):
        raise RuntimeError

    monkeypatch.setattr(ticker, "_watch_round", broken)
    ticker.tick(now=START + STEP)
    tournament.refresh_from_db()
    assert (tournament.failures, tournament.stage) == (1, RoundStage.PLAYING)
    monkeypatch.undo()
    ticker.tick(now=START + STEP + timedelta(seconds=59))
    tournament.refresh_from_db()
    assert tournament.stage == RoundStage.PLAYING
    ticker.tick(now=START + STEP + timedelta(seconds=60))
    tournament.refresh_from_db()
    assert (tournament.failures, tournament.round_rows.get().closed_at is None) == (0, False)


def test_three_failures_in_a_row_pause_a_tournament_and_resuming_ends_it():
    tournament = started(2, rounds=1, deals=1)
    decided(open_games(tournament)[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds, "score", lambda *_about: 1 / 0)
        for number in range(1, 5):
            ticker.tick(now=START + number * timedelta(seconds=61))
    tournament.refresh_from_db()
    assert (tournament.stage, tournament.problem) == (RoundStage.PAUSED, "ZeroDivisionError")
    directing.resume(tournament=tournament, organiser=None, now=START + timedelta(minutes=9))
    assert play_out(tournament, START + timedelta(minutes=9)).status == "finished"


def test_a_match_that_cannot_be_published_holds_nothing_else_up():
    tournament = started(4, rounds=1, deals=1)
    games = open_games(tournament)
    for game in games:
        play(game)
    real, broken = ticker.open_held, games[0].match_id

    def open_held(*, match_id, now):
        if match_id == broken:
            raise RuntimeError
        return real(match_id=match_id, now=now)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ticker, "open_held", open_held)
        assert ticker.tick(now=START + STEP).tournaments
    assert Match.objects.get(pk=broken).status == MatchStatus.HELD
    assert Match.objects.get(pk=games[1].match_id).status == MatchStatus.FINISHED
    ticker.tick(now=START + 2 * STEP)
    assert Match.objects.get(pk=broken).status == MatchStatus.FINISHED


def test_matches_of_a_tournament_that_is_called_off_are_not_held_back_for_ever():
    tournament = started(4)
    first, second = open_games(tournament)
    play(first)
    creating.cancel_tournament(tournament=tournament, now=START + STEP)
    ticker.tick(now=START + 2 * STEP)
    assert Match.objects.get(pk=first.match_id).status == MatchStatus.FINISHED
    assert Match.objects.get(pk=second.match_id).status == MatchStatus.ABANDONED


def test_a_game_that_ends_while_it_is_forfeited_keeps_what_was_played():
    tournament = started(2, rounds=1)
    (stale,) = open_games(tournament)
    play(open_games(tournament)[0])
    absent = {place.entrant_id for place in stale.places.all()}
    playing._forfeit(stale, absent, START + STEP)
    game = TournamentGame.objects.get()
    assert (game.result, None in game.points) == (GameResult.PLAYED, False)
    assert not game.places.filter(forfeit=True).exists()
    assert set(tournament.entrants.values_list("status", flat=True)) == {"playing"}


def test_a_step_that_another_process_has_done_does_nothing(monkeypatch):
    """Each id that was due is given to a second process after the first is through."""
    real = ticker.step

    def twice(pk, *, now, done):
        real(pk, now=now, done=done)
        real(pk, now=now, done=done)

    monkeypatch.setattr(ticker, "step", twice)
    tournament = play_out(started(6, rounds=2, deals=1, fee=100))
    assert [row.number for row in tournament.round_rows.all()] == [1, 2]
    assert TournamentGame.objects.count() == Match.objects.count() == 6
    seated = Counter(TournamentPlace.objects.values_list("round", "entrant"))
    assert set(seated.values()) == {1}
    balances = ChipAccount.objects.filter(player__isnull=False).values_list("balance", flat=True)
    assert sum(balances) == 6000


def test_a_tournament_that_is_finished_twice_pays_its_prizes_once():
    tournament = play_out(started(4, rounds=1, deals=1, fee=100))
    before = list(ChipAccount.objects.order_by("pk").values_list("balance", flat=True))
    rounds.finish(tournament, START + timedelta(hours=1))
    assert list(ChipAccount.objects.order_by("pk").values_list("balance", flat=True)) == before


def test_a_substitute_who_never_had_chips_gets_the_prize():
    organiser, substitute = (
        player_without_account("organiser"),
        player_without_account("substitute"),
    )
    tournament = started(2, creator=organiser, rounds=1, deals=1, fee=100)
    for member in tournament.people.all()[:1]:
        directing.substitute(
            tournament=tournament, organiser=organiser, member=member, player=substitute,
            reason="ill", now=START,
        )  # fmt: skip
    tournament = play_out(tournament)
    assert tournament.status == "finished"
    assert ChipAccount.objects.get(player=substitute).balance > 1000
    assert ChipAccount.objects.get(tournament=tournament).balance == 0


def test_a_tournament_that_cannot_start_is_told_of():
    tournament = announced()
    checked_in(tournament, entered(tournament, 1))
    assert ticker.tick(now=START).tournaments == [tournament.public_id]
    tournament.refresh_from_db()
    assert tournament.status == "cancelled"


def test_a_fee_is_taken_once_and_given_back_once():
    tournament = announced(fee=100)
    (ana,) = people(1)
    for _ in range(3):
        entrant = entries.enter(tournament=tournament, player=ana, now=NOW)
        member = entrant.people.get()
        escrow.pay_fee(member=member, now=NOW)
        assert ChipAccount.objects.get(player=ana).balance == 900
        stale = entrant.people.get()
        for one in (member, stale):
            escrow.refund_fee(member=one, now=NOW)
        entries.withdraw(tournament=tournament, player=ana, now=NOW)
        assert ChipAccount.objects.get(player=ana).balance == 1000
    assert ChipAccount.objects.get(tournament=tournament).balance == 0

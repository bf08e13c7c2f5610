"""What is written as matches begin and end."""

from __future__ import annotations

import hashlib
import json
import zlib
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.engine import apply, build_ruleset, start
from games.models import (
    Action,
    Deadline,
    Deal,
    DealSecret,
    Match,
    MatchRecord,
    PlayerFigures,
    Rating,
    Team,
    TeamFigures,
    Trick,
)
from games.models.tables import TableStatus
from games.record import verify_record
from games.record.log import read_action
from games.services import deals, match_ends, matches, tables
from games.services.players import house_bot
from games.services.rulesets import engine_ruleset
from games.stats.figures import BOTS
from tests.services.people import table_of
from tests.support.bot_matches import Contest, play_contest
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
NAMES = ("ana", "eva", "leo", "mar", "pau", "sol")


def begun(players=2, **options):
    """A match that has just begun among people."""
    return begun_by(*(player_without_account(name) for name in NAMES[:players]), **options)


def begun_by(*people, **options):
    """A match that has just begun among these people."""
    table = table_of(people[0], len(people), options={"match.target": 2, **options})
    for one in people[1:]:
        tables.sit(table=table, player=one, seat=None)
        tables.set_agreed(table=table, player=one, on=True)
    table.refresh_from_db()
    return table.match


def played(match, seed="1"):
    """The log of a match played to its end, its journal and its secrets as live play has them."""
    rules = engine_ruleset(match.ruleset, match.players).rules
    contest = Contest(rules, ("greedy",), 1, seed)
    log = next(play_contest(contest, lambda: match.public_id)).log
    Match.objects.filter(pk=match.pk).update(first_dealer=log.dealer)
    now = timezone.now()
    Action.objects.bulk_create(
        Action(
            match=match,
            seq=entry.seq,
            sub=entry.sub,
            seat=entry.seat,
            client_id=f"{entry.seq}.{entry.sub}",
            payload=json.dumps(entry.action),
            by=entry.by,
            created_at=now,
        )
        for entry in log.entries
    )
    del log.fairness[1]["dealer"]  # of a draw among bots, and these are people
    for number, block in log.fairness.items():
        DealSecret.objects.create(
            match=match,
            deal_number=number,
            server_seed=bytes.fromhex(block["server_seed"]),
            server_commit=block["server_commit"],
            fairness=block,
        )
    return log


def finish(match, log):
    """Write a match's deals and its end, as live play does."""
    state = start(log.rules, dealer=log.dealer)
    for entry in log.entries:
        before = len(state.results)
        state, _ = apply(state, read_action(entry, state.number, log.decks))
        if len(state.results) > before:
            deals.finish_deal(match_id=match.pk, result=state.results[-1], tricks=state.deal.tricks)
    return match_ends.finish_match(match_id=match.pk, log=log, finished_at=timezone.now())


def record_of(match):
    return json.loads(zlib.decompress(MatchRecord.objects.get(match=match).body))


# -- beginning ---------------------------------------------------------------------------------


def test_a_match_begins_with_its_seats_sides_and_a_deal_that_is_due():
    match = begun(4)
    assert (match.status, match.pool, match.sides) == ("playing", "4-pairs", [[0, 2], [1, 3]])
    assert [(seat.player.name, seat.side) for seat in match.seats.order_by("seat")] == [
        ("ana", 0),
        ("eva", 1),
        ("leo", 0),
        ("mar", 1),
    ]
    assert match.first_dealer in range(4)
    deadline = Deadline.objects.get(match=match)
    assert (deadline.for_seq, deadline.kind) == (0, "next_deal")
    assert deadline.due_at <= timezone.now()


def test_a_match_needs_all_its_players():
    table = table_of(player_without_account("ana"), 3)
    with pytest.raises(ValueError, match="every seat"):
        matches.create_match(table=table)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("fields", "public"),
    [({}, True), ({"visibility": "link"}, False), ({"watch": "nobody"}, False)],
)
def test_a_running_match_is_public_only_where_anybody_may_find_and_watch_its_table(fields, public):
    ana = player_without_account("ana")
    assert tables.begin(table=table_of(ana, **fields), player=ana).public is public


def test_who_deals_first_is_drawn_by_lot():
    dealers = set()
    for number in range(40):
        host = player_without_account(f"host{number}")
        dealers.add(tables.begin(table=table_of(host, 3), player=host).first_dealer)
    assert dealers == {0, 1, 2}


# -- deals -------------------------------------------------------------------------------------


def test_a_deal_is_written_with_every_trick_and_card():
    match = begun(3)
    log = played(match)
    finish(match, log)
    for result in log.state.results:
        deal = Deal.objects.get(match=match, number=result.deal)
        assert (deal.dealer, deal.trump_card) == (result.dealer, result.trump_card)
        assert tuple(deal.seat_points) == result.seat_points
        assert tuple(deal.game_points) == result.game_points
        tricks = list(deal.tricks.order_by("number"))
        assert [trick.number for trick in tricks] == list(range(1, 13))
        cards = [card for trick in tricks for _, card in trick.plays]
        assert sorted(cards) == sorted(log.decks[result.deal])
        assert sum(trick.points for trick in tricks) == 120
        assert all(trick.plays[0][0] == trick.leader for trick in tricks)
        assert [after.leader for after in tricks[1:]] == [trick.winner for trick in tricks[:-1]]


# -- the end -----------------------------------------------------------------------------------


def test_the_journal_folds_into_a_compact_record_that_holds():
    match = begun(4)
    log = played(match)
    finish(match, log)
    record = record_of(match)
    verify_record(record)
    assert [seat["player"] for seat in record["seats"]] == list(NAMES[:4])
    assert record["match"] == match.public_id
    stored = MatchRecord.objects.get(match=match)
    assert stored.sha256 == hashlib.sha256(zlib.decompress(stored.body)).hexdigest()
    assert len(stored.body) < 2000 * match.deals.count()
    assert not Action.objects.filter(match=match).exists()
    assert not Deadline.objects.filter(match=match).exists()
    assert not DealSecret.objects.filter(match=match, revealed_at=None).exists()


def test_the_outcome_stands_in_match_seats_and_table():
    match = begun(4)
    log = played(match)
    match = finish(match, log)
    state = log.state
    assert (match.status, match.ended_by) == ("finished", "target")
    assert (tuple(match.score), tuple(match.winners)) == (state.score, state.winners)
    assert match.deal_count == len(state.results)
    assert match.table.status == TableStatus.FINISHED
    for seat in match.seats.all():
        assert seat.won is (seat.side in state.winners)
        assert seat.points == sum(result.seat_points[seat.seat] for result in state.results)
        assert seat.finished_at == match.finished_at


def test_figures_and_ratings_move_with_the_match():
    match = begun()
    log = played(match)
    assert not PlayerFigures.objects.exists()
    finish(match, log)
    for seat in match.seats.select_related("player"):
        figures = PlayerFigures.objects.get(player=seat.player, pool="2", month=0)
        assert (figures.matches, figures.matches_won) == (1, int(seat.won))
        assert figures.deals == len(log.state.results)
        assert figures.own_points == seat.points
        assert Rating.objects.get(player=seat.player, pool="2").matches == 1


def test_partners_become_a_team_the_first_time_and_are_the_same_one_after():
    match = begun(4)
    assert not Team.objects.exists()
    finish(match, played(match))
    teams = {seat.seat: seat.team for seat in match.seats.select_related("team")}
    assert teams[0] == teams[2] != teams[1] == teams[3]
    assert {player.name for player in teams[0].players.all()} == {"ana", "leo"}
    assert TeamFigures.objects.get(team=teams[0], pool="4-pairs", month=0).matches == 1
    again = None
    for seat in match.seats.order_by("seat"):
        again = tables.request_rematch(table=match.table, player=seat.player)
    finish(again, played(again, seed="2"))
    assert Team.objects.count() == 2
    assert TeamFigures.objects.get(team=teams[0], pool="4-pairs", month=0).matches == 2


@pytest.mark.parametrize(
    ("players", "options"), [(2, {}), (3, {}), (4, {"teams": "individual"})], ids=str
)
def test_those_who_play_alone_are_no_team(players, options):
    match = begun(players, **options)
    finish(match, played(match))
    assert not Team.objects.exists()


def test_all_of_the_end_is_written_or_nothing(monkeypatch):
    match = begun(4)
    log = played(match)

    def fail(*_):
        raise RuntimeError("no figures")

    monkeypatch.setattr(match_ends, "fold_match", fail)
    with pytest.raises(RuntimeError), transaction.atomic():
        finish(match, log)
    match.refresh_from_db()
    assert match.status == "playing"
    assert Action.objects.filter(match=match).count() == len(log.entries)
    for model in (MatchRecord, Deal, Trick, Team, PlayerFigures):
        assert not model.objects.exists()


def test_a_table_that_plays_a_rematch_is_left_alone():
    """An end that comes late says nothing of what the table plays now."""
    match = begun()
    log = played(match)
    table = match.table
    table.match = None
    table.save()
    finish(match, log)
    table.refresh_from_db()
    assert table.status == TableStatus.PLAYING


# -- matches played elsewhere ------------------------------------------------------------------


def test_a_match_played_elsewhere_is_stored_as_live_play_leaves_it():
    rules = build_ruleset("ludoteka", 4, {"match.target": 1}).rules
    log = next(play_contest(Contest(rules, ("greedy",), 1, "5"))).log
    bots = [house_bot("greedy", index) for index in range(4)]
    now = timezone.now()
    match = match_ends.store_match(
        log=log, players=bots, started_at=now - timedelta(minutes=1), finished_at=now
    )
    record = record_of(match)
    verify_record(record)
    assert match.status == "finished"
    assert match.deals.count() == len(log.state.results)
    assert match.secrets.exclude(revealed_at=None).count() == match.deals.count()
    assert Team.objects.count() == 2
    assert Rating.objects.filter(pool=f"{BOTS}4-pairs").count() == 4

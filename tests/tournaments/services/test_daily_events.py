"""Daily events: begun at any hour, without a clock, and compared with everybody in the same seat."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.common.errors import TournamentError
from games.models import Match, Seat
from games.models.matches import MatchStatus
from games.services.absences import settle_absence
from games.services.leaving import leave_match
from games.tournaments.models import Tournament, TournamentDeck, TournamentEntrant, TournamentGame
from games.tournaments.selectors.deals import deals_json
from games.tournaments.services import daily, entries, ticker
from games.tournaments.services.creating import TournamentOptions
from games.tournaments.services.recount import faults
from tests.support.people import player_without_account
from tests.tournaments.builders import NOW, START, announced, play

pytestmark = pytest.mark.django_db

END = START + timedelta(days=1)


def event(**choices):
    """A daily event that runs."""
    tournament = announced(
        **{"format": "daily", "deals": 3, "bots": "greedy", "players": 2, **choices}
    )
    ticker.tick(now=START)
    tournament.refresh_from_db()
    assert tournament.status == "running"
    return tournament


def begun(tournament, player, at=START):
    """The game that a player begins."""
    table = daily.begin(tournament=tournament, player=player, now=at)
    return TournamentGame.objects.select_related("match", "table", "round").get(table=table)


def placed(tournament):
    """Number of each entrant with its place and score."""
    rows = TournamentEntrant.objects.filter(tournament=tournament, place__isnull=False)
    return {row.number: (row.place, row.score) for row in rows.order_by("place")}


def test_everybody_sits_at_the_same_seat_of_the_same_decks_without_a_clock():
    tournament = event(players=4, options={"teams": "pairs"})
    games = [begun(tournament, player_without_account(f"p{number}")) for number in range(3)]
    for game in games:
        seats = (
            Seat.objects.filter(match=game.match)
            .order_by("seat")
            .values_list("player__name", "kind")
        )
        assert [kind for _name, kind in seats] == ["human", "bot", "bot", "bot"]
        assert game.match.turn_ms is None
        assert not game.match.rated
        assert game.match.first_dealer == game.round.first_dealer
    assert TournamentDeck.objects.filter(tournament=tournament).count() == 3
    assert not TournamentDeck.objects.exclude(revealed_at=None).exists()


def test_beginning_again_leads_to_the_same_table_until_the_game_is_over():
    tournament = event()
    ana = player_without_account("ana")
    game = begun(tournament, ana)
    assert begun(tournament, ana).pk == game.pk
    play(game)
    with pytest.raises(TournamentError) as refused:
        daily.begin(tournament=tournament, player=ana, now=START)
    assert refused.value.code == "already_played"


def test_nobody_enters_before_it_begins_or_after_its_end():
    tournament = announced(format="daily", bots="rules", deals=2)
    with pytest.raises(TournamentError) as refused:
        entries.enter(tournament=tournament, player=player_without_account("early"), now=NOW)
    assert refused.value.code == "not_open"
    ticker.tick(now=START)
    ticker.tick(now=END)
    with pytest.raises(TournamentError) as refused:
        daily.begin(tournament=tournament, player=player_without_account("late"), now=END)
    assert refused.value.code == "not_open"


def test_who_finishes_has_a_place_among_those_who_have_finished_before_it_is_over():
    tournament = event()
    games = [begun(tournament, player_without_account(f"p{number}")) for number in range(3)]
    play(games[0], seed="a")
    ticker.tick(now=START + timedelta(minutes=5))
    assert placed(tournament) == {1: (1, 50.0)}
    play(games[1], seed="b")
    ticker.tick(now=START + timedelta(minutes=10))
    found = placed(tournament)
    assert sorted(found) == [1, 2]
    assert sum(score for _place, score in found.values()) == pytest.approx(100)
    assert Match.objects.filter(status=MatchStatus.HELD).count() == 2


def test_at_the_end_what_was_not_played_counts_forty_percent_and_all_is_shown():
    tournament = event()
    games = [begun(tournament, player_without_account(f"p{number}")) for number in range(2)]
    play(games[0])
    ticker.tick(now=START + timedelta(hours=2))
    for minute in range(3):
        ticker.tick(now=END + timedelta(minutes=minute))
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert placed(tournament) == {1: (1, 50.0), 2: (2, 40.0)}
    assert TournamentDeck.objects.filter(tournament=tournament, revealed_at=None).count() == 0
    games[0].match.refresh_from_db()
    assert games[0].match.status == MatchStatus.FINISHED
    shown = deals_json(tournament)
    assert [deal["deal"] for deal in shown] == [1, 2, 3]
    assert [table["margin"] is not None for table in shown[0]["tables"]] == [True, False]
    assert list(faults(tournament)) == []


def test_house_bots_take_part_and_nobody_meets_one_of_them_at_the_table():
    tournament = event(house_entrants=10)
    house = TournamentGame.objects.filter(round__tournament=tournament)
    assert house.count() == 10
    names = {
        member.player.name
        for entrant in tournament.entrants.all()
        for member in entrant.people.all()
    }
    assert len(names) == 10
    for game in house:
        seats = list(Seat.objects.filter(match=game.match).order_by("seat"))
        assert len({seat.player_id for seat in seats}) == 2
        assert seats[1].player.name not in names


def test_nobody_takes_the_seat_of_a_player_who_is_gone_before_the_end():
    tournament = event()
    ana = player_without_account("ana")
    game = begun(tournament, ana)
    settled = settle_absence(
        table_id=game.table.public_id, seat=0, reason="disconnected", seq=5, played=True,
        now=START + timedelta(hours=3),
    )  # fmt: skip
    assert settled.kind == "kept"
    assert settled.until == END
    leave_match(table=game.table, player=ana, seq=5)
    assert game.table.seats.get(seat=0).substitute == ""
    assert begun(tournament, ana).pk == game.pk


def test_withdrawing_keeps_what_was_played():
    tournament = event()
    ana = player_without_account("ana")
    play(begun(tournament, ana))
    entries.withdraw(tournament=tournament, player=ana, now=START)
    ticker.tick(now=START + timedelta(minutes=1))
    assert placed(tournament) == {1: (1, 50.0)}


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ({"bots": ""}, "bad_members"),
        ({"bots": "nobody"}, "bad_members"),
        ({"members": 2, "players": 4, "options": {"teams": "pairs"}}, "bad_members"),
        ({"house_entrants": 200}, "bad_entrants"),
        ({"house_entrants": 4, "fee": 10}, "bad_fee"),
        ({"format": "swiss", "house_entrants": 4, "bots": ""}, "bad_entrants"),
        ({"format": "swiss", "bots": "rules"}, "bad_members"),
    ],
)
def test_choices_that_do_not_go_together_are_refused(choices, code):
    with pytest.raises(TournamentError) as refused:
        announced(**{"format": "daily", "bots": "rules", **choices})
    assert refused.value.code == code


def test_a_series_announces_the_event_of_the_next_day_as_one_begins():
    tournament = event(every_days=1)
    following = tournament.series.tournaments.exclude(pk=tournament.pk).get()
    assert following.starts_at == END
    assert following.ends_at == END + timedelta(days=1)
    assert following.bots == "greedy"
    assert following.seed_commit != tournament.seed_commit


def test_options_without_bots_are_for_other_formats():
    assert TournamentOptions(
        name="x", format="swiss", preset="ludoteka", players=2, starts_at=START
    ).check(now=NOW)


def test_who_waits_for_a_place_of_a_full_event_is_not_seated_until_one_is_free():
    tournament = event(max_entrants=2, house_entrants=2)
    first, second, third = (player_without_account(f"d{number}") for number in range(3))
    begun(tournament, first)
    begun(tournament, second)
    assert daily.begin(tournament=tournament, player=third, now=START) is None
    entrant = tournament.entrants.get(people__player=third)
    assert (entrant.status, entrant.places.count()) == ("waiting", 0)
    assert daily.begin(tournament=tournament, player=third, now=START) is None
    entries.withdraw(tournament=tournament, player=first, now=START)
    game = begun(tournament, third)
    play(game)
    ticker.tick(now=START + timedelta(minutes=1))
    entrant.refresh_from_db()
    assert entrant.status == "playing"
    assert entrant.number in placed(tournament)


def test_who_waited_in_vain_has_the_fee_back_and_no_place():
    tournament = event(fee=20, prizes=(100,))
    Tournament.objects.filter(pk=tournament.pk).update(max_entrants=1)
    first, second = player_without_account("d0"), player_without_account("d1")
    play(begun(tournament, first))
    assert daily.begin(tournament=tournament, player=second, now=START) is None
    ticker.tick(now=END + timedelta(minutes=1))
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert len(placed(tournament)) == 1
    assert tournament.people.get(player=second).paid == 0
    assert second.chips.balance == 1000

"""Matches of two teams: teams are filled, both tables play the same decks, and teams are placed."""

from __future__ import annotations

import pytest

from games.common.errors import TournamentError
from games.models import ChipAccount, Match, Seat
from games.tournaments.models import TournamentDeck
from games.tournaments.services import directing, entries, ticker
from games.tournaments.services.recount import faults
from tests.support.people import player_without_account
from tests.tournaments.builders import (
    NOW,
    START,
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
TEAMS = {"format": "teams", "deals": 3}


def squads(tournament):
    """The team of each entrant that has a place, in the order of entering."""
    return list(tournament.entrants.order_by("number").values_list("squad", flat=True))


def seated(tournament):
    """The names at each table, in the order of the seats."""
    matches = Match.objects.filter(tournament_game__round__tournament=tournament).order_by("pk")
    return [
        list(
            Seat.objects.filter(match=match).order_by("seat").values_list("player__name", flat=True)
        )
        for match in matches
    ]


def test_who_wishes_nothing_goes_to_the_team_with_more_room():
    tournament = announced(**TEAMS)
    entered(tournament, 4)
    assert squads(tournament) == [1, 2, 1, 2]


def test_a_wish_is_kept_while_that_team_has_a_place():
    tournament = announced(**TEAMS)
    ana, eva, leo, pau = people(4)
    entries.enter(tournament=tournament, player=ana, squad=2, now=NOW)
    entries.enter(tournament=tournament, player=eva, squad=2, now=NOW)
    with pytest.raises(TournamentError, match="squad_full"):
        entries.enter(tournament=tournament, player=leo, squad=2, now=NOW)
    entries.enter(tournament=tournament, player=leo, now=NOW)
    entries.enter(tournament=tournament, player=pau, squad=1, now=NOW)
    assert squads(tournament) == [2, 2, 1, 1]
    fifth = entries.enter(
        tournament=tournament, player=player_without_account("Bea"), squad=1, now=NOW
    )
    assert (fifth.status, fifth.squad) == ("waiting", 1)
    entries.withdraw(tournament=tournament, player=ana, now=NOW)
    fifth.refresh_from_db()
    assert (fifth.status, fifth.squad) == ("entered", 2)


@pytest.mark.parametrize(("choices", "squad"), [(TEAMS, 3), (TEAMS, -1), ({}, 1)])
def test_a_team_that_there_is_not_is_refused(choices, squad):
    tournament = announced(**choices)
    with pytest.raises(TournamentError, match="bad_squad"):
        entries.enter(
            tournament=tournament, player=player_without_account("Ana"), squad=squad, now=NOW
        )


def test_two_tables_play_the_same_decks_with_the_seats_of_the_teams_exchanged():
    tournament = started(4, **TEAMS)
    assert seated(tournament) == [["p0", "p3"], ["p1", "p2"]]
    assert TournamentDeck.objects.filter(tournament=tournament).count() == 3
    assert tournament.ruleset.options["deal.draw"] == "by_seat"
    tournament = play_out(tournament)
    assert (tournament.status, tournament.round, tournament.rounds) == ("finished", 1, 1)
    lines = list(tournament.entrants.order_by("number").values_list("squad", "place", "score"))
    assert lines[0] == lines[2]
    assert lines[1] == lines[3]
    assert lines[0][2] + lines[1][2] == pytest.approx(20)
    assert not list(faults(tournament))


def test_nothing_of_a_deck_is_shown_until_the_second_table_has_finished():
    tournament = started(4, **TEAMS)
    play(open_games(tournament)[0])
    ticker.tick(now=START)
    decks = TournamentDeck.objects.filter(tournament=tournament)
    assert not decks.exclude(revealed_at=None).exists()
    assert not tournament.entrants.exclude(score=None).exists()
    play_out(tournament)
    assert not decks.filter(revealed_at=None).exists()


def test_pairs_play_as_teams_of_four():
    tournament = announced(**TEAMS, players=4, members=2, options={"teams": "pairs"})
    everybody = people(8)
    for one, other in zip(everybody[::2], everybody[1::2], strict=True):
        entries.enter(tournament=tournament, player=one, partners=[other], now=NOW)
        entries.answer(tournament=tournament, player=other, agree=True, now=NOW)
    checked_in(tournament, everybody)
    ticker.tick(now=START)
    assert seated(tournament) == [["p0", "p6", "p1", "p7"], ["p2", "p4", "p3", "p5"]]
    assert play_out(tournament).status == "finished"


def test_two_people_play_the_same_cards_each_against_bots():
    tournament = started(2, **TEAMS, bots="rules")
    tables = seated(tournament)
    assert [names[0] for names in tables] == ["p0", "p1"]
    assert tables[0][1] == tables[1][1], "bots of the same level"
    tournament = play_out(tournament)
    assert tournament.status == "finished"
    assert sum(tournament.entrants.values_list("score", flat=True)) == pytest.approx(20)


def test_it_starts_as_soon_as_both_teams_are_complete():
    tournament = announced(**TEAMS, starts_when_full=True)
    entered(tournament, 4)
    ticker.tick(now=NOW)
    tournament.refresh_from_db()
    assert tournament.status == "running"
    assert len(open_games(tournament)) == 2


def test_it_is_called_off_when_a_team_is_not_complete():
    tournament = announced(**TEAMS)
    checked_in(tournament, entered(tournament, 4)[:3])
    ticker.tick(now=START)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.problem) == ("cancelled", "too_few")


def test_the_team_that_wins_shares_the_chips():
    tournament = play_out(started(4, **TEAMS, fee=30))
    places = dict(tournament.people.values_list("player", "entrant__place"))
    found = {row.player_id: row.balance for row in ChipAccount.objects.exclude(player=None)}
    winners = [player for player, place in places.items() if place == 1]
    for player, place in places.items():
        gain = 120 // len(winners) - 30 if place == 1 else -30
        assert found[player] == 1000 + gain


def test_the_organiser_pairs_no_match_of_teams_by_hand():
    organiser = player_without_account("Olga")
    tournament = announced(organiser, **TEAMS)
    checked_in(tournament, entered(tournament, 4))
    with pytest.raises(TournamentError, match="not_now"):
        directing.pair_by_hand(
            tournament=tournament, organiser=organiser, tables=[(1, 2), (3, 4)], reason="x"
        )

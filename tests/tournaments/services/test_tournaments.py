"""Tournaments from the announcement to the prizes: who enters, who plays whom, and who wins."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from games.common.errors import TournamentError
from games.models import Action, ChipAccount, DealSecret, Match, TableSeat
from games.models.matches import MatchStatus
from games.selectors import ledger
from games.services.players import player_for
from games.site.personal_data import personal_data
from games.tournaments.models import EntryBan, Tournament, TournamentDeck, TournamentPlace
from games.tournaments.models.tournaments import EntrantStatus, RoundStage, TournamentStatus
from games.tournaments.selectors.rounds import rounds_json
from games.tournaments.selectors.standings import standings_json
from games.tournaments.services import creating, directing, entries, playing, ticker
from games.tournaments.services.decks import make_decks, seed_commit
from games.tournaments.services.entry_checks import ban_absent
from games.tournaments.services.recount import faults
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


def test_a_swiss_is_played_from_the_announcement_to_the_podium():
    tournament = started(8)
    assert (tournament.status, tournament.stage, tournament.round) == ("running", "playing", 1)
    assert len(open_games(tournament)) == 4
    tournament = play_out(tournament)
    assert tournament.status == TournamentStatus.FINISHED
    found = standings_json(tournament)
    assert [line["place"] for line in found["results"]] == list(range(1, 9))
    scores = [line["score"] for line in found["results"]]
    assert scores == sorted(scores, reverse=True)
    assert sum(scores) == pytest.approx(2 * 4 * 20)
    assert found["hash"] == tournament.standings_hash != ""


def test_all_tables_of_a_round_have_the_same_decks_which_are_shown_when_all_are_done():
    tournament = started(6)
    games = open_games(tournament)
    assert TournamentDeck.objects.filter(tournament=tournament, round=1).count() == 2
    for game in games[:-1]:
        play(game)
    ticker.tick(now=START + STEP)
    statuses = [Match.objects.get(pk=game.match_id).status for game in games]
    assert statuses == [MatchStatus.HELD, MatchStatus.HELD, MatchStatus.PLAYING]
    assert not TournamentDeck.objects.filter(revealed_at__isnull=False).exists()
    shown = rounds_json(tournament)[0]["games"]
    assert {side["score"] for game in shown for side in game["sides"]} == {None}
    assert {game["match"] for game in shown} == {None}
    assert not DealSecret.objects.filter(match=games[0].match, revealed_at__isnull=False).exists()
    play(games[-1])
    ticker.tick(now=START + 2 * STEP)
    assert not TournamentDeck.objects.filter(round=1, revealed_at=None).exists()
    statuses = {Match.objects.get(pk=game.match_id).status for game in games}
    assert statuses == {MatchStatus.FINISHED}


def test_decks_follow_from_the_seed_that_was_committed_to():
    tournament = started(4)
    decks = list(
        TournamentDeck.objects.filter(tournament=tournament).values_list("fairness", flat=True)
    )
    TournamentDeck.objects.all().delete()
    make_decks(tournament=tournament, round_number=1)
    again = list(
        TournamentDeck.objects.filter(tournament=tournament).values_list("fairness", flat=True)
    )
    assert again == decks
    assert seed_commit(tournament.public_id, bytes(tournament.seed)) == tournament.seed_commit


def test_an_odd_number_has_one_bye_of_twelve_points_a_round():
    tournament = play_out(started(5))
    byes = TournamentPlace.objects.filter(round__tournament=tournament, game__kind="bye")
    assert [place.score for place in byes] == [12.0, 12.0]
    assert len({place.entrant_id for place in byes}) == 2


def test_who_has_not_checked_in_gives_the_place_to_who_waits():
    tournament = announced(max_entrants=2)
    ana, eva, leo = entered(tournament, 3)
    assert tournament.entrants.get(people__player=leo).status == EntrantStatus.WAITING
    ticker.tick(now=START - timedelta(minutes=10))
    for one in (ana, leo):
        entries.check_in(tournament=tournament, player=one, now=START - timedelta(minutes=5))
    ticker.tick(now=START)
    playing_now = TableSeat.objects.filter(table__tournament_game__isnull=False)
    assert {seat.player for seat in playing_now} == {ana, leo}
    assert not tournament.people.filter(player=eva).exists()
    assert not EntryBan.objects.exists()


def test_a_tournament_to_which_nobody_comes_is_called_off_and_the_fees_go_back():
    tournament = announced(fee=100)
    ana, eva = entered(tournament, 2)
    assert ChipAccount.objects.get(player=ana).balance == 900
    checked_in(tournament, [ana])
    ticker.tick(now=START)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.problem) == ("cancelled", "too_few")
    assert [ChipAccount.objects.get(player=one).balance for one in (ana, eva)] == [1000, 1000]
    assert ChipAccount.objects.get(tournament=tournament).balance == 0


def test_fees_are_paid_out_once_as_prizes():
    tournament = play_out(started(4, fee=100, prizes=(60, 40)))
    paid = ChipAccount.objects.filter(player__isnull=False).order_by("-balance")
    assert [account.balance for account in paid] == [1140, 1060, 900, 900]
    assert ChipAccount.objects.get(tournament=tournament).balance == 0


def test_a_side_of_which_nobody_comes_loses_and_is_out_of_further_rounds():
    tournament = started(4, rounds=3)
    games = open_games(tournament)
    play(games[0])
    Action.objects.create(
        match=games[1].match, seq=1, sub=0, seat=0, client_id="1", payload='{"type": "cut"}',
        by="player", created_at=START,
    )  # fmt: skip
    ticker.tick(now=START + playing.FORFEIT_AFTER + STEP)
    ticker.tick(now=START + playing.FORFEIT_AFTER + 3 * STEP)
    tournament.refresh_from_db()
    places = list(TournamentPlace.objects.filter(game=games[1]).order_by("index"))
    assert [place.forfeit for place in places] == [False, True]
    assert [place.score for place in places] == [12.0, 0.0]
    absent = places[1].entrant
    assert absent.status == EntrantStatus.ABSENT
    assert EntryBan.objects.get().player == absent.people.get().player
    assert tournament.round == 2
    later = TournamentPlace.objects.filter(round__number=2, round__tournament=tournament)
    assert absent.pk not in {place.entrant_id for place in later}


def test_bots_finish_what_runs_when_the_time_of_a_round_is_up():
    tournament = started(2, rounds=1)
    (game,) = open_games(tournament)
    for seat in (0, 1):
        Action.objects.create(
            match=game.match, seq=seat + 1, sub=0, seat=seat, client_id=f"{seat}", payload='{"type": "cut"}',
            by="player", created_at=START,
        )  # fmt: skip
    ticker.tick(now=START + timedelta(minutes=11))
    assert set(game.table.seats.values_list("substitute", flat=True)) == {"rules"}
    assert set(game.match.departures.values_list("excused", flat=True)) == {True}
    ticker.tick(now=START + timedelta(minutes=21))
    game.refresh_from_db()
    assert (game.result, game.points) == ("void", [None, None])


def test_pairs_enter_once_the_partner_has_agreed():
    tournament = announced(players=4, members=2)
    ana, eva, leo = people(3)
    entrant = entries.enter(tournament=tournament, player=ana, partners=[eva], now=NOW)
    assert entrant.status == EntrantStatus.INVITED
    entries.answer(tournament=tournament, player=eva, agree=True, now=NOW)
    entrant.refresh_from_db()
    assert entrant.status == EntrantStatus.ENTERED
    with pytest.raises(TournamentError, match="bad_partners"):
        entries.enter(tournament=tournament, player=leo, partners=[eva], now=NOW)


def test_two_who_look_for_a_partner_become_a_pair():
    tournament = announced(players=4, members=2)
    ana, eva = people(2)
    entries.enter(tournament=tournament, player=ana, seek=True, now=NOW)
    entrant = entries.enter(tournament=tournament, player=eva, seek=True, now=NOW)
    entrant.refresh_from_db()
    assert entrant.status == EntrantStatus.ENTERED
    assert {member.player for member in entrant.people.all()} == {ana, eva}


def test_who_comes_late_has_eight_points_once_and_plays_from_the_next_round():
    tournament = started(4, rounds=4)
    late = player_without_account("late")
    entrant = entries.enter(tournament=tournament, player=late, now=START + STEP)
    assert entrant.status == EntrantStatus.PLAYING
    tournament = play_out(tournament)
    line = next(one for one in standings_json(tournament)["results"] if one["name"] == "late")
    played = TournamentPlace.objects.filter(entrant=entrant)
    assert line["score"] == pytest.approx(8 + sum(place.score for place in played))
    assert min(place.round.number for place in played) == 2


def test_too_late_is_refused_by_name():
    tournament = started(4, rounds=1)
    with pytest.raises(TournamentError, match="too_late"):
        entries.enter(
            tournament=tournament, player=player_without_account("late"), now=START + STEP
        )


@pytest.mark.parametrize(
    ("choices", "count"),
    [
        ({"format": "round_robin"}, 5),
        ({"format": "groups", "second_bracket": True}, 7),
        ({"format": "knockout"}, 6),
        ({"format": "ladder", "players": 3, "rounds": 2}, 7),
        ({"players": 4, "rounds": 3}, 9),
        ({"format": "knockout", "best_of": 3, "deals": 1}, 4),
    ],
)
def test_every_format_is_played_to_its_end(choices, count):
    tournament = play_out(started(count, **choices))
    lines = standings_json(tournament)["results"]
    assert [line["place"] for line in lines] == list(range(1, count + 1))


def test_tables_of_three_pairs_are_played_as_a_ladder():
    tournament = announced(format="ladder", players=6, members=2, options={"teams": "pairs"})
    everybody = people(12)
    for one, other in zip(everybody[::2], everybody[1::2], strict=True):
        entries.enter(tournament=tournament, player=one, partners=[other], now=NOW)
        entries.answer(tournament=tournament, player=other, agree=True, now=NOW)
    checked_in(tournament, everybody)
    ticker.tick(now=START)
    tournament = play_out(tournament)
    assert [line["place"] for line in standings_json(tournament)["results"]] == [1, 2, 3, 4, 5, 6]


def test_an_arena_pairs_whoever_is_free_until_its_time_is_over():
    tournament = announced(format="arena", minutes=20, deals=1)
    entered(tournament, 4)
    now = START
    for _ in range(60):
        now += timedelta(seconds=30)
        for game in open_games(tournament):
            play(game, at=now)
        ticker.tick(now=now)
        tournament.refresh_from_db()
        if tournament.finished_at:
            break
    assert tournament.status == TournamentStatus.FINISHED
    assert tournament.round > 4
    assert not tournament.compared
    assert [line["place"] for line in standings_json(tournament)["results"]] == [1, 2, 3, 4]


def test_a_paused_tournament_waits_for_its_organiser():
    creator = player_without_account("organiser")
    tournament = announced(creator=creator)
    checked_in(tournament, entered(tournament, 4))
    ticker.tick(now=START)
    for game in open_games(tournament):
        play(game)
    ticker.tick(now=START + timedelta(seconds=2))
    directing.pause(tournament=tournament, organiser=creator)
    ticker.tick(now=START + timedelta(hours=1))
    tournament.refresh_from_db()
    assert (tournament.stage, tournament.round) == (RoundStage.PAUSED, 1)
    directing.resume(tournament=tournament, organiser=creator, now=START + timedelta(hours=1))
    ticker.tick(now=START + timedelta(hours=1))
    tournament.refresh_from_db()
    assert tournament.round == 2


def test_a_series_announces_the_next_tournament_as_one_begins():
    tournament = announced(every_days=7)
    checked_in(tournament, entered(tournament, 4))
    ticker.tick(now=START)
    following = Tournament.objects.exclude(pk=tournament.pk).get()
    assert following.starts_at == START + timedelta(days=7)
    assert following.status == TournamentStatus.OPEN
    assert following.seed_commit != tournament.seed_commit
    ticker.tick(now=START + STEP)
    assert Tournament.objects.count() == 2


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": " "}, "bad_name"),
        ({"rounds": 0}, "bad_rounds"),
        ({"deals": 25}, "bad_deals"),
        ({"prizes": (50, 60)}, "bad_prizes"),
        ({"starts_at": NOW - timedelta(minutes=6)}, "bad_start"),
        ({"members": 2}, "bad_members"),
        ({"players": 3}, "bad_members"),
        ({"best_of": 2}, "bad_best_of"),
    ],
)
def test_choices_that_cannot_be_played_are_refused_by_name(wrong, code):
    with pytest.raises(TournamentError, match=code):
        announced(**wrong)


def test_a_form_that_took_some_minutes_still_starts_now():
    tournament = announced(starts_at=NOW - timedelta(minutes=2))
    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.OPEN


def test_a_private_tournament_is_entered_by_its_link_alone():
    tournament = announced(visibility="link")
    ana = player_without_account("ana")
    with pytest.raises(TournamentError, match="link_needed"):
        entries.enter(tournament=tournament, player=ana, now=NOW)
    entries.enter(tournament=tournament, player=ana, invite=tournament.invite, now=NOW)
    creating.cancel_tournament(tournament=tournament, now=NOW)
    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.CANCELLED


def test_a_tournament_is_computed_again_from_what_is_stored():
    tournament = play_out(started(5))
    assert list(faults(tournament)) == []
    place = TournamentPlace.objects.filter(game__kind="game").first()
    TournamentPlace.objects.filter(pk=place.pk).update(score=19.5)
    found = list(faults(tournament))
    assert any("has 19.5" in fault for fault in found)
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("check_tournament", stdout=StringIO())


def test_the_ledger_holds_what_tournaments_owe():
    tournament = announced(fee=50)
    entered(tournament, 3)
    assert list(ledger.faults()) == []
    ChipAccount.objects.filter(tournament=tournament).update(balance=10)
    assert any("holds 10, not 150" in fault for fault in ledger.faults())


def test_who_deletes_the_account_is_out_of_tournaments_with_the_fee():
    user = get_user_model().objects.create_user("ana")
    player = player_for(user)
    tournament = announced(fee=50)
    entries.enter(tournament=tournament, player=player, now=NOW)
    entries.withdraw_everywhere(user_id=user.pk)
    assert not tournament.people.exists()
    assert ChipAccount.objects.get(player=player).balance == 1000


def test_the_download_of_ones_data_has_the_tournaments_that_one_entered_and_organised():
    user = get_user_model().objects.create_user("ana")
    ana = player_for(user)
    mine = announced(creator=ana, name="Mine")
    entries.enter(tournament=mine, player=ana, now=NOW)
    ban_absent(player=ana, now=NOW)
    data = personal_data(user.pk)
    assert data is not None
    (entry,) = data["tournaments"]
    assert (entry["tournament__name"], entry["entrant__status"]) == ("Mine", "entered")
    assert [one["name"] for one in data["tournaments_organised"]] == ["Mine"]
    assert len(data["tournament_pause"]) == 1


@pytest.mark.parametrize("choices", [{}, {"format": "arena", "minutes": 20, "deals": 1}])
def test_a_match_drawn_by_seat_is_rated_as_others_are(choices):
    tournament = announced(**choices)
    players = entered(tournament, 2)
    if not choices:
        checked_in(tournament, players)
    ticker.tick(now=START)
    ticker.tick(now=START + timedelta(seconds=40))
    match = open_games(tournament)[0].match
    assert match.ruleset.options["deal.draw"] == "by_seat"
    assert (match.rated, match.unrated_reason) == (True, "")
    assert tournament.compared == (not choices)

"""Coming back to a tournament: every check that an entry passes holds for a second one too."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.clubs.models import ClubMember
from games.common.errors import PausedError, TournamentError
from games.models import PlayerPause, Restriction
from games.models.people import PlayerKind
from games.tournaments.models import EntryBan, TournamentAction
from games.tournaments.models.tournaments import EntrantStatus
from games.tournaments.services import directing, entries, entry_checks, ticker
from games.tournaments.services.entry_checks import ban_absent
from tests.clubs.builders import club_of
from tests.support.people import player_without_account
from tests.tournaments.builders import NOW, START, announced, checked_in, entered, started

pytestmark = pytest.mark.django_db
LATER = START + timedelta(minutes=1)


def withdrawn(**choices):
    """A running tournament and a player who has withdrawn from it."""
    tournament = started(4, rounds=5, **choices)
    player = tournament.entrants.get(number=1).people.get().player
    entries.withdraw(tournament=tournament, player=player, now=START)
    return tournament, player


def refusal(tournament, player):
    """The code with which an entry is refused; "" if it is not."""
    try:
        entries.enter(tournament=tournament, player=player, now=LATER)
    except (TournamentError, PausedError) as error:
        return error.code
    return ""


def test_who_withdrew_comes_back():
    tournament, player = withdrawn()
    assert refusal(tournament, player) == ""
    assert tournament.entrants.get(number=1).status == EntrantStatus.PLAYING


def test_who_was_taken_out_while_it_runs_stays_out():
    tournament = started(4, rounds=5)
    entrant = tournament.entrants.get(number=1)
    directing.remove(tournament=tournament, organiser=None, entrant=entrant, reason="rude")
    assert refusal(tournament, entrant.people.get().player) == "taken_out"


def test_who_was_taken_out_before_the_start_does_not_enter_anew():
    tournament = announced()
    player, _other = entered(tournament, 2)
    entrant = tournament.entrants.get(number=1)
    directing.remove(tournament=tournament, organiser=None, entrant=entrant, reason="rude")
    assert refusal(tournament, player) == "taken_out"


def test_a_removal_stored_by_an_older_release_holds_too():
    tournament, player = withdrawn()
    TournamentAction.objects.create(
        tournament=tournament, kind=TournamentAction.Kind.REMOVE, facts={"entrant": 1}
    )
    assert refusal(tournament, player) == "taken_out"


def measure(player):
    Restriction.objects.create(
        player=player, kind=Restriction.Kind.TOURNAMENTS, starts_at=NOW, ends_at=LATER + timedelta(days=7)
    )  # fmt: skip


def pause(player):
    PlayerPause.objects.create(
        player=player, starts_at=NOW, ends_at=timezone.now() + timedelta(days=7), minutes=10
    )


def ban(player):
    ban_absent(player=player, now=NOW)


def many_entries(player):
    for number in range(entry_checks.MAX_ENTRIES):
        other = announced(name=f"Other {number}", starts_at=START + timedelta(days=1))
        entries.enter(tournament=other, player=player, now=NOW)


def program(player):
    player.kind = PlayerKind.BOT
    player.save()


@pytest.mark.parametrize(
    ("since", "code"),
    [
        (measure, "not_allowed"),
        (pause, "paused_player"),
        (ban, "entry_ban"),
        (many_entries, "too_many_entries"),
        (program, "no_programs"),
    ],
)
def test_what_happened_since_the_first_entry_counts_at_the_second(since, code):
    tournament, player = withdrawn()
    since(player)
    assert refusal(tournament, player) == code


def test_a_partner_who_may_not_enter_keeps_the_pair_out():
    tournament = announced(players=4, members=2, rounds=5, options={"teams": "pairs"})
    players = []
    for number in range(4):
        player, partner = player_without_account(f"a{number}"), player_without_account(f"b{number}")
        entries.enter(tournament=tournament, player=player, partners=[partner], now=NOW)
        entries.answer(tournament=tournament, player=partner, agree=True, now=NOW)
        players += [player, partner]
    checked_in(tournament, players)
    ticker.tick(now=START)
    entries.withdraw(tournament=tournament, player=players[0], now=START)
    measure(players[1])
    assert refusal(tournament, players[0]) == "not_allowed"


def test_the_pause_for_missing_a_game_of_this_event_does_not_keep_anybody_from_it():
    tournament = started(4, rounds=5)
    entrant = tournament.entrants.get(number=1)
    player = entrant.people.get().player
    tournament.entrants.filter(pk=entrant.pk).update(status=EntrantStatus.ABSENT)
    ban_absent(player=player, now=LATER)
    assert refusal(tournament, player) == ""
    tournament.entrants.filter(pk=entrant.pk).update(status=EntrantStatus.ABSENT)
    EntryBan.objects.update(begins_at=NOW)
    assert refusal(tournament, player) == "entry_ban"


def test_who_left_the_club_does_not_come_back_to_its_own_event():
    tournament, player = withdrawn()
    club = club_of(player_without_account("founder"))
    tournament.club, tournament.club_only = club, True
    tournament.save()
    assert not ClubMember.objects.filter(club=club, player=player).exists()
    assert refusal(tournament, player) == "members_only"


@pytest.mark.parametrize(("fee", "refused"), [(0, [True, False]), (10, [True, True])])
def test_an_organiser_who_plays_does_not_change_the_own_points(fee, refused):
    tournament, _player = withdrawn(fee=fee)
    organiser = tournament.entrants.get(number=2).people.get().player
    tournament.creator = organiser
    tournament.save()
    tournament.round_rows.update(closed_at=LATER)
    refusals = []
    for number in (2, 3):
        try:
            directing.adjust(
                tournament=tournament,
                organiser=organiser,
                entrant=tournament.entrants.get(number=number),
                round_number=1,
                points=5.0,
                reason="bonus",
            )
            refusals.append(False)
        except TournamentError as error:
            assert error.code == "own_points"
            refusals.append(True)
    assert refusals == refused


def test_a_moderator_who_does_not_play_changes_the_points_and_is_named():
    tournament, _player = withdrawn()
    tournament.round_rows.update(closed_at=LATER)
    moderator = player_without_account("moderator")
    chosen = {"round_number": 1, "points": 5.0, "reason": "bonus", "organiser": None}
    entrant = tournament.entrants.get(number=2)
    directing.adjust(tournament=tournament, entrant=entrant, moderator=moderator, **chosen)
    assert TournamentAction.objects.get(kind="adjust").actor == moderator
    player = entrant.people.get().player
    with pytest.raises(TournamentError, match="own_points"):
        directing.adjust(tournament=tournament, entrant=entrant, moderator=player, **chosen)


def test_nobody_comes_back_to_an_event_in_which_others_have_all_the_places():
    tournament, player = withdrawn(max_entrants=4)
    entries.enter(tournament=tournament, player=player_without_account("Late"), now=LATER)
    assert refusal(tournament, player) == "full"


def test_the_waiting_list_has_the_place_of_who_withdraws_from_a_running_event():
    tournament = started(4, rounds=5, max_entrants=4)
    banned, late, later = (player_without_account(name) for name in ("Banned", "Late", "Later"))
    waiting = [
        entries.enter(tournament=tournament, player=player, now=LATER + timedelta(seconds=number))
        for number, player in enumerate((banned, late, later))
    ]
    measure(banned)
    player = tournament.entrants.get(number=1).people.get().player
    entries.withdraw(tournament=tournament, player=player, now=LATER + timedelta(minutes=1))
    statuses = [tournament.entrants.get(pk=entrant.pk).status for entrant in waiting]
    assert statuses == [EntrantStatus.WAITING, EntrantStatus.PLAYING, EntrantStatus.WAITING]
    assert tournament.entrants.get(pk=waiting[1].pk).first_round == tournament.round + 1

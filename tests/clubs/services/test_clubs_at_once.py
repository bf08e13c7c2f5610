"""What happens in a club at the same moment counts as if one was after the other."""

from __future__ import annotations

from functools import partial
from threading import Event
from time import sleep

import pytest
from django.db import transaction

from games.clubs.models import Club, ClubFigures, ClubLink, ClubMember, ClubPost, ClubResult
from games.clubs.rules.seasons import points_for, season_at
from games.clubs.services import (
    founding,
    inviting,
    joining,
    leaving,
    posts,
    roles,
    rules,
    succession,
)
from games.clubs.services import season_figures as stats
from games.common.errors import ClubError
from games.models import Match
from games.services.players import forget_player
from games.services.tables import TableOptions, sit
from tests.clubs.builders import NOW, club_of, longtime_player, member
from tests.services.test_stakes_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 4


def refusals(results) -> list[str]:
    """The codes of those steps that were refused; anything else that went wrong fails the test."""
    found = [one for one in results if isinstance(one, BaseException)]
    assert all(isinstance(one, ClubError) for one in found), found
    return [one.code for one in found]


def counted() -> None:
    """Every club knows how many members it has, and one of them owns it."""
    for club in Club.objects.filter(dissolved_at=None):
        members = ClubMember.objects.filter(club=club)
        assert club.member_count == members.count()
        assert members.filter(role="owner").count() == 1
    gone = Club.objects.exclude(dissolved_at=None)
    assert not ClubMember.objects.filter(club__in=gone).exists()


def test_who_enters_twice_at_once_is_a_member_once():
    for number in range(TIMES):
        ana, eva = longtime_player(f"ana{number}"), longtime_player(f"eva{number}")
        club = club_of(ana, f"club{number}")
        enter = partial(joining.join_club, club=club, player=eva)
        assert refusals(at_once(enter, enter)) == ["already_member"]
    counted()


def test_an_invitation_and_a_link_used_at_once_let_one_in_once():
    for number in range(TIMES):
        ana, eva = longtime_player(f"ana{number}"), longtime_player(f"eva{number}")
        club = club_of(ana, f"club{number}")
        inviting.invite(club=club, inviter=ana, player=eva)
        link = inviting.make_link(club=club, player=ana, days=1, uses=1)
        codes = refusals(
            at_once(
                partial(inviting.answer_invitation, club=club, player=eva, agree=True),
                partial(inviting.use_link, token=link.token, player=eva),
            )
        )
        assert codes in (["already_member"], ["not_invited"])
    counted()


def test_the_last_use_of_a_link_lets_one_of_two_in():
    for number in range(TIMES):
        ana, eva, leo = (longtime_player(f"{name}{number}") for name in ("ana", "eva", "leo"))
        club = club_of(ana, f"club{number}", entry="invitation")
        link = inviting.make_link(club=club, player=ana, days=1, uses=1)
        calls = [partial(inviting.use_link, token=link.token, player=one) for one in (eva, leo)]
        assert refusals(at_once(*calls)) == ["link_over"]
        assert ClubLink.objects.get(pk=link.pk).uses == 1
    counted()


def test_who_leaves_while_being_removed_goes_once():
    for number in range(TIMES):
        ana, eva = longtime_player(f"ana{number}"), longtime_player(f"eva{number}")
        club = club_of(ana, f"club{number}")
        member(club, eva)
        codes = refusals(
            at_once(
                partial(leaving.leave_club, club=club, player=eva),
                partial(leaving.kick, club=club, officer=ana, player=eva),
                partial(leaving.ban, club=club, officer=ana, player=eva),
            )
        )
        assert len(codes) in (1, 2)
        assert set(codes) <= {"not_member"}
        assert not ClubMember.objects.filter(player=eva).exists()
    counted()


def test_two_who_get_the_last_office_at_once_do_not_both_have_it():
    for number in range(TIMES):
        ana, eva, leo = (longtime_player(f"{name}{number}") for name in ("ana", "eva", "leo"))
        club = club_of(ana, f"club{number}")
        for place in range(2):
            member(club, longtime_player(f"admin{number}-{place}"), "admin")
        member(club, eva)
        member(club, leo)
        give = partial(roles.set_role, club=club, officer=ana, role="admin")
        assert refusals(at_once(partial(give, player=eva), partial(give, player=leo))) == [
            "role_full"
        ]
    counted()


def test_an_owner_who_deletes_the_account_while_handing_over_leaves_one_owner():
    for number in range(TIMES):
        ana, eva = longtime_player(f"ana{number}"), longtime_player(f"eva{number}")
        club = club_of(ana, f"club{number}")
        member(club, eva)

        def gone(user: int = ana.user_id) -> None:
            leaving.leave_all_clubs(user_id=user)
            forget_player(user_id=user)

        refusals(at_once(partial(roles.hand_over, club=club, owner=ana, player=eva), gone))
        assert ClubMember.objects.get(club=club, role="owner").player == eva
    counted()


def test_an_account_that_is_deleted_while_it_enters_is_no_member():
    for number in range(TIMES):
        ana, eva = longtime_player(f"ana{number}"), longtime_player(f"eva{number}")
        club = club_of(ana, f"club{number}")

        def gone(user: int = eva.user_id) -> None:
            leaving.leave_all_clubs(user_id=user)
            forget_player(user_id=user)

        refusals(
            at_once(
                partial(joining.join_club, club=club, player=eva),
                partial(leaving.leave_all_clubs, user_id=eva.user_id),
            )
        )
        gone()
        assert not ClubMember.objects.filter(player=eva).exists()
    counted()


def test_an_idle_owner_is_replaced_once():
    for number in range(TIMES):
        ana, eva = longtime_player(f"ana{number}"), longtime_player(f"eva{number}")
        club = club_of(ana, f"club{number}")
        member(club, eva)
        ClubMember.objects.filter(player=ana).update(
            last_active=NOW - 2 * succession.OWNER_IDLE_AFTER
        )
        run = partial(succession.pass_idle_owners, now=NOW)
        assert refusals(at_once(run, run)) == []
        assert ClubMember.objects.get(club=club, role="owner").player == eva
    counted()


def _ended_meanwhile(monkeypatch, step) -> list[BaseException | None]:
    """End a match of a club, and do a step in the club while its points are being added."""
    counting = Event()

    def slowly(won: bool | None, before: int) -> int:
        counting.set()
        sleep(0.3)
        return points_for(won, before)

    def after() -> None:
        counting.wait(10)
        step()

    monkeypatch.setattr(stats, "points_for", slowly)
    match = Match.objects.select_related("table").get()
    seats = match.seats.order_by("seat")
    for side, seat in enumerate(seats):
        type(seat).objects.filter(pk=seat.pk).update(side=side, won=side == 0)
    match.finished_at = NOW

    def end() -> None:
        with transaction.atomic():
            stats.count_for_club(match)

    return at_once(end, after)


@pytest.mark.parametrize("way", ["leave", "ban", "dissolve", "enter"])
def test_a_member_goes_or_comes_while_a_match_of_theirs_ends(monkeypatch, way):
    ana, eva, leo = longtime_player("Ana"), longtime_player("Eva"), longtime_player("Leo")
    club = club_of(ana)
    member(club, eva)
    for one in (ana, eva):
        ClubFigures.objects.create(club=club, season=season_at(NOW), player=one)
    chosen = TableOptions(preset="ludoteka", players=2, options={"match.target": 1})
    table = rules.open_club_table(club=club, host=ana, chosen=chosen)
    sit(table=table, player=eva, seat=None, agreed=True)
    steps = {
        "leave": partial(leaving.leave_club, club=club, player=eva),
        "ban": partial(leaving.ban, club=club, officer=ana, player=eva),
        "dissolve": partial(founding.dissolve_club, club=club, player=ana),
        "enter": partial(joining.join_club, club=club, player=leo),
    }
    assert _ended_meanwhile(monkeypatch, steps[way]) == [None, None]
    assert ClubResult.objects.count() == 2
    listed = ClubFigures.objects.filter(listed=True).count()
    assert listed == {"leave": 1, "ban": 1, "dissolve": 0, "enter": 2}[way]
    counted()


def test_a_post_is_not_written_by_who_is_just_removed():
    ana, eva = longtime_player("ana"), longtime_player("eva")
    club = club_of(ana)
    member(club, eva)
    codes = refusals(
        at_once(
            partial(posts.write_post, club=club, author=eva, text="Adiós a todos"),
            partial(leaving.kick, club=club, officer=ana, player=eva),
        )
    )
    assert ClubPost.objects.count() == (0 if codes else 1)
    counted()

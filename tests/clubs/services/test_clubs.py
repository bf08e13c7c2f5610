"""Clubs: founded, changed, entered, left, and what each role may do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from games.clubs.models import Club, ClubBan, ClubInvitation, ClubLog, ClubMember, ClubRequest
from games.clubs.rules.rights import DEFAULT_RIGHTS, Right
from games.clubs.selectors.lists import invitations_to
from games.clubs.services import (
    announcing,
    founding,
    inviting,
    joining,
    leaving,
    posts,
    roles,
    rules,
)
from games.clubs.services.founding import ClubOptions
from games.common.errors import ClubError
from games.models import Notification, Player, Seat
from games.models.people import PlayerKind
from games.services import social
from games.services.tables import TableOptions
from tests.clubs.builders import NOW, OPTIONS, club_of, longtime_player, member

pytestmark = pytest.mark.django_db
ROLES = ("owner", "admin", "officer", "member", "stranger")


@pytest.fixture
def ana() -> Player:
    return longtime_player("Ana")


def refused(act: Callable[[], object]) -> str | None:
    """The code of a refusal; None where it is done."""
    try:
        act()
    except ClubError as error:
        return error.code
    return None


def played(player: Player, monkeypatch: pytest.MonkeyPatch, matches: int = 20) -> None:
    """Let it be known that somebody has finished so many matches."""
    monkeypatch.setattr(founding, "MIN_MATCHES", 0 if matches >= 20 else 20)


def test_a_club_is_founded_by_who_has_played_for_a_while(ana, monkeypatch):
    found = partial(founding.found_club, founder=ana, handle="el-siete", chosen=OPTIONS, now=NOW)
    assert Seat.objects.count() == 0
    assert refused(found) == "too_new", "nobody founds a club before 20 matches"
    played(ana, monkeypatch)
    club = found()
    assert (club.name, club.member_count) == ("El Siete", 1)
    own = ClubMember.objects.get()
    assert (own.role, own.player) == ("owner", ana)
    young = longtime_player("Young", joined=NOW - timedelta(days=6))
    other = partial(founding.found_club, handle="otro", chosen=OPTIONS, now=NOW)
    assert refused(partial(other, founder=young)) == "too_new"


def test_one_owns_two_clubs(ana, monkeypatch):
    played(ana, monkeypatch)
    for handle in ("uno", "dos"):
        founding.found_club(founder=ana, handle=handle, chosen=OPTIONS, now=NOW)
    third = partial(founding.found_club, founder=ana, handle="tres", chosen=OPTIONS, now=NOW)
    assert refused(third) == "too_many_owned"


@pytest.mark.parametrize(
    "handle",
    ["", "ab", "new", "join", "El-Siete", "a b c", "si\u0435te", "-siete", "a--b", "x" * 25, "a/b/c",
     "puta", "<b>", "a\0bc"],
)  # fmt: skip
def test_a_bad_handle_is_refused(ana, monkeypatch, handle):
    played(ana, monkeypatch)
    act = partial(founding.found_club, founder=ana, handle=handle, chosen=OPTIONS, now=NOW)
    assert refused(act) == "bad_handle"


@pytest.mark.parametrize("handle", ["el-siete", "elsiete", "e1-siete", "e-l-siete"])
def test_a_handle_that_looks_like_another_is_taken(ana, monkeypatch, handle):
    played(ana, monkeypatch)
    founding.found_club(founder=ana, handle="el-siete", chosen=OPTIONS, now=NOW)
    act = partial(founding.found_club, founder=ana, handle=handle, chosen=OPTIONS, now=NOW)
    assert refused(act) == "handle_taken"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": "ab"}, "bad_name"),
        ({"name": "x" * 41}, "bad_name"),
        ({"name": "hijo de puta"}, "bad_name"),
        ({"name": "www.example.com"}, "bad_name"),
        ({"name": "\u202e \u3164"}, "bad_name"),
        ({"name": "El Si\u0435te"}, "bad_name"),
        ({"name": "!!!"}, "bad_name"),
        ({"description": "x" * 501}, "bad_words"),
        ({"description": "https://casino.bet"}, "bad_words"),
        ({"place": "hijo de puta"}, "bad_words"),
        ({"emblem": "O13"}, "bad_emblem"),
        ({"emblem": "<svg"}, "bad_emblem"),
        ({"entry": "money"}, "bad_entry"),
        ({"language": "xx"}, "bad_language"),
    ],
)
def test_hostile_words_are_refused_and_nothing_changes(ana, fields, code):
    club = club_of(ana)
    chosen = ClubOptions(**{"name": "El Siete", **fields})
    assert refused(partial(founding.change_club, club=club, player=ana, chosen=chosen)) == code
    club.refresh_from_db()
    assert (club.name, club.emblem, club.description) == ("El Siete", "O7", "")


def acts(club: Club, by: Player, target: Player, other: Player) -> dict[str, Callable[[], object]]:
    """Every action of a member that needs a right."""
    chosen = ClubOptions(name="El Ocho")
    table = TableOptions(preset="ludoteka", players=2)
    return {
        "settings": partial(founding.change_club, club=club, player=by, chosen=chosen),
        "answer": partial(joining.answer_request, club=club, officer=by, player=other, agree=True),
        "invite": partial(inviting.invite, club=club, inviter=by, player=other),
        "withdraw": partial(inviting.withdraw_invitation, club=club, officer=by, player=other),
        "link": partial(inviting.make_link, club=club, player=by, days=1, uses=1),
        "kick": partial(leaving.kick, club=club, officer=by, player=target),
        "ban": partial(leaving.ban, club=club, officer=by, player=target),
        "role": partial(roles.set_role, club=club, officer=by, player=target, role="officer"),
        "rights": partial(roles.set_rights, club=club, officer=by, player=target, rights=0),
        "news": partial(announcing.announce_news, club=club, player=by, text="Hoy se juega"),
        "table": partial(rules.open_club_table, club=club, host=by, chosen=table),
        "rules": partial(
            rules.keep_rules, club=club, player=by, name="Las de casa", preset="ludoteka", players=2
        ),
        "post": partial(posts.write_post, club=club, author=by, text="Buenas tardes a todos"),
        "hand_over": partial(roles.hand_over, club=club, owner=by, player=target),
        "dissolve": partial(founding.dissolve_club, club=club, player=by),
    }


ALLOWED = {
    "settings": ("owner", "admin"),
    "answer": ("owner", "admin", "officer"),
    "invite": ("owner", "admin", "officer"),
    "withdraw": ("owner", "admin", "officer"),
    "link": ("owner", "admin", "officer"),
    "kick": ("owner", "admin"),
    "ban": ("owner", "admin"),
    "role": ("owner", "admin"),
    "rights": ("owner", "admin"),
    "news": ("owner", "admin"),
    "table": ("owner", "admin", "officer", "member"),
    "rules": ("owner", "admin", "officer"),
    "post": ("owner", "admin", "officer", "member"),
    "hand_over": ("owner",),
    "dissolve": ("owner",),
}


@pytest.mark.parametrize("action", ALLOWED)
@pytest.mark.parametrize("role", ROLES)
def test_each_role_does_what_it_may(ana, role, action):
    club = club_of(ana, entry="request")
    by = ana if role == "owner" else longtime_player("By")
    if role not in ("owner", "stranger"):
        member(club, by, role)
    target, other = longtime_player("Target"), longtime_player("Other")
    member(club, target)
    if action == "answer":
        ClubRequest.objects.create(club=club, player=other)
    if action == "withdraw":
        ClubInvitation.objects.create(club=club, player=other, inviter=ana)
    code = refused(acts(club, by, target, other)[action])
    if role in ALLOWED[action]:
        assert code is None
    elif role == "stranger":
        assert code == "not_member"
    else:
        assert code in ("no_right", "not_owner")


@pytest.mark.parametrize("action", ["kick", "ban", "rights"])
@pytest.mark.parametrize(("role", "above"), [("admin", "admin"), ("admin", "owner")])
def test_nobody_acts_on_an_equal_or_a_higher_role(ana, action, role, above):
    club = club_of(ana)
    by = longtime_player("By")
    member(club, by, role)
    target = ana if above == "owner" else longtime_player("Target")
    if target != ana:
        member(club, target, above)
    assert refused(acts(club, by, target, ana)[action]) == "not_above"


def test_an_admin_makes_no_admins_and_gives_no_right_that_they_lack(ana):
    club = club_of(ana)
    by, target = longtime_player("By"), longtime_player("Target")
    own = member(club, by, "admin")
    member(club, target)
    give = partial(roles.set_role, club=club, officer=by, player=target)
    assert refused(partial(give, role="admin")) == "not_above"
    assert refused(partial(give, role="owner")) == "bad_role"
    own.rights = int(Right.ROLES | Right.REQUESTS)
    own.save()
    give(role="officer")
    assert ClubMember.objects.get(player=target).rights == Right.REQUESTS
    roles.set_rights(club=club, officer=by, player=target, rights=int(Right.BAN))
    assert ClubMember.objects.get(player=target).rights == 0, "a right that they lack is not given"


def test_offices_are_limited(ana):
    club = club_of(ana)
    for number in range(3):
        member(club, longtime_player(f"admin{number}"), "admin")
    target = longtime_player("Target")
    member(club, target)
    act = partial(roles.set_role, club=club, officer=ana, player=target, role="admin")
    assert refused(act) == "role_full"


def test_an_open_club_is_entered_and_left(ana):
    club, eva = club_of(ana), longtime_player("Eva")
    joining.join_club(club=club, player=eva)
    club.refresh_from_db()
    assert (club.member_count, ClubMember.objects.get(player=eva).rights) == (
        2,
        DEFAULT_RIGHTS["member"],
    )
    assert refused(partial(joining.join_club, club=club, player=eva)) == "already_member"
    leaving.leave_club(club=club, player=eva)
    club.refresh_from_db()
    assert club.member_count == 1
    assert refused(partial(leaving.leave_club, club=club, player=ana)) == "owner_stays"
    kinds = list(ClubLog.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["joined", "left"]


def test_guests_are_no_members(ana):
    club, eva = club_of(ana), longtime_player("Eva")
    Player.objects.filter(pk=eva.pk).update(kind=PlayerKind.GUEST)
    assert refused(partial(joining.join_club, club=club, player=eva)) == "registered_only"


def test_programs_are_members_without_an_office(ana):
    club, robot = club_of(ana), longtime_player("Robot")
    Player.objects.filter(pk=robot.pk).update(kind=PlayerKind.BOT)
    robot.refresh_from_db()
    joining.join_club(club=club, player=robot)
    give = partial(roles.set_role, club=club, officer=ana, player=robot, role="officer")
    assert refused(give) == "people_only"
    hand = partial(roles.hand_over, club=club, owner=ana, player=robot)
    assert refused(hand) == "people_only"
    leaving.leave_all_clubs(user_id=ana.user_id)
    club.refresh_from_db()
    assert club.dissolved_at is not None, "no program inherits a club"


def test_new_accounts_enter_fewer_clubs(ana, monkeypatch):
    young = longtime_player("Young", joined=NOW)
    monkeypatch.setattr("games.clubs.services.access.MAX_JOINED_NEW", 1)
    first, second = club_of(ana), club_of(ana, "otro")
    joining.join_club(club=first, player=young, now=NOW)
    act = partial(joining.join_club, club=second, player=young)
    assert refused(partial(act, now=NOW)) == "too_many_clubs"
    assert refused(partial(act, now=NOW + timedelta(days=8))) is None


def test_a_request_is_answered_and_told(ana):
    club, eva = club_of(ana, entry="request"), longtime_player("Eva")
    ask = partial(joining.ask_to_join, club=club, player=eva, message="Hola")
    ask(now=NOW)
    assert Notification.objects.get(recipient=ana).text == "club_request"
    assert refused(partial(ask, now=NOW)) == "already_asked"
    joining.answer_request(club=club, officer=ana, player=eva, agree=False, now=NOW)
    assert Notification.objects.get(recipient=eva).text == "club_refused"
    assert refused(partial(ask, now=NOW + timedelta(days=6))) == "asked_lately"
    later = NOW + timedelta(days=8)
    ask(now=later)
    joining.answer_request(club=club, officer=ana, player=eva, agree=True, now=later)
    assert ClubMember.objects.filter(club=club, player=eva).exists()
    assert not ClubRequest.objects.exists()


def test_who_asks_and_takes_it_back_all_day_is_told_once(ana):
    club, eva = club_of(ana, entry="request"), longtime_player("Eva")
    told = Notification.objects.filter(recipient=ana, text="club_request")
    for _each in range(3):
        joining.ask_to_join(club=club, player=eva, now=NOW)
        joining.withdraw_request(club=club, player=eva)
    assert told.count() == 1
    joining.ask_to_join(club=club, player=eva, now=NOW + timedelta(days=7))
    assert told.count() == 2


def test_an_invitation_is_accepted_once_and_blocks_are_respected(ana):
    club, eva, leo = (
        club_of(ana, entry="invitation"),
        longtime_player("Eva"),
        longtime_player("Leo"),
    )
    inviting.invite(club=club, inviter=ana, player=eva)
    answer = partial(inviting.answer_invitation, club=club, player=eva, agree=True)
    assert refused(answer) is None
    assert refused(answer) == "not_invited"
    social.block(player=leo, other=ana)
    act = partial(inviting.invite, club=club, inviter=ana, player=leo)
    assert refused(act) == "not_welcome"


def test_an_invitation_is_taken_back_once_and_cannot_be_accepted_then(ana):
    club, eva = club_of(ana), longtime_player("Eva")
    inviting.invite(club=club, inviter=ana, player=eva)
    back = partial(inviting.withdraw_invitation, club=club, officer=ana, player=eva)
    assert refused(back) is None
    assert refused(back) == "not_invited"
    answer = partial(inviting.answer_invitation, club=club, player=eva, agree=True)
    assert refused(answer) == "not_invited"


def test_ten_invitations_a_day(ana):
    club = club_of(ana)
    for number in range(10):
        inviting.invite(club=club, inviter=ana, player=longtime_player(f"p{number}"), now=NOW)
    more = partial(inviting.invite, club=club, inviter=ana, player=longtime_player("more"))
    assert refused(partial(more, now=NOW)) == "too_many_invitations"
    assert refused(partial(more, now=NOW + timedelta(days=1, minutes=1))) is None


def test_invitations_taken_back_by_a_ban_or_with_the_club_still_count(ana):
    club, eva = club_of(ana), longtime_player("Eva")
    again = partial(inviting.invite, inviter=ana, player=eva, now=NOW)
    for _each in range(5):
        again(club=club)
        leaving.ban(club=club, officer=ana, player=eva, now=NOW)
        leaving.unban(club=club, officer=ana, player=eva, now=NOW)
    assert not invitations_to(eva).exists()
    for number in range(5):
        other = club_of(ana, f"club{number}")
        again(club=other)
        founding.dissolve_club(club=other, player=ana, now=NOW)
    assert not invitations_to(eva).exists()
    assert refused(partial(again, club=club)) == "too_many_invitations"


def test_who_is_banned_does_not_come_back(ana):
    club, eva = club_of(ana), longtime_player("Eva")
    member(club, eva)
    leaving.ban(club=club, officer=ana, player=eva, reason="molesta")
    assert not ClubMember.objects.filter(player=eva).exists()
    assert Notification.objects.get(recipient=eva).text == "club_removed"
    assert refused(partial(joining.join_club, club=club, player=eva)) == "banned"
    link = inviting.make_link(club=club, player=ana, days=1, uses=5)
    assert refused(partial(inviting.use_link, token=link.token, player=eva)) == "banned"
    assert refused(partial(inviting.invite, club=club, inviter=ana, player=eva)) == "banned"
    leaving.unban(club=club, officer=ana, player=eva)
    assert not ClubBan.objects.exists()
    assert refused(partial(joining.join_club, club=club, player=eva)) is None


def test_ten_are_removed_in_two_minutes(ana):
    club = club_of(ana)
    people = [longtime_player(f"p{number}") for number in range(11)]
    for one in people:
        member(club, one)
    for one in people[:10]:
        leaving.kick(club=club, officer=ana, player=one, now=NOW)
    last = partial(leaving.kick, club=club, officer=ana, player=people[10])
    assert refused(partial(last, now=NOW)) == "too_many_removed"
    assert refused(partial(last, now=NOW + timedelta(minutes=3))) is None


def test_ownership_is_handed_over(ana):
    club, eva = club_of(ana), longtime_player("Eva")
    member(club, eva)
    roles.hand_over(club=club, owner=ana, player=eva)
    found = dict(ClubMember.objects.values_list("player__name", "role"))
    assert found == {"Ana": "admin", "Eva": "owner"}


def test_a_dissolved_club_is_gone_and_keeps_its_handle(ana):
    club = club_of(ana)
    founding.dissolve_club(club=club, player=ana)
    assert not ClubMember.objects.exists()
    assert refused(partial(joining.join_club, club=club, player=ana)) == "no_such_club"
    assert Club.objects.get().member_count == 0

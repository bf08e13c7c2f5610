"""The page of somebody who comes to a table: who invites, what is played, a name, one way in."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from accounts.guest_names import is_given
from games.models import Follow, Match, Player, Table
from games.models.matches import MatchStatus
from games.models.tables import TableStatus
from games.services import tables
from games.services.players import player_for
from tests.pages.reading import part_words, words
from tests.services.people import names, table_of
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def address(table: Table, seat: int | None = None) -> str:
    """The link to a seat of a table, or to the table."""
    if seat is None:
        return f"/t/{table.public_id}/"
    return f"/t/{table.public_id}/?seat={seat}&invite={table.seats.get(seat=seat).invite}"


def shown(path: str, client: Client | None = None, status: int = 200) -> str:
    """A page in English."""
    answer = (client or Client()).get(path, headers=ENGLISH)
    assert answer.status_code == status
    return answer.content.decode()


def form_of(html: str) -> dict[str, str]:
    """What the page's form sends as it stands."""
    form = html.split("data-invite")[1].split("</form>")[0]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        is_radio = 'type="radio"' in tag
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name and (not is_radio or re.search(r"\schecked", tag)):
            found[name[1]] = value[1] if value else ""
    return found


def sit(path: str, client: Client, **fields: str) -> Any:
    """Send the form of the page."""
    sent = form_of(shown(path, client)) | fields
    return client.post(path.split("?")[0] + "sit/", sent, headers=ENGLISH)


# -- what it says --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options", "seat", "said"),
    [
        (2, {}, 1, "Marta invites you: one against the other"),
        (4, {}, 2, "Marta invites you: you are partners"),
        (4, {}, 1, "Marta invites you: you are opponents"),
        (3, {}, 1, "Marta invites you: everybody plays alone"),
        (4, {"teams": "individual"}, 2, "Marta invites you: everybody plays alone"),
        (6, {}, 2, "Marta invites you: you are on one side"),
    ],
)
def test_it_says_who_invites_and_what_one_will_be_to_them(players, options, seat, said):
    table = table_of(player_without_account("Marta"), players, options=options)
    assert said in words(shown(address(table, seat)))


def test_one_sits_at_the_bottom_of_the_picture_and_the_host_where_they_are_seen_from_there():
    table = table_of(player_without_account("Marta"), 4, name="La de los jueves")
    html = shown(address(table, 1))
    places = re.findall(r'<div class="s (\w+)[^"]*">.*?<b>([^<]*)</b>', html, re.S)
    assert places == [("m", "You"), ("r", "Free"), ("t", "Free"), ("l", "Marta")]
    assert "La de los jueves" in html


def test_changed_rules_come_first_and_are_marked_and_signs_are_told_at_once():
    options = {"talk.mode": "senas", "match.target": 5}
    table = table_of(player_without_account("Marta"), 4, options=options)
    html = shown(address(table, 2))
    chips = [part_words(chip) for chip in re.findall(r'<li class="chip.*?</li>', html, re.S)]
    assert chips[:2] == ["To win the match: 5 changed", "With signs changed"]
    assert "Not rated" not in chips  # pairs with signs have a pool of their own
    assert "30 s + 1 min" in chips


def test_a_link_to_one_seat_offers_that_seat_alone_and_one_main_button():
    table = table_of(player_without_account("Marta"), 4)
    html = shown(address(table, 3))
    assert form_of(html)["seat"] == "3"
    assert "instead" not in words(html)
    assert len(re.findall(r'class="btn pri', html)) == 1
    assert "Sit down with Marta" in words(html)


def test_who_comes_by_the_lobby_may_choose_among_the_seats():
    table = table_of(player_without_account("Marta"), 4)
    html = shown(address(table))
    assert "With Marta:" in words(html)
    assert form_of(html)["seat"] == "1"
    assert {f'href="?seat={seat}"' in html for seat in (2, 3)} == {True}


def test_no_invitation_of_others_is_on_the_page():
    table = table_of(player_without_account("Marta"), 4)
    html = shown(address(table, 2))
    others = table.seats.exclude(seat=2).values_list("invite", flat=True)
    assert not [invite for invite in others if invite in html]


def test_the_link_says_in_a_preview_who_invites():
    table = table_of(player_without_account("Marta"), 4)
    html = shown(address(table, 2))
    assert '<meta property="og:title" content="Marta invites you: you are partners">' in html


def test_who_only_wants_to_watch_comes_to_the_table():
    table = table_of(player_without_account("Marta"), 4)
    assert "table-data" in shown(address(table) + "?watch=1")
    assert "table-data" not in shown(address(table))


# -- sitting down --------------------------------------------------------------------------------


def test_a_stranger_sits_down_with_a_name_and_a_face_in_one_step(client):
    table = table_of(player_without_account("Marta"), 4)
    answer = sit(address(table, 2), client, name=" Ana  María ", face="t6")
    assert answer["Location"] == f"/t/{table.public_id}/"
    assert names(table) == ["Marta", None, "Ana María", None]
    user = get_user_model().objects.get()
    assert (user.is_guest, user.face) == (True, "t6")
    assert table.seats.get(seat=2).agreed


def test_who_gives_no_name_gets_a_friendly_one(client):
    table = table_of(player_without_account("Marta"), 2)
    sit(address(table, 1), client)
    user = get_user_model().objects.get()
    assert is_given(user.username)
    assert user.face


def test_the_last_to_sit_down_begins_the_match(client):
    table = table_of(player_without_account("Marta"), 2)
    sit(address(table, 1), client)
    table.refresh_from_db()
    assert table.status == TableStatus.PLAYING


def test_sitting_down_agrees_to_the_rules_that_were_shown_alone(client):
    table = table_of(player_without_account("Marta"), 2)
    client.post(f"/t/{table.public_id}/sit/", {"seat": "1"})
    sit_at = table.seats.get(seat=1)
    assert (sit_at.player is None, sit_at.agreed) == (False, False)


def test_a_name_that_is_taken_is_said_with_one_that_is_free_and_nobody_sits_yet(client):
    table = table_of(player_without_account("Marta"), 4)
    answer = sit(address(table, 2), client, name="Marta", face="t6")
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "That name is taken. “Marta2” is free." in words(html)
    assert 'value="Marta2"' in html
    assert re.search(r'value="t6"\s+checked', html)
    assert names(table) == ["Marta", None, None, None]
    assert not get_user_model().objects.exists()
    again = client.post(f"/t/{table.public_id}/sit/", form_of(html), headers=ENGLISH)
    assert again.status_code == 302
    assert names(table)[2] == "Marta2"


def test_a_guest_may_take_another_name_and_a_member_is_not_asked(client):
    client.post("/accounts/guest/", {"name": "Eva"})
    player = player_for(get_user_model().objects.get(username="Eva"))
    table = table_of(player_without_account("Marta"), 4)
    sit(address(table, 2), client, name="Evita")
    player.refresh_from_db()
    assert player.name == "Evita" == names(table)[2]
    member = Client()
    member.force_login(get_user_model().objects.create(username="Lucia"))
    assert 'name="name"' not in shown(address(table, 1), member)
    sit(address(table, 1), member, name="Other")
    assert names(table)[1] == "Lucia"


def test_faces_of_others_are_shown_and_cannot_be_taken(client):
    host = get_user_model().objects.create(username="Marta", face="t3")
    table = table_of(player_for(host), 4)
    html = shown(address(table, 2))
    assert re.search(r'value="t3"\s+disabled', html)
    sit(address(table, 2), client, name="Ana", face="t3")
    assert get_user_model().objects.get(username="Ana").face == ""


def test_who_keeps_the_face_they_have_changes_nothing_of_their_account(client):
    member = get_user_model().objects.create(username="Lucia")
    client.force_login(member)
    table = table_of(player_without_account("Marta"), 4)
    sit(address(table, 2), client)
    member.refresh_from_db()
    assert member.face == ""


# -- no way in -----------------------------------------------------------------------------------


def full(players: int = 2) -> tuple[Table, Player]:
    host = player_without_account("Marta")
    table = table_of(host, players)
    tables.begin(table=table, player=host)
    return table, host


def test_a_seat_that_was_taken_is_said_and_another_is_offered():
    table = table_of(player_without_account("Marta"), 4)
    link = address(table, 2)
    tables.sit(table=table, player=player_without_account("Pau"), seat=2)
    html = shown(link)
    assert "Somebody sits at the seat you were invited to. This one is free." in words(html)
    assert form_of(html)["seat"] == "1"


def test_an_invitation_to_a_table_that_has_begun_says_so_and_lets_watch():
    table = table_of(player_without_account("Marta"), 2)
    link, host = address(table, 1), table.host
    tables.begin(table=table, player=host)
    told = words(shown(link))
    assert "The table is full" in told
    assert "It has begun: Marta" in told
    assert f"/t/{table.public_id}/?watch=1" in shown(link)
    assert "table-data" in shown(address(table))


def test_a_full_table_offers_another_with_the_same_rules_and_a_match_with_bots(client):
    options = {"match.target": 5, "talk.mode": "senas"}
    table = table_of(player_without_account("Marta"), 4, options=options)
    link = address(table, 1)
    tables.begin(table=table, player=table.host)
    html = shown(link)
    same = re.search(r'href="(/tables/new/[^"]*)"', html)
    assert same is not None
    form = shown(unescape(same[1]))
    assert re.search(r'name="o.match.target"[^>]*value="5"', form)
    assert len(re.findall(r'class="btn pri', html)) == 1
    assert re.search(r'name="bots"\s+value="1"', html)
    assert 'name="game" value="ludoteka.4"' in html


def test_a_full_table_that_waits_says_who_sits_there_and_that_a_seat_may_be_free_again():
    table = table_of(player_without_account("Marta"), 2)
    table.seats.filter(seat=1).update(player=player_without_account("Pau"))
    told = words(shown(address(table) + "?seat=1"))
    assert "The table is full" in told
    assert "At the table: Marta, Pau. It has not begun yet" in told


def test_who_sits_down_too_late_from_the_lobby_is_told_that_the_table_is_full(client):
    table = table_of(player_without_account("Marta"), 2)
    sent = form_of(shown(address(table), client))
    tables.sit(table=table, player=player_without_account("Pau"), seat=1)
    answer = client.post(f"/t/{table.public_id}/sit/", sent, headers=ENGLISH)
    assert "The table is full" in words(shown(answer["Location"], client))


def over(table: Table) -> None:
    """End the match of a table in which Marta and Pau play."""
    table.refresh_from_db()
    Match.objects.filter(pk=table.match_id).update(
        status=MatchStatus.FINISHED, finished_at=timezone.now() - timedelta(days=1)
    )
    Table.objects.filter(pk=table.pk).update(status=TableStatus.FINISHED)


def test_a_used_invitation_says_whose_it_was_and_how_the_match_can_be_seen():
    table = table_of(player_without_account("Marta"), 2)
    link = address(table, 1)
    tables.begin(table=table, player=table.host)
    over(table)
    html = shown(link)
    told = words(html)
    assert "That invitation was used" in told
    assert "It was for a table of Marta. The match there is over." in told
    table.refresh_from_db()
    assert f'href="/matches/{table.match.public_id}/"' in html
    assert re.search(r"ended\s+<time", html)
    assert "Ask Marta" not in told
    assert len(re.findall(r'class="btn pri', html)) == 1
    assert "table-data" in shown(address(table) + "?seat=1"), (
        "without an invitation it is the table"
    )


@pytest.mark.parametrize(
    ("score", "winners", "line"),
    [([1, 3], [1], "Pau won, 3–1"), ([4, 0], [0], "Marta won, 4–0")],
)
def test_a_used_invitation_says_who_won(score, winners, line):
    table = table_of(player_without_account("Marta"), 2)
    link = address(table, 1)
    tables.sit(table=table, player=player_without_account("Pau"), seat=1, agreed=True)
    table.refresh_from_db()
    over(table)
    Match.objects.filter(pk=table.match_id).update(score=score, winners=winners)
    assert line in words(shown(link))


def test_a_used_invitation_to_a_drawn_match_names_no_winner():
    table = table_of(player_without_account("Marta"), 2)
    link = address(table, 1)
    tables.begin(table=table, player=table.host)
    over(table)
    Match.objects.filter(pk=table.match_id).update(score=[2, 2], winners=[])
    assert " won, " not in words(shown(link))


def test_who_may_write_to_the_host_can_ask_for_another_invitation():
    marta, iker = (
        player_for(get_user_model().objects.create(username=name)) for name in ("Marta", "Iker")
    )
    for one, other in ((marta, iker), (iker, marta)):
        Follow.objects.create(follower=one, followed=other)
    table = table_of(marta, 2)
    link = address(table, 1)
    tables.begin(table=table, player=marta)
    over(table)
    client = Client()
    client.force_login(iker.user)
    html = shown(link, client)
    assert re.search(r'class="btn pri" href="/messages/Marta/">\s*Ask Marta for another', html)


def test_a_used_invitation_to_a_private_match_names_nobody():
    table = table_of(player_without_account("Marta"), 2, watch=Table.Watch.NOBODY)
    link = address(table, 1)
    tables.begin(table=table, player=table.host)
    over(table)
    html = shown(link)
    assert "only those who played may see it" in words(html)
    assert "Marta" not in html
    assert "/matches/" not in html.split("<main")[1].split("</main>")[0]


def test_an_invitation_to_a_private_match_says_that_it_has_begun_and_nothing_else():
    table = table_of(player_without_account("Marta"), 2, watch=Table.Watch.NOBODY)
    link = address(table, 1)
    tables.begin(table=table, player=table.host)
    told = words(shown(link))
    assert "It has begun, and only those who play may see it." in told
    assert "Marta" not in told
    shown(f"/t/{table.public_id}/?invite=none", status=404)


def test_an_invitation_to_a_closed_table_names_the_host_to_who_holds_it_alone():
    table = table_of(player_without_account("Marta"), 4)
    link = address(table, 2)
    tables.close_table(table=table, player=table.host)
    assert "Marta has closed the table" in words(shown(link, status=410))
    for path in (address(table) + "?invite=none", "/t/none/?invite=none"):
        told = words(shown(path, status=404))
        assert "This invitation is no longer valid" in told
        assert "Marta" not in told
    shown(address(table), status=404)


def test_a_seat_that_went_while_the_page_was_read_leads_back_to_what_is_left(client):
    table = table_of(player_without_account("Marta"), 4)
    sent = form_of(shown(address(table, 2), client))
    tables.sit(table=table, player=player_without_account("Pau"), seat=2)
    answer = client.post(f"/t/{table.public_id}/sit/", sent, headers=ENGLISH)
    assert answer.status_code == 302
    assert "This one is free." in words(shown(answer["Location"], client))

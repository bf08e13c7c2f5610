"""Pages on which a team sits down as one: the lobby, its own page, a new table, one that waits."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.models import SeatInvitation, Table
from games.services.social import block
from tests.pages.reading import words
from tests.pages.test_teams import page
from tests.services.people import names, table_of
from tests.services.test_teams import founded
from tests.support.people import client_and_player, player_with_account

pytestmark = pytest.mark.django_db


def test_the_lobby_offers_to_play_as_a_team_and_its_script_goes_to_the_table():
    (one, ana), (other, eva) = client_and_player("Ana"), client_and_player("Eva")
    assert "I alone" not in page(one, "/")
    team = founded(ana, eva, name="Oros")
    assert f'<option value="{team.pk}">Oros</option>' in page(one, "/")
    sent = {"game": "ludoteka.4", "team": team.pk}
    answer = one.post(reverse("play_now"), sent, headers={"accept": "application/json"})
    assert answer.json()["waiting"] is False, "one waits at the table, where the seats are seen"
    row = SeatInvitation.objects.get(invited=eva)
    shown = words(page(other, "/notifications/"))
    assert "Ana wants to play with you as Oros" in shown
    done = other.post(reverse("invitation_answer", args=[row.pk]), {"accept": "1"})
    assert done["Location"] == answer.json()["url"]
    assert names(row.table) == ["Ana", None, "Eva", None]


def test_a_game_without_partners_is_refused_in_words():
    (one, ana), eva = client_and_player("Ana"), player_with_account("Eva")
    team = founded(ana, eva)
    sent = {"game": "ludoteka.2", "team": team.pk}
    answer = one.post(reverse("play_now"), sent, headers={"accept": "application/json"})
    assert answer.status_code == 409
    assert "no side has as many players" in answer.json()["error"]


@pytest.mark.parametrize("team", ["x", "0", "99999999999999999999", "7"])
def test_nobody_plays_as_a_team_that_is_not_theirs(team):
    one, _ana = client_and_player("Ana")
    founded(player_with_account("Leo"), player_with_account("Mar"))
    sent = {"game": "ludoteka.4", "team": team}
    answer = one.post(reverse("play_now"), sent, headers={"accept": "application/json"})
    assert answer.status_code == 409
    assert "Only its players do that." in answer.json()["error"]
    assert not Table.objects.exists()


def test_the_page_of_a_team_plays_the_games_of_its_size():
    (one, ana), eva = client_and_player("Ana"), player_with_account("Eva")
    team = founded(ana, eva)
    shown = page(one, f"/teams/{team.pk}/")
    assert 'value="ludoteka.4"' in shown
    assert 'value="ludoteka.2"' not in shown
    assert "Play now, as a team" not in page(client_and_player("Leo")[0], f"/teams/{team.pk}/")
    three = founded(ana, eva, player_with_account("Mar"))
    assert 'value="ludoteka.6"' in page(one, f"/teams/{three.pk}/")


def test_a_table_is_opened_as_a_team():
    (one, ana), eva = client_and_player("Ana"), player_with_account("Eva")
    team = founded(ana, eva, name="Oros")
    shown = page(one, f"/tables/new/?seating=4&team={team.pk}")
    assert "You open it as a team: Oros." in words(shown)
    sent = {"seating": "4", "preset": "ludoteka", "clock": "none", "visibility": "public"}
    sent |= {"watch": "anyone", "team": str(team.pk), "o.match.target": "3"}
    one.post(reverse("table_new"), sent)
    assert SeatInvitation.objects.get().invited == eva


def test_who_may_sit_down_as_a_team_is_offered_it_at_the_table():
    (one, ana), eva, leo = (
        client_and_player("Ana"),
        player_with_account("Eva"),
        player_with_account("Leo"),
    )
    team = founded(ana, eva, name="Oros")
    table = table_of(leo, players=4)
    assert "Sit down as a team: Oros" in words(page(one, f"/t/{table.public_id}/"))
    one.post(reverse("table_sit", args=[table.public_id]), {"team": team.pk, "face": ""})
    assert names(table) == ["Leo", "Ana", None, None]
    stranger, mar = client_and_player("Mar")
    founded(mar, player_with_account("Pau"))
    shown = words(page(stranger, f"/t/{table.public_id}/"))
    assert "for Eva" in shown
    assert "as a team" not in shown, "no side is free"


def test_a_partner_who_cannot_be_asked_is_told_in_words_and_nobody_sits():
    (one, ana), eva, leo = (
        client_and_player("Ana"),
        player_with_account("Eva"),
        player_with_account("Leo"),
    )
    team = founded(ana, eva)
    table = table_of(leo, players=4)
    block(player=leo, other=eva)
    place = reverse("table_sit", args=[table.public_id])
    answer = one.post(place, {"team": team.pk, "face": ""}, follow=True)
    assert "You cannot invite this player." in answer.content.decode()
    assert names(table) == ["Leo", None, None, None]

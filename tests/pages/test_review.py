"""The review of a finished match: complete without script, and silent about a running one."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from games.common.card_names import card_name
from games.engine import build_ruleset
from games.models import CaseReport, Match, Mistake, Player, Table
from games.models.matches import MatchStatus
from games.services.match_ends import store_match
from games.services.matches import create_match
from games.services.players import player_for
from games.services.rulesets import ruleset_row
from tests.support.bot_matches import Contest, play_contest
from tests.support.people import client_and_player

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
LATER = datetime(2026, 3, 1, 18, 22, tzinfo=UTC)
NAMES = ("Ana", "Berta", "Carles", "David", "Elena", "Fidel")


def finished(
    players: int = 4,
    teams: str = "pairs",
    preset: str = "ludoteka",
    seed: str = "1",
    people: list[Player] | None = None,
) -> tuple[Match, dict[str, Any]]:
    """A stored match and its record."""
    rules = build_ruleset(preset, players, {"teams": teams, "match.target": 1}).rules
    played = next(play_contest(Contest(rules, ("rules",), 1, seed)))
    seated = people or [Player.objects.create(name=name) for name in NAMES[:players]]
    match = store_match(log=played.log, players=seated, started_at=NOW, finished_at=LATER)
    body = Client().get(reverse("match_record", args=[match.public_id])).content
    return match, json.loads(body)


def running(*, public: bool = True) -> Match:
    """A match that has just begun at a table."""
    ruleset = ruleset_row(build_ruleset("ludoteka", 2))
    people = [Player.objects.create(name=name) for name in ("Gala", "Hugo")]
    table = Table.objects.create(
        ruleset=ruleset,
        players=2,
        host=people[0],
        watch=Table.Watch.ANYONE if public else Table.Watch.NOBODY,
    )
    for seat, player in enumerate(people):
        table.seats.update_or_create(seat=seat, defaults={"player": player})
    return create_match(table=table, now=NOW)


def page(client: Client, match: Match, language: str = "en") -> str:
    url = reverse("match", args=[match.public_id])
    answer = client.get(url, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    """The text of a page in one line."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.mark.parametrize(
    ("players", "teams", "preset"),
    [(2, "individual", "ludoteka"), (4, "pairs", "catalan"), (6, "threes", "ludoteka")],
)
def test_shows_every_card_in_the_order_played(client, players, teams, preset):
    match, record = finished(players, teams, preset)
    html = page(client, match)
    for deal in record["deals"]:
        for trick in deal["tricks"]:
            for at, play in enumerate(trick["plays"], 1):
                anchor = f"d{deal['number']}t{trick['number']}c{at}"
                assert re.search(rf'id="{anchor}">{card_name(play["card"])}</span>', html)
                assert html.count(f'href="#{anchor}"') == 1


def test_shows_score_points_winners_and_how_long_it_took(client):
    match, record = finished()
    text = words(page(client, match))
    score, (winner,) = record["score"], record["winners"]
    order = (winner, 1 - winner)
    teams = ("Ana and Carles", "Berta and David")
    assert ", ".join(f"{teams[side]} {score[side]}" for side in order) in text
    assert "Classic Brisca, pairs" in text
    assert "22 minutes" in text
    for deal in record["deals"]:
        assert "–".join(str(deal["points"]["sides"][side]) for side in order) in text
        assert f"{NAMES[deal['dealer']]} deals." in text
        taken = [trick["points"] for trick in deal["tricks"]]
        assert sum(taken) == 120


def test_a_seat_sees_its_own_side_first_in_title_deals_and_tricks(client):
    user = get_user_model().objects.create_user("Berta", "b@example.org", "secret-word")
    people = [Player.objects.create(name=name) for name in ("Ana", "Carles", "David")]
    people.insert(1, player_for(user))
    match, record = finished(people=people)
    score, totals = record["score"], record["deals"][0]["points"]["sides"]
    client.force_login(user)
    html = page(client, match)
    assert f'<h1 class="h2">Berta and David {score[1]}, Ana and Carles {score[0]}</h1>' in html
    assert f"{totals[1]}–{totals[0]}" in words(html)
    ours = theirs = 0
    for trick in record["deals"][0]["tricks"]:
        if trick["winner"] in (1, 3):
            ours += trick["points"]
        else:
            theirs += trick["points"]
        row = re.search(rf'id="d1t{trick["number"]}">(.*?)</tr>', html, re.S)
        assert row is not None
        assert f"{ours}–{theirs}" in words(row[1])
        assert ('class="pt ours"' in row[1]) == (trick["winner"] in (1, 3))
    data = json.loads(re.search(r'id="review-data"[^>]*>(.*?)</script>', html, re.S)[1])
    assert (data["seat"], data["shown"]) == (1, 1)


def test_the_page_leads_to_ones_own_exercises_of_the_match_and_to_nobody_elses(client):
    user = get_user_model().objects.create_user("Berta", "b@example.org", "secret-word")
    people = [Player.objects.create(name="Ana"), player_for(user)]
    match, _record = finished(2, "individual", people=people)
    made = {"loss": 5, "ahead": 5, "finished_at": LATER}
    own, other = (
        Mistake.objects.create(match=match, at=f"d1t{seat}c1", seat=seat, player=who, **made)
        for seat, who in ((1, people[1]), (2, people[0]))
    )
    client.force_login(user)
    assert '"exercises": {}' in page(client, match)
    Mistake.objects.update(is_exercise=True)
    html = page(client, match)
    assert f'"d1t1c1": "/exercises/{own.pk}/"' in html
    assert f"/exercises/{other.pk}/" not in html


def test_every_winner_of_a_trick_is_named(client):
    match, record = finished()
    html = page(client, match)
    for trick in record["deals"][0]["tricks"]:
        cell = re.search(rf'id="d1t{trick["number"]}">(.*?)</td>', html, re.S)
        assert cell is not None
        assert words(cell[1]).split() == [f"{NAMES[trick['winner']]}:", str(trick["points"])]


def test_links_to_players_and_to_the_record(client):
    match, _record = finished()
    html = page(client, match)
    for name in NAMES[:4]:
        assert f'href="{reverse("player", args=[name])}"' in html
    record_url = reverse("match_record", args=[match.public_id])
    assert re.search(rf'<a[^>]*href="{record_url}"\s+download', html)


def test_exchanges_stand_among_the_moves_under_the_address_of_the_replay(client):
    match, record = finished(2, "individual", seed="20")
    html = page(client, match)
    silent = ("play", "cut", "arm_exchange")
    made = 0
    for deal in record["deals"]:
        told = [action for action in deal["actions"] if action["type"] not in silent]
        made += len(told)
        for number, action in enumerate(told, 1):
            cell = re.search(rf'id="d{deal["number"]}x{number}">(.*?)</td>', html, re.S)
            assert cell is not None
            assert card_name(action["take"]).lower() in cell[1]
    assert made, "the seed no longer gives a match with an exchange"


def test_the_record_is_that_of_the_api_and_comes_as_a_file(client):
    match, _record = finished()
    mine = client.get(reverse("match_record", args=[match.public_id]))
    theirs = client.get(reverse("api:record", args=[match.public_id]))
    assert mine.content == theirs.content
    assert hashlib.sha256(mine.content).hexdigest() == match.record.sha256
    assert mine["Content-Type"] == "application/json"
    name = f"brisca-{match.public_id}.json"
    assert mine["Content-Disposition"] == f'attachment; filename="{name}"'


def test_a_record_that_is_known_is_not_sent_again(client):
    match, _record = finished()
    url = reverse("match_record", args=[match.public_id])
    tag = client.get(url)["ETag"]
    again = client.get(url, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


def data_of(html: str) -> dict[str, Any]:
    found = re.search(r'id="review-data"[^>]*>(.*?)</script>', html)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_who_played_sees_the_match_from_the_own_seat(client):
    user = get_user_model().objects.create_user("berta", "berta@example.org", "x")
    me = player_for(user)
    others = [Player.objects.create(name=name) for name in ("Ana", "Carles", "David")]
    match, _record = finished(people=[others[0], me, *others[1:]])
    assert data_of(page(client, match))["seat"] is None
    client.force_login(user)
    assert data_of(page(client, match))["seat"] == 1


def test_shows_the_names_of_today_even_where_the_record_has_older_ones(client):
    match, _record = finished()
    Player.objects.filter(name="Ana").update(name="gone-1")
    html = page(client, match)
    assert data_of(html)["names"] == ["gone-1", "Berta", "Carles", "David"]
    assert not re.search(r"\bAna\b", html)


@pytest.mark.parametrize("name", ["match", "match_record"])
def test_what_does_not_exist_is_not_found(client, name):
    assert client.get(reverse(name, args=["nothing"])).status_code == 404


def test_a_running_match_leads_to_its_table_and_shows_no_card(client):
    match = running()
    html = page(client, match)
    assert "still being played" in html
    assert reverse("table", args=[match.table.public_id]) in html
    assert not re.search(r"classic\.svg#|large\.svg#|review-data", html.split("<main", 1)[1])
    assert client.get(reverse("match_record", args=[match.public_id])).status_code == 404


def test_a_private_running_match_is_not_found(client):
    match = running(public=False)
    assert client.get(reverse("match", args=[match.public_id])).status_code == 404
    assert client.get(reverse("match_record", args=[match.public_id])).status_code == 404


def test_a_match_left_without_a_record_says_so(client):
    match = running()
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.ABANDONED)
    html = page(client, match)
    assert "has no record" in html
    assert reverse("table", args=[match.table.public_id]) not in html


def test_a_match_given_up_says_who_gave_up(client):
    match, record = finished(2, "individual")
    deal = record["deals"][-1]
    deal["actions"].append({"seq": 999, "seat": 1, "type": "resign", "by": "player", "ms": 5})
    deal["tricks"][-1]["winner"] = None
    store(match, record)
    Match.objects.filter(pk=match.pk).update(ended_by="resigned")
    text = words(page(client, match))
    assert "Berta gives up" in text
    assert "given up" in text
    assert "not completed" in text


def test_a_match_given_up_before_its_first_deal_has_a_page(client):
    match, record = finished(2, "individual")
    deal = record["deals"][0]
    deal |= {"deck": [], "trump": None, "fairness": None, "tricks": [], "ended_by": "resigned"}
    deal["actions"] = [{"seq": 1, "seat": 0, "type": "resign", "by": "player", "ms": 5}]
    record["deals"] = [deal]
    store(match, record)
    assert "Ana gives up" in words(page(client, match))


def store(match: Match, record: dict[str, Any]) -> None:
    """Put another record in the place of a match's own."""
    match.record.body = zlib.compress(json.dumps(record).encode())
    match.record.save()


@pytest.mark.parametrize("language", ["es", "ca", "en"])
def test_the_page_comes_in_every_language(client, language):
    match, _record = finished(2, "individual")
    assert f'<html lang="{language}"' in page(client, match, language)


def test_nothing_is_inline(client):
    match, _record = finished()
    html = page(client, match)
    assert not re.search(r"<style|\sstyle=|\son\w+=", html)
    scripts = re.findall(r"<script([^>]*)>", html)
    assert scripts
    assert all("src=" in attrs or "application/json" in attrs for attrs in scripts)


def test_costs_few_queries(client, django_assert_max_num_queries):
    match, _record = finished(6, "threes")
    with django_assert_max_num_queries(6):
        page(client, match)


def reported(client: Client, match: Match) -> set[str]:
    """The players whom a page offers to report."""
    return set(
        re.findall(rf'href="/players/(\w+)/report/\?match={match.public_id}"', page(client, match))
    )


def test_a_member_may_report_the_others_who_have_an_account_and_nobody_else() -> None:
    (ana, player), (_berta, other) = client_and_player("ana"), client_and_player("berta")
    deleted = Player.objects.create(name="deleted")
    bot = Player.objects.create(name="robot", kind="bot")
    match, _record = finished(people=[player, other, deleted, bot])
    assert reported(ana, match) == {"berta"}
    (outsider, _me) = client_and_player("carles")
    assert reported(outsider, match) == {"ana", "berta"}
    assert reported(Client(), match) == set()


def test_a_guest_is_not_offered_to_report_anybody() -> None:
    (_ana, player), (_berta, other) = client_and_player("ana"), client_and_player("berta")
    match, _record = finished(2, "individual", people=[player, other])
    guest = Client()
    user = get_user_model().objects.create_user("guest-1", is_guest=True)
    guest.force_login(user)
    assert reported(guest, match) == set()


def test_a_report_from_a_review_says_at_which_card() -> None:
    (ana, player), (_berta, other) = client_and_player("ana"), client_and_player("berta")
    match, _record = finished(2, "individual", people=[player, other])
    address = f"/players/berta/report/?match={match.public_id}&seq=7"
    form = ana.get(address).content.decode()
    assert 'name="seq" value="7"' in form
    sent = {"kind": "signals", "match": match.public_id, "seq": "7"}
    assert ana.post("/players/berta/report/", sent).status_code == 200
    report = CaseReport.objects.get()
    assert (report.match, report.seq) == (match.public_id, 7)

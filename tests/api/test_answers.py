"""What every address answers: as documented, and the same as what was played."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from drf_spectacular.validation import validate_schema

from games.api.base import CountingThrottle
from games.api.schema import document
from games.engine import PRESETS
from games.models import DailyDeal, Team
from games.models.people import PlayerKind
from games.record import verify_record
from games.selectors.matches import record_json
from games.services.daily import daily_of
from games.services.players import forget_player
from games.stats.ratings import ESTABLISHED
from tests.api.support import V1, ask, body_of, error_of, operation_of, operations, refused
from tests.review.analysed import analysed, puzzled
from tests.stats.support import (
    FIRST_DAY,
    PEOPLE,
    drawn_log,
    player,
    resigned_log,
    running,
    stored,
)

pytestmark = pytest.mark.django_db


def test_the_document_is_valid_openapi():
    assert document()["openapi"].startswith("3.1")
    validate_schema(json.loads(json.dumps(document())))


def test_every_address_says_what_it_does_and_how_it_fails():
    names = []
    for path, method, told in operations():
        assert path.startswith(f"{V1}/")
        names.append(told["operationId"])
        assert told["description"]
        assert {"400", "406", "429"} <= set(told["responses"])
        assert ("201" if told["operationId"] == "open_play_table" else "200") in told["responses"]
        assert ("401" in told["responses"]) is ("security" in told) is ("/play/" in path)
        assert ("requestBody" in told) is (method == "post")
        for parameter in told.get("parameters", []):
            assert parameter["description"], (path, parameter["name"])
    assert len(set(names)) == len(names)


def test_every_reference_of_the_document_leads_somewhere():
    text = json.dumps(document())
    shapes = document()["components"]["schemas"]
    named = {part.split('"')[0] for part in text.split('"$ref": "#/components/schemas/')[1:]}
    assert named <= set(shapes)
    assert text.count('"$ref"') == text.count('"$ref": "#/components/schemas/')


def test_the_document_is_served():
    answer = Client().get("/api/schema/")
    assert answer.status_code == 200
    assert answer.json() == document()


def test_players_are_listed_by_name_and_found_in_any_case():
    for name in ("Berta", "ana", "Carles"):
        player(name)
    player("Roble", PlayerKind.BOT)
    body = ask("/players/")
    assert [one["name"] for one in body["results"]] == ["ana", "Berta", "Carles", "Roble"]
    assert body["next"] is None
    assert body["results"][3]["bot"] == "rules"
    assert [one["name"] for one in ask("/players/", name="B")["results"]] == ["Berta"]
    assert ask("/players/", name="%")["results"] == []
    assert ask("/players/ANA/")["name"] == "ana"
    ask("/players/nobody/", 404)


def test_figures_of_a_player_are_those_of_the_matches():
    stored(PEOPLE[:2])
    stored(PEOPLE[:4], day=1, options={"teams": "pairs"})
    body = ask("/players/ana/stats/")
    assert body["player"] == "Ana"
    assert [one["pool"] for one in body["pools"]] == ["all", "2", "4-pairs"]
    every, two, four = body["pools"]
    for name in ("matches", "deals", "points", "tricks", "plays"):
        assert every[name] == two[name] + four[name]
    assert every["rating"] is None
    assert two["rating"]["matches"] == 1
    assert two["rating"]["provisional"] is True
    ask("/players/nobody/stats/", 404)


def test_a_player_without_matches_has_no_figures():
    player("Ana")
    assert ask("/players/Ana/stats/")["pools"] == []
    assert ask("/players/Ana/matches/")["results"] == []


def test_teams_with_their_players_and_figures():
    stored(PEOPLE[:4], options={"teams": "pairs"})
    body = ask("/teams/")
    assert [team["players"] for team in body["results"]] == [["Berta", "David"], ["Ana", "Carles"]]
    own = ask("/teams/", player="carles")["results"]
    assert [team["players"] for team in own] == [["Ana", "Carles"]]
    assert ask("/teams/", player="nobody")["results"] == []
    team = own[0]["id"]
    assert ask(f"/teams/{team}/") == own[0]
    stats = ask(f"/teams/{team}/stats/")
    assert stats["players"] == ["Ana", "Carles"]
    assert [one["pool"] for one in stats["pools"]] == ["all", "4-pairs"]
    assert stats["pools"][0]["matches"] == 1
    for missing in (team + 9, 2**70):
        ask(f"/teams/{missing}/", 404)
        ask(f"/teams/{missing}/stats/", 404)


@pytest.mark.parametrize(
    ("players", "teams", "preset"),
    [
        (2, "individual", "ludoteka"),
        (3, "individual", "catalan"),
        (4, "pairs", "wikipedia_en"),
        (4, "individual", "doncomos"),
        (6, "threes", "ludoteka"),
    ],
)
def test_a_match_in_all_its_parts_is_its_record(players, teams, preset):
    match = stored(PEOPLE[:players], preset=preset, options={"teams": teams, "match.target": 2})
    at = f"/matches/{match.public_id}/"
    record = ask(f"{at}record/")
    verify_record(record)
    told = ask(at)
    for name in ("preset", "rules_hash", "sides", "score", "winners", "ended_by"):
        assert told[name] == record[name]
    assert told["started_at"] == record["started_at"]
    assert told["finished_at"] == record["finished_at"]
    assert told["deals"] == len(record["deals"])
    names = [seat["player"] for seat in told["seats"]]
    assert names == [seat["player"] for seat in record["seats"]] == list(PEOPLE[:players])
    for seat in told["seats"]:
        won = seat["side"] in record["winners"]
        assert seat["result"] == ("won" if won else "lost")
        points = sum(deal["points"]["seats"][seat["seat"]] for deal in record["deals"])
        assert seat["points"] == points
    for told_deal, deal in zip(ask(f"{at}deals/")["results"], record["deals"], strict=True):
        totals = {"totals": told_deal.pop("totals")}
        assert told_deal == {name: deal[name] for name in told_deal}
        assert sum(totals["totals"]) == sum(deal["points"]["sides"])
        number = deal["number"]
        tricks = ask(f"{at}deals/{number}/tricks/")
        assert (tricks["match"], tricks["deal"]) == (match.public_id, number)
        assert tricks["results"] == deal["tricks"]
        played = {k: v for k, v in deal.items() if k != "tricks"}
        assert ask(f"{at}deals/{number}/") == {**played, **totals}
    for number in (0, len(record["deals"]) + 1, 10**30):
        ask(f"{at}deals/{number}/", 404)
        ask(f"{at}deals/{number}/tricks/", 404)


def test_the_tricks_of_the_api_are_those_in_the_database():
    match = stored(PEOPLE[:4], options={"teams": "pairs"})
    deal = match.deals.get(number=1)
    told = ask(f"/matches/{match.public_id}/deals/1/tricks/")["results"]
    rows = [
        (row.number, row.leader, [tuple(play) for play in row.plays], row.winner, row.points)
        for row in deal.tricks.all()
    ]
    assert rows == [
        (
            one["number"],
            one["leader"],
            [(play["seat"], play["card"]) for play in one["plays"]],
            one["winner"],
            one["points"],
        )
        for one in told
    ]


@pytest.mark.parametrize("after", [0, 1, 9])
def test_a_match_given_up_is_told_as_it_stood(after):
    match = stored(log=resigned_log(after))
    at = f"/matches/{match.public_id}/"
    told = ask(at)
    assert (told["ended_by"], told["winners"], told["deals"]) == ("resigned", [1], 0)
    assert [seat["result"] for seat in told["seats"]] == ["lost", "won"]
    record = ask(f"{at}record/")
    assert record["deals"][0]["ended_by"] == "resigned"
    ask(f"{at}deals/")
    ask(f"{at}deals/1/")
    ask(f"{at}deals/1/tricks/")


def test_a_drawn_match_has_no_winner():
    match = stored(log=drawn_log())
    told = ask(f"/matches/{match.public_id}/")
    assert (told["winners"], told["ended_by"]) == ([], "draw")
    assert [seat["result"] for seat in told["seats"]] == ["drawn", "drawn"]


def test_times_are_rfc_3339_in_utc():
    match = stored()
    told = ask(f"/matches/{match.public_id}/")
    assert told["finished_at"] == "2026-03-01T18:00:00.000Z"
    assert told["started_at"] == "2026-03-01T17:40:00.000Z"


def test_leaderboards_rank_those_with_enough_matches():
    for day in range(ESTABLISHED):
        stored(day=day, seed=f"board {day}")
    pools = ask("/leaderboards/")["results"]
    assert {"pool": "2", "url": f"http://testserver{V1}/leaderboards/2/"} in pools
    board = ask("/leaderboards/2/")["results"]
    assert [row["rank"] for row in board] == [1, 2]
    assert {row["player"] for row in board} == {"Ana", "Berta"}
    for pool in pools:
        path = pool["url"].removeprefix(f"http://testserver{V1}")
        assert ask(path)["next"] is None
    ask("/leaderboards/chess/", 404)


def test_presets_and_the_ruleset_of_a_match():
    match = stored()
    body = ask("/presets/")
    assert {preset["name"] for preset in body["results"]} == set(PRESETS)
    record = ask(f"/matches/{match.public_id}/record/")
    ruleset = ask(f"/rulesets/{record['rules_hash']}/")
    assert ruleset["options"] == record["rules"]
    canonical = json.dumps(ruleset["options"], sort_keys=True, separators=(",", ":"))
    assert ruleset["hash"] == "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()
    for other in ("sha256:00", "x" * 500, "a%00b", "%ff"):
        refused(f"{V1}/rulesets/{other}/", 404, "not_found")


# -- filters ------------------------------------------------------------------------------------


def ids(path: str = "/matches/", **query: object) -> list[str]:
    return [match["id"] for match in ask(path, **query)["results"]]


def test_matches_are_listed_the_newest_first():
    old, new = stored(day=0), stored(day=1, seed="2")
    assert ids() == [new.public_id, old.public_id]
    assert ask("/matches/")["results"][1] == ask(f"/matches/{old.public_id}/")


def test_filters_pick_what_they_say():
    two = stored(PEOPLE[:2], day=0).public_id
    four = stored(PEOPLE[:4], day=1, options={"teams": "pairs"}).public_id
    catalan = stored(("David", "Elena"), day=2, preset="catalan").public_id
    assert ids(player="ANA") == [four, two]
    assert ids(player="nobody") == []
    assert ids(preset="catalan") == [catalan]
    assert ids(preset="ludoteka", players=2) == [two]
    assert ids(players=4) == [four]
    assert ids(player="Ana", partner="Carles") == [four]
    assert ids(player="Ana", partner="Berta") == []
    assert ids(player="Ana", rival="Berta") == [four, two]
    assert ids(player="Ana", rival="Carles") == []
    assert ids(player="Ana", rival="nobody") == []
    team = Team.objects.get(players=player("Ana"))
    assert ids(team=team.pk) == [four]
    assert ids(team=team.pk, player="Berta") == []
    assert ids(team=10**6) == []
    rules = ask(f"/matches/{two}/")["rules_hash"]
    assert ids(rules=rules) == [two]
    assert ids("/players/Ana/matches/", players=2) == [two]
    assert ids("/players/Ana/matches/", preset="catalan") == []


def test_results_are_those_of_the_player():
    match = stored(day=0)
    drawn = stored(day=1, log=drawn_log()).public_id
    winner = match.seats.get(won=True).player.name
    loser = match.seats.get(won=False).player.name
    assert ids(player=winner, result="won") == [match.public_id]
    assert ids(player=loser, result="lost") == [match.public_id]
    assert ids(player=winner, result="lost") == []
    assert ids(player=loser, result="drawn") == [drawn]
    assert ids(f"/players/{loser}/matches/", result="lost") == [match.public_id]


def test_since_is_included_and_until_is_not():
    first, second = (stored(day=day, seed=str(day)).public_id for day in (0, 1))
    moment = (FIRST_DAY + timedelta(days=1)).isoformat()
    assert ids(since=moment) == [second]
    assert ids(until=moment) == [first]
    assert ids(since="2026-03-01", until="2026-03-02") == [first]
    assert ids(since="2026-03-01T20:00:00+02:00") == [second, first]
    assert ids(player="Ana", since=moment) == [second]


def test_one_bot_in_several_seats_has_the_match_once():
    player("Roble", PlayerKind.BOT)
    match = stored(("Roble", "Roble"))
    assert ids(player="Roble") == [match.public_id]


def test_running_matches_are_in_no_list():
    running()
    assert ids() == []
    assert ids(player="Gala") == []


# -- cost ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/matches/", 3),
        ("/matches/?player=Ana", 4),
        ("/matches/?player=Ana&partner=Carles&rival=Berta", 8),
        ("/matches/{match}/", 2),
        ("/matches/{match}/record/", 2),
        ("/matches/{match}/deals/1/tricks/", 2),
        ("/players/", 1),
        ("/players/Ana/stats/", 3),
        ("/players/Ana/matches/", 5),
        ("/teams/", 2),
        ("/teams/{team}/stats/", 4),
        ("/leaderboards/4-pairs/", 1),
        ("/leaderboards/", 0),
        ("/presets/", 0),
    ],
)
def test_queries_do_not_grow_with_what_is_listed(path, most, django_assert_max_num_queries):
    for day in range(ESTABLISHED):
        match = stored(PEOPLE[:4], day=day, options={"teams": "pairs"}, seed=f"cost {day}")
    team = Team.objects.get(players=player("Ana"))
    asked = path.format(match=match.public_id, team=team.pk)
    with django_assert_max_num_queries(most):
        answer = Client().get(V1 + asked)
    assert answer.status_code == 200


# -- what never changes -------------------------------------------------------------------------


def lasting(match_id: str) -> list[str]:
    at = f"{V1}/matches/{match_id}/"
    return [f"{at}record/", f"{at}deals/", f"{at}deals/1/", f"{at}deals/1/tricks/"]


def test_what_never_changes_is_kept_and_asked_for_by_its_tag():
    match = stored()
    hashed = ask(f"/matches/{match.public_id}/")["rules_hash"]
    tags = set()
    for path in [*lasting(match.public_id), f"{V1}/rulesets/{hashed}/"]:
        first = Client().get(path)
        lasts = "no-cache" if path.endswith("/record/") else "immutable"
        assert lasts in first["Cache-Control"]
        tag = first["ETag"]
        tags.add(tag)
        for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
            again = Client().get(path, headers={"if-none-match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again["ETag"] == tag
        other = Client().get(path, headers={"if-none-match": '"x"'})
        assert (other.status_code, other.content) == (200, first.content)
        assert "304" in operation_of(path)["responses"]
    assert len(tags) == 5


def test_what_changes_with_the_program_alone_has_a_tag():
    for path in (f"{V1}/presets/", "/api/schema/"):
        first = Client().get(path)
        assert "max-age" in first["Cache-Control"]
        again = Client().get(path, headers={"if-none-match": first["ETag"]})
        assert again.status_code == 304


def test_the_record_is_sent_byte_for_byte_as_it_was_written():
    match = stored()
    answer = Client().get(lasting(match.public_id)[0])
    assert answer.content == record_json(match)
    assert hashlib.sha256(answer.content).hexdigest() == match.record.sha256


def test_a_deleted_name_leaves_the_record_and_its_tag():
    match = stored()
    gone = player("Ana")
    gone.user = get_user_model().objects.create_user(username="Ana")
    gone.save()
    path = lasting(match.public_id)[0]
    before = Client().get(path)
    forget_player(user_id=gone.user.pk)
    after = Client().get(path, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert b"Ana" in before.content
    assert b"Ana" not in after.content
    verify_record(after.json())


def test_no_answer_about_a_running_match_may_be_kept():
    match = running()
    for path in lasting(match.public_id):
        answer = Client().get(path)
        assert answer.status_code == 409
        assert not answer.has_header("ETag")
        assert not answer.has_header("Cache-Control")


def test_head_says_what_get_says_without_a_body():
    match = stored()
    for path in [*lasting(match.public_id), f"{V1}/matches/", f"{V1}/players/Ana/", "/api/docs/"]:
        head, get = Client().head(path), Client().get(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head["Content-Type"] == get["Content-Type"]
        assert head.get("ETag") == get.get("ETag")


def test_pages_of_other_origins_may_ask():
    elsewhere = {"origin": "https://elsewhere.example"}
    asked = {"access-control-request-method": "GET"}
    answer = Client().options(f"{V1}/matches/", headers={**elsewhere, **asked})
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS, POST"
    assert "if-none-match" in answer["Access-Control-Allow-Headers"]
    assert answer["Access-Control-Allow-Origin"] == "*"
    for path in (f"{V1}/matches/", f"{V1}/nothing/", "/api/schema/"):
        answer = Client().get(path, headers=elsewhere)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "RateLimit-Remaining" in answer["Access-Control-Expose-Headers"]
        assert not answer.has_header("Access-Control-Allow-Credentials")
    assert not Client().get("/", headers=elsewhere).has_header("Access-Control-Allow-Origin")


def test_programs_in_pages_of_other_origins_may_bring_a_key_and_a_body():
    asked = {
        "origin": "https://elsewhere.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
    }
    answer = Client().options(f"{V1}/play/tables/", headers=asked)
    assert answer.status_code == 200
    assert "POST" in answer["Access-Control-Allow-Methods"].split(", ")
    allowed = set(answer["Access-Control-Allow-Headers"].split(", "))
    assert {"authorization", "content-type"} <= allowed
    assert not answer.has_header("Access-Control-Allow-Credentials")


def test_what_may_be_asked_is_told_without_a_page_of_elsewhere():
    for path in ("matches/", "exports/matches.ndjson"):
        answer = Client().options(f"{V1}/{path}")
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer["Allow"] == "GET, HEAD, OPTIONS"


def test_every_answer_tells_how_many_more_may_be_asked_for(monkeypatch):
    monkeypatch.setattr(CountingThrottle, "THROTTLE_RATES", {"api": "3/min", "record": "1/min"})
    cache.clear()
    left = []
    for path in ("/matches/", "/matches/?colour=red", "/nothing/", "/matches/"):
        answer = Client().get(V1 + path)
        assert answer["RateLimit-Limit"] == "3"
        assert answer["RateLimit-Policy"] == "3;w=60"
        assert 0 <= int(answer["RateLimit-Reset"]) <= 60
        left.append((answer.status_code, int(answer["RateLimit-Remaining"])))
    assert left == [(200, 2), (400, 1), (404, 0), (429, 0)]


def test_a_home_is_one_visitor_whatever_addresses_it_has(monkeypatch):
    monkeypatch.setattr(CountingThrottle, "THROTTLE_RATES", {"api": "2/min"})
    statuses = [
        Client(REMOTE_ADDR=address).get(f"{V1}/matches/").status_code
        for address in (
            *("2001:db8::1", "2001:db8::2", "2001:db8:0:0:9:8:7:6", "2001:db8:0:1::1"),
            *("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2"),
        )
    ]
    assert statuses == [200, 200, 429, 200, 200, 200, 429, 200]


def test_no_cookie_is_read_or_set():
    match = stored()
    for path in (f"{V1}/matches/", f"{V1}/matches/{match.public_id}/", "/api/schema/"):
        answer = Client().get(path, headers={"cookie": f"sessionid={'a' * 32}"})
        assert not answer.cookies
        assert "Cookie" not in answer.get("Vary", "")


def test_the_language_is_that_of_the_header_whatever_a_browser_remembers():
    headers = {"accept-language": "en", "cookie": "django_language=ca"}
    told = Client().get(f"{V1}/players/nobody/", headers=headers).json()["error"]
    assert told["message"] == "There is nothing at this address."


def test_a_tag_for_anything_is_no_deal_that_there_is_not():
    match = stored()
    anything = {"if-none-match": "*"}
    deals = f"{V1}/matches/{match.public_id}/deals"
    assert Client().get(f"{deals}/1/", headers=anything).status_code == 304
    error_of(Client().get(f"{deals}/99/", headers=anything), 404, "not_found")


def test_deals_put_into_matches_are_counted_as_records(monkeypatch):
    monkeypatch.setattr(CountingThrottle, "THROTTLE_RATES", {"api": "9/min", "record": "1/min"})
    match = stored(PEOPLE[:4], options={"teams": "pairs"})
    team = Team.objects.values_list("pk", flat=True)[0]
    for path in (
        "/matches/",
        f"/matches/{match.public_id}/",
        "/players/Ana/matches/",
        f"/teams/{team}/matches/",
    ):
        cache.clear()
        assert Client().get(f"{V1}{path}?include=rules").status_code == 200
        assert Client().get(f"{V1}{path}?include=rules,deals_played").status_code == 200
        answer = Client().get(f"{V1}{path}?include=deals_played")
        error_of(answer, 429, "throttled")
        assert answer["RateLimit-Limit"] == "1"


# -- the page of the documentation --------------------------------------------------------------


@pytest.mark.django_db(transaction=True)  # a download gives back its connection
@pytest.mark.parametrize("played", [False, True])
def test_the_page_names_every_address_and_its_examples_work(played):
    if played:
        analysed(stored(PEOPLE[:4], options={"teams": "pairs"}))
        deal = daily_of(day=FIRST_DAY.date())
        DailyDeal.objects.filter(pk=deal.pk).update(revealed_at=FIRST_DAY)
        puzzled(FIRST_DAY.date())
    answer = Client().get("/api/docs/", headers={"accept-language": "en"})
    assert answer.status_code == 200
    html = answer.content.decode()
    for path, method, told in operations():
        assert f"{method.upper()} {path}" in html
        assert f'id="{told["operationId"]}"' in html
    links = {part.split('"')[0] for part in html.split('href="')[1:]}
    examples = [link for link in links if link.startswith(f"{V1}/")]
    paths = [path for path, _method, told in operations() if "security" not in told]
    open_to_all = [path for path in paths if "{" not in path]
    assert len(examples) == len(paths if played else open_to_all), sorted(examples)
    for link in examples:
        answer = Client().get(link)
        assert answer.status_code == 200, link
        body_of(answer)
    for anchor in (link[1:] for link in links if link.startswith("#")):
        assert f'id="{anchor}"' in html, anchor
    assert "`" not in html
    assert "://" not in html.replace("http://testserver", "")


def test_the_page_only_reads():
    assert Client().post("/api/docs/").status_code == 405

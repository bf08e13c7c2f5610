"""What goes wrong is said in one shape, by name, and is never a fault of the server."""

from __future__ import annotations

from urllib.parse import quote, urlencode

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from games.api.core.base import CountingThrottle
from games.api.matches.params import MatchesQuery
from games.api.players.params import PlayersQuery, TeamsQuery
from games.selectors import matches
from tests.api.support import V1, error_of, refused
from tests.stats.support import PEOPLE, running, stored

pytestmark = pytest.mark.django_db
LISTS = ("matches", "players", "players/Ana/matches", "teams", "leaderboards/2")
FAMILIAR = sorted({*MatchesQuery().fields, *PlayersQuery().fields, *TeamsQuery().fields, "page"})


@pytest.mark.parametrize("path", [f"{V1}/{name}/" for name in (*LISTS, "presets", "leaderboards")])
def test_an_unknown_parameter_is_refused_by_name(path):
    details = refused(path, 400, "unknown_parameter", colour="red")
    assert details["parameter"] == "colour"
    assert "colour" not in details["allowed"]


def test_a_misspelt_parameter_is_told_what_there_is():
    details = refused(f"{V1}/matches/", 400, "unknown_parameter", playerz="ana")
    assert {"player", "team", "preset", "players", "since", "until"} <= set(details["allowed"])


def test_format_is_no_parameter():
    refused(f"{V1}/matches/", 400, "unknown_parameter", format="json")


def test_a_parameter_given_twice_is_refused():
    answer = Client().get(f"{V1}/matches/?player=ana&player=berta")
    assert error_of(answer, 400, "invalid_parameter") == {"parameter": "player"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("limit", "0"),
        ("limit", "101"),
        ("limit", "-1"),
        ("limit", "ten"),
        ("limit", "9" * 5000),
        ("players", "1"),
        ("players", "seven"),
        ("team", "0"),
        ("team", str(2**63)),
        ("team", "1.5"),
        ("preset", "chess"),
        ("rules", "sha256:zz"),
        ("since", "yesterday"),
        ("since", "2026-13-01"),
        ("since", "0001-01-01T00:00:00+14:00"),
        ("until", "9999-12-31T23:59:59-14:00"),
        ("until", "2026-03-01T18:00:00 02:00"),
        ("player", "x" * 33),
        ("player", "a\0b"),
        ("player", ""),
        ("result", "won"),
        ("partner", "berta"),
        ("rival", "berta"),
        ("cursor", "x"),
        ("cursor", "a\0b"),
        ("cursor", "=" * 401),
        ("cursor", "W10"),
        ("cursor", "WzEsMl0"),
        ("cursor", "W3RydWUsdHJ1ZSwxXQ"),
        ("cursor", "WzFlOTk5LDEsMV0"),
        ("cursor", "WyJhIiwxLDFd"),
        ("cursor", "\u00f1"),
        ("cursor", "WzEsMSwtMV0"),
        ("cursor", "WzEsMSw5MjIzMzcyMDM2ODU0Nzc1ODA3XQ"),
    ],
)
def test_a_wrong_value_is_refused_with_the_name_of_its_parameter(name, value):
    details = refused(f"{V1}/matches/", 400, "invalid_parameter", **{name: value})
    assert details["parameter"] == name


def test_a_cursor_of_another_list_is_refused():
    for day in range(3):
        stored(PEOPLE[:2], day=day, seed=str(day))
    following = Client().get(f"{V1}/players/?limit=1").json()["next"]
    cursor = following.split("cursor=")[1].split("&")[0]
    refused(f"{V1}/matches/", 400, "invalid_parameter", cursor=cursor)
    refused(f"{V1}/leaderboards/2/", 400, "invalid_parameter", cursor=cursor)


@pytest.mark.parametrize(
    "path",
    [
        "/api/",
        f"{V1}/",
        f"{V1}/nothing/",
        f"{V1}/matches/0123456789ab/",
        f"{V1}/matches/0123456789ab/record/",
        f"{V1}/matches/0123456789ab/deals/",
        f"{V1}/matches/0123456789ab/deals/1/tricks/",
        f"{V1}/matches/%00/",
        f"{V1}/matches/a.b/",
        f"{V1}/matches/abc/deals/-1/tricks/",
        f"{V1}/matches/abc/deals/{'9' * 5000}/tricks/",
        f"{V1}/matches/{'a' * 3000}/",
        f"{V1}/players/%00/",
        f"{V1}/players/a%00b/stats/",
        f"{V1}/players/%FF%FE/",
        f"{V1}/players/%zz/",
        f"{V1}/players/%/",
        f"{V1}/players/%F0%9F%82%A1/",
        f"{V1}/players/a%0Ab/",
        f"{V1}/players/..%2f..%2fetc/",
        f"{V1}/players/nobody/",
        f"{V1}/teams/1/",
        f"{V1}/teams/-1/",
        f"{V1}/teams/one/stats/",
        f"{V1}/leaderboards/%00/",
        f"{V1}/rulesets/%00/",
        f"{V1}//",
        "/api/v2/matches/",
    ],
)
def test_an_address_with_nothing_is_not_found(path):
    refused(path, 404, "not_found")


def test_an_address_without_its_slash_leads_to_the_one_with_it():
    answer = Client().get(f"{V1}/matches?limit=2")
    assert (answer.status_code, answer["Location"]) == (301, f"{V1}/matches/?limit=2")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "trace"])
def test_nothing_can_be_written(method):
    match = stored()
    client = Client(enforce_csrf_checks=True)
    for path in (f"{V1}/matches/", f"{V1}/matches/{match.public_id}/record/", "/api/schema/"):
        answer = getattr(client, method)(path)
        error_of(answer, 405, "method_not_allowed")
        assert "GET" in answer["Allow"]


@pytest.mark.parametrize("body", [b"{", b"\xff\0", b"a=1"])
@pytest.mark.parametrize("kind", ["application/json", "text/csv", "multipart/form-data", "?"])
def test_a_body_of_any_kind_is_not_even_read(body, kind):
    answer = Client().post(f"{V1}/matches/", body, content_type=kind)
    error_of(answer, 405, "method_not_allowed")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_where_nothing_is_nothing_can_be_written_either(method):
    error_of(getattr(Client(), method)(f"{V1}/nothing/"), 404, "not_found")


@pytest.mark.parametrize("accepted", ["text/html", "application/xml", "application/json;q=0"])
def test_nothing_but_json_is_served(accepted):
    for path in (f"{V1}/matches/", "/api/schema/"):
        answer = Client().get(path, headers={"accept": accepted})
        error_of(answer, 406, "not_acceptable")


@pytest.mark.parametrize(
    "accepted",
    ["", "*/*", "application/*", "text/html, application/json;q=0.1", "APPLICATION/json"],
)
def test_json_is_served_to_all_who_take_it(accepted):
    assert Client().get(f"{V1}/matches/", headers={"accept": accepted}).status_code == 200


def test_too_many_requests_are_told_when_to_come_again(monkeypatch):
    monkeypatch.setattr(CountingThrottle, "THROTTLE_RATES", {"api": "2/min", "record": "1/min"})
    match = stored()
    for _ in range(2):
        assert Client().get(f"{V1}/matches/").status_code == 200
    for path in (f"{V1}/matches/", f"{V1}/nothing/", "/api/schema/"):
        answer = Client().get(path, headers={"origin": "https://elsewhere.example"})
        details = error_of(answer, 429, "throttled")
        assert 1 <= details["retry_after"] <= 60
        assert answer["Retry-After"] == str(details["retry_after"])
        assert "Retry-After" in answer["Access-Control-Expose-Headers"]
    record = f"{V1}/matches/{match.public_id}/record/"
    assert Client().get(record).status_code == 200
    error_of(Client().get(record), 429, "throttled")


def test_a_fault_of_the_server_says_nothing_of_itself(monkeypatch):
    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr(matches, "match_texts", broken)
    client = Client(raise_request_exception=False)
    answer = client.get(f"{V1}/matches/")
    assert error_of(answer, 500, "server_error") == {}
    assert b"inside" not in answer.content


def test_more_parameters_than_anybody_needs_are_refused():
    query = "&".join(f"a{number}=1" for number in range(2000))
    error_of(Client().get(f"{V1}/matches/?{query}"), 400, "bad_request")


@pytest.mark.parametrize("charset", ["utf-16", "idna", "latin-1", "nonsense"])
def test_a_claimed_charset_changes_nothing(charset):
    stored()
    answer = Client().get(
        f"{V1}/matches/",
        {"player": "Ana"},
        headers={"content-type": f"text/plain; charset={charset}"},
    )
    assert answer.status_code == 200
    assert len(answer.json()["results"]) == 1


@pytest.mark.parametrize("path", ["record/", "deals/", "deals/1/", "deals/1/tricks/"])
def test_a_running_match_has_no_record_yet_and_a_private_one_is_not_there(path):
    refused(f"{V1}/matches/{running().public_id}/{path}", 409, "match_running")
    private = running(("Ines", "Joan"), public=False)
    refused(f"{V1}/matches/{private.public_id}/{path}", 404, "not_found")
    refused(f"{V1}/matches/{private.public_id}/", 404, "not_found")


def test_messages_are_in_the_language_of_the_reader():
    told = {
        language: Client()
        .get(f"{V1}/players/nobody/", headers={"accept-language": language})
        .json()["error"]
        for language in ("es", "en")
    }
    assert told["en"]["message"] == "There is nothing at this address."
    assert told["es"]["code"] == told["en"]["code"]


# -- whatever is asked --------------------------------------------------------------------------

anything = st.one_of(
    st.text(max_size=40),
    st.binary(max_size=20),
    st.integers().map(str),
    st.floats().map(str),
    st.datetimes().map(lambda moment: moment.isoformat()),
    st.sampled_from(["Ana", "won", "2", "ludoteka", "WzEsMSwxXQ", "2026-03-01", "\0", "%00"]),
)
queries = st.lists(
    st.tuples(st.one_of(st.sampled_from(FAMILIAR), st.text(max_size=10)), anything), max_size=4
)
fuzz = settings(max_examples=150)


@fuzz
@given(path=st.sampled_from(LISTS), query=queries)
def test_no_query_is_a_fault(path, query):
    cache.clear()
    answer = Client().get(f"{V1}/{path}/?{urlencode(query)}")
    assert answer.status_code in (200, 400, 404), answer.content
    if answer.status_code != 200:
        error_of(answer, answer.status_code, answer.json()["error"]["code"])


@fuzz
@given(query=st.text(alphabet="ab=&;%0fF+[]\xf1\x00?#", max_size=40))
def test_no_bytes_of_a_query_are_a_fault(query):
    cache.clear()
    answer = Client().get(f"{V1}/matches/", query_string=query)
    assert answer.status_code in (200, 400)


@fuzz
@given(parts=st.lists(st.one_of(st.text(max_size=12), st.binary(max_size=8)), max_size=5))
def test_no_address_is_a_fault(parts):
    cache.clear()
    answer = Client().get("/api/v1/" + "".join(f"{quote(part, safe='')}/" for part in parts))
    assert answer.status_code in (200, 404, 406), answer.content
    if answer.status_code == 404:
        error_of(answer, 404, "not_found")

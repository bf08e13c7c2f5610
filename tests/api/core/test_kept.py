"""What never changes may be kept, under a tag that says so; nothing else may."""

from __future__ import annotations

import hashlib

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games.record import verify_record
from games.selectors.matches import record_json
from games.services.players import forget_player
from tests.api.support import V1, ask, error_of, operation_of
from tests.stats.support import running, stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


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
    leaver = player_without_account("Ana")
    leaver.user = get_user_model().objects.create_user(username="Ana")
    leaver.save()
    path = lasting(match.public_id)[0]
    before = Client().get(path)
    forget_player(user_id=leaver.user.pk)
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


def test_a_tag_for_anything_is_no_deal_that_there_is_not():
    match = stored()
    anything = {"if-none-match": "*"}
    deals = f"{V1}/matches/{match.public_id}/deals"
    assert Client().get(f"{deals}/1/", headers=anything).status_code == 304
    error_of(Client().get(f"{deals}/99/", headers=anything), 404, "not_found")

"""The API by key, as a hostile stranger sees it: who is let in, how far, and what is said."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from accounts.models import Token, User
from accounts.tokens import MAX_WRONG_KEYS, create_token
from games.models import Table
from tests.api.support import error_of

pytestmark = pytest.mark.django_db

ACCOUNT, TABLES, STREAM = (f"/api/v1/play/{path}/" for path in ("account", "tables", "stream"))
SAY = "/api/v1/play/tables/abc/messages/"


def program(name="Robot", scopes=("read", "tables", "play"), *, bot=True) -> tuple[User, str]:
    user = User.objects.create(username=name, is_bot=bot)
    return user, create_token(user=user, name="x", scopes=scopes, days=7)[1]


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}", "accept-language": "en"}


def ask(path: str, key: str):
    return Client().get(path, headers=bearer(key))


PUBLIC = ("/api/v1/matches/", "/api/v1/leaderboards/", "/api/v1/players/")


@pytest.mark.parametrize("header", ["Bearer brisca_" + "0" * 64, "Bearer nonsense", "Basic dQ=="])
@pytest.mark.parametrize("path", PUBLIC)
def test_public_read_refuses_a_wrong_key(path, header):
    answer = Client().get(path, headers={"authorization": header, "accept-language": "en"})
    error_of(answer, 401, "not_authenticated")
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", PUBLIC)
def test_public_read_is_answered_with_a_good_key_and_without_one(path):
    _user, key = program()
    assert ask(path, key).status_code == Client().get(path).status_code == 200


def test_revoked_key_is_refused_at_a_public_read():
    _user, key = program()
    Token.objects.all().delete()
    assert ask(PUBLIC[0], key).status_code == 401


def test_the_account_says_whose_key_it_is_and_how_far_it_goes():
    _user, key = program(scopes=("read", "play"))
    told = ask(ACCOUNT, key).json()
    assert (told["name"], told["kind"], told["program"]) == ("Robot", "bot", True)
    assert told["key"]["scopes"] == told["key"]["good_for"] == ["play", "read"]
    assert key[15:] not in str(told)
    _user, key = program("Ana", bot=False)
    assert ask(ACCOUNT, key).json()["key"]["good_for"] == ["read"]


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer brisca_" + "0" * 64,
        "Basic dW5vOmRvcw==",
        "Token {key}",
        "Bearer {key}x",
        "Bearer {key} {key}",
        "Bearer \u00e9\u00e9",
        "Bearer brisca_\x7f",
    ],
)
@pytest.mark.parametrize("path", [ACCOUNT, TABLES, STREAM])
def test_who_has_no_good_key_is_told_nothing_but_that(path, header):
    _user, key = program()
    headers = {"authorization": header.format(key=key), "accept-language": "en"}
    answer = Client().get(path, headers=headers if header else {"accept-language": "en"})
    error_of(answer, 401, "not_authenticated")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_the_answer_to_a_wrong_key_is_the_same_whatever_is_wrong_with_it():
    _user, expired = program("Uno")
    Token.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    barred, out = program("Dos")
    User.objects.filter(pk=barred.pk).update(is_active=False)
    _user, good = program("Tres")
    answers = [ask(ACCOUNT, key) for key in (expired, out, good[:-2] + "zz", "brisca_" + "0" * 64)]
    assert len({(answer.status_code, answer.content) for answer in answers}) == 1


def test_guessing_is_limited():
    _user, key = program()
    for _ in range(MAX_WRONG_KEYS):
        ask(ACCOUNT, "brisca_" + "0" * 64)
    answer = ask(ACCOUNT, key)
    error_of(answer, 429, "throttled")
    assert int(answer["Retry-After"]) > 1


@pytest.mark.parametrize("name", ["token", "access_token", "KEY", "auth", "anything"])
def test_a_key_in_the_address_is_refused_even_beside_a_good_header(name):
    _user, key = program()
    for path in (ACCOUNT, TABLES, STREAM):
        answer = Client().get(f"{path}?{name}={key}", headers=bearer(key))
        error_of(answer, 400, "key_in_address")
        assert key not in answer.content.decode()


@pytest.mark.parametrize(
    ("scopes", "get", "post"),
    [(("read",), 200, 403), (("play",), 403, 403), (("tables",), 403, 201)],
)
def test_a_key_does_what_its_scopes_say_and_no_more(scopes, get, post):
    _user, key = program(scopes=scopes)
    assert ask(TABLES, key).status_code == get
    body = '{"id": "open-one-1"}'
    answer = Client().post(TABLES, body, content_type="application/json", headers=bearer(key))
    assert answer.status_code == post
    if post == 403:
        assert error_of(answer, 403, "missing_scope") == {"scope": "tables"}
    assert Table.objects.count() == (post == 201)


def test_a_head_goes_no_further_than_a_get():
    _user, key = program(scopes=("tables",))
    assert Client().head(TABLES, headers=bearer(key)).status_code == 403


def test_a_persons_key_opens_nothing():
    _user, key = program("Ana", bot=False)
    answer = Client().post(
        TABLES, '{"id": "open-one-1"}', content_type="application/json", headers=bearer(key)
    )
    error_of(answer, 403, "missing_scope")


def test_a_session_is_not_read_so_there_is_nothing_to_forge():
    user, _key = program()
    browser = Client()
    browser.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    for answer in (
        browser.get(ACCOUNT),
        browser.post(TABLES, '{"id": "open-one-1"}', content_type="application/json"),
        browser.post(SAY, "{}", content_type="text/plain"),
    ):
        error_of(answer, 401, "not_authenticated")


def test_with_a_key_no_token_against_forgery_is_needed():
    _user, key = program()
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(
        TABLES, '{"id": "open-one-1"}', content_type="application/json", headers=bearer(key)
    )
    assert answer.status_code == 201


def test_a_message_is_json_and_says_so():
    _user, key = program()
    answer = Client().post(SAY, "{}", content_type="text/plain", headers=bearer(key))
    error_of(answer, 415, "unsupported_media_type")


def test_no_key_reaches_the_admin_or_the_pages():
    boss, key = program("Jefa")
    User.objects.filter(pk=boss.pk).update(is_staff=True, is_superuser=True)
    assert ask("/admin/", key).status_code == 302
    assert ask("/accounts/tokens/", key).status_code == 302


def test_nothing_of_it_is_kept_by_caches():
    _user, key = program()
    assert ask(ACCOUNT, key)["Cache-Control"] == "no-store"


def test_another_program_sees_neither_ones_tables_nor_ones_invitations():
    _user, mine = program("Uno")
    _user, theirs = program("Dos")
    Client().post(
        TABLES, '{"id": "open-one-1"}', content_type="application/json", headers=bearer(mine)
    )
    (told,) = ask(TABLES, mine).json()["results"]
    assert told["you"]["invite_links"][1]
    assert ask(TABLES, theirs).json() == {"results": []}


def test_ids_are_of_each_account_alone():
    for name in ("Uno", "Dos"):
        _user, key = program(name)
        for _again in range(2):
            Client().post(
                TABLES, '{"id": "open-one-1"}', content_type="application/json",
                headers=bearer(key),
            )  # fmt: skip
    assert Table.objects.count() == 2


@override_settings(ACCOUNT_RATE_LIMITS={"table": "2/m/user"})
def test_tables_are_opened_as_often_as_on_the_page():
    _user, key = program()
    statuses = [
        Client()
        .post(
            TABLES,
            f'{{"id": "open-one-{number}"}}',
            content_type="application/json",
            headers=bearer(key),
        )
        .status_code
        for number in range(3)
    ]
    assert statuses == [201, 201, 429]

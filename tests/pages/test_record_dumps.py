"""The page with the monthly files: what there is, and the files, whole or from anywhere."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.selectors.dumps import Dump, dumps
from tests.api.support import ask, body_of
from tests.stats.support import PEOPLE, stored

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    return tmp_path / "data"


@pytest.fixture
def march() -> Dump:
    for day in range(3):
        stored(PEOPLE[:2], day=day, seed=f"page {day}")
    call_command("dump_matches", "--month", "2026-03")
    return dumps()[0]


def test_every_file_is_listed_with_its_month_size_count_and_checksum(march):
    html = Client().get("/data/", headers={"accept-language": "en"}).content.decode()
    assert "March 2026" in html
    assert f'href="/data/{march.file}"' in html
    assert march.sha256 in html
    assert 'href="/data/SHA256SUMS"' in html
    assert "CC0" in html
    assert "marzo" in Client().get("/data/").content.decode().lower()


def test_the_page_says_so_where_there_is_nothing_yet():
    html = Client().get("/data/", headers={"accept-language": "en"}).content.decode()
    assert "no file yet" in html
    assert "SHA256SUMS" not in html


def test_programs_find_the_same_files_and_come_to_them(march):
    told = ask("/dumps/")
    (one,) = told["results"]
    assert (one["month"], one["matches"], one["sha256"]) == ("2026-03", 3, march.sha256)
    body = body_of(Client().get(one["url"]))
    assert (len(body), hashlib.sha256(body).hexdigest()) == (one["bytes"], one["sha256"])
    assert march.sha256 in body_of(Client().get(told["sums"])).decode()
    assert "CC0" in body_of(Client().get(told["notice"])).decode()
    assert told["licence"].startswith("CC0")


def test_the_list_for_programs_is_asked_for_by_its_tag_and_changes_with_the_files(folder):
    empty = Client().get("/api/v1/dumps/")
    assert empty.json() | {"licence": ""} == {
        "licence": "", "notice": None, "sums": None, "results": [],
    }  # fmt: skip
    tag = {"if-none-match": empty["ETag"]}
    assert Client().get("/api/v1/dumps/", headers=tag).status_code == 304
    stored(PEOPLE[:2])
    call_command("dump_matches", "--month", "2026-03")
    assert Client().get("/api/v1/dumps/", headers=tag).status_code == 200


def test_it_is_found_from_every_page_by_way_of_data_and_api():
    assert 'href="/developers/"' in Client().get("/rules/", follow=True).content.decode()
    assert 'href="/data/"' in Client().get("/developers/").content.decode()


def test_a_file_comes_whole(march, folder):
    answer = Client().get(f"/data/{march.file}")
    body = body_of(answer)
    assert hashlib.sha256(body).hexdigest() == march.sha256
    assert int(answer["Content-Length"]) == len(body)
    assert march.sha256 in body_of(Client().get("/data/SHA256SUMS")).decode()


def test_a_download_goes_on_where_it_broke_off(march, folder):
    whole = (folder / march.file).read_bytes()
    for first in (0, 1, len(whole) // 2, len(whole) - 1):
        answer = Client().get(f"/data/{march.file}", headers={"range": f"bytes={first}-"})
        assert answer.status_code == 206
        assert answer["Content-Range"] == f"bytes {first}-{len(whole) - 1}/{len(whole)}"
        assert body_of(answer) == whole[first:]
    part = Client().get(f"/data/{march.file}", headers={"range": "bytes=2-5"})
    assert body_of(part) == whole[2:6]
    beyond = Client().get(f"/data/{march.file}", headers={"range": f"bytes={len(whole)}-"})
    assert beyond.status_code == 416


def test_a_file_written_anew_meanwhile_comes_whole(march, folder):
    headers = {"range": "bytes=5-", "if-range": '"another"'}
    answer = Client().get(f"/data/{march.file}", headers=headers)
    assert answer.status_code == 200
    assert body_of(answer) == (folder / march.file).read_bytes()


def test_who_has_a_file_is_told_that_it_is_the_same(march):
    tag = Client().head(f"/data/{march.file}")["ETag"]
    answer = Client().get(f"/data/{march.file}", headers={"if-none-match": tag})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize(
    "name",
    ["brisca-2026-03.json", "nothing", "..%2Fsecret_key", "brisca-2026-03.ndjson.zst.partial"],
)
def test_nothing_else_is_given(march, folder, name):
    (folder.parent / "secret_key").write_text("secret")
    (folder / "brisca-2026-03.ndjson.zst.partial").write_text("half")
    assert Client().get(f"/data/{name}").status_code == 404


def test_a_file_that_is_not_the_one_of_its_note_is_not_listed(march, folder):
    (folder / march.file).write_bytes(b"short")
    assert dumps() == []
    assert Client().get(f"/data/{march.file}").status_code == 404

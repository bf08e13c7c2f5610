"""A backup is restored elsewhere and checked; one that is damaged, or not ours to read, is named."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import sqlite3
import stat
import sys
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.core.management import CommandError, call_command

from games.management.backups.encryption import new_identity
from tests.commands.test_backup import manage
from tests.support import empty_databases, forked
from tests.support.needs import POSTGRES, needs_pg_dump, needs_postgres

pytestmark = pytest.mark.long
STEPS = ["manifest", "decrypt", "restore", "integrity", "rows", "migrations", "ledger", "records"]


def key_pair(folder):
    """The file of a new private key, and its public key."""
    file = folder / f"key-{secrets.token_hex(4)}"
    out = StringIO()
    call_command("backup_key", str(file), stdout=out)
    return file, out.getvalue().strip()


def environment(folder, **more):
    env = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    return {**env, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "tests.settings", **more}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A site with matches, its encrypted backup, and the private key."""
    folder = tmp_path_factory.mktemp("site")
    empty_databases.copy_site(folder)
    env = environment(folder)
    filled = manage(env, "make_matches", "--count", "8", "--fresh", "3", "--workers", "1")
    assert filled.returncode == 0, filled.stderr
    identity, public = key_pair(folder)
    target = folder / "backups"
    target.mkdir()
    done = manage(env, "backup", target, "--recipient", public)
    assert done.returncode == 0, done.stderr
    (file,) = target.glob("*.age")
    return env, file, identity


@pytest.fixture
def backup(made, tmp_path):
    """A copy of that backup that a test may spoil, and the private key."""
    _env, file, identity = made
    for path in (file, file.with_name(f"{file.name}.json")):
        shutil.copy(path, tmp_path)
    return tmp_path / file.name, identity


def drill(file, identity=None, **options):
    """What a drill says that fails before anything is run on the restored database."""
    with pytest.raises(CommandError) as failed:
        call_command("restore_drill", str(file), identity=identity, stdout=StringIO(), **options)
    assert "is NOT good: " in str(failed.value)
    return str(failed.value)


def with_manifest(file, **changes):
    """Make the manifest that of the file as it is now, with some entries changed."""
    import hashlib

    path = file.with_name(f"{file.name}.json")
    manifest = json.loads(path.read_text())
    data = file.read_bytes()
    manifest |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), **changes}
    path.write_text(json.dumps(manifest))


def test_a_backup_of_sqlite_is_restored_checked_and_timed(made, tmp_path):
    env, file, identity = made
    database = Path(env["VAR_DIR"]) / "brisca.sqlite3"
    before = database.read_bytes()
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    elsewhere = {**environment(tmp_path / "elsewhere"), "TMPDIR": str(scratch)}
    done = manage(elsewhere, "restore_drill", file, "--identity", identity, "--records", "3")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^ +\d+\.\d\d s  (\w+)$", done.stdout, re.MULTILINE) == STEPS
    assert re.search(
        r" is good: restored in [\d.]+ s, checked in [\d.]+ s; 0\.\d hours", done.stdout
    )
    assert list(scratch.iterdir()) == []
    assert database.read_bytes() == before


def test_the_file_is_private_encrypted_and_described(made):
    env, file, _identity = made
    manifest_file = file.with_name(f"{file.name}.json")
    assert {stat.S_IMODE(path.stat().st_mode) for path in (file, manifest_file)} == {0o600}
    assert sorted(path.name for path in file.parent.iterdir()) == [file.name, manifest_file.name]
    data = file.read_bytes()
    assert data.startswith(b"age-encryption.org/v1")
    assert b"SQLite format" not in data
    manifest = json.loads(manifest_file.read_text())
    assert manifest["encrypted"] is True
    assert manifest["database"] == "sqlite"
    assert manifest["rows"]["games_match"] == manifest["rows"]["games_matchrecord"] == 8
    assert manifest["migrations"]["games"] > "0020"
    assert not list(Path(env["VAR_DIR"]).glob("backup-*"))


def test_another_key_does_not_open_it(backup, tmp_path):
    file, _ = backup
    other, _public = key_pair(tmp_path)
    assert "decrypt: is encrypted for another key" in drill(file, other)


def test_without_a_key_it_is_not_opened(backup):
    assert "give --identity" in drill(backup[0])


def test_a_public_key_opens_nothing(backup, tmp_path):
    (tmp_path / "public").write_text("age1abc\n")
    assert "holds no private key" in drill(backup[0], tmp_path / "public")
    assert "No such file" in drill(backup[0], tmp_path / "none")


@pytest.mark.parametrize("left", [0, 10, 150, 70_000])
def test_a_file_that_was_cut_short_is_named(backup, left):
    file, identity = backup
    file.write_bytes(file.read_bytes()[:left])
    assert f"manifest: {file.name} has {left} bytes" in drill(file, identity)
    with_manifest(file)  # whoever cut it short may have written another manifest too
    assert re.search("(decrypt|copy|restore|give|holds|no whole|cut short)", drill(file, identity))


@pytest.mark.parametrize("place", [90, 80_000, -1])
def test_a_file_that_was_altered_is_named(backup, place):
    file, identity = backup
    data = bytearray(file.read_bytes())
    data[place] ^= 1
    file.write_bytes(data)
    assert "SHA-256 differs" in drill(file, identity)
    with_manifest(file)
    assert re.search(
        "decrypt: (was cut short|is no whole file|is encrypted for another)", drill(file, identity)
    )


def test_a_manifest_that_says_something_else_is_named(backup):
    file, identity = backup
    with_manifest(file, rows={"games_match": 9})
    assert "rows: games_match has 8 rows, the manifest says 9" in drill(file, identity)
    with_manifest(file, rows={}, migrations={"games": "9999_later"})
    assert "the manifest says 9999_later" in drill(file, identity)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "other/1"}', "x" * 100])
def test_without_a_manifest_nothing_is_believed(backup, text):
    file, identity = backup
    manifest = file.with_name(f"{file.name}.json")
    manifest.write_text(text)
    assert "is no manifest" in drill(file, identity)
    manifest.unlink()
    assert "No such file" in drill(file, identity)


def test_a_damaged_database_is_named(backup, tmp_path):
    file, _ = backup
    plain = file.with_name("plain")
    shutil.copy(file.with_name(f"{file.name}.json"), plain.with_name("plain.json"))
    plain.write_bytes(b"SQLite format 3\0" + b"\0" * 5000)
    with_manifest(plain, encrypted=False)
    assert "integrity: the copy is not sound" in drill(plain)
    plain.write_text("neither")
    with_manifest(plain, encrypted=False)
    assert "holds neither" in drill(plain)


def test_a_record_that_was_changed_in_the_database_is_found(made, tmp_path):
    env, _file, _identity = made
    folder = tmp_path / "changed"
    folder.mkdir()
    shutil.copy(Path(env["VAR_DIR"]) / "brisca.sqlite3", folder)
    with sqlite3.connect(folder / "brisca.sqlite3") as database:
        database.execute("UPDATE games_matchrecord SET sha256 = replace(sha256, 'a', 'b')")
    database.close()
    assert manage(environment(folder), "backup", tmp_path / "copy").returncode == 0
    done = manage(environment(folder), "restore_drill", tmp_path / "copy", "--records", "0")
    assert done.returncode == 1
    assert re.search(r"NOT good: records: .*record of match \w+: its SHA-256 differs", done.stderr)


def test_old_backups_go_and_files_of_others_stay(made, tmp_path):
    env, _file, _identity = made
    now = list(range(1, 6))
    names = [f"brisca-2020010{day}T000000Z.sqlite3.age" for day in now]
    for name in (*names, *(f"{name}.json" for name in names), "brisca.sqlite3", "notes.age"):
        (tmp_path / name).touch()
    assert manage(env, "backup", tmp_path, "--keep", "3").returncode == 0
    left = sorted(path.name for path in tmp_path.glob("brisca-2020*"))
    assert left == [n for name in names[-2:] for n in (name, f"{name}.json")]
    assert {"brisca.sqlite3", "notes.age"} <= {path.name for path in tmp_path.iterdir()}
    for made_now in tmp_path.glob("brisca-202[!0]*"):
        made_now.unlink()  # names have seconds, and one more may be made within the same
    assert manage(env, "backup", tmp_path, "--expire").returncode == 0
    assert not list(tmp_path.glob("brisca-2020*"))
    assert list(tmp_path.glob("brisca-*.sqlite3"))


@pytest.mark.parametrize("option", [["--expire"], ["--keep", "3"]])
def test_a_folder_of_backups_that_is_not_there_is_made_for_its_owner(made, tmp_path, option):
    env, _file, _identity = made
    folder = tmp_path / "new" / "backups"
    done = manage(env, "backup", folder, *option)
    assert done.returncode == 0, done.stderr
    assert list(folder.glob("brisca-*.sqlite3"))
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_of_backups_that_cannot_be_made_is_named(made, tmp_path):
    env, _file, _identity = made
    (tmp_path / "file").touch()
    done = manage(env, "backup", tmp_path / "file" / "backups", "--expire")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert f"{tmp_path}/file/backups is no folder and cannot be made one" in done.stderr


def test_copies_are_sent_elsewhere_only_where_they_are_encrypted(made, tmp_path):
    env, _file, identity = made
    public = identity.read_text().split("public key: ")[1].split()[0]
    away = tmp_path / "away"
    away.mkdir()
    sent = {**env, "BACKUP_COMMAND": f"cp {{file}} {{manifest}} {away}"}
    refused = manage(sent, "backup", tmp_path / "plain")
    assert "BACKUP_COMMAND copies backups elsewhere: give a recipient" in refused.stderr
    assert not (tmp_path / "plain").exists()
    done = manage({**sent, "BACKUP_RECIPIENTS": public}, "backup", tmp_path / "one.age")
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in away.iterdir()) == ["one.age", "one.age.json"]
    failing = {**env, "BACKUP_COMMAND": "false", "BACKUP_RECIPIENTS": public}
    assert "ended with 1" in manage(failing, "backup", tmp_path / "two.age").stderr
    assert (tmp_path / "two.age").exists()


@pytest.mark.parametrize("given", ["age1nonsense", "private"])
def test_a_recipient_is_a_public_key_and_is_not_repeated_in_the_error(tmp_path, given):
    text = new_identity()[0] if given == "private" else given
    with pytest.raises(CommandError, match="recipient 1 is") as refused:
        call_command("backup", str(tmp_path / "copy"), recipient=[text])
    assert text not in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_a_key_is_written_once_and_for_its_owner(tmp_path):
    file, public = key_pair(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert f"# public key: {public}\nAGE-SECRET-KEY-1" in file.read_text()
    with pytest.raises(CommandError, match="File exists"):
        call_command("backup_key", str(file))


@pytest.fixture
def on_postgresql(tmp_path):
    """A database of PostgreSQL with a few rows, and its environment."""
    name = f"brisca_{secrets.token_hex(4)}"
    empty_databases.copy_to_postgresql(POSTGRES, name)
    env = environment(
        tmp_path, DATABASE_URL=urlunsplit(urlsplit(POSTGRES)._replace(path=f"/{name}"))
    )
    try:
        yield env
    finally:
        with psycopg.connect(POSTGRES, autocommit=True) as admin:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def databases():
    with psycopg.connect(POSTGRES) as admin:
        rows = admin.execute("SELECT datname FROM pg_database WHERE datname LIKE 'brisca_drill_%'")
        return {name for (name,) in rows}


@needs_postgres
@needs_pg_dump
def test_a_backup_of_postgresql_is_restored_checked_and_timed(on_postgresql, tmp_path):
    env = on_postgresql
    filled = manage(env, "make_matches", "--count", "5", "--fresh", "2", "--workers", "1")
    assert filled.returncode == 0, filled.stderr
    identity, public = key_pair(tmp_path)
    target = tmp_path / "backups"
    target.mkdir()
    before = databases()
    done = manage({**env, "BACKUP_RECIPIENTS": public}, "backup", target)
    assert done.returncode == 0, done.stderr
    (file,) = target.glob("brisca-*.dump.age")
    assert b"PGDMP" not in file.read_bytes()
    manifest = json.loads(file.with_name(f"{file.name}.json").read_text())
    assert manifest["rows"]["games_match"] == 5
    done = manage(env, "restore_drill", target, "--identity", identity)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^ +\d+\.\d\d s  (\w+)$", done.stdout, re.MULTILINE) == STEPS
    assert databases() <= before
    with_manifest(file, rows={"games_match": 6})
    done = manage(env, "restore_drill", target, "--identity", identity)
    assert done.returncode == 1
    assert "games_match has 5 rows, the manifest says 6" in done.stderr
    assert databases() <= before


@needs_postgres
def test_without_pg_dump_it_is_said_and_nothing_is_left(on_postgresql, tmp_path):
    bare = {**on_postgresql, "PATH": str(tmp_path)}
    done = forked.run(
        [sys.executable, "manage.py", "backup", str(tmp_path / "copy")],
        cwd=Path(__file__).parents[2],
        env=bare,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "pg_dump is not on PATH" in done.stderr
    assert not list(tmp_path.glob("copy*"))


@needs_postgres
@needs_pg_dump
def test_a_dump_that_postgresql_cannot_read_is_named(backup, tmp_path):
    file, _ = backup
    plain = file.with_name("plain")
    shutil.copy(file.with_name(f"{file.name}.json"), plain.with_name("plain.json"))
    plain.write_bytes(b"PGDMP" + b"\0" * 500)
    with_manifest(plain, encrypted=False)
    before = databases()
    assert "restore: pg_restore failed" in drill(plain, server=POSTGRES)
    assert "give --server" in drill(plain, server="")
    assert databases() <= before

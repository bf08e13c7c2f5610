"""A copy of the database while the site plays, and the site on that copy afterwards."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.live.test_serve import (  # noqa: F401
    ROOT,
    SETUP,
    join,
    lay_out,
    move,
    processes,
    site,
    start,
    state,
    stop,
)
from tests.support import empty_databases, forked
from tests.support.needs import POSTGRES, needs_pg_dump, needs_postgres


def manage(env, *arguments):
    return forked.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
    )


def laid(env):
    made = forked.run(
        [sys.executable, "-c", SETUP], cwd=ROOT, env=env, check=True, capture_output=True, text=True
    )
    return json.loads(made.stdout)


async def one_round(port, table, keys):
    """Both play a card; the seq after."""
    clients = [await join(port, table, key) for key in keys]
    for _ in range(2):
        for seat, client in enumerate(clients):
            await move(client, seat)
    await clients[0].send('{"t":"sync","have":0}')
    seq = (await state(clients[0], 3))["seq"]
    for client in clients:
        await client.close()
    return seq


def test_a_copy_taken_while_people_play_is_what_the_site_goes_on_from(site, processes, tmp_path):  # noqa: F811
    env, port = site
    table, keys = lay_out(env)
    process = start(processes, env, port)
    copy = tmp_path / "copies" / "brisca.sqlite3"
    copy.parent.mkdir()

    first = asyncio.run(one_round(port, table, keys))
    done = manage(env, "backup", copy)
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert not copy.with_name("brisca.sqlite3.part").exists()
    assert stop(process) == 0

    database = Path(env["VAR_DIR"]) / "brisca.sqlite3"
    for path in database.parent.glob("brisca.sqlite3*"):
        path.unlink()
    shutil.copyfile(copy, database)
    process = start(processes, env, port)

    async def again():
        client = await join(port, table, keys[0])
        return (await state(client, 3))["seq"]

    assert asyncio.run(again()) == first
    assert manage(env, "migrate", "--check").returncode == 0
    assert manage(env, "check_ledger").returncode == 0
    assert stop(process) == 0


def test_a_file_that_is_there_is_left_alone(site, tmp_path):  # noqa: F811
    env, _ = site
    there = tmp_path / "there"
    there.write_text("precious")
    done = manage(env, "backup", there)
    assert done.returncode == 1
    assert "is there already" in done.stderr
    assert there.read_text() == "precious"


def test_a_copy_holds_one_moment_of_many_writers(site, tmp_path):  # noqa: F811
    env, _ = site
    lay_out(env)
    database = Path(env["VAR_DIR"]) / "brisca.sqlite3"
    writer = sqlite3.connect(database, timeout=20)
    writer.execute("CREATE TABLE pairs (a INTEGER, b INTEGER)")
    writer.commit()
    copying = forked.Popen(
        [sys.executable, "manage.py", "backup", str(tmp_path / "copy")], cwd=ROOT, env=env
    )
    count = 0
    while copying.poll() is None:
        with writer:
            writer.execute("INSERT INTO pairs VALUES (?, ?)", (count, count))
            writer.execute("UPDATE pairs SET b = ?", (count,))
        count += 1
    writer.close()
    assert copying.returncode == 0
    copy = sqlite3.connect(tmp_path / "copy")
    rows, different = copy.execute("SELECT count(*), count(DISTINCT b) FROM pairs").fetchone()
    copy.close()
    assert different in (0, 1)
    assert rows <= count


@needs_postgres
@needs_pg_dump
def test_a_dump_of_postgresql_restores_to_the_same_rows(tmp_path):
    names = [f"brisca_{secrets.token_hex(4)}" for _ in range(2)]
    urls = [urlunsplit(urlsplit(POSTGRES)._replace(path=f"/{name}")) for name in names]
    empty_databases.copy_to_postgresql(POSTGRES, names[0])
    with psycopg.connect(POSTGRES, autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{names[1]}"')
    try:
        env = {**os.environ, "VAR_DIR": str(tmp_path), "DATABASE_URL": urls[0]}
        laid(env)
        dump = tmp_path / "brisca.dump"
        done = manage(env, "backup", dump)
        assert done.returncode == 0, done.stderr
        assert stat.S_IMODE(dump.stat().st_mode) == 0o600
        subprocess.run(["pg_restore", "--no-owner", "-d", urls[1], dump], check=True)
        restored = {**env, "DATABASE_URL": urls[1]}
        assert manage(restored, "migrate", "--check").returncode == 0
        assert manage(restored, "check_ledger").returncode == 0
        counts = []
        for url in urls:
            with psycopg.connect(url) as database:
                counts.append(
                    database.execute(
                        "SELECT (SELECT count(*) FROM games_match), "
                        "(SELECT count(*) FROM games_tableseat), "
                        "(SELECT count(*) FROM accounts_user)"
                    ).fetchone()
                )
        assert counts[0] == counts[1]
        assert counts[0][0] == 1
    finally:
        with psycopg.connect(POSTGRES, autocommit=True) as admin:
            for name in names:
                admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')

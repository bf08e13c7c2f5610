"""The commands of the documents run as they are written, by a reader who knows nothing else.

Each page is read in a copy of the checkout, in a shell whose environment is empty but for PATH,
HOME and the address of the site. Blocks of `bash` run in their order in one shell; blocks of
`python` are put into the file that the page names. Blocks of `sh` are for root on a server: they
run in a folder that stands for `/`, with the system's own commands replaced by ones that only say
that they were called. Blocks of `shell` are for three machines: `tests/faults/test_cluster_document.py` runs them.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.site import free_port

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
LOCKS = ("requirements.txt", "requirements-dev.txt", "docs/examples/requirements.txt")
PASSWORD = "tres reyes bajo un olivo 9"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)
PIECES = "var/matches.py"
"""The file in which the tutorial has its Python put together."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        shutil.which("curl") is None or shutil.which("make") is None,
        reason="needs curl and make, which the pages tell their readers to use",
    ),
]


def checkout_in(folder: Path) -> Path:
    """Copy what is tracked, with an environment in which the locks are installed already."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    environment = folder / ".venv"
    environment.mkdir()
    for part in ("bin", "lib", "pyvenv.cfg"):
        (environment / part).symlink_to(Path(sys.prefix) / part)
    for lock in LOCKS:
        (environment / "installed" / lock).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / lock, environment / "installed" / lock)
    return folder


def reader(home: Path, **env: str) -> dict[str, str]:
    """The environment of a plain shell."""
    return {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), **env}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout_in(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="module")
def site(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of what `make run` serves; its bots are quick, that the reader waits less."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    told = tmp_path_factory.mktemp("told") / "make.log"
    env = reader(checkout, BOT_PACE="0.1", ANALYSE_EVERY="0")
    with told.open("wb") as log:
        process = subprocess.Popen(
            ["make", "run", f"PORT={port}"],
            cwd=checkout,
            env=env,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            until = time.monotonic() + 120
            while "Brisca is at" not in told.read_text():
                assert process.poll() is None, told.read_text()
                assert time.monotonic() < until, told.read_text()
                time.sleep(0.2)
            yield address
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(30)


@pytest.fixture(scope="module")
def key(site: str) -> str:
    """A key, made by the steps that the tutorial tells."""
    person = httpx.Client(base_url=site, follow_redirects=True, headers={"accept-language": "en"})

    def fill_in(path: str, **fields: object) -> str:
        person.get(path)
        form = {"csrfmiddlewaretoken": person.cookies["csrftoken"], **fields}
        answer = person.post(path, data=form, headers={"origin": site})
        assert answer.status_code == 200, answer.text
        return answer.text

    with person:
        fill_in("/accounts/signup/", username="Autómata", password1=PASSWORD)
        fill_in("/accounts/bot/", name="Autómata")
        scopes = ["read", "tables", "play"]
        made = fill_in("/accounts/tokens/new/", name="tutorial", scopes=scopes, days="7")
    (found,) = re.findall(r'value="(brisca_[^"]+)"', made)
    return str(found)


def blocks(page: str) -> list[tuple[str, str]]:
    return BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))


def script_of(page: str) -> str:
    """The page as a script: its shell, and its Python written where the page says."""
    parts = ["set -eu"]
    for language, text in blocks(page):
        if language == "bash":
            parts.append(text)
        elif language == "python" and ">>>" not in text:
            assert PIECES in (DOCS / page).read_text()
            parts.append(f"cat >> {PIECES} <<'PIECE'\n{text}PIECE\n")
    return "\n".join(parts)


def read(page: str, checkout: Path, said: str = "", **env: str) -> str:
    """Do what a page says; return what its reader sees. `said` is what the reader types."""
    script = checkout / "var" / "page.sh"
    script.parent.mkdir(exist_ok=True)
    script.write_text(script_of(page))
    done = subprocess.run(
        ["bash", str(script)],
        cwd=checkout,
        env=reader(checkout, **env),
        input=said,
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def test_the_tutorial_goes_from_curl_to_a_bot_that_plays_a_match_to_a_plot(
    checkout: Path, site: str, key: str
) -> None:
    (checkout / PIECES).unlink(missing_ok=True)
    told = read("tutorial.md", checkout, key + "\n", SITE=site)
    assert '"name":"Autómata"' in told
    assert '"t":"table"' in told
    # A first deal of 60 to 60 may go on to another one.
    assert re.search(r'"status":"playing","agreed":true.*"table":"\w+"', told), told
    assert '{"event":{"id":' in told
    assert re.search(r"score: \[\d, \d\]", told), told
    assert re.search(r"Autómata has played \d+ matches", told), told
    assert "mean" in told
    assert (checkout / "var/points.png").stat().st_size > 1000


def test_the_commands_of_the_api_page_find_what_they_ask_for(
    checkout: Path, site: str, key: str
) -> None:
    told = read("api.md", checkout, key + "\n", SITE=site)
    assert re.search(r"^\w+: \w+ against \w+$", told, re.M), told
    assert re.search(r"var/record.json: ok, match ", told), told
    assert re.search(r"^var/matches.ndjson line 1: ok, match ", told, re.M), told
    assert "No exercises yet." in told
    assert '"error"' not in told


def test_the_commands_of_operations_run_beside_the_site(checkout: Path, site: str) -> None:
    subprocess.run(
        [".venv/bin/python", "manage.py", "play_bots", "--matches", "1", "--bots", "random"],
        cwd=checkout,
        env=reader(checkout),
        check=True,
        capture_output=True,
    )
    told = read("operations/install.md", checkout)
    assert "Python packages: installed already." in told
    told = read("operations/moderation-tools.md", checkout)
    assert re.search(r"0 stored, \d+ here already, 0 refused", told), told


def test_the_tests_that_the_page_of_rulesets_names_are_there(checkout: Path) -> None:
    """They are collected only: they run with all others anyway."""
    told = read("rulesets.md", checkout, PYTEST_ADDOPTS="--collect-only -q")
    assert re.search(r"\d{3,} tests collected", told), told


# -- a server -----------------------------------------------------------------------------------

STUBS = (
    "apt-get", "useradd", "systemctl", "nginx", "curl", "runuser", "git", "install-owned",
)  # fmt: skip


def test_a_server_is_set_up_and_upgraded_by_the_steps_of_the_documents(
    tmp_path: Path,
) -> None:
    system = tmp_path / "system"
    for place in ("etc/systemd/system", "etc/nginx/conf.d", "srv", "var/lib", "usr/local/bin"):
        (system / place).mkdir(parents=True)
    checkout_in(tmp_path / "source")
    calls = tmp_path / "calls"
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in STUBS:
        (tools / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{calls}\n')
    # git brings the checkout; the environment is there already, as packages come from elsewhere.
    (tools / "git").write_text(
        f'#!/bin/sh\necho "git $*" >>{calls}\n[ "$1" != clone ] || cp -a "$2" "$3"\n'
    )
    # runuser becomes nobody else here: it runs what is asked, unless that is for PostgreSQL.
    (tools / "runuser").write_text(
        f'#!/bin/sh\necho "runuser $*" >>{calls}\n[ "$2" = postgres ] && exit\nshift 3\nexec "$@"\n'
    )
    (tools / "install").write_text(
        '#!/bin/sh\n[ "$1" = -d ] && shift 7 && exec mkdir -p "$@"\nexec /usr/bin/install "$@"\n'
    )
    for tool in tools.iterdir():
        tool.chmod(0o755)
    env = reader(tmp_path, SOURCE=str(tmp_path / "source"), VERSION="v1.0.0")
    env["PATH"] = f"{tools}:{system}/usr/local/bin:{env['PATH']}"
    env |= {"BRISCA_ENV": f"{system}/etc/brisca.env", "BRISCA_HOME": f"{system}/srv/brisca"}
    place = tmp_path
    pages = [*blocks("operations/install.md"), *blocks("upgrading.md")]
    for text in (text for language, text in pages if language == "sh"):
        placed = re.sub(r"(?<![\w.])/(etc|srv|var/lib|usr/local/bin)/", rf"{system}/\1/", text)
        placed = placed.replace(".venv/lib\n", "\n")  # of this machine: compiled long ago
        done = subprocess.run(
            ["sh", "-euc", f"{placed}\npwd >{tmp_path}/place"],
            cwd=place,
            env=env,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{placed}\n{done.stdout}\n{done.stderr}"
        fill_in_settings(system)
        place = Path((tmp_path / "place").read_text().strip())
    told = calls.read_text()
    assert (system / "var/lib/brisca/brisca.sqlite3").exists()
    assert (system / "var/lib/brisca/static/staticfiles.json").exists()
    assert not (system / "srv/brisca/var/brisca.sqlite3").exists(), "a command missed its settings"
    assert (system / "etc/brisca.env").stat().st_mode & 0o777 == 0o600
    enabled = re.findall(r"^systemctl enable --now (.*)$", told, re.M)[0].split()
    for unit in enabled:
        name = re.sub(r"@\d+\Z", "@.service", unit)
        assert (system / "etc/systemd/system" / name).exists(), unit
    assert (system / "srv/brisca").resolve().name.startswith("20"), "the newer release"
    assert told.count("systemctl restart brisca@") == 4
    assert list((system / "var/lib/brisca-backups").glob("brisca-*.sqlite3"))
    assert "useradd --system --home-dir" in told
    order = [told.index(step) for step in ("git clone", "createuser", "prepare", "enable --now")]
    assert order == sorted(order)


def fill_in_settings(system: Path) -> None:
    """What the page tells to fill in, with the database that a test has at hand."""
    path = system / "etc/brisca.env"
    if not path.exists() or "change-me" not in path.read_text():
        return
    text = path.read_text().replace("change-me", "b8cde" * 3 + "0123456789abcdefghijklmn")
    text = re.sub(r"^(DATABASE_URL|REDIS_URL)=.*\n", "", text, flags=re.M)
    path.write_text(text.replace("/var/lib/brisca", f"{system}/var/lib/brisca"))


def test_the_command_of_a_server_takes_settings_as_systemd_reads_them(tmp_path: Path) -> None:
    (tmp_path / ".venv/bin").mkdir(parents=True)
    python = tmp_path / ".venv/bin/python"
    python.write_text('#!/bin/sh\necho "$BACKUP_COMMAND|$OPERATOR_CONTACT|$SECRET_KEY|$*"\n')
    python.chmod(0o755)
    (tmp_path / "env").write_text(
        "# a comment=1\n\nBACKUP_COMMAND=rclone copy {folder} offsite:brisca\n"
        'OPERATOR_CONTACT="mailto:a@b.example"\nSECRET_KEY=a=b$c`d'
    )
    account = subprocess.run(["id", "-un"], capture_output=True, text=True).stdout.strip()
    done = subprocess.run(
        [ROOT / "docs/deploy/brisca-manage", "clean", "--dry-run"],
        env=reader(
            tmp_path,
            BRISCA_ENV=str(tmp_path / "env"),
            BRISCA_HOME=str(tmp_path),
            BRISCA_ACCOUNT=account,
        ),
        capture_output=True,
        text=True,
    )
    expected = "rclone copy {folder} offsite:brisca|mailto:a@b.example|a=b$c`d"
    assert done.stdout == f"{expected}|manage.py clean --dry-run\n", done.stderr


# -- what the pages say ---------------------------------------------------------------------------


def test_the_lock_of_the_examples_holds_what_they_import() -> None:
    lock = (DOCS / "examples" / "requirements.txt").read_text()
    locked = set(re.findall(r"^([\w-]+)==", lock, re.M))
    code = (DOCS / "examples" / "bot.py").read_text()
    code += "".join(text for language, text in blocks("tutorial.md") if language == "python")
    imported = set(re.findall(r"^import (\w+)", code, re.M))
    assert imported - set(sys.stdlib_module_names) == {
        "httpx", "websockets", "pandas", "matplotlib",
    }  # fmt: skip
    assert imported - set(sys.stdlib_module_names) <= locked
    chain = ("requirements-dev.txt", "requirements.txt")
    developers = "".join((ROOT / name).read_text() for name in chain)
    versions = re.findall(r"^[\w-]+==[\w.]+", lock, re.M)
    assert [one for one in versions if one not in developers] == []


def test_the_bot_is_short() -> None:
    assert len((DOCS / "examples" / "bot.py").read_text().splitlines()) < 80


def test_the_tutorial_names_the_bot_and_every_scope() -> None:
    from accounts.models import Scope

    tutorial = (DOCS / "tutorial.md").read_text()
    assert "examples/bot.py" in tutorial
    assert set(re.findall(r"^\| `(\w+)` \|", tutorial, re.M)) == set(Scope.values)


@pytest.mark.parametrize("page", sorted(str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")))
def test_no_page_runs_a_python_that_lacks_the_packages_of_the_site(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert re.findall(r"^ {0,4}(?:\w+=\S+ )*(?:python3?|manage\.py) .*$", text, re.M) == []

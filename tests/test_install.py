"""`.ci/venv` makes an environment and installs locks into it: by uv, or by pip where uv cannot."""

from __future__ import annotations

import base64
import doctest
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import types
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).parent / "uv"
needs_uv = pytest.mark.skipif(
    not UV.exists(), reason="needs uv: pip installs where it has no wheel"
)
NOTHING = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_NO_INDEX": "1",
    "UV_NO_CACHE": "1",
    "UV_NO_CONFIG": "1",
    "PYTHON": sys.executable,
}
"""A machine that reaches no package index."""


def installer() -> types.ModuleType:
    return script("install")


def script(name: str) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def wheel(folder: Path, name: str = "paintbrush") -> str:
    """Write a wheel of one module into the folder; return its requirement with its hash."""
    folder.mkdir(exist_ok=True)
    info = f"{name}-1.0.dist-info"
    files = {
        f"{name}.py": b"COLOUR = 'oros'\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = [
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
        for path, data in files.items()
    ]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,\n"]).encode()
    made = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as packed:
        for path, data in files.items():
            packed.writestr(path, data)
    digest = hashlib.sha256(made.read_bytes()).hexdigest()
    return f"{name}==1.0 \\\n    --hash=sha256:{digest}\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The scripts alone, with a lock of one small package that stands in a folder beside it."""
    place = tmp_path / "checkout"
    (place / ".ci").mkdir(parents=True)
    for name in ("venv", "install.py", "requirements-uv.txt"):
        shutil.copy(ROOT / ".ci" / name, place / ".ci" / name)
    (place / "requirements.txt").write_text(wheel(tmp_path / "wheels"))
    return place


def run(checkout: Path, *locks: str, **env: str) -> subprocess.CompletedProcess[str]:
    machine = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    return subprocess.run(
        [".ci/venv", *(locks or ("requirements.txt",))],
        cwd=checkout,
        env={**machine, **NOTHING, **env},
        capture_output=True,
        text=True,
        timeout=120,
    )


def with_uv(checkout: Path) -> None:
    """As if uv had been installed before; it comes from an index that is not reached here."""
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", ".venv"], cwd=checkout, check=True
    )
    (checkout / ".venv/bin/uv").symlink_to(UV)
    shutil.copy(
        checkout / ".ci/requirements-uv.txt",
        checkout / ".venv/.ci-requirements-uv.txt.installed",
    )


def colour(checkout: Path) -> str:
    code = [".venv/bin/python", "-c", "import paintbrush; print(paintbrush.COLOUR)"]
    return subprocess.run(code, cwd=checkout, capture_output=True, text=True).stdout.strip()


@needs_uv
def test_uv_installs_from_where_pip_is_told_to_look(checkout: Path) -> None:
    with_uv(checkout)
    done = run(checkout, PIP_FIND_LINKS=str(checkout.parent / "wheels"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Installing 1 Python packages" in done.stdout
    assert "Installed 1 package" in done.stdout
    assert "pip, which is slower" not in done.stdout
    assert colour(checkout) == "oros"


@needs_uv
def test_uv_reads_a_configuration_file_of_pip_through_pip(checkout: Path) -> None:
    with_uv(checkout)
    config = checkout.parent / "pip.conf"
    config.write_text(f"[install]\nfind-links = {checkout.parent / 'wheels'}\n")
    done = run(checkout, PIP_CONFIG_FILE=str(config))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pip, which is slower" not in done.stdout
    assert colour(checkout) == "oros"


def test_where_uv_cannot_be_had_pip_installs_and_that_is_said(checkout: Path) -> None:
    done = run(checkout, PIP_FIND_LINKS=str(checkout.parent / "wheels"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "uv cannot be installed here" in done.stdout
    assert "Going on with pip, which is slower" in done.stdout
    assert "1 of 1: paintbrush-1.0-py3-none-any.whl" in done.stdout
    assert colour(checkout) == "oros"


def test_a_python_that_only_root_can_run_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install = installer()
    home = tmp_path / "home"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "python").touch()
    home.chmod(0o700)
    monkeypatch.setattr(install.venv, "create", lambda *_args, **_options: None)
    monkeypatch.setattr(install, "PYTHON", tmp_path / "no environment yet")
    monkeypatch.setattr(install.sys, "executable", str(home / "bin" / "python"))
    monkeypatch.setattr(install.os, "geteuid", lambda: 1000)
    install.make_environment()
    assert "Warning" not in capsys.readouterr().out, "whoever installs for themselves"
    monkeypatch.setattr(install.os, "geteuid", lambda: 0)
    install.make_environment()
    output = capsys.readouterr().out
    private = install.private_folder(home / "bin" / "python")
    assert private is not None
    assert f"stands in {private}, which only its owner can enter" in output
    assert "PYTHON=/usr/bin/python3 .ci/venv" in output


def test_a_python_that_all_can_run_is_none_to_warn_of() -> None:
    assert installer().private_folder(Path("/usr/bin/python3")) is None


def test_a_second_run_does_nothing_until_the_lock_changes(checkout: Path) -> None:
    links = str(checkout.parent / "wheels")
    run(checkout, PIP_FIND_LINKS=links)
    assert run(checkout).stdout == "Python packages: installed already.\n"
    with (checkout / "requirements.txt").open("a") as lock:
        lock.write(wheel(checkout.parent / "wheels", "canvas"))
    assert "Installing 2 Python packages" in run(checkout, PIP_FIND_LINKS=links).stdout


@needs_uv
@pytest.mark.parametrize("with_uv_there", [True, False])
def test_a_lock_that_begins_with_another_installs_both(checkout: Path, with_uv_there: bool) -> None:
    if with_uv_there:
        with_uv(checkout)
    wheels = checkout.parent / "wheels"
    (checkout / "requirements-more.txt").write_text(
        "-r requirements.txt\n" + wheel(wheels, "canvas")
    )
    done = run(checkout, "requirements-more.txt", PIP_FIND_LINKS=str(wheels))
    assert "Installing 2 Python packages" in done.stdout, done.stdout + done.stderr
    assert colour(checkout) == "oros"
    assert run(checkout, "requirements-more.txt").stdout == "Python packages: installed already.\n"
    assert run(checkout).stdout == "Python packages: installed already.\n"
    with (checkout / "requirements.txt").open("a") as lock:
        lock.write("# changed\n")
    again = run(checkout, "requirements-more.txt", PIP_FIND_LINKS=str(wheels))
    assert "Installing 2 Python packages" in again.stdout


def test_a_lock_names_what_it_adds_to_the_one_it_begins_with() -> None:
    lock = script("lock")
    for name, base in lock.BASES.items():
        text, own = (ROOT / name).read_text(), lock.split((ROOT / name).read_text())[1]
        if base is not None:
            assert f"\n-r {base}\n" in text
            assert not set(own) & set(lock.split(lock.whole(ROOT / base))[1])
    failed, tried = doctest.testmod(lock)
    assert tried
    assert not failed


@needs_uv
def test_a_package_with_another_hash_is_not_installed(checkout: Path) -> None:
    with_uv(checkout)
    lock = checkout / "requirements.txt"
    lock.write_text(lock.read_text().split("sha256:")[0] + "sha256:" + "0" * 64 + "\n")
    done = run(checkout, PIP_FIND_LINKS=str(checkout.parent / "wheels"))
    assert done.returncode == 1
    assert "were not installed" in done.stderr
    assert colour(checkout) == ""
    assert run(checkout).stdout != "Python packages: installed already.\n"


def test_locks_in_folders_have_a_mark_of_their_own(checkout: Path) -> None:
    (checkout / "docs" / "examples").mkdir(parents=True)
    (checkout / "requirements.txt").rename(checkout / "docs/examples/requirements.txt")
    name = "docs/examples/requirements.txt"
    assert run(checkout, name, PIP_FIND_LINKS=str(checkout.parent / "wheels")).returncode == 0
    assert run(checkout, name).stdout == "Python packages: installed already.\n"


def test_examples_of_the_installer_run() -> None:
    failed, tried = doctest.testmod(installer())
    assert tried > 2
    assert not failed


def test_a_nearer_option_of_pip_wins_and_what_uv_does_not_know_is_left() -> None:
    install = installer()
    listed = "\n".join(
        [
            "global.index-url='https://far.example/simple'",
            ":env:.index-url='https://near.example/simple'",
            "global.extra-index-url='https://a.example/simple\\nhttps://b.example/simple'",
            "install.find-links='/one /two'",
            "global.cert='/etc/ssl/ours.pem'",
            "list.format='json'",
            ":env:.disable-pip-version-check='1'",
        ]
    )
    assert install.uv_variables(install.read_pip_config(listed)) == {
        "UV_DEFAULT_INDEX": "https://near.example/simple",
        "UV_INDEX": "https://a.example/simple https://b.example/simple",
        "UV_FIND_LINKS": "/one,/two",
        "SSL_CERT_FILE": "/etc/ssl/ours.pem",
    }


def test_uv_is_locked_for_every_platform_in_the_version_that_developers_have() -> None:
    lock = (ROOT / ".ci" / "requirements-uv.txt").read_text()
    developers = (ROOT / "requirements-dev.txt").read_text()
    (version,) = [line for line in lock.splitlines() if line.startswith("uv==")]
    assert version in developers.splitlines()
    assert lock.count("--hash=sha256:") > 10


@needs_uv
def test_locks_name_all_that_their_packages_need() -> None:
    """Packages are installed without asking what they depend on."""
    done = subprocess.run(
        [UV, "pip", "check", "--python", sys.executable], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr

"""`.ci/venv` makes an environment and installs locks into it: by uv, or by pip where uv cannot."""

from __future__ import annotations

import base64
import doctest
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
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
    spec = importlib.util.spec_from_file_location("install", ROOT / ".ci" / "install.py")
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
    wheels = str(checkout.parent / "wheels")
    return subprocess.run(
        [".ci/venv", *(locks or ("requirements.txt",))],
        cwd=checkout,
        env={**machine, **NOTHING, "PIP_FIND_LINKS": wheels, **env},
        capture_output=True,
        text=True,
        timeout=120,
    )


def with_uv(checkout: Path) -> None:
    """Install uv in the checkout's environment from this one, as no index is reached."""
    subprocess.run([sys.executable, "-m", "venv", ".venv"], cwd=checkout, check=True)
    (library,) = (checkout / ".venv/lib").glob("python*/site-packages")
    own = Path(sysconfig.get_path("purelib"))
    for folder in (own / "uv", *own.glob("uv-*.dist-info")):
        shutil.copytree(folder, library / folder.name)
    shutil.copy(UV, checkout / ".venv/bin/uv")


def colour(checkout: Path, name: str = "paintbrush") -> str:
    code = [".venv/bin/python", "-c", f"import {name}; print({name}.COLOUR)"]
    return subprocess.run(code, cwd=checkout, capture_output=True, text=True).stdout.strip()


@needs_uv
def test_uv_installs_from_where_pip_is_told_to_look(checkout: Path) -> None:
    with_uv(checkout)
    done = run(checkout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Installing requirements.txt." in done.stdout
    assert "Installed 1 package" in done.stderr
    assert "pip, which is slower" not in done.stdout
    assert colour(checkout) == "oros"


@needs_uv
def test_uv_reads_a_configuration_file_of_pip_through_pip(checkout: Path) -> None:
    with_uv(checkout)
    config = checkout.parent / "pip.conf"
    config.write_text(f"[install]\nfind-links = {checkout.parent / 'wheels'}\n")
    done = run(checkout, PIP_CONFIG_FILE=str(config), PIP_FIND_LINKS="")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pip, which is slower" not in done.stdout
    assert colour(checkout) == "oros"


def test_where_uv_cannot_be_had_pip_installs_and_that_is_said(checkout: Path) -> None:
    done = run(checkout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Going on with pip, which is slower" in done.stdout
    assert colour(checkout) == "oros"
    assert run(checkout).stdout == "Python packages: installed already.\n"


def test_an_environment_without_pip_gets_it(checkout: Path) -> None:
    command = [sys.executable, "-m", "venv", "--without-pip", ".venv"]
    subprocess.run(command, cwd=checkout, check=True)
    assert run(checkout).returncode == 0
    assert colour(checkout) == "oros"


def test_a_python_that_only_root_can_run_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install = installer()
    home = tmp_path / "home"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "python").touch()
    home.chmod(0o700)
    monkeypatch.setattr(install.subprocess, "run", lambda *_args, **_options: None)
    monkeypatch.setattr(install, "VENV", tmp_path / "no environment yet")
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


@needs_uv
def test_a_second_run_does_nothing_until_the_lock_changes(checkout: Path) -> None:
    with_uv(checkout)
    run(checkout)
    assert run(checkout).stdout == "Python packages: installed already.\n"
    lock = checkout / "requirements.txt"
    lock.write_text(wheel(checkout.parent / "wheels", "canvas"))
    assert run(checkout).returncode == 0
    assert colour(checkout, "canvas") == "oros"
    assert colour(checkout) == "", "the lock does not name it any more"


@needs_uv
def test_a_lock_keeps_what_another_one_installed_before(checkout: Path) -> None:
    with_uv(checkout)
    (checkout / "docs" / "examples").mkdir(parents=True)
    other = "docs/examples/requirements.txt"
    (checkout / other).write_text(wheel(checkout.parent / "wheels", "canvas"))
    run(checkout, other)
    run(checkout, "requirements.txt")
    assert (colour(checkout), colour(checkout, "canvas")) == ("oros", "oros")
    done = run(checkout, "requirements.txt", other)
    assert done.stdout == "Python packages: installed already.\n"
    (checkout / other).unlink()
    with (checkout / "requirements.txt").open("a") as lock:
        lock.write("# changed\n")
    assert run(checkout).returncode == 0, "a lock of an earlier release is gone"


@needs_uv
def test_an_interrupted_run_is_repeated(checkout: Path) -> None:
    with_uv(checkout)
    run(checkout)
    (checkout / ".venv/installed/requirements.txt").write_text("")
    assert "Installing requirements.txt." in run(checkout).stdout


def test_a_lock_that_does_not_exist_is_named(checkout: Path) -> None:
    done = run(checkout, "requirements-none.txt")
    assert done.returncode == 1
    assert "requirements-none.txt" in done.stderr


@needs_uv
def test_a_package_with_another_hash_is_not_installed(checkout: Path) -> None:
    with_uv(checkout)
    lock = checkout / "requirements.txt"
    lock.write_text(lock.read_text().split("sha256:")[0] + "sha256:" + "0" * 64 + "\n")
    done = run(checkout)
    assert done.returncode == 1
    assert "were not installed" in done.stderr
    assert colour(checkout) == ""
    assert run(checkout).stdout != "Python packages: installed already.\n"


def test_examples_of_the_installer_run() -> None:
    failed, tried = doctest.testmod(installer())
    assert tried
    assert not failed


def test_a_nearer_option_of_pip_wins_and_what_uv_does_not_know_is_left() -> None:
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
    assert installer().uv_variables(listed) == {
        "UV_DEFAULT_INDEX": "https://near.example/simple",
        "UV_INDEX": "https://a.example/simple https://b.example/simple",
        "UV_FIND_LINKS": "/one,/two",
        "SSL_CERT_FILE": "/etc/ssl/ours.pem",
    }


def test_uv_is_locked_for_every_platform() -> None:
    assert (ROOT / ".ci" / "requirements-uv.txt").read_text().count("--hash=sha256:") > 10


def test_locks_agree_on_versions() -> None:
    """One environment may have all of them."""
    versions: dict[str, set[str]] = {}
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-fast.txt"):
        pins: dict[str, set[str]] = {}
        for package, version in re.findall(
            r"^([\w.-]+)(?:\[.*\])?==(\S+)", (ROOT / name).read_text(), re.M
        ):
            pins.setdefault(package, set()).add(version)
        for package, pinned in pins.items():
            assert versions.setdefault(package, pinned) == pinned, package


@needs_uv
def test_locks_name_all_that_their_packages_need() -> None:
    """Packages are installed without asking what they depend on."""
    done = subprocess.run(
        [UV, "pip", "check", "--python", sys.executable], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr

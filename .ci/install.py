"""Install lock files into `.venv` by uv, or by pip where uv cannot do it.

    python3 .ci/install.py requirements.txt [requirements-dev.txt ...]

Runs on a bare Python 3.11 or newer. `.venv` gets exactly what these locks list, with those installed
before. uv does not read the configuration of pip, so pip's package indexes, proxy and certificates
are passed on to it.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = Path(".venv")
PYTHON, UV = VENV / "bin" / "python", VENV / "bin" / "uv"
UV_LOCK = Path(".ci/requirements-uv.txt")
INSTALLED = VENV / "installed"
"""Copies of the installed locks, each under its path; `.ci/venv` compares with them."""
UV_VARIABLES: Mapping[str, tuple[str, str]] = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "no-index": ("UV_NO_INDEX", " "),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "cert": ("SSL_CERT_FILE", " "),
    "client-cert": ("SSL_CLIENT_CERT", " "),
    "proxy": ("ALL_PROXY", " "),
    "timeout": ("UV_HTTP_TIMEOUT", " "),
    "default-timeout": ("UV_HTTP_TIMEOUT", " "),
}
"""An option of pip -> the variable that uv reads instead, and what separates its values."""


def main(locks: Sequence[str]) -> None:
    """Install locks, each a path from the root of the checkout, with those installed before.

    Raises:
        CalledProcessError: a command failed; it has printed why.
    """
    os.chdir(ROOT)
    make_environment()
    earlier = [str(path.relative_to(INSTALLED)) for path in sorted(INSTALLED.rglob("*.txt"))]
    names = list(dict.fromkeys([*filter(os.path.exists, earlier), *locks]))
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
    files = [part for name in names for part in ("-r", name)]
    lock_bytes = {name: Path(name).read_bytes() for name in names}
    for name in names:  # an interrupted run is repeated, with the same locks
        (INSTALLED / name).parent.mkdir(parents=True, exist_ok=True)
        (INSTALLED / name).write_text("")
    print(f"Installing {', '.join(names)}. This may take a minute.", flush=True)
    if not (install_uv(pip) and sync(pip, names)):
        print("Going on with pip, which is slower.", flush=True)
        options = ["--no-deps", "--require-hashes", "--progress-bar", "off"]
        subprocess.run([*pip, "install", *options, *files], check=True)  # noqa: S603 - pip
    for name, lock in lock_bytes.items():
        (INSTALLED / name).write_bytes(lock)


def make_environment() -> None:
    """Create `.venv` with pip, and warn root of a Python that other accounts cannot run."""
    if not (VENV / "bin" / "pip").exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)  # noqa: S603 - Python
        if os.geteuid() == 0 and (private := private_folder(Path(sys.executable).resolve())):
            print(
                f"Warning: this Python stands in {private}, which only its owner can enter. Another\n"
                "account, such as that of the site's services, cannot run .venv/bin/python. Remove\n"
                ".venv and name another Python: PYTHON=/usr/bin/python3 .ci/venv ...",
                flush=True,
            )


def private_folder(path: Path) -> Path | None:
    """Return the outermost folder above a path that other accounts cannot enter, if there is one."""
    folders = reversed(path.parents)
    return next((folder for folder in folders if not folder.stat().st_mode & 0o001), None)


def install_uv(pip: Sequence[str]) -> bool:
    """Install the locked uv from a wheel, as a build takes a Rust compiler; return whether it is there."""
    options = ["--quiet", "--only-binary", ":all:", "--no-deps", "--require-hashes"]
    command = [*pip, "install", *options, "-r", str(UV_LOCK)]
    return subprocess.run(command, check=False).returncode == 0 and UV.exists()  # noqa: S603 - pip


def sync(pip: Sequence[str], names: Sequence[str]) -> bool:
    """Let uv make `.venv` equal to the locks, with pip's configuration; return whether it did."""
    config = subprocess.run([*pip, "config", "list"], capture_output=True, text=True, check=False)  # noqa: S603
    # Of several indexes pip takes the version that is asked for from whichever has it. The hashes
    # make that safe.
    preset = {"UV_INDEX_STRATEGY": "unsafe-best-match"} | uv_variables(config.stdout)
    command = [str(UV), "pip", "sync", "--python", str(PYTHON), "--require-hashes", *names]
    return subprocess.run(command, env={**preset, **os.environ}, check=False).returncode == 0  # noqa: S603


def uv_variables(listed: str) -> dict[str, str]:
    """Return the environment that tells uv what `pip config list` prints.

    As in pip, the environment wins over the section `install`, and that over `global`.

    >>> uv_variables("global.timeout='5'\\nglobal.index-url='https://a/simple'\\n:env:.timeout='9'")
    {'UV_HTTP_TIMEOUT': '9', 'UV_DEFAULT_INDEX': 'https://a/simple'}
    """
    variables = {}
    for section in ("global", "install", ":env:"):
        for name, value in re.findall(
            rf"^{section}\.([\w-]+)=('.*'|\".*\")$", listed, re.MULTILINE
        ):
            if name in UV_VARIABLES and (values := ast.literal_eval(value).split()):
                variable, separator = UV_VARIABLES[name]
                variables[variable] = separator.join(values)
    return variables


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (subprocess.CalledProcessError, OSError) as error:
        sys.exit(f"The Python packages were not installed: {error}")
    except KeyboardInterrupt:
        sys.exit(130)

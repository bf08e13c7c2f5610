"""Make `.venv` and install lock files into it: by uv, or by pip where uv cannot do it.

    python3 .ci/install.py requirements.txt [requirements-dev.txt]

Runs on a bare Python 3.11 or newer, with the standard library only. uv itself is pinned by version
and hash in `.ci/requirements-uv.txt`, and installed by the pip that comes with Python. uv does not
read pip's configuration, so what pip is told of package indexes is passed on to it.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = Path(".venv")
PYTHON = VENV / "bin" / "python"
UV = VENV / "bin" / "uv"
UV_LOCK = Path(".ci/requirements-uv.txt")

PASSED_ON: Mapping[str, tuple[str, str]] = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "no-index": ("UV_NO_INDEX", " "),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "cert": ("SSL_CERT_FILE", " "),
    "client-cert": ("SSL_CLIENT_CERT", " "),
    "proxy": ("ALL_PROXY", " "),
    "default-timeout": ("UV_HTTP_TIMEOUT", " "),
    "timeout": ("UV_HTTP_TIMEOUT", " "),
}
"""An option of pip -> the variable uv reads instead, and what separates several values in it."""


class InstallError(Exception):
    """The packages cannot be installed; the text says what to do."""


def main(locks: Sequence[str]) -> None:
    """Install the lock files given, each a path from the root of the checkout."""
    os.chdir(ROOT)
    began = time.monotonic()
    make_environment()
    texts = {lock: Path(lock).read_text(encoding="utf-8") for lock in with_bases(locks)}
    count = len({name for text in texts.values() for name in package_names(text)})
    say(f"Installing {count} Python packages. With the package index nearby this takes seconds.")
    pip = find_pip()
    with asked_for_config(pip) as config:
        with_uv = install_uv(pip)
        options = read_pip_config(config.communicate()[0])
    if not (with_uv and install_with_uv(options, locks)):
        install_with_pip(pip, locks, count)
    for lock in texts:
        shutil.copyfile(lock, stamp_of(lock))
    say(f"Python packages: installed in {time.monotonic() - began:.0f} s.")


def make_environment() -> None:
    """Create `.venv` without pip, which takes a tenth of a second and not four."""
    if not PYTHON.exists():
        say(f"Making a virtual environment with Python {sys.version.split()[0]}.")
        venv.create(VENV, symlinks=True)
        if os.geteuid() == 0 and (private := private_folder(Path(sys.executable).resolve())):
            say(
                f"Warning: this Python stands in {private}, which only its owner can enter. Another\n"
                "account, such as that of the site's services, cannot run .venv/bin/python. Remove\n"
                ".venv and name another Python: PYTHON=/usr/bin/python3 .ci/venv ..."
            )


def private_folder(path: Path) -> Path | None:
    """Return the outermost folder above a path that other accounts cannot enter, if there is one."""
    folders = reversed(path.parents)
    return next((folder for folder in folders if not folder.stat().st_mode & 0o001), None)


def find_pip() -> list[str]:
    """Return the start of a command that runs pip for `.venv`.

    Raises:
        InstallError: this Python comes without pip.
    """
    for wheel in bundled_wheels():
        return [str(PYTHON), f"{wheel}/pip"]
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    message = f"{sys.executable} has no pip. On Debian and Ubuntu: apt install python3-venv"
    raise InstallError(message)


def bundled_wheels() -> list[Path]:
    """Return the wheels of pip that this Python brings for its virtual environments."""
    folders = [Path(str(sysconfig.get_config_var("WHEEL_PKG_DIR") or "."))]
    spec = importlib.util.find_spec("ensurepip")
    if spec is not None and spec.origin is not None:
        folders.append(Path(spec.origin).parent / "_bundled")
    return [wheel for folder in folders for wheel in sorted(folder.glob("pip-*.whl"))]


def install_uv(pip: Sequence[str]) -> bool:
    """Install uv as its lock has it; return whether it is there."""
    stamp = stamp_of(UV_LOCK)
    wanted = UV_LOCK.read_bytes()
    if UV.exists() and stamp.exists() and stamp.read_bytes() == wanted:
        return True
    say("  uv, the installer")
    # A wheel or nothing: to build uv takes a compiler for Rust, and longer than pip does.
    options = ["--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "--no-deps"]
    command = [*pip, "install", *options, "--require-hashes", "-r", str(UV_LOCK)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - pip
    if done.returncode != 0 or not UV.exists():
        say(f"  uv cannot be installed here ({last_line(done.stderr)}).")
        return False
    stamp.write_bytes(wanted)
    return True


def asked_for_config(pip: Sequence[str]) -> subprocess.Popen[str]:
    """Start the command that tells pip's configuration, beside what else is to be done."""
    return subprocess.Popen(  # noqa: S603 - pip
        [*pip, "config", "list"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def install_with_uv(options: Mapping[str, str], locks: Sequence[str]) -> bool:
    """Install the locks by uv from the indexes that pip would ask; return whether that went well."""
    # Of several indexes pip takes the version that is asked for from whichever has it. The hashes
    # make that safe.
    preset = {"UV_INDEX_STRATEGY": "unsafe-best-match"} | uv_variables(options)
    command = [str(UV), "pip", "install", "--python", str(PYTHON), "--require-hashes", "--no-deps"]
    return follow(command, locks, {**preset, **os.environ}, shown_of_uv) == 0


def install_with_pip(pip: Sequence[str], locks: Sequence[str], count: int) -> None:
    """Install the locks by pip, counting packages as they come.

    Raises:
        InstallError: pip failed; it has said why.
    """
    say("  Going on with pip, which is slower: a minute or two.")
    options = ["--disable-pip-version-check", "--no-deps", "--progress-bar", "off"]
    command = [*pip, "install", *options, "--require-hashes"]
    if follow(command, locks, os.environ, shown_of_pip(count)) != 0:
        message = "The Python packages were not installed: the lines above say why."
        raise InstallError(message)


def follow(
    command: Sequence[str],
    locks: Iterable[str],
    env: Mapping[str, str],
    shown: Callable[[str], str],
) -> int:
    """Run an installer, print what `shown` makes of its lines, and return its exit status."""
    named = [part for lock in locks for part in ("-r", lock)]
    with subprocess.Popen(  # noqa: S603 - an installer
        [*command, *named],
        env=dict(env),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as running:
        for line in running.stdout or ():
            if text := shown(line.rstrip()):
                say(f"  {text}")
    return running.returncode


def shown_of_uv(line: str) -> str:
    """Return a line of uv as it is shown, empty for those that name single packages installed."""
    return "" if re.match(r" [+-] ", line) else line.strip()


def shown_of_pip(count: int) -> Callable[[str], str]:
    """Return what makes lines of pip into a count of packages, and lets errors through."""
    seen = 0

    def shown(line: str) -> str:
        nonlocal seen
        if found := re.match(r"(?:Collecting|Processing) (?:.*/)?(\S+)", line):
            seen += 1
            return f"{seen} of {count}: {found[1]}"
        return line if re.match(r"ERROR|Successfully|Installing|Building", line.strip()) else ""

    return shown


def read_pip_config(listed: str) -> dict[str, str]:
    """Return pip's options by name out of `pip config list`.

    What stands nearer to the command wins, as it does in pip: the environment, then the section of
    `install`, then `global`.

    >>> read_pip_config("global.timeout='5'\\n:env:.timeout='9'")
    {'timeout': '9'}
    """
    sections: dict[str, dict[str, str]] = {"global": {}, "install": {}, ":env:": {}}
    for line in listed.splitlines():
        found = re.fullmatch(r"(global|install|:env:)\.([\w-]+)=(.*)", line)
        if found:
            try:
                value = str(ast.literal_eval(found[3]))
            except (SyntaxError, ValueError):
                value = found[3]
            sections[found[1]][found[2]] = value
    return {name: value for section in sections.values() for name, value in section.items()}


def uv_variables(options: Mapping[str, str]) -> dict[str, str]:
    """Return the environment that tells uv what these options tell pip.

    >>> uv_variables({"extra-index-url": "https://a/simple\\nhttps://b/simple", "quiet": "1"})
    {'UV_INDEX': 'https://a/simple https://b/simple'}
    """
    told = {}
    for name, value in options.items():
        if name in PASSED_ON and value.split():
            variable, separator = PASSED_ON[name]
            told[variable] = separator.join(value.split())
    return told


def with_bases(locks: Iterable[str]) -> list[str]:
    """Return locks with those that they begin with (`-r requirements.txt`), each once."""
    found: dict[str, None] = {}
    for lock in locks:
        text = Path(lock).read_text(encoding="utf-8")
        found |= dict.fromkeys([*with_bases(re.findall(r"^-r (\S+)$", text, re.MULTILINE)), lock])
    return list(found)


def package_names(lock: str) -> list[str]:
    """Return the names of the packages that a lock file lists.

    >>> package_names("# made\\ndjango==5.2 \\\\\\n    --hash=sha256:00\\nuvloop==1 ; x > 'y' \\\\\\n")
    ['django', 'uvloop']
    """
    return re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==", lock, re.MULTILINE)


def stamp_of(lock: Path | str) -> Path:
    """Return where the copy of a lock stands once it is installed; `.ci/venv` compares with it."""
    return VENV / f"{str(lock).replace('/', '-')}.installed"


def last_line(text: str) -> str:
    """Return the last line of an error that says anything."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"


def say(text: str) -> None:
    """Print a line at once, also into a file or a pipe."""
    print(text, flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (InstallError, OSError) as error:
        sys.exit(f"{error}")
    except KeyboardInterrupt:
        sys.exit(130)

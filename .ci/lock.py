"""Make the lock files again from the `.in` files; a lock says only what it adds to another.

    python .ci/lock.py [OPTION OF uv pip compile ...]

A `.in` file that begins with another's name (`-r requirements.in`) has a lock that begins with the
other's lock (`-r requirements.txt`). uv writes whole locks only, so each is compiled whole, held to
the versions of the other, and what stands there already is left out. Of the files of a package,
those for rare systems are left out as well: there it is built from its source.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UV = Path(sys.executable).with_name("uv")
COMPILE = (
    "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes",
    "--no-annotate", "--no-emit-index-url", "--custom-compile-command", "make lock",
)  # fmt: skip
BASES = {
    "requirements.txt": None,
    "requirements-uvicorn.txt": "requirements.txt",
    "requirements-fast.txt": "requirements.txt",
    "requirements-dev.txt": "requirements-uvicorn.txt",
}
"""A lock at the top -> the lock that it begins with. Their `.in` files are beside this script."""
RARE = re.compile(
    r"android|ios_|emscripten|pyodide|wasm|riscv64|ppc64|s390x|armv[67]l|i686|-win32|win_arm64"
    r"|-pp\d|-graalpy|-cp3\d+t-|-cp3\d+-cp3\d+t-"
)
"""Names of files for systems and interpreters on which hardly anybody runs the site."""
INSTALLER = ".ci/requirements-uv.txt"
"""The lock of what installs all others: it names files for every system, as it takes Rust to build it."""
HELD_TO_DEVELOPERS = (INSTALLER, "docs/examples/requirements.txt")
"""Locks that stand alone, in the versions that developers have. Their `.in` files are beside them."""


def main(options: list[str]) -> None:
    """Write all lock files."""
    for name, base in BASES.items():
        lock = ROOT / name
        source = ROOT / ".ci" / lock.with_suffix(".in").name
        if base is None:
            lock.write_text(compiled(source, whole(lock), "", options), encoding="utf-8")
        else:
            text = compiled(source, whole(lock), whole(ROOT / base), options)
            lock.write_text(increment(text, base, whole(ROOT / base)), encoding="utf-8")
    for name in HELD_TO_DEVELOPERS:
        lock, developers = ROOT / name, whole(ROOT / "requirements-dev.txt")
        is_whole = name == INSTALLER
        text = compiled(
            lock.with_suffix(".in"), whole(lock), developers, options, is_whole=is_whole
        )
        lock.write_text(text, encoding="utf-8")


def compiled(
    source: Path, before: str, held_to: str, options: list[str], *, is_whole: bool = False
) -> str:
    """Return the lock of a `.in` file with all that it begins with.

    Versions that `before` has are kept where they still fit, but not its hashes, of which some were left
    out; versions of `held_to` are binding. With
    `is_whole` the files for rare systems are named too.
    """
    with tempfile.TemporaryDirectory() as folder:
        output, constraints = Path(folder) / "lock.txt", Path(folder) / "constraints.txt"
        output.write_text(re.sub(r" \\\n +--hash=\S+", "", before), encoding="utf-8")
        constraints.write_text(held_to, encoding="utf-8")
        command = [UV, *COMPILE, *options, source, "-c", constraints, "-o", output]
        subprocess.run(command, check=True, cwd=ROOT)  # noqa: S603 - uv
        text = output.read_text(encoding="utf-8")
        return text if is_whole else without_rare(text, common_hashes(text, Path(folder)))


def common_hashes(text: str, folder: Path) -> set[str]:
    """Return the hashes of sources and common wheels of the packages that a whole lock names.

    Of a package without a source they are those of all its wheels.

    A lock of pip has hashes without the names of their files; a lock of uv, made in `folder`, has both.
    """
    pins = [re.sub(r" \\\n.*", "", one, flags=re.S).strip() for one in split(text)[1]]
    project = {"name": '"locks"', "version": '"0"', "requires-python": '">=3.11"'}
    lines = [f"{name} = {value}" for name, value in project.items()]
    lines += [f"dependencies = {json.dumps(pins)}"]
    (folder / "pyproject.toml").write_text("\n".join(["[project]", *lines, ""]), encoding="utf-8")
    subprocess.run([UV, "lock", "--quiet"], check=True, cwd=folder)  # noqa: S603 - uv
    packages = tomllib.loads((folder / "uv.lock").read_text(encoding="utf-8"))["package"]
    files = [file for one in packages for file in one.get("wheels", [])]
    alone = [file for one in packages if "sdist" not in one for file in one.get("wheels", [])]
    sources = [one["sdist"] for one in packages if "sdist" in one]
    common = [file for file in files if not RARE.search(file["url"].rpartition("/")[2])]
    return {file["hash"] for file in (*common, *sources, *alone)}


def without_rare(text: str, common: set[str]) -> str:
    """Return a lock with those hashes alone that are common; a package without one keeps all of its own.

    >>> without_rare("a==1 \\\\\\n    --hash=x \\\\\\n    --hash=y\\nb==2\\n", {"y"})
    'a==1 \\\\\\n    --hash=y\\nb==2\\n'
    """
    head, own = split(text)
    return head + "".join(one if not (kept := _kept(one, common)) else kept for one in own)


def _kept(requirement: str, common: set[str]) -> str:
    """Return one requirement with its common hashes; "" where it has none."""
    first, *hashes = re.split(r" \\\n\s+--hash=", requirement.rstrip("\n"))
    kept = [one for one in hashes if one in common]
    return " \\\n    --hash=".join([first, *kept]) + "\n" if kept else ""


def whole(lock: Path) -> str:
    """Return the text of a lock with those it begins with in place of their names."""
    if not lock.exists():
        return ""
    text = lock.read_text(encoding="utf-8")
    return re.sub(r"^-r (\S+)\n", lambda found: whole(lock.parent / found[1]), text, flags=re.M)


def increment(text: str, base: str, base_text: str) -> str:
    """Return what a whole lock has besides the lock `base`, with the line that names it first.

    >>> print(increment("# made\\na==1 \\\\\\n    --hash=x\\nb==2\\n", "a.txt", "a==1 \\\\\\n    --hash=x\\n"))
    # made
    -r a.txt
    b==2
    <BLANKLINE>
    """
    head, own = split(text)
    known = set(split(base_text)[1])
    return head + f"-r {base}\n" + "".join(one for one in own if one not in known)


def split(text: str) -> tuple[str, list[str]]:
    """Return the comment that a lock begins with, and its requirements, each with its hashes."""
    own = re.findall(r"^[^#\s-].*\n(?:[ \t].*\n)*", text, re.MULTILINE)
    head = "".join(re.findall(r"^#.*\n", text, re.MULTILINE))
    return head, own


if __name__ == "__main__":
    main(sys.argv[1:])

"""Make the lock files again from the `.in` files; a lock says only what it adds to another.

    python .ci/lock.py [OPTION OF uv pip compile ...]

A `.in` file that begins with another's name (`-r requirements.in`) has a lock that begins with the
other's lock (`-r requirements.txt`). uv writes whole locks only, so each is compiled whole, held to
the versions of the other, and what stands there already is left out.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
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
HELD_TO_DEVELOPERS = (".ci/requirements-uv.txt", "docs/examples/requirements.txt")
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
        text = compiled(lock.with_suffix(".in"), whole(lock), developers, options)
        lock.write_text(text, encoding="utf-8")


def compiled(source: Path, before: str, held_to: str, options: list[str]) -> str:
    """Return the whole lock of a `.in` file.

    Versions that `before` has are kept where they still fit; those of `held_to` are binding.
    """
    with tempfile.TemporaryDirectory() as folder:
        output, constraints = Path(folder) / "lock.txt", Path(folder) / "constraints.txt"
        output.write_text(before, encoding="utf-8")
        constraints.write_text(held_to, encoding="utf-8")
        command = [UV, *COMPILE, *options, source, "-c", constraints, "-o", output]
        subprocess.run(command, check=True, cwd=ROOT)  # noqa: S603 - uv
        return output.read_text(encoding="utf-8")


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

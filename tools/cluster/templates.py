"""The configuration files of `docs/deploy/cluster/`, with the placeholders of a machine filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.support.site import ROOT

FOLDER: Final = ROOT / "docs" / "deploy" / "cluster"
PLACEHOLDER: Final = re.compile(r"@([A-Z]+)@")


def fill(text: str, values: Mapping[str, str]) -> str:
    """Return a configuration template with each `@NAME@` replaced by the value of that name.

    Lines that begin with # are left as they are: they explain.

    >>> fill("# @SELF@ is the address" + chr(10) + "bind @SELF@", {"SELF": "192.0.2.1"})
    '# @SELF@ is the address\\nbind 192.0.2.1'

    Raises:
        KeyError: where a placeholder has no value.
    """
    lines = (
        line if line.startswith("#") else PLACEHOLDER.sub(lambda found: values[found[1]], line)
        for line in text.split("\n")
    )
    return "\n".join(lines)


def write(name: str, target: Path, values: Mapping[str, str]) -> Path:
    """Write the template of this name, filled in, to `target` and return that path."""
    target.write_text(fill((FOLDER / name).read_text(), values))
    return target

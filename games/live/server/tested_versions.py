"""Versions of the servers whose private parts are known, and a check of what is installed.

`daphne_private` and `uvicorn_private` reach into the servers for limits that the servers do not
have, the latter for speed too. With any other version the site is served through what the servers
publish.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Final, TypeAlias

log = logging.getLogger("games.live.server")

TestedVersions: TypeAlias = Mapping[str, tuple[str, ...]]

DAPHNE: Final[dict[str, tuple[str, ...]]] = {
    "daphne": ("4.2.3",),
    "twisted": ("26.10.0",),
}
UVICORN: Final[dict[str, tuple[str, ...]]] = {
    "uvicorn": ("0.54.0",),
    "websockets": ("17.4",),
}
"""Package -> versions with which the tests of the sockets have passed."""


def private_parts_known(tested: TestedVersions) -> bool:
    """Return whether each of these packages is installed in a tested version; log which is not."""
    untested = [
        f"{name} {installed}"
        for name, versions in tested.items()
        if (installed := installed_version(name)) not in versions
    ]
    if untested:
        log.warning(
            "served by plain ASGI, as these versions are not tested: %s; "
            "off are limits for slow requests, waiting for slow readers and, with uvicorn, direct "
            "frames",
            ", ".join(untested),
        )
    return not untested


def installed_version(package: str) -> str:
    """Return the installed version of a package, or "missing"."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"

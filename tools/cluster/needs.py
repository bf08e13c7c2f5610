"""Requirements of the three machines on this one: programs, and the rights of root on Linux."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Final

from tests.support.database_servers import find_binary

PACKAGES: Final = {
    "ip": "iproute2",
    "nsenter": "util-linux",
    "unshare": "util-linux",
    "setpriv": "util-linux",
    "etcd": "etcd-server",
    "patroni": "patroni",
    "haproxy": "haproxy",
    "redis-server": "redis-server",
    "redis-sentinel": "redis-sentinel",
    "postgres": "postgresql-15",
    "faketime": "faketime",
}
"""Programs, and Debian's packages that they come from."""
PATH: Final = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
"""Debian keeps some of them where only root looks."""


def program(name: str) -> str:
    """Return the path of a program; RuntimeError if it is not installed."""
    return shutil.which(name, path=PATH) or find_binary(name)


def is_there(name: str) -> bool:
    """Return True if a program is installed."""
    try:
        return bool(program(name))
    except RuntimeError:
        return False


def missing() -> str:
    """Return why three machines cannot be simulated here, and the remedy; "" if they can."""
    if sys.platform != "linux":
        return "needs Linux: the machines are its network namespaces"
    if os.geteuid() != 0:
        return "needs root, who may make network namespaces: sudo make cluster"
    packages = sorted({package for name, package in PACKAGES.items() if not is_there(name)})
    return f"needs programs: apt-get install {' '.join(packages)}" if packages else ""

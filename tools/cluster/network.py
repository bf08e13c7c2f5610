"""The network of the three machines: a namespace each, joined by a bridge of this process's own."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.cluster.needs import program

NETWORK: Final = "198.18.0"
"""Addresses that are set apart for trials (RFC 2544); nothing outside of the namespaces has them."""
CLIENTS: Final = 254
"""The last part of the address of those who play."""
NOBODY: Final = "02:00:00:00:00:01"
"""A link address that no machine has: what is sent to it is lost without a word."""
DEVICES: Final = Path("/proc/self/net/dev")
"""A line with a colon for each device that this process sees; a new network has one, its own end."""
NAMESPACES: Final = Path("/run/netns")


def address(number: int) -> str:
    """Return the IP address of the machine with this number.

    >>> address(1)
    '198.18.0.1'
    """
    return f"{NETWORK}.{number}"


def within(name: str, line: Sequence[str], user: int | None = None) -> list[str]:
    """Return a command line that runs another one on a machine, as the user with this id."""
    who = [] if user is None else [f"--setuid={user}", f"--setgid={user}"]
    return [program("nsenter"), f"--net={NAMESPACES / name}", *who, "--", *line]


def ip(*arguments: str, check: bool = True) -> None:
    """Run `ip`, the network tool, with these arguments; RuntimeError with its output if it fails."""
    done = subprocess.run([program("ip"), *arguments], capture_output=True, text=True)
    if check and done.returncode:
        raise RuntimeError(f"ip {' '.join(arguments)}: {done.stderr.strip()}")


def build(names: Sequence[str]) -> None:
    """Build a bridge, and a network namespace for each machine, numbered from 1.

    Raises:
        RuntimeError: where this process has no network of its own (`isolation`), but the machine's.
    """
    if DEVICES.read_text().count(":") != 1:
        raise RuntimeError("this would change the network of the machine itself")
    NAMESPACES.mkdir(exist_ok=True)
    mount = [program("mount"), "-t", "tmpfs", "tmpfs", str(NAMESPACES)]
    subprocess.run(mount, check=True)
    ip("link", "set", "lo", "up")
    ip("link", "add", "switch", "type", "bridge")
    ip("address", "add", f"{address(CLIENTS)}/24", "dev", "switch")
    ip("link", "set", "switch", "up")
    for number, name in enumerate(names, start=1):
        _add(name, address(number))


def _add(name: str, own: str) -> None:
    """Connect a machine with this address to the bridge."""
    ip("netns", "add", name)
    ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
    ip("link", "set", name, "master", "switch", "up")
    ip("-n", name, "address", "add", f"{own}/24", "dev", "eth0")
    for device in ("lo", "eth0"):
        ip("-n", name, "link", "set", device, "up")


def part(one: tuple[str, str], other: tuple[str, str]) -> None:
    """Drop silently all packets between two machines, each a (name, address)."""
    for (name, _), (_, theirs) in ((one, other), (other, one)):
        to = ["to", theirs, "lladdr", NOBODY, "dev", "eth0", "nud", "permanent"]
        ip("-n", name, "neighbour", "replace", *to)


def join(one: tuple[str, str], other: tuple[str, str]) -> None:
    """Let two machines that were separated by `part` reach each other again."""
    for (name, _), (_, theirs) in ((one, other), (other, one)):
        ip("-n", name, "neighbour", "del", theirs, "dev", "eth0", check=False)


def unplug(name: str) -> None:
    """Take a machine off the simulated network."""
    ip("link", "set", name, "down")


def plug(name: str) -> None:
    """Put a machine back on the simulated network."""
    ip("link", "set", name, "up")

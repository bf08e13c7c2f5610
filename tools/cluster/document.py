"""Run the commands of "Three machines" in docs/operations/several-machines.md while tables are played.

`python -m tools.cluster.document [--steps N] [--tables 3] [--seed 0]`. The machines are network
namespaces with files of their own. After the steps of the section, one machine is maintained, then
the primary's is lost and put together again. The exit code is 1 where a command fails, a move is
lost or doubled, a table is stuck, or `check_deploy` does not say what is so.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tools.cluster import commands, isolation, needs, orphans
from tools.cluster.__main__ import DOCUMENT, INSIDE, in_memory
from tools.cluster.commands import Again, Block, Part
from tools.cluster.hosts import HOSTS, Host, hosts
from tools.cluster.play_at_site import Game

LOSS: Final = "Replace a lost machine"
"""The title of the part before which the primary's machine is lost."""
NOT_SET_UP: Final = frozenset({"archive", "backups", "mail", "certificate"})
"""Parts that are at risk as the section says, until another one of the document is followed."""
WITHOUT_A_MACHINE: Final = frozenset({"standby", "sentinels", "replica"})
"""Parts that are at risk besides while one of the pair is gone."""
MOVES: Final = 3
"""For each table, the acknowledged moves that show that play goes on."""


def main() -> int:
    """Follow the document's commands for three machines in isolation; return the exit code."""
    options = _options()
    if why := needs.missing():
        print(f"the commands of the document cannot be run here: {why}", file=sys.stderr)
        return 2
    if not options.inside:
        return isolation.run(
            [sys.executable, "-m", "tools.cluster.document", INSIDE, *sys.argv[1:]]
        )
    try:
        return _trial(options)
    except (RuntimeError, ValueError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.cluster.document", description=__doc__)
    parser.add_argument("--steps", type=int, help="end after so many steps, without a table")
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(INSIDE, action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _trial(options: argparse.Namespace) -> int:
    """Run all commands of the document's section on simulated machines; return the exit code."""
    parts = commands.read(DOCUMENT.read_text(), HOSTS)
    with in_memory() as folder, orphans.waited_for(), hosts(folder) as machines:
        reader = Reader(parts, machines)
        steps = [part for part in parts if part.step]
        for part in steps[: options.steps]:
            reader.follow(part)
        if options.steps is not None and options.steps < len(steps):
            return 0
        later = [part for part in parts if not part.step]
        reader.expect_at_risk(NOT_SET_UP)
        return asyncio.run(_play(reader, later, folder, options))


async def _play(
    reader: Reader, parts: Iterable[Part], folder: Path, options: argparse.Namespace
) -> int:
    """Play at the site while the section's further commands run; return the exit code."""
    with Game(reader.machines, folder, tables=options.tables, seed=options.seed) as game:
        await game.begin()
        try:
            for part in parts:
                if part.title == LOSS:
                    await _lose_primary(reader, game)
                await asyncio.to_thread(reader.follow, part)
                await game.more(MOVES)
            await asyncio.to_thread(reader.expect_at_risk, NOT_SET_UP)
            faults = await game.finish()
        finally:
            game.cancel()
    print(f"\n{game.summary()}")
    for fault in faults:
        print(f"  {fault}")
    return int(bool(faults))


async def _lose_primary(reader: Reader, game: Game) -> None:
    """Destroy the machine of the primary database, and check that play goes on."""
    lost, left = await asyncio.to_thread(reader.primary_and_other)
    print(f"\n== {lost.name}, the machine of the primary, is lost")
    lost.lose()
    await asyncio.to_thread(left.run, f'ready "http://{left.address}:8008/primary"')
    await game.more(MOVES)
    await asyncio.to_thread(reader.expect_at_risk, NOT_SET_UP | WITHOUT_A_MACHINE)
    lost.build()


class Reader:
    """Runner of the commands of the section on the machines."""

    def __init__(self, parts: list[Part], machines: dict[str, Host]) -> None:
        self._parts = parts
        self.machines = machines

    def follow(self, part: Part) -> None:
        """Run the commands of a part of the section; RuntimeError if one fails."""
        print(f"\n== {part.title}")
        for item in part.does:
            for block in commands.again(self._parts, item) if isinstance(item, Again) else [item]:
                self._run(block)

    def _run(self, block: Block) -> None:
        for name in block.machines:
            print(f"\n-- block {block.number}, line {block.line}, on {name}\n{block.text}", end="")
            sys.stdout.flush()
            began = time.monotonic()
            try:
                self.machines[name].run(block.text, first_line=block.line)
            except RuntimeError as error:
                raise RuntimeError(f"block {block.number} on {name}: {error}") from None
            print(f"   ({time.monotonic() - began:.1f} s)")

    def primary_and_other(self) -> tuple[Host, Host]:
        """Return the host of the primary database, and the other host with a database."""
        pair = [self.machines[name] for name in HOSTS[:2]]
        line = "curl --silent --output /dev/null --write-out '%{http_code}\\n' http://$SELF:8008/primary"
        primary = [host for host in pair if host.run(line).strip() == "200"]
        if len(primary) != 1:
            raise RuntimeError(f"{len(primary)} machines say that they have the primary")
        return primary[0], pair[1 - pair.index(primary[0])]

    def expect_at_risk(self, wanted: frozenset[str]) -> None:
        """Check that `check_deploy` reports exactly the risks `wanted`.

        Raises:
            RuntimeError: the two differ; the text has the whole output.
        """
        host = next(host for host in self.machines.values() if host.is_there)
        output = host.run("brisca-manage check_deploy || true")
        risks = {line.split(":")[0] for line in output.splitlines() if line.startswith("AT RISK ")}
        at_risk = {risk.removeprefix("AT RISK ") for risk in risks}
        if at_risk != wanted or "ok      processes" not in output:
            raise RuntimeError(
                f"check_deploy names {sorted(at_risk)}, not {sorted(wanted)}:\n{output}"
            )


if __name__ == "__main__":
    raise SystemExit(main())

"""Tables played at a site that was set up by the document, with the settings of its own."""

from __future__ import annotations

import contextlib
import ssl
from pathlib import Path
from typing import Self

from tests.support.site import Site
from tools.cluster.campaign import GIVES_UP_S, THINK_S, finish
from tools.cluster.hosts import SITE, Host
from tools.cluster.units import assignments
from tools.soak.play import Play
from tools.soak.seat import Front

SETTINGS = "/etc/brisca.env"
PORT = 443


class SiteOfDocument(Site):
    """A running site that was set up by the document; `ask` calls a process with its settings."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        super().__init__(folder)
        own = {"VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "brisca_site.settings"}
        self.env.update({**settings, **own})

    def __enter__(self) -> Self:
        """Return the site, which runs already."""
        return self


class Game:
    """Play at several tables of the site, match after match, until `finish`."""

    def __init__(self, machines: dict[str, Host], folder: Path, *, tables: int, seed: int) -> None:
        pair = list(machines.values())[:2]
        self._tables = tables
        self._stack = contextlib.ExitStack()
        own = folder / "player"
        own.mkdir()
        site = SiteOfDocument(own, assignments(pair[0].run(f"cat {SETTINGS}")))
        self._site = self._stack.enter_context(site)
        front = Front(SITE, ssl.create_default_context(cafile=str(folder / "certificate.pem")))
        self._play = Play(
            self._site,
            [f"{host.address}:{PORT}" for host in pair],
            tables=tables,
            seed=seed,
            deals=1,
            think=THINK_S,
            gives_up=GIVES_UP_S,
            front=front,
        )

    def __enter__(self) -> Self:
        """Return the game; `begin` starts it."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process that answers calls about the site's database."""
        self._stack.close()

    async def begin(self) -> None:
        """Begin to play at all tables."""
        self._play.begin(spread=THINK_S)
        await self.more(1)

    async def more(self, moves: int) -> None:
        """Wait until this many more moves per table are acknowledged; RuntimeError if none are."""
        await self._play.more(moves * self._tables)

    async def finish(self) -> list[str]:
        """Play all matches to their end, and return the faults found."""
        return list((await finish(self._play)).faults)

    def cancel(self) -> None:
        """Cancel all clients at once, in the middle of play."""
        self._play.cancel()

    def summary(self) -> str:
        """Return a line of text: numbers of matches and moves, longest wait, and faults."""
        tally = self._play.tally
        longest = max((answered - asked for asked, answered in tally.answers), default=0.0)
        return (
            f"{tally.matches} matches, {tally.acknowledged} acknowledged moves, the longest wait "
            f"for one {longest:.1f} s, {len(tally.faults)} faults"
        )

"""The ticker of notifications in one process, beside those of other processes.

It writes the notifications of many, makes and sends push messages, and sends the daily mails and
the mails about a week.

It claims due rows itself instead of using django-tasks with its database backend: there a task whose
process was killed stays "running" and is taken up by nobody, nothing is tried a second time, and the
loop of its worker ends by signals of its own. Batches, tries and due times are columns here, so the
queue would be a second state beside them.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from games.live.core.db_threads import DbThreads
from games.services.notification_mail import send_mails
from games.services.notifications import run_batches
from games.services.pushes import make_messages, send_messages
from games.services.week_mail import send_week_mails

if TYPE_CHECKING:
    from games.live.core.context import Context

WORK_SHARE: Final = 0.1
"""Share of the time in which notifications of many are written; moves have the rest to themselves."""


class NotificationTicker:
    """Writer and sender of due notifications, with a thread for each, so that neither waits."""

    def __init__(self, runtime: Context) -> None:
        self.runtime = runtime
        self._writing = DbThreads("notifications")
        self._sending = DbThreads("pushes")

    def _now(self) -> datetime:
        """Return the present time of the process's clock as a datetime."""
        return datetime.fromtimestamp(self.runtime.clock.now(), UTC)

    async def notifications(self) -> None:
        """Write the stored notification batches of many players, and make due push messages.

        Raises:
            Exception: the database cannot be read; a batch that fails is logged.
        """
        await self._writing.run(partial(run_batches, now=self._now(), work_share=WORK_SHARE))
        await self._writing.run(partial(make_messages, now=self._now()))

    async def pushes(self) -> None:
        """Send the push messages and mails that are due, some at a time.

        Raises:
            Exception: the database cannot be read; what cannot be sent is logged.
        """
        while await self._sending.run(partial(send_messages, now=self._now())):
            pass
        await self._sending.run(partial(send_mails, now=self._now()))
        await self._sending.run(partial(send_week_mails, now=self._now()))

    def stop(self) -> None:
        """Finish the running steps, and close the database connections (blocking)."""
        self._writing.stop()
        self._sending.stop()

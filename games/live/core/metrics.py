"""What is counted of this process, for Prometheus. Every process counts for itself.

Seconds and bytes; a name ends with its unit, a counter with `_total`. docs/operations.md says what
to watch. Labels hold words of ours alone: never a name, an address or an id.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

import django
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from prometheus_client.core import Metric

    from games.live.match.actor import MatchActor
    from games.live.match_state.deadlines import Plan
    from games.live.process.runtime import Runtime
    from games.live.storage.journal import Unit

P = ParamSpec("P")
T = TypeVar("T")

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY: Final = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)

QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.5, 5.0)
LATE: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


def _counter(name: str, text: str, *labels: str) -> Counter:
    return Counter(f"brisca_{name}", text, labels, registry=REGISTRY)


def _histogram(name: str, text: str, buckets: Sequence[float], *labels: str) -> Histogram:
    return Histogram(f"brisca_{name}", text, labels, buckets=buckets, registry=REGISTRY)


# -- moves and the journal ------------------------------------------------------------------------
MOVES: Final = _counter("moves", "Entries of matches made durable here, by who acted.", "by")
ACK: Final = _histogram("ack_seconds", "From an action's arrival to its acknowledgement.", QUICK)
BATCH: Final = _histogram("commit_units", "Decisions in one commit of the journal.", SIZES)
COMMIT: Final = _histogram("commit_seconds", "One commit of the journal, with its checks.", QUICK)
COLLISIONS: Final = _counter("collisions", "Decisions another process was quicker with.")
NOT_WRITTEN: Final = _counter("not_written", "Decisions that could not be written.")
DATABASE_ERRORS: Final = _counter(
    "database_errors", "Errors of the database on the live path, by class.", "kind"
)
DATABASE_RETRIES: Final = _counter("database_retries", "Batches that were written once more.")
CLOCK_LAG: Final = _histogram(
    "clock_lag_seconds", "How late what a deadline asks for was begun.", LATE, "kind"
)
BOT_THINKS: Final = _histogram("bot_seconds", "A bot's thought about one turn.", QUICK)
BOT_MOVES: Final = _histogram(
    "bot_move_seconds", "From a bot's turn to what it does, looking ahead included.", QUICK
)
BOT_GAVE_UP: Final = _counter(
    "bot_gave_up", "Thoughts of bots that came to nothing: time, queue, crash, error.", "why"
)
ANALYSES: Final = _counter(
    "analyses", "Finished matches analysed: done, late (another was quicker), failed.", "result"
)

# -- sockets --------------------------------------------------------------------------------------
CLOSES: Final = _counter("socket_closes", "Sockets that the site closed, by close code.", "code")
REFUSALS: Final = _counter("refusals", "Messages answered with a refusal, by code.", "code")
FRAMES_REFUSED: Final = _counter(
    "frames_refused", "Frames that were not read, by the limit they broke.", "limit"
)
SOCKETS_REFUSED: Final = _counter(
    "sockets_refused", "Handshakes that were refused, by reason.", "reason"
)
SLOW_REQUESTS: Final = _counter(
    "slow_requests", "Connections cut off because a request was not sent in time."
)
SLOW_READERS: Final = _counter("slow_readers", "Sockets cut off because nobody read.")
RESYNCS: Final = _counter("resyncs", "Times somebody had to be brought up to date.", "why")
BELLS_RUNG: Final = _counter("bells_rung", "Bells sent to other processes.", "what")
BELLS_HEARD: Final = _counter("bells_heard", "Bells of other processes.", "what")
BELLS_FAILED: Final = _counter("bells_failed", "Bells lost on the way out, or ears gone deaf.")

# -- the process ----------------------------------------------------------------------------------
LOOP_LAG: Final = _histogram("loop_lag_seconds", "How late the event loop wakes.", QUICK)
JOBS_FAILED: Final = _counter("jobs_failed", "Runs of a repeated job that failed.", "job")
HTTP: Final = _histogram(
    "http_seconds", "HTTP answers, by class of status.", QUICK, "method", "status"
)
HTTP_OPEN: Final = Gauge("brisca_http_open", "Requests that are being answered.", registry=REGISTRY)
BUILD: Final = Info("brisca_build", "What runs here.", registry=REGISTRY)
BUILD.info(
    {
        "release": os.environ.get("RELEASE", "") or "unknown",
        "python": platform.python_version(),
        "django": django.get_version(),
    }
)


def exposition() -> bytes:
    """All of it in Prometheus' text format."""
    return generate_latest(REGISTRY)


def open_requests() -> int:
    """How many requests are being answered."""
    return int(HTTP_OPEN._value.get())


def timed(histogram: Histogram, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What `call` gives; how long that took is kept in `histogram`."""
    began = time.perf_counter()
    try:
        return call(*args, **kwargs)
    finally:
        histogram.observe(time.perf_counter() - began)


def committed(
    units: Sequence[Unit], outcomes: Sequence[Exception | None], seconds: float, beaten: type
) -> None:
    """A batch went through the journal; `beaten` is the class of outcomes that are collisions."""
    full = sum(1 for unit in units if unit.rows or unit.deadline or unit.also or unit.said)
    if not full:
        return  # a look whether the journal is there
    BATCH.observe(full)
    COMMIT.observe(seconds)
    moves: dict[str, int] = {}
    for unit, outcome in zip(units, outcomes, strict=True):
        if outcome is None:
            for row in unit.rows:
                moves[row.by] = moves.get(row.by, 0) + 1
        elif isinstance(outcome, beaten):
            COLLISIONS.inc()
        else:
            NOT_WRITTEN.inc()
    for by, count in moves.items():
        MOVES.labels(by).inc(count)


def fired(actor: MatchActor, plan: Plan) -> None:
    """The time of a plan has come, and somebody sees to it."""
    late = actor.runtime.clock.now() - plan.fires_at()
    CLOCK_LAG.labels(plan.kind).observe(max(0.0, late))


class _Now(Collector):
    """What is counted when it is asked for: sockets, tables and queues of this process."""

    def describe(self) -> Iterable[Metric]:
        """Nothing before it is asked for."""
        return []

    def collect(self) -> Iterable[Metric]:
        """The figures of this moment."""
        from games.live.process.runtime import local

        runtimes = tuple(local)
        yield _sockets(runtimes)
        rooms = [room for runtime in runtimes for room in runtime.rooms.values()]
        games = [room.actor.game for room in rooms if room.actor and room.actor.game]
        yield _gauge("tables", "Tables in memory.", len(rooms))
        running = sum(1 for game in games if game.state.phase != "match_over")
        yield _gauge("matches", "Matches in memory that run.", running)
        yield _gauge(
            "journal_waiting",
            "Decisions that wait to be written.",
            sum(runtime.journal.waiting for runtime in runtimes),
        )
        yield _gauge(
            "desk_waiting",
            "Reads that wait for a database thread.",
            sum(runtime.db.waiting for runtime in runtimes),
        )
        yield _gauge(
            "overdue_seconds",
            "How long the oldest deadline of all matches has waited for any process.",
            max((runtime.scheduler.overdue_for for runtime in runtimes), default=0.0),
        )
        yield _gauge(
            "draining",
            "1 while this process sends its sockets away.",
            float(any(runtime.draining for runtime in runtimes)),
        )


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"brisca_{name}", text, value=value)


def _sockets(runtimes: Iterable[Runtime]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(
        "brisca_sockets", "Open sockets, by what they are for.", None, ["of"]
    )
    counts = {"players": 0, "watchers": 0, "lobby": 0, "streams": 0, "reviewers": 0}
    for runtime in runtimes:
        for socket in runtime.connections:
            counts[socket.role()] += 1
    for role, count in counts.items():
        family.add_metric([role], count)
    return family


REGISTRY.register(_Now())

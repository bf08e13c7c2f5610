"""Prometheus metrics of this process. Every process counts for itself.

Seconds and bytes; a name ends with its unit, a counter with `_total`. docs/operations/monitoring.md says what
to watch. Labels hold words of ours alone: never a name, an address or an id.
"""

from __future__ import annotations

import contextlib
import platform
import shutil
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, ParamSpec, TypeVar

import django
from django.conf import settings
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
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from brisca_site.base.fallback_cache import is_redis_used
from brisca_site.base.release import release_name
from brisca_site.base.stamps import read_stamp

if TYPE_CHECKING:
    from prometheus_client.core import Metric

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
PUBSUB_SENT: Final = _counter(
    "pubsub_messages_sent", "Messages published to other processes, by kind.", "what"
)
PUBSUB_RECEIVED: Final = _counter(
    "pubsub_messages_received", "Messages received from other processes, by kind.", "what"
)
PUBSUB_FAILED: Final = _counter(
    "pubsub_messages_failed", "Messages that were lost, and failures to receive any."
)

_OLD_NAMES: Final = {
    "bells_rung": PUBSUB_SENT,
    "bells_heard": PUBSUB_RECEIVED,
    "bells_failed": PUBSUB_FAILED,
}
"""Name of a counter in the previous release -> the counter that replaces it.

Remove the old names, here and in `_Now.collect`, in the release after this one.
"""

# -- the process ----------------------------------------------------------------------------------
LOOP_LAG: Final = _histogram("loop_lag_seconds", "How late the event loop wakes.", QUICK)
JOBS_FAILED: Final = _counter("jobs_failed", "Runs of a repeated job that failed.", "job")
HTTP: Final = _histogram(
    "http_seconds", "HTTP answers, by class of status.", QUICK, "method", "status"
)
for _method in ("GET", "POST"):
    HTTP.labels(_method, "5xx")  # so that the first failure is seen as an increase
HTTP_OPEN: Final = Gauge("brisca_http_open", "Requests that are being answered.", registry=REGISTRY)
BUILD: Final = Info("brisca_build", "What runs here.", registry=REGISTRY)
BUILD.info(
    {
        "release": release_name(),
        "python": platform.python_version(),
        "django": django.get_version(),
    }
)


def exposition() -> bytes:
    """Return all metrics in the text format of Prometheus."""
    return generate_latest(REGISTRY)


def open_requests() -> int:
    """Return the number of HTTP requests that are being answered."""
    (family,) = HTTP_OPEN.collect()
    return int(family.samples[0].value)


def timed(histogram: Histogram, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function, observe its duration in seconds in `histogram`, and return its result."""
    began = time.perf_counter()
    try:
        return call(*args, **kwargs)
    finally:
        histogram.observe(time.perf_counter() - began)


def committed(
    *, units: int, seconds: float, moves: Mapping[str, int], conflicts: int, failures: int
) -> None:
    """Count a batch of actions in matches, written by the journal, in the process's metrics.

    `units` is the number of decisions in the batch, `seconds` the time that writing took, `moves`
    the actions by who acted ("player", "bot" ...), `conflicts` the number of decisions that another
    process anticipated, and `failures` the number not stored.
    """
    BATCH.observe(units)
    COMMIT.observe(seconds)
    for by, count in moves.items():
        MOVES.labels(by).inc(count)
    COLLISIONS.inc(conflicts)
    NOT_WRITTEN.inc(failures)


def deadline_seen_to(kind: str, late: float) -> None:
    """Count a match's deadline that was carried out `late` seconds after its time.

    `kind` is that of the deadline, such as "turn" or "bot".
    """
    CLOCK_LAG.labels(kind).observe(max(0.0, late))


class ProcessFigures(NamedTuple):
    """The numbers that a process shows in its metrics as gauges, as of one moment."""

    sockets: Mapping[str, int]
    """Role of the socket -> number of open sockets."""
    tables: int
    matches: int
    """Running matches in memory."""
    journal_waiting: int
    db_waiting: int
    overdue_s: float
    """Seconds since the oldest deadline of all running matches was due."""
    draining: bool


_sources: list[Callable[[], Iterable[ProcessFigures]]] = []


def read_figures_from(source: Callable[[], Iterable[ProcessFigures]]) -> None:
    """Register the function that returns this process's gauges whenever the metrics are read."""
    _sources.append(source)


class _Now(Collector):
    """Prometheus collector of the gauges that are computed when the metrics are read."""

    def describe(self) -> Iterable[Metric]:
        """Return no metrics: the values are unknown until Prometheus reads them."""
        return []

    def collect(self) -> Iterable[Metric]:
        """Yield the gauges of this moment: sockets, tables and queues of this process."""
        now = [figures for source in _sources for figures in source()]
        yield _sockets(now)
        yield _gauge("tables", "Tables in memory.", sum(figures.tables for figures in now))
        yield _gauge(
            "matches", "Matches in memory that run.", sum(figures.matches for figures in now)
        )
        yield _gauge(
            "journal_waiting",
            "Decisions that wait to be written.",
            sum(figures.journal_waiting for figures in now),
        )
        db_waiting = sum(figures.db_waiting for figures in now)
        yield _gauge("db_reads_waiting", "Reads that wait for a database thread.", db_waiting)
        yield _gauge("desk_waiting", "Old name of brisca_db_reads_waiting.", db_waiting)
        yield _gauge(
            "overdue_seconds",
            "How long the oldest deadline of all matches has waited for any process.",
            max((figures.overdue_s for figures in now), default=0.0),
        )
        yield _gauge(
            "draining",
            "1 while this process sends its sockets away.",
            float(any(figures.draining for figures in now)),
        )
        yield _redis_cache()
        yield from _machine()
        yield from (_under_old_name(name, counter) for name, counter in _OLD_NAMES.items())


def _under_old_name(name: str, counter: Counter) -> CounterMetricFamily:
    """Return a copy of a renamed counter under the name of the previous release."""
    (family,) = counter.collect()
    old = CounterMetricFamily(f"brisca_{name}", f"Old name of {family.name}.")
    for sample in family.samples:
        old.add_sample(f"brisca_{name}_total", sample.labels, sample.value)
    return old


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"brisca_{name}", text, value=value)


def _machine() -> Iterable[Metric]:
    """Return the gauges of this machine: disk room, last backup, expiry of the certificate."""
    free = GaugeMetricFamily("brisca_disk_free_ratio", "Free share of the disk of VAR_DIR.")
    with contextlib.suppress(OSError):
        usage = shutil.disk_usage(settings.VAR_DIR)
        free.add_metric([], usage.free / usage.total)
    backup = GaugeMetricFamily(
        "brisca_backup_timestamp_seconds", "When the last good backup of this machine ended."
    )
    certificate = GaugeMetricFamily(
        "brisca_certificate_expiry_timestamp_seconds",
        "When the certificate expires, as check_deploy saw it last.",
    )
    if (made_at := read_stamp("backup")) is not None:
        backup.add_metric([], made_at)
    if (expires_at := read_stamp("certificate")) is not None:
        certificate.add_metric([], expires_at)
    return free, backup, certificate


def _redis_cache() -> Metric:
    """Return the gauge of whether the Redis cache is used; without a value before its first use."""
    family = GaugeMetricFamily(
        "brisca_shared_cache_usable", "1 while the cache and the limits in Redis are used."
    )
    if (used := is_redis_used()) is not None:
        family.add_metric([], float(used))
    return family


def _sockets(now: Iterable[ProcessFigures]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(
        "brisca_sockets", "Open sockets, by what they are for.", None, ["of"]
    )
    counts = dict.fromkeys(("players", "watchers", "lobby", "streams", "reviewers"), 0)
    for figures in now:
        for role, count in figures.sockets.items():
            counts[role] += count
    for role, count in counts.items():
        family.add_metric([role], count)
    return family


REGISTRY.register(_Now())

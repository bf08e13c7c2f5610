"""Who may do what before Django is asked: for operators, on the live path, over sockets."""

from __future__ import annotations

from typing import Final

from tests.access.permissions.audience import (
    CLUB,
    READERS,
)
from tests.access.rows import Row, Who, keyed, who

OPERATIONS: Final[dict[str, Row]] = {
    "/healthz": Row(get="ok"),
    "/readyz": Row(get="ok"),
    # for this machine itself, or by the operator's token: never for a visitor from elsewhere
    "/metrics": Row(get="absent"),
}

LIVE_PATH: Final[dict[str, dict[str, Row]]] = {
    "/api/v1/play/stream/": {"": keyed(get=READERS, head=who("refused", readers="method"))},
    "/api/v1/play/tables/{table}/": {
        "waiting": keyed(get=READERS),
        "running": keyed(get=READERS),
        "private": keyed(get=who("refused", readers="absent")),
        "today": keyed(get=who("refused", readers="absent")),
        "club_only": keyed(get=who("refused", readers="absent")),
    },
    "/api/v1/play/tables/{table}/messages/": {
        "waiting": keyed(post="refused"),
        "running": keyed(post=who("refused", robot_tables="conflict")),
        "private": keyed(post="absent"),
        "today": keyed(post="absent"),
        "club_only": keyed(post="absent"),
    },
}
"""Addresses of the API that ask the live path, by keys of those who do not sit there."""

SOCKETS: Final[dict[str, dict[str, Who]]] = {
    "ws/table/<slug:public_id>/": {
        "waiting": who("ok"),
        "running": who("ok"),
        "private": who("absent", seated="ok"),
        "today": who("absent", seated="ok"),
        "club_only": CLUB,
    },
    "ws/review/<slug:match>/<slug:key>/": {
        "running": who("absent"),
        "private": who("absent"),
        "today": who("absent"),
        "finished": who("ok"),
        "finished_private": who("ok"),
        "held": who("absent"),
    },
    "ws/lobby/": {"": who("ok")},
    "": {"": who("refused")},
}
"""Route of a socket -> state -> whether it stays open; the last one takes every other address."""

"""Who may do what in the administration."""

from __future__ import annotations

from typing import Final

from tests.access.rows import Row, Who, anything, view, who

STAFF_ONLY: Final = who("moved", administration="ok")
"""Others are sent to the page to sign in, which refuses who is signed in already."""
NOBODY: Final = who("refused")
SUPERUSERS: Final = who("refused", superuser="ok")
MODERATORS: Final = who("refused", moderators="ok")

ADMIN: Final[dict[str, Row | dict[str, Row]]] = {
    "admin:index": anything("ok", gate=STAFF_ONLY),
    # who is signed in and is no staff is told so; all others go where everybody signs in
    "admin:login": anything(
        who("refused", strangers="moved", administration="moved", stepless_superuser="moved")
    ),
    "admin:logout": Row(
        gate=who("moved", administration="ok", stepless_superuser="ok"), post="ok", options="ok"
    ),
    "admin:password_change": anything("moved", gate=STAFF_ONLY),
    "admin:password_change_done": anything("moved", gate=STAFF_ONLY),
    "admin:autocomplete": view("refused", gate=STAFF_ONLY),
    "admin:jsi18n": view(gate=STAFF_ONLY),
    "admin:view_on_site": anything("absent", gate=STAFF_ONLY),
    "admin:app_list": anything(who("absent", moderators="ok"), gate=STAFF_ONLY),
    "admin/(?P<url>.*)": anything("absent", gate=STAFF_ONLY),
}
"""Pages of the admin that belong to no model."""

MODELS: Final[dict[str, dict[str, Who]]] = {
    "auth_group": {"look": SUPERUSERS, "add": SUPERUSERS, "change": SUPERUSERS, "delete": SUPERUSERS},
    "account_emailaddress": {
        "look": SUPERUSERS, "add": SUPERUSERS, "change": SUPERUSERS, "delete": SUPERUSERS,
    },
    "mfa_authenticator": {
        "look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": SUPERUSERS,
    },
    "usersessions_usersession": {
        "look": SUPERUSERS, "add": SUPERUSERS, "change": SUPERUSERS, "delete": SUPERUSERS,
    },
    "axes_accessattempt": {
        "look": SUPERUSERS, "add": NOBODY, "change": SUPERUSERS, "delete": SUPERUSERS,
    },
    "axes_accesslog": {
        "look": SUPERUSERS, "add": NOBODY, "change": SUPERUSERS, "delete": SUPERUSERS,
    },
    "axes_accessfailurelog": {
        "look": SUPERUSERS, "add": NOBODY, "change": SUPERUSERS, "delete": SUPERUSERS,
    },
    "accounts_user": {
        "look": MODERATORS,
        "add": NOBODY,
        "change": SUPERUSERS,
        "delete": SUPERUSERS,
    },
    "games_announcement": {
        "look": SUPERUSERS, "add": SUPERUSERS, "change": SUPERUSERS, "delete": SUPERUSERS,
    },
    "games_player": {"look": MODERATORS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_team": {"look": SUPERUSERS, "add": NOBODY, "change": SUPERUSERS, "delete": NOBODY},
    "games_table": {"look": SUPERUSERS, "add": NOBODY, "change": SUPERUSERS, "delete": NOBODY},
    "games_match": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_matchofweek": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_seat": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_deal": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_trick": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_ruleset": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_playerfigures": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_teamfigures": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_chiptransfer": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
    "games_chipaccount": {"look": SUPERUSERS, "add": NOBODY, "change": NOBODY, "delete": NOBODY},
}  # fmt: skip
"""Model of the admin -> who may look at its rows, add, change and delete them."""
POSTED: Final[dict[str, str | Who]] = {
    "accounts_user": "moved",
    "axes_accessattempt": "moved",
    "axes_accesslog": "moved",
    "axes_accessfailurelog": "moved",
}
"""Models of which an empty form is a good one: who changes a row is sent to the list."""


def model_rows(model: str, may: dict[str, Who]) -> dict[str, Row]:
    """The rows of a model's pages: list, history, add, change, delete, and the way to the row."""
    posted = POSTED.get(model, "ok")
    change = may["change"]
    saved = {
        one: (posted if isinstance(posted, str) else posted[one])
        if change[one] == "ok"
        else "refused"
        for one in change
    }
    return {
        f"admin:{model}_changelist": anything(may["look"], gate=STAFF_ONLY),
        f"admin:{model}_history": anything(may["look"], gate=STAFF_ONLY),
        f"admin:{model}_add": anything(may["add"], gate=STAFF_ONLY),
        f"admin:{model}_change": anything(may["look"], gate=STAFF_ONLY, post=saved),
        f"admin:{model}_delete": anything(may["delete"], gate=STAFF_ONLY),
        f"admin/{model.replace('_', '/')}/<path:object_id>/": anything(
            "moved", gate=STAFF_ONLY, trace="method"
        ),
    }

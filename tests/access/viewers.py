"""The kinds of visitors, from a stranger to the superuser."""

from __future__ import annotations

from typing import Final

STAFF: Final = ("staff", "moderator", "account_moderator", "superuser")
"""Let into the admin, with a second step: without any permission; in the group of moderators; in it
and with every permission over accounts; with every permission there is."""
BROWSERS: Final = ("anonymous", "guest", "member", "seated", "former", *STAFF, "stepless_superuser")
"""Come with the cookie of a session, or none. The member has just typed the password, all others
long ago; `stepless_superuser` has no second step, or not shown it; `seated` sits at every running table and `former` played the finished matches."""
KEYS: Final = (
    *("robot_read", "robot_tables", "robot_play", "robot_messages"),
    *("person_read", "person_tables", "person_play", "person_messages"),
)
"""Come with a key that has this one scope: of a program's account, and of a person's."""
VIEWERS: Final = (*BROWSERS, *KEYS)

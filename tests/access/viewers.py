"""The kinds of visitors, from a stranger to the superuser."""

from __future__ import annotations

from typing import Final

STAFF: Final = ("staff", "moderator", "account_moderator", "superuser")
"""Let into the admin: without any permission; in the group of moderators; in it and trusted with
accounts (`change_user`); with every permission."""
BROWSERS: Final = ("anonymous", "guest", "member", "seated", "former", *STAFF)
"""Come with the cookie of a session, or none. The member has just typed the password, all others
long ago; `seated` sits at every running table and `former` played the finished matches."""
KEYS: Final = (
    *("robot_read", "robot_tables", "robot_play"),
    *("person_read", "person_tables", "person_play"),
)
"""Come with a key that has this one scope: of a program's account, and of a person's."""
VIEWERS: Final = (*BROWSERS, *KEYS)

"""Roles and rights of the members of a club, and who may act on whom."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntFlag
from typing import Final


class Right(IntFlag):
    """A right of a member of a club; the values (bits) are stored, so never change one."""

    SETTINGS = 1
    """Change name, words, emblem and entry."""
    REQUESTS = 2
    """Answer requests, invite players, and make links."""
    KICK = 4
    """Remove members."""
    BAN = 8
    """Keep players out, and let them in again."""
    ROLES = 16
    """Give roles and rights to members below."""
    ANNOUNCE = 32
    """Tell all members something."""
    TABLES = 64
    """Open tables for the club."""
    RULESETS = 128
    """Keep the club's own rules."""
    EVENTS = 256
    """Announce tournaments of the club, and challenge other clubs."""
    TALK = 512
    """Hide posts of the talk page."""


ALL_RIGHTS: Final = Right(sum(Right))
"""Every right: the owner's."""
OWNER: Final = "owner"
ADMIN: Final = "admin"
OFFICER: Final = "officer"
MEMBER: Final = "member"
ROLES: Final = (OWNER, ADMIN, OFFICER, MEMBER)
"""Roles, the highest first."""
MAX_MEMBERS_BY_ROLE: Final[Mapping[str, int]] = {OWNER: 1, ADMIN: 3, OFFICER: 6}
"""Role -> number of members that may have it; others have no limit."""
_OFFICERS: Final = Right.REQUESTS | Right.TABLES | Right.RULESETS | Right.EVENTS | Right.TALK
DEFAULT_RIGHTS: Final[Mapping[str, Right]] = {
    OWNER: ALL_RIGHTS,
    ADMIN: ALL_RIGHTS,
    OFFICER: _OFFICERS,
    MEMBER: Right.TABLES,
}
"""Role -> rights of a member who is given the role."""


def is_above(role: str, other: str) -> bool:
    """Return True if the club role `role` is higher than the role `other`; False for equal ones.

    >>> is_above("admin", "officer"), is_above("admin", "admin"), is_above("member", "owner")
    (True, False, False)
    """
    return ROLES.index(role) < ROLES.index(other)


def may_give_role(giver: str, before: str, after: str) -> bool:
    """Return True if the club role `giver` may change a member's from `before` to `after`.

    >>> may_give_role("owner", "member", "admin"), may_give_role("admin", "member", "admin")
    (True, False)
    """
    return is_above(giver, before) and is_above(giver, after)


def given_rights(giver: int, before: int, wanted: int) -> int:
    """Return the rights (bits) of a club member after another has set them to `wanted`.

    Only those rights change that `giver`, the other's rights, contains; `before` are the old ones.

    >>> bin(given_rights(0b011, 0b110, 0b001))
    '0b101'
    """
    return (before & ~giver) | (wanted & giver)


def rights_in(rights: int) -> list[Right]:
    """Return the rights that a stored number (bits) contains, in the order of their values.

    >>> rights_in(66)
    [<Right.REQUESTS: 2>, <Right.TABLES: 64>]
    """
    return [right for right in Right if right & rights]

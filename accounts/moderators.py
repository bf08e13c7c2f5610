"""The group of moderators, and the rights that its members get.

Apps grant rights after `migrate` has made the rows of permissions, which is later than any
migration. So the group is there in every database, and has what a new release adds.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

GROUP: Final = "moderators"


def grant_to_moderators(
    *, app_label: str, codenames: Collection[str], using: str, apps: Any
) -> None:
    """Give the group permissions of an app, and make the group where it is missing.

    Permissions that it has besides stay. `apps` are the models as the database has them now: where
    only some migrations have run, what is not there yet is granted by a later run.
    """
    try:
        groups, permissions = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    except LookupError:
        return
    found = permissions.objects.using(using).filter(
        content_type__app_label=app_label, codename__in=codenames
    )
    group, _made = groups.objects.using(using).get_or_create(name=GROUP)
    group.permissions.add(*found)

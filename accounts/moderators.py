"""The group of moderators and its permissions.

Apps grant permissions after `migrate` has created the rows of permissions, which is later than any
migration. So every database has the group, with the permissions that a new release adds.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

MODERATORS_GROUP: Final = "moderators"


def grant_to_moderators(
    *, app_label: str, codenames: Collection[str], using: str, apps: Any
) -> None:
    """Give the group of moderators these permissions (codenames) of an app; create the group.

    Other permissions of the group stay. `using` is the database, `apps` are the models as it has
    them now: where only some migrations have run, missing ones are granted by a later run.
    """
    try:
        groups, permissions = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    except LookupError:
        return
    granted = permissions.objects.using(using).filter(
        content_type__app_label=app_label, codename__in=codenames
    )
    group, _created = groups.objects.using(using).get_or_create(name=MODERATORS_GROUP)
    group.permissions.add(*granted)

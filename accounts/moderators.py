"""The group of moderators, and the rights that its members get.

Apps grant rights after `migrate` has made the rows of permissions, which is later than any
migration. So the group is there in every database, and has what a new release adds.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.contrib.auth.models import Group, Permission

GROUP: Final = "moderators"


def grant_to_moderators(*, app_label: str, codenames: Collection[str], using: str) -> None:
    """Give the group permissions of an app, and make the group where it is missing.

    Permissions that it has besides stay. Raises LookupError for a codename that there is not.
    """
    group, _made = Group.objects.using(using).get_or_create(name=GROUP)
    found = list(
        Permission.objects.using(using).filter(
            content_type__app_label=app_label, codename__in=codenames
        )
    )
    if missing := set(codenames) - {permission.codename for permission in found}:
        raise LookupError(f"{app_label} has no permission {min(missing)!r}")
    group.permissions.add(*found)

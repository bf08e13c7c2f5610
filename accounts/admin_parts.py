"""Base classes of the site's admins: who may see rows, and which lookups are allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin.filters import SimpleListFilter

if TYPE_CHECKING:
    from django.http import HttpRequest

    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class StrictLookups(ModelAdmin):
    """Base of admin classes whose list can be filtered only by the filters that it shows.

    Django lets an address filter by any column of the row itself, such as `?password__startswith=`,
    so that a user who sees the list could read columns that it does not show.
    """

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Return True if a parameter of the URL (field lookup and value) may filter the list."""
        filters = self.list_filter if request is None else self.get_list_filter(request)
        offered = {_parameter(list_filter) for list_filter in filters}
        if self.date_hierarchy:
            offered.add(self.date_hierarchy)
        return any(lookup == name or lookup.startswith(f"{name}__") for name in offered)


def _parameter(list_filter: Any) -> str:
    """Return the URL parameter of an item of the admin's `list_filter`."""
    if isinstance(list_filter, type) and issubclass(list_filter, SimpleListFilter):
        return str(list_filter.parameter_name)
    return str(list_filter[0] if isinstance(list_filter, (list, tuple)) else list_filter)


class SuperusersOnly(StrictLookups):
    """Base of admin classes for rows that only superusers view and change, whatever others may."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return True if the user is a superuser, for whom the admin's index lists the rows."""
        return bool(request.user.is_superuser) and super().has_module_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return True if the user is a superuser, who may view a row."""
        return bool(request.user.is_superuser) and super().has_view_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return True if the user is a superuser, who may add a row."""
        return bool(request.user.is_superuser) and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return True if the user is a superuser, who may change a row."""
        return bool(request.user.is_superuser) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return True if the user is a superuser, who may delete a row."""
        return bool(request.user.is_superuser) and super().has_delete_permission(request, obj)

"""Accounts in the admin."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model
from django.http import HttpRequest

from accounts.models import User
from accounts.services import close_account

# Staff come in by the same door as all: with the second factor, and counted attempts.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]  # no runtime generic
    """Who has an account; names and passwords are their owners' business."""

    list_display = ("username", "email", "is_guest", "is_bot", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active")
    search_fields = ("username", "email")
    readonly_fields = ("username", "is_guest", "is_bot", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "email", "language", "is_guest", "is_bot")}),
        ("Access", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        close_account(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for user in queryset:
            close_account(user=user)

    def get_readonly_fields(
        self, request: HttpRequest, obj: Model | None = None
    ) -> tuple[str, ...]:
        more = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups")
        return (*self.readonly_fields, *more)

"""The accounts app."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy


class AccountsConfig(AppConfig):
    """App config of the accounts app: users, guests, and their settings."""

    name = "accounts"
    verbose_name = gettext_lazy("Accounts of the site")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect receivers of signals, and grant moderators permissions after each `migrate`."""
        from accounts import event_receivers, second_factor  # noqa: F401 - connect receivers

        post_migrate.connect(_grant, sender=self, dispatch_uid="accounts.moderators")


def _grant(sender: AppConfig, using: str, apps: Any = apps, **_more: Any) -> None:
    """Grant the group of moderators the permission to bar accounts."""
    from accounts.moderators import grant_to_moderators

    grant_to_moderators(app_label="accounts", codenames={"bar_user"}, using=using, apps=apps)

"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, guests and what belongs to them."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect what writes down events of accounts."""
        from accounts import event_receivers  # noqa: F401 - its receivers connect themselves

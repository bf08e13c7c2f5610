"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, matches, figures."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

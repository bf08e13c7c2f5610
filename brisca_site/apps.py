"""The site as an app: what is done once, when a process of it starts."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Settings, routes, and what an operator asks of the site."""

    name = "brisca_site"

    def ready(self) -> None:
        """Listen to sign-ins, and close data that an earlier release left readable for others."""
        from django.conf import settings

        from brisca_site import security_log  # noqa: F401 - its receivers
        from brisca_site.file_modes import restrict

        restrict(settings.VAR_DIR, public=settings.STATIC_ROOT)

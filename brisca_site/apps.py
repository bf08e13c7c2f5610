"""The site as a Django app, with the work done once when a process starts."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """App config of the parts that belong to the whole site: settings, addresses and operation."""

    name = "brisca_site"

    def ready(self) -> None:
        """Register signal receivers and checks; make files of earlier releases private."""
        from django.conf import settings

        from brisca_site import removed_settings, security_log  # noqa: F401 - a check; receivers
        from brisca_site.file_modes import restrict

        restrict(settings.VAR_DIR, public=settings.STATIC_ROOT)

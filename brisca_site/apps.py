"""The site as a Django app, with the work done once when a process starts."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """App config of what belongs to the whole site: settings, addresses and operation."""

    name = "brisca_site"

    def ready(self) -> None:
        """Connect receivers of sign-ins, and close files that an earlier release left readable."""
        from django.conf import settings

        from brisca_site import security_log  # noqa: F401 - its receivers
        from brisca_site.file_modes import restrict

        restrict(settings.VAR_DIR, public=settings.STATIC_ROOT)

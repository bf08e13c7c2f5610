"""Model of announcements: lines that operators show at the top of every page."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


def check_link(address: str) -> None:
    """Check that an address can be a link of a page of the site.

    Raises:
        ValidationError: it is neither a path nor an address with https.
    """
    if not address.startswith(("/", "https://")):
        raise ValidationError(_("Write a path (/…) or an address (https://…)."))


class Announcement(models.Model):
    """A line of text at the top of every page for some time, such as a planned interruption."""

    text_es = models.CharField(max_length=240, help_text="In Spanish.")
    text_ca = models.CharField(max_length=240, blank=True, help_text="Empty: the Spanish text.")
    text_en = models.CharField(max_length=240, blank=True, help_text="Empty: the Spanish text.")
    url = models.CharField(
        max_length=200,
        blank=True,
        validators=[check_link],
        help_text="Where more is said: an address or a path. May be empty.",
    )
    starts_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(help_text="Afterwards the line disappears by itself.")

    class Meta:
        verbose_name = pgettext_lazy("model", "announcement")
        verbose_name_plural = pgettext_lazy("model", "announcements")
        ordering = ["-starts_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("starts_at")),
                name="announcement_ends_later",
                violation_error_message=_("The announcement must end after it starts."),
            )
        ]

    def __str__(self) -> str:
        return self.text_es[:60]

    def text(self, language: str) -> str:
        """Return the text in a language, in Spanish where there is none."""
        texts = {"ca": self.text_ca, "en": self.text_en}
        return texts.get(language, "") or self.text_es

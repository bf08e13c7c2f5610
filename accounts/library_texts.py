"""Texts of Django and allauth that this site translates in its own form of address.

Here they enter the site's catalogue, which overrides those of the libraries.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop, ngettext_lazy

OURS: Final = (
    gettext_noop("Forgot your password?"),
    gettext_noop("This field is required."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
)

"""The form of a person's settings of notifications."""

from __future__ import annotations

from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.conduct import notifying
from games.models import NotificationSettings
from games.pages.forms.long_select import LongSelect
from games.pages.wording.notifications import CHANNELS, KINDS

HOUR_CHOICES: Final = [(hour, f"{hour}:00") for hour in range(24)]


@cache
def zone_names() -> tuple[str, ...]:
    """Return the names of time zones that a person may choose, without old and technical ones."""
    areas = (
        "Africa/",
        "America/",
        "Asia/",
        "Atlantic/",
        "Australia/",
        "Europe/",
        "Indian/",
        "Pacific/",
    )
    return tuple(
        sorted({"UTC", *(name for name in available_timezones() if name.startswith(areas))})
    )


class NotificationForm(forms.Form):
    """Form with the settings of notifications: channels, quiet hours, daily mail, time zone."""

    quiet_from = forms.TypedChoiceField(
        label=gettext_lazy("Quiet from"), choices=HOUR_CHOICES, coerce=int,
        help_text=gettext_lazy("Messages to your browsers wait until quiet hours are over."),
    )  # fmt: skip
    quiet_to = forms.TypedChoiceField(
        label=gettext_lazy("Quiet until"), choices=HOUR_CHOICES, coerce=int,
        help_text=gettext_lazy("The same hour twice: there are none."),
    )  # fmt: skip
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), widget=LongSelect)
    mail_on = forms.BooleanField(label=gettext_lazy("Send me mails"), required=False)
    mail_hour = forms.TypedChoiceField(
        label=gettext_lazy("Hour of the mail"), choices=HOUR_CHOICES, coerce=int,
        help_text=gettext_lazy("At most one a day, and none where there is nothing to tell."),
    )  # fmt: skip

    def __init__(self, data: Any = None, *, own: NotificationSettings) -> None:
        super().__init__(data, initial=_initial(own))
        zone: Any = self.fields["time_zone"]
        names = {*zone_names(), own.time_zone or settings.NOTIFICATION_TIME_ZONE}
        zone.choices = [(name, name.replace("_", " ")) for name in sorted(names)]
        for kind in KINDS:
            for channel in notifying.CHANNELS:
                self.fields[f"{kind}.{channel}"] = forms.BooleanField(
                    required=False,
                    label=_("%(kind)s: %(channel)s")
                    % {"kind": KINDS[kind][0], "channel": CHANNELS[channel]},
                )

    def rows(self) -> list[tuple[Any, Any, list[tuple[Any, forms.BoundField]]]]:
        """Return a row for each kind of notification: name, explanation, [(channel, checkbox)]."""
        return [
            (
                name,
                hint,
                [(CHANNELS[channel], self[f"{kind}.{channel}"]) for channel in notifying.CHANNELS],
            )
            for kind, (name, hint) in KINDS.items()
        ]

    def chosen(self) -> dict[str, list[str]]:
        """Return dict from kind of notification to its chosen channels; the form must be valid."""
        return {
            str(kind): [
                channel for channel in notifying.CHANNELS if self.cleaned_data[f"{kind}.{channel}"]
            ]
            for kind in KINDS
        }


def _initial(own: NotificationSettings) -> dict[str, Any]:
    """Return the values of the form for stored settings."""
    ticked = {
        f"{kind}.{channel}": True
        for kind in KINDS
        for channel in notifying.channels_of(kind, own.channels)
    }
    return {
        "quiet_from": own.quiet_from,
        "quiet_to": own.quiet_to,
        "time_zone": own.time_zone or settings.NOTIFICATION_TIME_ZONE,
        "mail_on": own.mail_on,
        "mail_hour": own.mail_hour,
        **ticked,
    }

"""The form of somebody who sits down at a table: a name and a face, both if they like."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.faces import FACES
from accounts.models import User
from accounts.names import checked_name

NAME_LENGTH: Final = 16
"""Letters that a name given here may have: it has to fit on a plate."""


class SeatForm(forms.Form):
    """How somebody wants to be called and to look at the table; both may be left as they are."""

    name = forms.CharField(
        label=gettext_lazy("What is your name?"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "nickname", "autocapitalize": "words"}),
    )
    face = forms.ChoiceField(required=False, choices=[(one, one) for one in FACES])

    def __init__(self, *args: Any, user: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.offered: list[str] = []
        """A free name like the one that was asked for, which the next press of the button takes."""
        if user is not None and not user.is_guest:
            del self.fields["name"]

    def clean_name(self) -> str:
        """Return the name as it is kept; spaces become hyphens. Empty: a name is given."""
        name = "-".join(self.cleaned_data["name"].split())
        if not name:
            return ""
        try:
            return checked_name(name, user=self.user)
        except ValidationError as error:
            free = _free_name(name, self.user)
            if not free:
                raise
            self.offered.append(free)
            values = {"reason": error.messages[0], "name": free}
            raise ValidationError(_("%(reason)s “%(name)s” is free.") % values) from error


def _free_name(name: str, user: User | None) -> str:
    """Return a name like one that is taken, with a number; empty where that is no name either."""
    for number in range(2, 7):
        wanted = f"{name[: NAME_LENGTH - 1]}{number}"
        try:
            return checked_name(wanted, user=user)
        except ValidationError:
            continue
    return ""

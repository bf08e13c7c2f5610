"""The form of a visitor who sits down at a table: an optional name and face."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.faces import FACES
from accounts.models import User
from accounts.names import checked_name

NAME_LENGTH: Final = 24
"""Maximum number of letters of a name, as for an account."""


class SeatForm(forms.Form):
    """Form with the name and face of a visitor who sits down; an empty field changes nothing."""

    name = forms.CharField(
        label=gettext_lazy("What is your name?"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "nickname", "autocapitalize": "words"}),
    )
    face = forms.ChoiceField(required=False, choices=[(face, face) for face in FACES])

    def __init__(self, *args: Any, user: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.offered: list[str] = []
        """A free name like the one that was asked for, which the next press of the button takes."""
        if user is not None and not user.is_guest:
            del self.fields["name"]

    def clean_name(self) -> str:
        """Return the typed name as the site stores it; "" if none is given.

        Raises:
            ValidationError: the name is taken or not allowed; a free one is offered where possible.
        """
        name = self.cleaned_data["name"].strip()
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
    """Return a free name made of a taken one and a number; "" if all five tries are taken."""
    for number in range(2, 7):
        wanted = f"{name[: NAME_LENGTH - 1]}{number}"
        try:
            return checked_name(wanted, user=user)
        except ValidationError:
            continue
    return ""

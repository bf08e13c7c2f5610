"""Forms of teams: asking partners to found one, and changing one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.faces import FACE_NAMES
from accounts.forms import FaceSelect
from games.models import Team
from games.rules_text.playing import SIGNS
from games.services.teams import MAX_NAME


class TeamForm(forms.Form):
    """Form with a team's name and its face, the picture that stands for the team."""

    name = forms.CharField(
        label=_("Name of the team"),
        max_length=MAX_NAME,
        required=False,
        help_text=_("Without one it is called by the names of its players."),
    )
    face = forms.ChoiceField(
        label=_("Its tile"), required=False, choices=list(FACE_NAMES.items()), widget=FaceSelect
    )


class ProposalForm(TeamForm):
    """Form in which a player asks one or two partners to found a team."""

    partner = forms.CharField(
        label=_("Partner"),
        max_length=32,
        help_text=_("The name on the site. They are asked, and have to agree."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    second = forms.CharField(
        label=_("Second partner, for a three"),
        max_length=32,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("partner", "second", "name", "face")

    def partners(self) -> list[str]:
        """Return the names of the invited partners; the form must be valid."""
        names = (self.cleaned_data["partner"], self.cleaned_data["second"])
        return [name.strip() for name in names if name.strip()]


class ChangeForm(TeamForm):
    """Form that changes a founded team: name, face, and the signs that it declares to make."""

    signs = forms.MultipleChoiceField(
        label=_("Signs that you make"),
        required=False,
        choices=[(name, sign.meaning) for name, sign in SIGNS.items()],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Your opponents see them on this page."),
    )


def initial_of(team: Team) -> dict[str, Any]:
    """Return a team's name, face and signs as initial values of its form: field -> value."""
    return {"name": team.name, "face": team.face, "signs": team.signs}

"""Forms of clubs: founding and changing one, and challenging another."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.clubs.models import Club
from games.clubs.models.clubs import ClubEntry
from games.clubs.services.founding import EMBLEMS, MAX_DESCRIPTION, MAX_NAME, MAX_PLACE, ClubOptions
from games.clubs.wording.clubs import CHALLENGE_NAMES, ENTRY_NAMES
from games.common.card_names import card_name
from games.pages.forms.start import OffsetField, StartField, ZoneField


class CardSelect(forms.RadioSelect):
    """Radio widget to choose a card, drawn beside each button by `_components/field.html`."""

    shows_cards = True


class ClubForm(forms.Form):
    """Form with the settings of a club, for those who run it."""

    name = forms.CharField(
        label=_("Name of the club"),
        max_length=MAX_NAME,
        min_length=3,
        help_text=_("3 to 40 characters."),
    )
    description = forms.CharField(
        label=_("In a few words"),
        max_length=MAX_DESCRIPTION,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    emblem = forms.ChoiceField(
        label=_("Emblem"), initial="O7", help_text=_("A card of the deck."), widget=CardSelect
    )
    entry = forms.ChoiceField(
        label=_("Who enters"),
        choices=list(ENTRY_NAMES.items()),
        initial=ClubEntry.REQUEST,
        widget=forms.RadioSelect,
    )
    members_visible = forms.BooleanField(
        label=_("Everybody sees who the members are"), required=False, initial=True
    )
    talk_public = forms.BooleanField(
        label=_("Everybody reads the talk page"),
        required=False,
        help_text=_("Only where everybody sees the members. Members alone write."),
    )
    tables_closed = forms.BooleanField(
        label=_("Only members play at its tables"),
        required=False,
        initial=True,
        help_text=_("Nobody else sits down there, or watches, even with the address."),
    )
    language = forms.ChoiceField(label=_("Language"), required=False)
    place = forms.CharField(
        label=pgettext_lazy("town of a club", "Place"), max_length=MAX_PLACE, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # browsers cut a longer name that is pasted, without a word
        del self.fields["name"].widget.attrs["maxlength"]
        emblem, language = self.fields["emblem"], self.fields["language"]
        assert isinstance(emblem, forms.ChoiceField)
        assert isinstance(language, forms.ChoiceField)
        emblem.choices = [(code, card_name(code)) for code in EMBLEMS]
        language.choices = [("", _("Any")), *settings.LANGUAGES]

    def chosen(self) -> ClubOptions:
        """Return the chosen settings of the club; the form must be valid."""
        fields = {**self.cleaned_data}
        fields.pop("handle", None)
        return ClubOptions(**fields)


class FoundForm(ClubForm):
    """Form with which a player founds a club: its settings, and its handle."""

    handle = forms.CharField(
        label=_("Address"),
        min_length=3,
        max_length=24,
        help_text=_("Letters a to z, digits and hyphens. It stays as it is."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    field_order = ("name", "handle")


class ChallengeForm(forms.Form):
    """Form with which a club challenges another to a match."""

    rival = forms.CharField(label=_("Address of the other club"), max_length=24)
    kind = forms.ChoiceField(
        label=_("What counts"),
        choices=list(CHALLENGE_NAMES.items()),
        initial="players",
        widget=forms.RadioSelect,
    )
    starts_at = StartField(label=_("Day and hour"))
    offset = OffsetField()
    time_zone = ZoneField()


def initial_of(club: Club) -> dict[str, Any]:
    """Return a club's settings as initial values of its form: field -> value."""
    names = (
        "name",
        "description",
        "emblem",
        "entry",
        "members_visible",
        "talk_public",
        "tables_closed",
    )
    return {name: getattr(club, name) for name in (*names, "language", "place")}


FIELD_OF = {
    "bad_name": "name", "bad_words": "description", "bad_emblem": "emblem", "bad_entry": "entry",
    "bad_language": "language", "bad_handle": "handle", "handle_taken": "handle",
}  # fmt: skip
"""Code of a refusal -> the field that it is about."""

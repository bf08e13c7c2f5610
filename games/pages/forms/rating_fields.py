"""The fields of the form that opens a table for the ratings of who may sit down."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Table
from games.services.rating_range import HIGHEST_BOUND, OFFERED_DIFFERENCES, RatingRange

BETWEEN_FIGURES: Final = "between"
"""The choice of a range between two figures."""
RATING_FIELD_NAMES: Final = ("rating", "rating_low", "rating_high", "newcomers")


class RatingFields(forms.Form):
    """Base of forms that limit by rating who may sit down at a public table."""

    rating = forms.ChoiceField(
        label=_("Who may sit down, by rating"),
        required=False,
        help_text=_("At tables for anybody. Bots sit down whatever you choose."),
        choices=[
            ("", _("Any")),
            *(
                (str(difference), _("Within ±%(n)s of mine") % {"n": difference})
                for difference in OFFERED_DIFFERENCES
            ),
            (BETWEEN_FIGURES, _("Between two figures")),
        ],
    )
    rating_low = forms.IntegerField(
        label=_("Lowest rating, where you choose figures"),
        required=False,
        min_value=0,
        max_value=HIGHEST_BOUND,
    )
    rating_high = forms.IntegerField(
        label=_("Highest rating, where you choose figures"),
        required=False,
        min_value=0,
        max_value=HIGHEST_BOUND,
    )
    newcomers = forms.ChoiceField(
        label=_("People without a rating"),
        required=False,
        initial="yes",
        choices=[("yes", _("May sit down")), ("no", _("May not sit down"))],
    )

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with an error if the lowest rating is above the highest."""
        data = super().clean() or {}
        low, high = data.get("rating_low"), data.get("rating_high")
        if low is not None and high is not None and low > high:
            self.add_error("rating_high", _("This is less than the lowest rating."))
        return data

    def rating_range(self) -> RatingRange:
        """Return the range of ratings that may sit down; all, if only a link opens the table."""
        data = self.cleaned_data
        if data["visibility"] != Table.Visibility.PUBLIC:
            return RatingRange()
        figures = data["rating"] == BETWEEN_FIGURES
        return RatingRange(
            within=int(data["rating"]) if data["rating"] and not figures else None,
            low=data["rating_low"] if figures else None,
            high=data["rating_high"] if figures else None,
            newcomers=data["newcomers"] != "no",
        )

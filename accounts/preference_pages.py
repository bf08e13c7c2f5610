"""The page of preferences: look, sound and behaviour of the site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.preferences import CHOICES, preferences_of, remember_preferences
from accounts.services import set_account_preferences

SWITCH: Final[Mapping[str, str]] = {"on": "on", "off": "off"}
"""Values of a preference that is a switch; they are never shown, the checkbox shows them."""
LABELS: dict[str, tuple[Any, Any, Mapping[str, Any]]] = {
    "deck": (
        gettext_lazy("Cards"),
        gettext_lazy("Games that are played with French cards show those whatever you choose."),
        {
            "classic": gettext_lazy("Classic"),
            "large": gettext_lazy("Large figures"),
            "contrast": gettext_lazy("High contrast"),
            "french": gettext_lazy("French faces"),
        },
    ),
    "felt": (
        gettext_lazy("Cloth"),
        "",
        {
            "sea": gettext_lazy("Sea"),
            "olive": gettext_lazy("Olive"),
            "slate": gettext_lazy("Slate"),
            "wine": gettext_lazy("Wine"),
        },
    ),
    "sound": (gettext_lazy("Sounds"), "", SWITCH),
    "motion": (
        gettext_lazy("Animate the cards"),
        gettext_lazy("Never where your device asks for less motion."),
        SWITCH,
    ),
    "buzz": (gettext_lazy("Vibrate when it is my turn"), "", SWITCH),
    "play": (
        gettext_lazy("To play a card"),
        gettext_lazy("With the keyboard, Enter always plays it."),
        {
            "tap": gettext_lazy("Tap it, or drag it to the table"),
            "double": gettext_lazy("Tap it twice, or drag it"),
            "drag": gettext_lazy("Drag it, or tap it and confirm"),
        },
    ),
    "undo": (
        gettext_lazy("A moment to take a card back"),
        gettext_lazy("Cards are sent after a second and a half; until then, tap to take one back."),
        SWITCH,
    ),
    "speech": (
        gettext_lazy("What a screen reader says during a game"),
        "",
        {
            "full": gettext_lazy("Every card, trick and draw"),
            "brief": gettext_lazy("Cards and tricks"),
            "turn": gettext_lazy("My turn, and what is on the table then"),
        },
    ),
    "voice": (
        gettext_lazy("Say the moves aloud"),
        gettext_lazy("With a voice of this device, if it has one for your language."),
        {
            "simple": gettext_lazy("In the simple view"),
            "on": gettext_lazy("Always"),
            "off": gettext_lazy("Never"),
        },
    ),
    "names": (gettext_lazy("Names under the cards"), "", SWITCH),
    "keys": (
        gettext_lazy("Single-key shortcuts at the table"),
        gettext_lazy("1 to 9 choose a card, C exchanges the seven, and so on."),
        SWITCH,
    ),
    "watching": (
        gettext_lazy("When I watch a table"),
        gettext_lazy("Guests are only counted, and people you have blocked never see your name."),
        {
            "counted": gettext_lazy("Count me without my name"),
            "named": gettext_lazy("Show my name to everyone there"),
        },
    ),
    "chat": (
        gettext_lazy("What people write to each other"),
        gettext_lazy(
            "Without chat you see nothing that others write at tables, in messages and in clubs, and "
            "you write nothing yourself. People who want to write to you learn only that you take no "
            "messages."
        ),
        {
            "on": gettext_lazy("With chat"),
            "off": gettext_lazy("Without chat: ready phrases and faces alone"),
        },
    ),
}
"""Label, hint and names of the values of each preference."""
GROUPS: Final[Mapping[Promise, tuple[str, ...]]] = {
    gettext_lazy("Look"): ("deck", "felt", "names"),
    gettext_lazy("Sound and motion"): ("sound", "voice", "buzz", "motion"),
    gettext_lazy("At the table"): ("play", "undo", "keys", "speech", "watching"),
    gettext_lazy("Chat"): ("chat",),
}
"""Names of the preferences under each heading, in the order of the page."""
PICTURED: Final = frozenset({"deck", "felt"})
"""Preferences whose choices are shown as pictures."""


class SwitchInput(forms.CheckboxInput):
    """Checkbox widget that sends `on` or `off`; browsers send nothing for an empty box."""

    def __init__(self) -> None:
        super().__init__(check_test=lambda value: value == "on")

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """Return the submitted text of the checkbox, which the field then checks."""
        return data.get(name, "off")

    def use_required_attribute(self, initial: Any) -> bool:
        """Return False: otherwise a browser would not send the form before every box is ticked."""
        return False


class PreferencesForm(forms.Form):
    """Form with all preferences of a visitor, or only those that `only` names."""

    def __init__(self, *args: Any, only: set[str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, (label, hint, values) in LABELS.items():
            if only is not None and name not in only:
                continue
            self.fields[name] = forms.ChoiceField(
                label=label,
                help_text=hint,
                choices=[(value, values[value]) for value in CHOICES[name]],
                widget=_widget(name, values),
            )

    def groups(self) -> list[tuple[Promise, list[forms.BoundField]]]:
        """Return the form's fields, grouped under the headings of the page."""
        return [(title, [self[name] for name in names]) for title, names in GROUPS.items()]


def _widget(name: str, values: Mapping[str, Any]) -> forms.Widget:
    """Return the form widget of a preference: a switch, pictures or a list."""
    if values is SWITCH:
        return SwitchInput()
    return forms.RadioSelect() if name in PICTURED else forms.Select()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show the visitor's preferences, or store the submitted ones.

    A script may submit some preferences with `quiet`, and receives 204 or 422 without a page.
    """
    now = preferences_of(request)
    if request.method == "POST":
        return _store_submitted(request, now)
    return render(request, "accounts/preferences.html", {"form": PreferencesForm(initial=now)})


def _store_submitted(request: HttpRequest, current: dict[str, str]) -> HttpResponse:
    """Store the submitted preferences over the `current` ones."""
    quiet = "quiet" in request.POST
    form = PreferencesForm(request.POST, only=set(request.POST) & set(CHOICES) if quiet else None)
    if not form.is_valid():
        if quiet:
            return HttpResponse(status=422)
        return render(request, "accounts/preferences.html", {"form": form}, status=422)
    chosen = current | form.cleaned_data
    if request.user.is_authenticated:
        assert isinstance(request.user, User)
        set_account_preferences(user=request.user, preferences=chosen)
    response = HttpResponse(status=204) if quiet else redirect("preferences")
    remember_preferences(response, chosen)
    if not quiet:
        messages.success(request, _("Saved."))
    return response


@never_cache
@require_safe
def who(request: HttpRequest) -> HttpResponse:
    """Answer with the id of the signed-in user as text, "" for strangers.

    Pages ask after they were told that their session is over.
    """
    who = str(request.user.pk) if request.user.is_authenticated else ""
    return HttpResponse(who, content_type="text/plain; charset=utf-8")

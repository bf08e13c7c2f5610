"""The page where somebody chooses how the site looks, sounds and feels."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.preferences import CHOICES, preferences_of, remember_preferences
from accounts.services import set_account_preferences

LABELS: dict[str, tuple[Any, Any, dict[str, Any]]] = {
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
    "sound": (
        gettext_lazy("Sounds"),
        "",
        {"on": gettext_lazy("On"), "off": gettext_lazy("Off")},
    ),
    "motion": (
        gettext_lazy("Cards move"),
        gettext_lazy("Where your device asks for less motion, they never do."),
        {"on": gettext_lazy("Yes"), "off": gettext_lazy("No")},
    ),
    "buzz": (
        gettext_lazy("A phone vibrates when it is your turn"),
        "",
        {"on": gettext_lazy("Yes"), "off": gettext_lazy("No")},
    ),
    "play": (
        gettext_lazy("To play a card"),
        gettext_lazy("With the keyboard, Enter plays it in any case."),
        {
            "tap": gettext_lazy("Tap it, or drag it to the table"),
            "double": gettext_lazy("Tap it twice, or drag it"),
            "drag": gettext_lazy("Drag it, or tap it and confirm"),
        },
    ),
    "undo": (
        gettext_lazy("A moment to take a card back"),
        gettext_lazy("It is sent after a second and a half; until then a tap takes it back."),
        {"off": gettext_lazy("No, send it at once"), "on": gettext_lazy("Yes")},
    ),
    "speech": (
        gettext_lazy("What a screen reader is told of the game"),
        "",
        {
            "full": gettext_lazy("Every card, trick and draw"),
            "brief": gettext_lazy("Cards and tricks"),
            "turn": gettext_lazy("When it is my turn, and what lies there then"),
        },
    ),
    "names": (
        gettext_lazy("Names under the cards"),
        "",
        {"off": gettext_lazy("No"), "on": gettext_lazy("Yes")},
    ),
    "keys": (
        gettext_lazy("Single keys at the table"),
        gettext_lazy("1 to 9 choose a card, C changes the seven, and so on."),
        {"on": gettext_lazy("Yes"), "off": gettext_lazy("No")},
    ),
    "watching": (
        gettext_lazy("When I watch a table"),
        gettext_lazy("Guests are only counted, and whoever you block never sees your name there."),
        {
            "counted": gettext_lazy("Count me, without my name"),
            "named": gettext_lazy("Show my name to those who are there"),
        },
    ),
}
"""Name -> what it is called, a hint, and what its values are called, in the order of the page."""


class PreferencesForm(forms.Form):
    """A group of choices for each preference."""

    def __init__(self, *args: Any, only: set[str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, (label, hint, values) in LABELS.items():
            if only is not None and name not in only:
                continue
            self.fields[name] = forms.ChoiceField(
                label=label,
                help_text=hint,
                choices=[(value, values[value]) for value in CHOICES[name]],
                widget=forms.RadioSelect,
            )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """See and change them. A script may send some alone, and is answered without a page."""
    now = preferences_of(request)
    if request.method != "POST":
        form = PreferencesForm(initial=now)
        return render(request, "accounts/preferences.html", {"form": form})
    quiet = "quiet" in request.POST
    form = PreferencesForm(request.POST, only=set(request.POST) & set(CHOICES) if quiet else None)
    if not form.is_valid():
        if quiet:
            return HttpResponse(status=422)
        return render(request, "accounts/preferences.html", {"form": form}, status=422)
    chosen = now | form.cleaned_data
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
    """Who this browser is signed in as, for a page that was told that its session is over."""
    who = str(request.user.pk) if request.user.is_authenticated else ""
    return HttpResponse(who, content_type="text/plain; charset=utf-8")

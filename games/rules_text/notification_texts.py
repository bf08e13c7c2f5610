"""Sentences of notifications, for the bell, push messages, mails and programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

TEXTS: Final[Mapping[str, Promise | str]] = {
    "followed": gettext_lazy("%(actor)s follows you."),
    # leagues
    "league_asked": gettext_lazy("%(name)s wants to enter %(league)s with you."),
    "league_substitute": gettext_lazy("%(name)s asks you to be a substitute in %(league)s."),
    "league_begins": gettext_lazy("%(league)s has begun. See against whom you play."),
    "league_called_off": gettext_lazy("%(league)s does not begin: too few have entered."),
    "league_proposed": gettext_lazy("%(rivals)s propose a time for your match in %(league)s."),
    "league_refused": gettext_lazy("%(rivals)s cannot play at the time that you proposed."),
    "league_agreed": gettext_lazy("The time of your match against %(rivals)s is agreed."),
    "league_default": gettext_lazy("Nobody agreed on a time: your match against %(rivals)s has the default one."),
    "league_tomorrow": gettext_lazy("You play against %(rivals)s within a day."),
    "league_soon": gettext_lazy("You play against %(rivals)s within an hour."),
    "league_result": gettext_lazy("Your match against %(rivals)s is over. See the result."),
    "league_walkover": gettext_lazy("Your match against %(rivals)s was decided without being played."),
    "league_void": gettext_lazy("Your match against %(rivals)s could not be played to its end."),
    "league_corrected": gettext_lazy("The organisers have changed the result of your match against %(rivals)s."),
    "league_play_off": gettext_lazy("You play for a place in the next division of %(league)s."),
    "league_finished": gettext_lazy("%(league)s is over. You are in place %(place)s of your division."),
    "league_next": gettext_lazy("The next season of %(league)s is announced, and you are entered."),
}  # fmt: skip
"""Sentence of each `Notification.text`; placeholders are keys of its data."""


def notification_text(text: str, data: Mapping[str, str | int]) -> str:
    """Return the sentence of a notification in the current language.

    Unknown ones, which a newer process has stored, are told in general words.
    """
    sentence = TEXTS.get(text)
    if sentence is None:
        return _("There is news for you.")
    return str(sentence) % data

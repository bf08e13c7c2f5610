"""Sentences of notifications, for the bell, push messages, mails and programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

NOTIFICATION_TEXTS: Final[Mapping[str, Promise | str]] = {
    "followed": gettext_lazy("%(actor)s follows you."),
    "team_proposed": gettext_lazy("%(actor)s wants to found a team with you."),
    # tables and matches
    "table_opened": gettext_lazy("%(actor)s has opened a table: %(game)s."),
    "invited": gettext_lazy("%(actor)s invites you to a table: %(game)s."),
    "invited_as_team": gettext_lazy("%(actor)s wants to play with you as %(team)s: %(game)s."),
    "invited_as_partner": gettext_lazy("%(actor)s wants to play as partners with you: %(game)s."),
    "match_waits": gettext_lazy("Your match goes on: %(game)s. They wait for you."),
    # tournaments
    "round_begins": gettext_lazy("Your game of %(event)s begins."),
    "checkin_open": gettext_lazy("The check-in of %(event)s is open: say that you are here."),
    "event_moved": gettext_lazy("%(event)s begins at another time: see when."),
    "event_cancelled": gettext_lazy("%(event)s has been called off."),
    # leagues
    "league_asked": gettext_lazy("%(name)s wants to enter %(league)s with you."),
    "league_substitute": gettext_lazy("%(name)s asks you to be a substitute in %(league)s."),
    "league_begins": gettext_lazy("%(league)s has begun. See against whom you play."),
    "league_called_off": gettext_lazy("%(league)s does not begin: too few have entered."),
    "league_proposed": gettext_lazy("%(rivals)s propose a time for your match in %(league)s."),
    "league_refused": gettext_lazy("%(rivals)s cannot play at the time that you proposed."),
    "league_agreed": gettext_lazy("The time of your match against %(rivals)s is agreed."),
    "league_default": gettext_lazy(
        "Nobody agreed on a time: your match against %(rivals)s has the default one."
    ),
    "league_tomorrow": gettext_lazy("You play against %(rivals)s within a day."),
    "league_soon": gettext_lazy("You play against %(rivals)s within an hour."),
    "league_result": gettext_lazy("Your match against %(rivals)s is over. See the result."),
    "league_walkover": gettext_lazy(
        "Your match against %(rivals)s was decided without being played."
    ),
    "league_void": gettext_lazy("Your match against %(rivals)s could not be played to its end."),
    "league_corrected": gettext_lazy(
        "The organisers have changed the result of your match against %(rivals)s."
    ),
    "league_play_off": gettext_lazy("You play for a place in the next division of %(league)s."),
    "league_finished": gettext_lazy(
        "%(league)s is over. You are in place %(place)s of your division."
    ),
    "league_next": gettext_lazy("The next season of %(league)s is announced, and you are entered."),
    # clubs
    "club_request": gettext_lazy("%(actor)s asks to enter %(club)s."),
    "club_welcome": gettext_lazy("%(club)s has let you in."),
    "club_refused": gettext_lazy("%(club)s has not let you in this time."),
    "club_invited": gettext_lazy("%(actor)s invites you to the club %(club)s."),
    "club_joined": gettext_lazy("%(actor)s has accepted your invitation to %(club)s."),
    "club_removed": gettext_lazy("You are not a member of %(club)s any more."),
    "club_owner": gettext_lazy("%(club)s is yours now."),
    "club_role_admin": gettext_lazy("You are an admin of %(club)s."),
    "club_role_officer": gettext_lazy("You are an officer of %(club)s."),
    "club_role_member": gettext_lazy("You are a member without an office in %(club)s."),
    "club_challenge": gettext_lazy("%(rival)s challenges %(club)s."),
    "club_challenge_accepted": gettext_lazy("%(rival)s accepts the challenge of %(club)s."),
    "club_challenge_refused": gettext_lazy("%(rival)s does not accept the challenge of %(club)s."),
    "club_news": gettext_lazy("%(club)s: %(news)s"),
    # ratings
    "ratings_recounted": gettext_lazy(
        "All ratings have been counted again from the matches played: they now begin with a "
        "smaller margin, so yours has changed."
    ),
    # matches worth seeing
    "match_of_week": gettext_lazy(
        "A match of yours is the match of the week. If you would rather not show it, you can take "
        "it down on its page."
    ),
    # messages
    "message": gettext_lazy("%(actor)s has written to you."),
}
"""Sentence of each `Notification.text`; placeholders are keys of its data."""

GROUPED_TEXTS: Final[Mapping[str, Any]] = {
    "followed": ngettext_lazy(
        "%(actor)s and %(n)s other follow you.", "%(actor)s and %(n)s others follow you.", "n"
    ),
    "table_opened": ngettext_lazy(
        "%(actor)s and %(n)s other have opened tables.",
        "%(actor)s and %(n)s others have opened tables.",
        "n",
    ),
}
"""Sentence of those texts that tell of several people together, the newest by name."""


def grouped_text(text: str, data: Mapping[str, str | int], others: int) -> str:
    """Return the sentence of a notification that `others` further people caused as well.

    `text` is its kind, a key of NOTIFICATION_TEXTS, `data` what fills the placeholders.
    """
    sentence = GROUPED_TEXTS.get(text)
    if sentence is None or others < 1:
        return notification_text(text, data)
    return str(sentence % {"actor": data.get("actor", ""), "n": others})


def notification_text(text: str, data: Mapping[str, str | int]) -> str:
    """Return the sentence of a notification, in the current language.

    `text` is its kind, a key of NOTIFICATION_TEXTS, and `data` fills the placeholders. Unknown
    kinds, which a newer process has stored, and those that lack a value get a general sentence.
    """
    sentence = NOTIFICATION_TEXTS.get(text)
    if sentence is None:
        return _("There is news for you.")
    try:
        return str(sentence) % data
    except (KeyError, ValueError, TypeError):
        return _("There is news for you.")

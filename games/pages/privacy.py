"""The page about stored personal data, its purposes and retention periods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.apps import apps
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

Text = str | Promise


@dataclass(frozen=True, slots=True)
class StoredData:
    """A kind of stored personal data: its content, purpose, and retention period."""

    what: Text
    why: Text
    long: Text


STORED_DATA_TEXTS: Final[dict[str, tuple[Text, Text]]] = {
    "sessions": (
        _("Where you are logged in: address (IP), browser, since when"),
        _("So that you stay logged in, and can see and end it elsewhere. Counted from the login."),
    ),
    "idle_sessions": (
        _("The same, where you no longer come"),
        _("A forgotten browser should not stay open. Counted from your last visit with it."),
    ),
    "sign_in_attempts": (
        _("Attempts to log in: name, address (IP), browser"),
        _("To stop whoever guesses passwords."),
    ),
    "account_events": (
        _("What happened to your account: logins, changes of password or e-mail, keys"),
        _("So that you can see whether somebody else was there."),
    ),
    "guests": (
        _("Guests who never sat down at a table"),
        _("They have left nothing that others need. Counted from their first visit."),
    ),
    "keys": (
        _("Keys for programs that have expired"),
        _("So that you can see what a key was, when a program stops."),
    ),
    "chat": (
        _("What you say at tables"),
        _("For those at the table, and as evidence where somebody is reported."),
    ),
    "messages": (
        _("What you and people who follow each other write to one another"),
        _("For the two of you. Moderators read only what one of you reports."),
    ),
    "reports": (
        _("Reports, with what was said around them"),
        _("So that moderators can decide, and see whether it happens again."),
    ),
    "decisions": (
        _("What moderators decided about you, why, and what they noted"),
        _(
            "So that you can read it and appeal, and moderators know what came before. The log of "
            "decisions stays, with numbers in place of names."
        ),
    ),
    "conduct": (
        _("Matches that you finished or left, and pauses that followed"),
        _("So that whoever leaves often has a pause. Pauses are counted from their end."),
    ),
    "bars": (
        _("That somebody was kept out, and why"),
        _("So that moderators know what came before. Counted from its end."),
    ),
    "signup_bans": (
        _("E-mail domains and keyed hashes of addresses (IP) from which nobody signs up"),
        _(
            "Against those who come back as somebody else. An address is refused for 30 days at "
            "most, and moderators never see it. Counted from the end."
        ),
    ),
    "table_bans": (
        _("That the host of a table does not let somebody sit there again"),
        _(
            "So that they cannot, until the host lets them. Of guests also a keyed hash of their "
            "addresses (IP), until the table closes."
        ),
    ),
    "notifications": (
        _("What you were told on the site, and invitations to tables"),
        _("So that you find it again. What you choose to be told stays with your account."),
    ),
    "requests": (
        _("Marks of what your browser or program asked for"),
        _("So that nothing is done twice when the connection breaks."),
    ),
    "logs": (
        _("Logs of the server: addresses (IP), pages, faults"),
        _("To find faults and attacks."),
    ),
    "backups": (
        _("Backups of everything, encrypted where they leave the server"),
        _("Against loss. What you delete is still in them until they are deleted too."),
    ),
}
"""Stored data and its purpose, by name of the retention period."""

DATA_WITHOUT_PERIOD: Final = (
    StoredData(
        _("Your account: name, password (as a hash), second steps, settings, language"),
        _("It is what you log in with."),
        _("until you delete it"),
    ),
    StoredData(
        _("Your e-mail, if you give one"),
        _("For a new password, and to tell you of changes to your account."),
        _("until you remove it"),
    ),
    StoredData(
        _("Matches, with every card, and the figures and ratings made of them"),
        _("They belong to all who played, and are public."),
        _("for good; without your name once you delete your account"),
    ),
    StoredData(
        _("Chips won and lost"),
        _("So that the sum is right. They are play money."),
        _("for good; without your name once you delete your account"),
    ),
    StoredData(
        _("Notes on matches and on players, whom you follow and whom you block"),
        _("For you alone."),
        _("until you delete them, or your account"),
    ),
    StoredData(
        _("Lessons and chapters that you have done, and your answers to puzzles and exercises"),
        _("So that you go on where you left off. Without an account they stay in your session."),
        _("until you delete your account"),
    ),
    StoredData(
        _("The last thing that was proposed to you, and whether you want the mail of your week"),
        _("So that the same is not proposed twice in a row, and the mail stops if you open none."),
        _("until you delete your account"),
    ),
    StoredData(
        _("Whether your matches may be the match of the week, and which ones you took down"),
        _("So that no match of yours is shown that you would rather keep out."),
        _("until you delete your account"),
    ),
    StoredData(
        _("Browsers that may be called at your turn"),
        _("To call you, through the push service of your browser."),
        _("until you switch it off, or the service refuses it"),
    ),
)
"""Data without a retention period."""
ERROR_REPORTS: Final = StoredData(
    _("Faults of the site: which one, and where in the program"),
    _(
        "They also go to a service that collects faults, so that we mend them. It gets no address "
        "(IP), no name and nothing that you typed or played."
    ),
    _("as long as that service keeps them"),
)
"""Reports of errors, on a site that sends them to such a service."""
OPTIONAL_MODELS: Final = {"account_events": "accountevent", "bars": "accountbar"}
"""Names of models without which a site does not have a kind of data."""


def kept_for_a_time() -> list[StoredData]:
    """Return the kinds of personal data with a retention period, in the order of the settings."""
    models = apps.get_app_config("accounts").models
    return [
        StoredData(*STORED_DATA_TEXTS[name], _days(period.days))
        for name, period in settings.RETENTION.items()
        if name not in OPTIONAL_MODELS or OPTIONAL_MODELS[name] in models
    ]


def _days(count: int) -> str:
    """Return a number of days in words."""
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the page about stored personal data, the same for everybody."""
    context = {
        "for_a_time": kept_for_a_time(),
        "lasting": (*DATA_WITHOUT_PERIOD, ERROR_REPORTS)
        if settings.SENTRY_DSN
        else DATA_WITHOUT_PERIOD,
        "contact": settings.OPERATOR_CONTACT,
        "contact_name": settings.OPERATOR_CONTACT.removeprefix("mailto:"),
    }
    return render(request, "games/privacy.html", context)


PRIVACY_URLS = [path("privacy/", privacy, name="privacy")]

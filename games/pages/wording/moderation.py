"""Words for reports, rules of conduct, measures and the statements that go with them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.conduct.measures import RULES, Measure, Rule
from games.pages.wording.conduct import length_words

KINDS: Final[Mapping[str, tuple[Promise, Promise]]] = {
    "insults": (_("Insults"), _("bad words, mockery")),
    "threats": (_("Hate or threats"), _("read before anything else")),
    "stopped": (_("Stopped playing"), _("left the match")),
    "stalling": (_("Lets the clock run"), _("on purpose, to annoy")),
    "signals": (_("They tell each other their cards"), _("signs outside the game, favours")),
    "two_accounts": (_("Two accounts"), _("the same person in two places")),
    "rigging": (_("Rigged rating"), _("wins or loses on purpose")),
    "name": (_("Name or picture"), _("offensive, or another's")),
    "program": (_("A program plays"), _("in place of a person")),
    "other": (_("Something else"), _("say what below")),
    "illegal": (_("Illegal content"), _("a notice from outside")),
}
"""Kinds of reports: the name, and a hint."""

RULE_TEXTS: Final[Mapping[Rule, tuple[Promise, Promise]]] = {
    "finish": (
        _("Play to the end"),
        _("Finish the matches that you begin, and play in good time."),
    ),
    "threats": (
        _("No hate, no threats"),
        _("No threats, and no hatred for what somebody is. Not even as a joke."),
    ),
    "insults": (_("Speak well"), _("No insults, and no mockery of partners or opponents.")),
    "repeating": (_("Do not repeat"), _("Do not fill the chat with the same again and again.")),
    "advertising": (_("No advertising"), _("No advertising in the chat, and no bait.")),
    "one_account": (
        _("One account"),
        _("One account per person. Programs have accounts of their own."),
    ),
    "signals": (
        _("Only the table's signs"),
        _(
            "Tell your partner about your cards by the signs of the game alone, and opponents never."
        ),
    ),
    "rigging": (
        _("No rigging"),
        _("Win and lose at the table; ratings and chips are not given away."),
    ),
    "programs": (
        _("Play yourself"),
        _("Play your own cards: no program and no other person chooses for you."),
    ),
    "names": (_("Clean names"), _("No name that insults, or passes for somebody else.")),
    "law": (_("The law"), _("Nothing that the law forbids.")),
}
"""Rules of conduct: a short name, and the rule in a sentence."""

MEASURES: Final[Mapping[str, Promise]] = {
    "dismissal": pgettext_lazy("measure", "Nothing"),
    "note": pgettext_lazy("measure", "Note"),
    "warning": pgettext_lazy("measure", "Warning"),
    "chat_timeout": pgettext_lazy("measure", "Chat stopped"),
    "mute": pgettext_lazy("measure", "Muted"),
    "silent_mute": pgettext_lazy("measure", "Muted silently"),
    "pause": pgettext_lazy("measure", "Pause"),
    "no_tournaments": pgettext_lazy("measure", "No tournaments"),
    "unrated": pgettext_lazy("measure", "No rated matches"),
    "suspension": pgettext_lazy("measure", "Account suspended"),
    "closure": pgettext_lazy("measure", "Account closed"),
    "proposal": pgettext_lazy("measure", "Closure proposed"),
    "reversal": pgettext_lazy("measure", "Taken back"),
    "domain_ban": pgettext_lazy("measure", "E-mail domain refused"),
    "address_ban": pgettext_lazy("measure", "New accounts refused by address"),
    "appeals": pgettext_lazy("measure", "Appeals"),
}
"""Names of measures, and of the other actions in the log of decisions."""

MEASURE_SENTENCES: Final[Mapping[Measure, Promise]] = {
    "warning": _("This is a warning; nothing else changes."),
    "chat_timeout": _("You cannot write at any table until %(end)s; you can play."),
    "mute": _("You cannot write at any table until %(end)s; you can play."),
    "pause": _(
        "Until %(end)s you play no rated matches with people. Bots and friends' tables are open."
    ),
    "no_tournaments": _("Until %(end)s you cannot enter tournaments."),
    "unrated": _("Until %(end)s your matches with people are not rated."),
    "suspension": _("You cannot enter your account until %(end)s."),
    "closure": _("Your account is closed."),
}
"""Measure -> sentence on the consequences for the player."""

BLIND_VERDICTS: Final[Mapping[str, Promise]] = {
    "nothing": pgettext_lazy("blind verdict", "Nothing"),
    "doubtful": pgettext_lazy("blind verdict", "Doubtful"),
    "clear": pgettext_lazy("blind verdict", "Clear"),
}
"""What a set of decisions looks like to a moderator who does not know whose it is."""

REFUSALS: Final[Mapping[str, Promise]] = {
    "oneself": _("That is you."),
    "house_bot": _("The site's own bots cannot be reported."),
    "bad_kind": _("Choose what it is about."),
    "no_account": _("Reports need an account."),
    "too_many": _("You have sent many reports today. Try again tomorrow."),
    "too_many_on_one": _("Your reports about this player are being read. You will be told."),
    "no_address": _("Say where it is: the address of the page."),
    "no_reason": _("Say what is illegal, and why."),
    "no_such_case": _("There is no such case."),
    "own_case": _("Nobody decides about themselves."),
    "closed": _("The case has been decided."),
    "blind_first": _("Judge the decisions first, without knowing whom they are of."),
    "judged": _("You have judged this already."),
    "no_verdict": _("Judge each of the sets."),
    "taken": _("Somebody else works on this case."),
    "second_person": _("You proposed it: a second moderator has to agree."),
    "no_player": _("Say first whom the notice is about."),
    "named": _("The case is about somebody already."),
    "other_text": _("The text was meant for another choice. Read the new one, and decide then."),
    "no_text": _("Write the text that the player will read."),
    "protected": _("Accounts of staff cannot be kept out here."),
    "barred": _("The account is kept out already."),
    "unknown_measure": _("Choose a measure."),
    "unknown_rule": _("Choose the rule."),
    "bad_length": _("Choose how long it lasts."),
    "not_silently": _("A silent mute is for advertising alone."),
    "no_such_decision": _("There is no such decision."),
    "too_late": _("It is too late for that."),
    "open_again": _("A new case about the same is open."),
    "no_such_statement": _("There is no such decision."),
    "withdrawn": _("The decision has been taken back."),
    "appealed": _("You have appealed against it already."),
    "no_such_appeal": _("There is no such appeal."),
    "answered": _("The appeal has been answered."),
    "no_reason_given": _("Say why: the reason is kept."),
    "bad_domain": _("Choose a domain of the player's e-mail address."),
    "public_provider": _("Too many people have an address there: it is a public provider."),
    "banned_already": _("It is refused already."),
    "unknown_place": _("It is not known from where the account was used."),
    "too_shared": _("Too many other accounts are used from there: a school, or a mobile network."),
    "own_decision": _("Another moderator answers appeals against your decisions."),
}
"""Refusals of services, by their codes."""


def rule_name(rule: str) -> str:
    """Return a rule of conduct as it is quoted, by its number and short name; "" if unknown."""
    for known, (name, _text) in RULE_TEXTS.items():
        if known == rule:
            return f"{RULES[known]} {name}"
    return ""


def measure_words(measure: str, starts_at: datetime | None, ends_at: datetime | None) -> str:
    """Return a moderator's measure in words, with its length where it has both times.

    `ends_at` is None for a measure without an end.
    """
    name = str(MEASURES.get(measure, measure))
    if starts_at is None or ends_at is None:
        return name
    length = length_words(round((ends_at - starts_at).total_seconds() / 60))
    return _t("%(measure)s, %(length)s") % {"measure": name, "length": length}


def proposed_text(
    measure: Measure, rule: Rule, *, ends_at: datetime | None, appeal_until: datetime, language: str
) -> str:
    """Return the proposed text of a statement to a player about a measure, in a language (code).

    It says what the rule is, what the measure means, who decided, and how to appeal.
    """
    with translation.override(language or translation.get_language()):
        end = "" if ends_at is None else _moment(ends_at)
        sentence = str(MEASURE_SENTENCES.get(measure, "")) % {"end": end}
        parts = [
            _t("Rule %(rule)s: %(text)s") % {"rule": rule_name(rule), "text": RULE_TEXTS[rule][1]},
            sentence,
            _t("A person decided it. You can appeal once, until %(day)s.")
            % {"day": date_format(timezone.localtime(appeal_until), "DATE_FORMAT")},
        ]
        return " ".join(part for part in parts if part)


def lifted_text(what: str, language: str) -> str:
    """Return the message, in a language, that a pause (`what` is "pause") or bar was lifted."""
    with translation.override(language or translation.get_language()):
        if what == "pause":
            return _t("A moderator has lifted your pause: it counts for nothing.")
        return _t("A moderator has lifted the bar: you can enter your account again.")


def short_losses_text() -> str:
    """Return the friendly message to a player who lost several rated matches very quickly."""
    return _t(
        "You have lost several rated matches after very few cards. If your connection fails, or "
        "you have no time, play matches that are not rated. Whoever loses on purpose spoils the "
        "rating of others."
    )


def _moment(moment: datetime) -> str:
    """Return a date and time in words, with the time zone."""
    text = date_format(timezone.localtime(moment), "DATETIME_FORMAT")
    return _t("%(moment)s (UTC)") % {"moment": text}

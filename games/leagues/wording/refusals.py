"""Texts of the refusals of leagues, for pages and the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

REFUSAL_TEXTS: Final[Mapping[str, Promise | str]] = {
    "no_such_season": gettext_lazy("There is no such season."),
    "registered_only": gettext_lazy("All of you need an account to enter a league."),
    "no_programs": gettext_lazy("Programs are not welcome in this league."),
    "not_allowed": gettext_lazy("One of you may not enter leagues at present."),
    "paused_player": gettext_lazy("You have a pause."),
    "bad_name": gettext_lazy("Choose another name or line: not too long, no links, nothing that offends."),
    "bad_kind": gettext_lazy("Choose pairs or teams of four."),
    "bad_zone": gettext_lazy("Choose one of the time zones."),
    "bad_start": gettext_lazy("A season begins on a Monday, in two days at the earliest and three months at the latest."),
    "bad_deals": gettext_lazy("A match has between 4 and 24 deals."),
    "bad_slot": gettext_lazy("Choose a day of the week."),
    "bad_clock": gettext_lazy("Choose another clock."),
    "bad_bots": gettext_lazy("Choose one of the levels of the bots."),
    "bad_rules": gettext_lazy("This game is not played in two pairs with compared deals."),
    "too_many_leagues": gettext_lazy("You organise as many leagues as one may."),
    "not_open": gettext_lazy("One cannot enter this season now."),
    "full": gettext_lazy("This season is full."),
    "bad_teams": gettext_lazy("Enter with founded pairs of different people, of which one is yours."),
    "already_entered": gettext_lazy("One of you stands in this season already."),
    "too_many_seasons": gettext_lazy("One of you plays in as many leagues as one may."),
    "not_welcome": gettext_lazy("You cannot enter together."),
    "not_invited": gettext_lazy("Nobody asks you any more."),
    "not_entered": gettext_lazy("You do not play in this season."),
    "too_late": gettext_lazy("It is too late for that."),
    "too_many_substitutes": gettext_lazy("You have as many substitutes as one may."),
    "not_yours": gettext_lazy("Only those who play this match do that."),
    "match_over": gettext_lazy("This match is being played, or is decided."),
    "bad_time": gettext_lazy("Choose a time in the week of the match, or in the week to catch up, and not sooner than in a quarter of an hour."),
    "too_many_times": gettext_lazy("You have proposed three times. Wait for an answer, or take one back."),
    "no_such_time": gettext_lazy("This time is no longer proposed."),
    "not_yet": gettext_lazy("You can say that you are here from a quarter of an hour before the time."),
    "no_claim_yet": gettext_lazy("The win can be claimed from 20 minutes after the time. After a fault of the site it takes longer."),
    "not_here": gettext_lazy("Say first that all of you are here."),
    "both_here": gettext_lazy("Both sides are here: the match begins."),
    "bad_substitute": gettext_lazy("Choose one of your own substitutes who has agreed."),
    "not_alike": gettext_lazy("This substitute is too much stronger or weaker than who is absent."),
    "not_officer": gettext_lazy("Only those who organise the league do that."),
    "not_organiser": gettext_lazy("Only the organiser does that."),
    "own_match": gettext_lazy("You play in this match: somebody else has to correct it."),
    "no_reason": gettext_lazy("Give a reason of at most 200 characters, without links. Everybody can read it."),
    "season_over": gettext_lazy("Results are changed only while the season runs."),
    "being_played": gettext_lazy("This match is being played."),
    "bad_score": gettext_lazy("Both sides together have at most 20 victory points."),
    "no_such_entrant": gettext_lazy("There is no such entrant."),
    "too_many_officers": gettext_lazy("A league has at most five helpers."),
    "no_such_player": gettext_lazy("There is no player with this name."),
}  # fmt: skip


def refusal_text(code: str) -> str:
    """Return the sentence, in the current language, for a league's refusal with this code."""
    return str(REFUSAL_TEXTS.get(code, _("That cannot be done now.")))

"""Texts of the refusals of tournaments, for pages and programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

REFUSED: Final[Mapping[str, Promise | str]] = {
    "paused_player": gettext_lazy("You have a pause from rated matches and public tournaments."),
    "not_open": gettext_lazy("This tournament takes no entries now."),
    "too_late": gettext_lazy("It is too late for that."),
    "no_such_player": gettext_lazy("Nobody is called so. Check the name."),
    "already_played": gettext_lazy("You have played it. Each person plays it once."),
    "already_entered": gettext_lazy("You have entered already."),
    "bad_partners": gettext_lazy("That partner cannot play with you here: check the name, or whether they have entered already."),
    "not_welcome": gettext_lazy("You two cannot play together."),
    "not_enough_chips": gettext_lazy("You do not have enough chips for the entry fee."),
    "link_needed": gettext_lazy("This tournament is private: open it by its link."),
    "members_only": gettext_lazy("This tournament is for members of the club."),
    "registered_only": gettext_lazy("Guests play private tournaments only. Create an account to enter."),
    "no_programs": gettext_lazy("Programs do not play this tournament."),
    "not_allowed": gettext_lazy("A moderator has decided that you play no tournaments for now."),
    "taken_out": gettext_lazy("The organiser has taken you out of this tournament."),
    "own_points": gettext_lazy("You play here yourself, so you cannot change these points. A moderator of the site can."),
    "played_in_this_browser": gettext_lazy("This event was played in this browser with another account. Each person plays it once."),
    "entry_ban": gettext_lazy("You did not come to your last tournament, so you wait a while before the next one."),
    "unfinished": gettext_lazy("This tournament is for people who finish more of their matches."),
    "too_many_entries": gettext_lazy("You have entered many tournaments. Withdraw from one first."),
    "too_many_tournaments": gettext_lazy("You have announced many tournaments. Wait until one is over."),
    "not_invited": gettext_lazy("Nobody has asked you to play here."),
    "not_entered": gettext_lazy("You have not entered this tournament."),
    "not_checkin": gettext_lazy("The check-in is not open now."),
    "not_organiser": gettext_lazy("Only the organiser does that."),
    "not_now": gettext_lazy("That cannot be done now."),
    "no_reason": gettext_lazy("Say why: the reason is kept and shown."),
    "bad_points": gettext_lazy("Give points between −20 and 20, but not 0."),
    "bad_pairs": gettext_lazy("Each entrant who plays can stand there once, and each table needs its number of them."),
    "bad_name": gettext_lazy("Give the tournament a name."),
    "bad_start": gettext_lazy("Choose a time from now on, within three months."),
    "bad_rounds": gettext_lazy("Choose between 1 and 30 rounds."),
    "bad_deals": gettext_lazy("Choose between 1 and 24 deals."),
    "bad_entrants": gettext_lazy("Check how many may enter."),
    "bad_fee": gettext_lazy("The fee is between 0 and 1,000 chips."),
    "bad_prizes": gettext_lazy("The prizes fall from place to place, and are 100 percent in all."),
    "bad_minutes": gettext_lazy("Choose between 10 and 180 minutes."),
    "bad_best_of": gettext_lazy("A tie has an odd number of games, up to 9."),
    "bad_groups": gettext_lazy("Choose between 2 and 8 groups."),
    "bad_zone": gettext_lazy("Choose one of the time zones."),
    "bad_members": gettext_lazy("In this format these players cannot enter like that."),
    "bad_squad": gettext_lazy("Choose the first or the second team."),
    "squad_full": gettext_lazy("That team is complete. The other one has a place."),
    "full": gettext_lazy("Others have all the places by now."),
    "bad_format": gettext_lazy("There is no such format."),
}  # fmt: skip


def refusal_text(code: str) -> str:
    """Return the sentence, in the current language, for a tournament's refusal with this code."""
    return str(REFUSED.get(code, _("That cannot be done now.")))

"""Reasons why a ruleset cannot be played, in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from games.engine import OPTIONS, RulesetError
from games.rules_text.options import OPTION_WORDS, option_label
from games.rules_text.presets import Text, either, preset_title, teams_words


class Problem(NamedTuple):
    """A problem of a ruleset: its code, its option, a conflicting option or "", and a sentence."""

    code: str
    option: str
    other: str
    text: str


CONFLICT_REASONS: Final[Mapping[str, Text]] = {
    "peek_needs_partners": _("only partners look at each other's cards"),
    "peek_not_with_six": _("six do so only where that is allowed as well"),
    "talk_needs_partners": _("signs and talk are for partners"),
    "open_stock_needs_open_hands": _("the stock lies open only where the hands do"),
    "open_hands_need_no_peek": _("open hands leave nothing to look at"),
    "open_hands_need_no_talk": _("open hands leave nothing to tell"),
    "open_hands_need_no_auction": _("open hands would show who the secret partner is"),
    "two_cards_need_two_players": _("two cards to a trick are for two players"),
    "two_cards_would_kill_own_three": _("with two cards one could kill one's own three"),
    "by_seat_needs_stock": _("where all cards are dealt, nobody draws any"),
    "by_seat_needs_closed_stock": _("the open card of the stock is for whoever wins the trick"),
    "by_seat_needs_one_card": _("that is only for one card of each to a trick"),
    "four_trumps_need_rotation": _("for that, trumps must go by turns"),
    "four_trumps_need_deals": _("what decides after four deals is chosen on its own"),
    "fixed_deals_need_number": _("the number of deals is missing"),
    "hundred_needs_deals": _("deals count twice only where deals are counted"),
    "hundred_needs_most": _("that is for games which most points win"),
    "stay_under_needs_deals": _("staying within a limit wins deals, not points"),
    "marriage_not_with_six": _("king and knight count for two, three or four players"),
    "declared_marriage_not_in_auction": _("where there is an auction, nobody shows them in play"),
    "none_yet_needs_declared_marriage": _("somebody must be able to make trumps by showing them"),
    "auction_needs_declared_trump": _("whoever wins the auction names trumps"),
    "declared_trump_needs_auction": _("without an auction nobody names trumps"),
    "auction_needs_contract": _("whoever wins the auction must keep what was bid"),
    "contract_needs_auction": _("without an auction nothing is bid that could be kept"),
    "talon_needs_points_auction": _("for the cards that lie aside, points are bid"),
    "talon_needs_three": _("cards lie aside among three players alone"),
    "call_needs_five": _("a partner is called among five players alone"),
    "talon_needs_no_dark": _("with cards that lie aside, trumps are named before the first card"),
    "dark_needs_auction": _("without an auction nobody names trumps"),
    "dark_needs_free_call": _("after a trick the highest trump may be played already"),
    "highest_missing_needs_points_auction": _("where cards are bid, the bid says which is called"),
    "highest_missing_needs_call": _("with cards that lie aside, none is called"),
    "gingo_needs_call": _("with cards that lie aside, there is no partner to share with"),
    "gingo_needs_auction": _("without an auction nothing is bid"),
    "auction_min_too_high": _("nobody can make more than 120 points there"),
    "declarer_leads_in_auctions": _("without an auction nobody has won one"),
    "muerte_needs_turned_trump": _("the ace waits for the three from the first card on"),
    "muerte_needs_deals": _("killing the three wins a deal, not points"),
    "french_1098_not_with_six": _("six players need the eights and nines as low cards"),
    "french_all_not_in_auction": _("52 cards cannot be dealt out evenly there"),
    "italian_pack_not_french": _("the Italian pack has forty cards"),
    "italian_pack_not_with_talon": _("the game with cards that lie aside has a pack of its own"),
}
"""Reason of a conflict, as the engine names it -> the end of a sentence."""


def refusal(error: RulesetError, preset: str) -> Problem:
    """Return the problem, with a sentence for people, that a RulesetError of this preset means."""
    params = error.params
    other = str(params.get("with", ""))
    return Problem(error.code, error.option, other, _text(error, preset, params))


def problem_label(name: str) -> str:
    """Return the name, for people, of an option of a ruleset, or of "players"."""
    return _t("Number of players") if name == "players" else option_label(name)


def _text(error: RulesetError, preset: str, params: Mapping[str, Any]) -> str:
    match error.code:
        case "unknown_preset":
            return _t("There is no such game here.")
        case "bad_players":
            return _t("%(game)s is played by %(allowed)s, not by %(players)s.") % {
                "game": preset_title(preset),
                "allowed": either(params["allowed"]),
                "players": params["players"],
            }
        case "bad_teams":
            players = params["players"]
            return _t("%(game)s with %(players)s players is played like this: %(allowed)s.") % {
                "game": preset_title(preset),
                "players": players,
                "allowed": either(teams_words(players, teams) for teams in params["allowed"]),
            }
        case "unknown_option":
            return _t("There is no rule of the name “%(name)s”.") % {"name": error.option[:60]}
        case "bad_value":
            return _bad_value(error.option)
        case "conflict":
            return _t("“%(one)s” and “%(other)s” do not go together: %(why)s.") % {
                "one": problem_label(error.option),
                "other": problem_label(str(params["with"])),
                "why": CONFLICT_REASONS.get(params.get("why", ""), _developers(error)),
            }
        case "bad_pack":
            return _t("These cards cannot be dealt evenly to so many players.")
        case _:
            return _t("That cannot be played here: %(why)s.") % {"why": _developers(error)}


def _developers(error: RulesetError) -> str:
    """Return the engine's English message about an error, which is meant for developers."""
    return str(error).removeprefix(f"{error.option}: ").partition(" (see ")[0]


def _bad_value(name: str) -> str:
    option = OPTIONS[name]
    label = problem_label(name)
    if option.kind in ("int", "float"):
        return _t("“%(name)s” is a number from %(low)s to %(high)s.") % {
            "name": label,
            "low": number_format(option.low),
            "high": number_format(option.high),
        }
    if option.kind == "bool":
        return _t("“%(name)s” is yes or no.") % {"name": label}
    words = OPTION_WORDS[name].values  # numbers to choose from need no words
    values = (words.get(value, value) for value in option.values)
    return _t("“%(name)s” is one of these: %(values)s.") % {
        "name": label,
        "values": "; ".join(str(value) for value in values),
    }

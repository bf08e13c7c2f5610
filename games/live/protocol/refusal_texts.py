"""The texts of refusals: from a code to a translated sentence for the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.live.protocol.messages import Nak

if TYPE_CHECKING:
    from django.utils.functional import Promise

REFUSALS: Final[Mapping[str, Promise]] = {
    # the engine's
    "not_your_turn": _("It is not your turn."),
    "not_in_phase": _("That cannot be done now."),
    "card_not_held": _("You do not hold that card."),
    "card_not_allowed": _("Another card has to be played in this trick."),
    "announce_not_allowed": _("That cannot be announced with this card."),
    "exchange_off": _("There is no exchange in these rules."),
    "exchange_not_now": _("You cannot exchange at this moment."),
    "exchange_not_yours": _("That card cannot be exchanged for the turned card."),
    "exchange_closed": _("The exchange is closed for this deal."),
    "claim_off": _("The rest cannot be claimed in these rules."),
    "claim_not_now": _("The rest can only be claimed between the last tricks."),
    "claim_false": _("Your side does not hold the highest trumps left."),
    "take_back_not_now": _("There is nothing to take back now."),
    "claim_spent": _("Your side has claimed wrongly in this deal already."),
    "cut_out_of_range": _("Each packet needs at least four cards."),
    "card_imprisoned": _("The ace of trumps waits until the three has been played."),
    "bid_too_low": _("Your bid has to be higher than the one before."),
    "bid_not_allowed": _("That cannot be bid here."),
    "call_not_allowed": _("That card cannot be called."),
    "discard_not_allowed": _("Put away exactly as many cards as the talon had."),
    "marriage_off": _("Marriages are not shown in these rules."),
    "marriage_not_held": _("You do not hold king and knight of that suit."),
    "marriage_not_now": _("That marriage has been shown already."),
    "peek_off": _("Partners do not look at each other's cards in these rules."),
    "peek_not_now": _("Partners look at each other's cards before the first lead only."),
    "peek_not_partner": _("You can only look at a partner's cards."),
    "look_off": _("In these rules it does not matter where you look."),
    "look_not_allowed": _("You cannot look there."),
    "sign_off": _("There are no signs in these rules."),
    "sign_not_true": _("That sign would not be true."),
    "unknown_sign": _("There is no such sign."),
    "talk_not_allowed": _("That is not said at this table."),
    "talk_too_much": _("You have said enough in this trick."),
    "ask_not_partner": _("You can only ask a partner."),
    "nothing_asked": _("Nobody has asked you that."),
    "answer_not_true": _("That answer would not be true."),
    "resign_not_allowed": _("You cannot give up this match alone."),
    "draw_too_early": _("A draw may be offered after the first trick."),
    "offer_open": _("Something else is being asked. Wait for the answer."),
    "offered_already": _("You have asked for that in this deal."),
    "not_in_tournament": _("In a tournament every deal is played to its end."),
    "nothing_offered": _("Nobody asks you for that any more."),
    "paused": _("The match is paused."),
    "not_paused": _("The match is not paused."),
    "match_over": _("The match is over."),
    "bad_deck": _("Something went wrong. Please try again."),
    "bad_action": _("That action was not understood."),
    "unknown_action": _("That action was not understood."),
    # the table's
    "bad_message": _("That message was not understood."),
    "too_large": _("That message is too long."),
    "unknown_type": _("That message was not understood."),
    "bad_id": _("That message was not understood."),
    "id_reused": _("That message was sent before with other content."),
    "base_ahead": _("Your view is ahead of the match. Please reload the page."),
    "base_behind": _("That was meant for your move before. Choose again."),
    "asked_since": _("You are asked for something else now. Read it before you answer."),
    "not_seated": _("You do not sit at this table."),
    "no_match": _("No match is being played at this table."),
    "seat_taken": _("Somebody sits there already."),
    "table_full": _("All seats of this table are taken."),
    "already_seated": _("You already sit at this table."),
    "not_host": _("Only the host of the table can do that."),
    "not_waiting": _("The match has already begun."),
    "not_agreed": _("Not everybody has agreed to the rules yet."),
    "forbidden": _("You may not do that."),
    "rate_limited": _("Too much at once. Please wait a moment."),
    "wrong_proto": _("This page is out of date. Please reload it."),
    "no_programs": _("Programs may not sit down at this table."),
    "paused_player": _(
        "You have a pause, because you left matches. You can play with bots, and with friends at "
        "tables that only a link opens."
    ),
    "somebody_leads": _("Somebody else leads here."),
    "not_leading": _("You do not lead here."),
    "no_such_move": _("That cannot be played there."),
    "missing_scope": _("The key of this program does not go that far."),
    "too_many_tables": _("You already have as many open tables as you may."),
    "not_enough_chips": _("You do not have enough chips for the stake of this table."),
    "chips_missing": _("Somebody at the table does not have enough chips for the stake."),
    "no_such_table": _("There is no such table."),
    "no_such_seat": _("There is no such seat."),
    "no_such_bot": _("There is no such bot."),
    "too_early": _("The deck has not been cut yet."),
    "too_late": _("That comes too late for this deal."),
    "not_as_committed": _("That is not what was committed to."),
    "not_welcome": _("You cannot sit down at this table."),
    "banned": _("The host of this table does not let you sit down here."),
    "members_only": _("This table is for members of a club alone."),
    "rating_range": _("Your rating is not in the range that this table is for."),
    "bad_range": _("This table cannot have that range of ratings."),
    "nobody_there": _("There is nobody else whom you could choose there."),
    "no_vote": _("There is nothing to choose about that seat now."),
    "bad_choice": _("Choose to wait, to let a bot play on, or to end the match."),
    # what is said there
    "chat_nothing": _("There is nothing in that line."),
    "chat_unknown": _("There is no such phrase."),
    "chat_off": _("You have turned the chat off in your settings."),
    "chat_account": _("Own words need an account. The phrases are open to all."),
    "chat_not_now": _("Among partners, own words wait until the deal is over."),
    "chat_silenced": _("You cannot say anything for now."),
    "chat_too_fast": _("That is a lot of talk. Please wait a moment."),
    "chat_again": _("You have just said that."),
    "chat_new": _(
        "New accounts say ready phrases here: own words come after a day and five matches."
    ),
    "chat_link": _("Links come after a week and twenty matches."),
    # hints
    "hint_off": _("Hints are for friendly matches against bots alone."),
    "hint_not_now": _("There is nothing to advise at this moment."),
    "internal": _("Something went wrong. Please try again."),
}


def refusal(message_id: str | None, code: str) -> Nak:
    """Return the refusal of the message with this id, its text in the active language."""
    return Nak(message_id, code, str(REFUSALS.get(code, REFUSALS["forbidden"])))

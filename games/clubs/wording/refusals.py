"""Texts of the refusals of clubs, for pages and the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

REFUSAL_TEXTS: Final[Mapping[str, Promise | str]] = {
    "registered_only": gettext_lazy("Clubs are for people with an account."),
    "people_only": gettext_lazy("Programs run no clubs."),
    "no_such_club": gettext_lazy("There is no such club, or it is dissolved."),
    "no_such_player": gettext_lazy("There is no such player."),
    "not_member": gettext_lazy("That is for members of the club."),
    "no_right": gettext_lazy("You do not have the right to do that in this club."),
    "not_above": gettext_lazy("You can do that only with members whose role is below yours."),
    "not_owner": gettext_lazy("Only the owner does that."),
    "already_member": gettext_lazy("Already a member."),
    "banned": gettext_lazy("The club does not let this player in."),
    "too_many_clubs": gettext_lazy("That is one club too many: leave another one first."),
    "too_new": gettext_lazy("Whoever founds a club has had an account for 7 days and finished 20 matches."),
    "too_many_owned": gettext_lazy("One may own two clubs."),
    "bad_handle": gettext_lazy("Choose another address: 3 to 24 letters from a to z, digits, and hyphens between them."),
    "handle_taken": gettext_lazy("This address is taken, or looks like another one."),
    "bad_name": gettext_lazy("Choose another name: 3 to 40 characters of one alphabet, no links, nothing that offends."),
    "bad_words": gettext_lazy("Write it in other words: not too long, no links, nothing that offends."),
    "bad_emblem": gettext_lazy("Choose a card of the deck."),
    "bad_entry": gettext_lazy("Choose how people enter."),
    "bad_language": gettext_lazy("Choose one of the languages."),
    "not_open": gettext_lazy("This club is not open to everybody."),
    "not_on_request": gettext_lazy("This club takes no requests."),
    "already_asked": gettext_lazy("Your request waits for an answer."),
    "asked_lately": gettext_lazy("The club has said no. You can ask again a week after that."),
    "too_many_requests": gettext_lazy("You have asked many clubs. Wait for an answer, or take a request back."),
    "no_request": gettext_lazy("This request is over."),
    "already_invited": gettext_lazy("This player is invited already."),
    "not_welcome": gettext_lazy("You cannot invite this player."),
    "too_many_invitations": gettext_lazy("You can invite 10 players a day. Make a link instead."),
    "not_invited": gettext_lazy("This invitation is over."),
    "bad_link": gettext_lazy("A link has up to 50 uses, and lasts up to 30 days."),
    "too_many_links": gettext_lazy("The club has 10 links. Revoke one first."),
    "link_over": gettext_lazy("This link does not work any more. Ask for a new one."),
    "owner_stays": gettext_lazy("Hand the club over first, or dissolve it."),
    "too_many_removed": gettext_lazy("You have removed many members. Wait a while."),
    "already_banned": gettext_lazy("This player is kept out already."),
    "not_banned": gettext_lazy("Nobody keeps this player out."),
    "bad_role": gettext_lazy("Choose one of the roles."),
    "role_full": gettext_lazy("A club has at most 3 admins and 6 officers."),
    "bad_rights": gettext_lazy("Choose among the rights."),
    "too_many_rules": gettext_lazy("The club keeps as many rules as it may. Delete some first."),
    "no_rules": gettext_lazy("The club has no such rules."),
    "silenced": gettext_lazy("You cannot write for now: a moderator has decided so."),
    "chat_off": gettext_lazy("You have turned the chat off in your settings."),
    "bad_post": gettext_lazy("Write between 1 and 1000 characters."),
    "too_fast": gettext_lazy("You write fast. Wait a minute."),
    "said_again": gettext_lazy("You have just written that."),
    "no_post": gettext_lazy("This post is gone."),
    "too_much_news": gettext_lazy("The club has told its members three things today. Wait until tomorrow."),
    "own_club": gettext_lazy("Choose another club than your own."),
    "bad_kind": gettext_lazy("Choose players or pairs."),
    "bad_start": gettext_lazy("Choose a time from half an hour to three months from now."),
    "already_challenged": gettext_lazy("Your challenge waits for their answer."),
    "too_many_challenges": gettext_lazy("Five challenges wait for answers. Take one back first."),
    "challenge_over": gettext_lazy("This challenge is over."),
}  # fmt: skip


def refusal_text(code: str) -> str:
    """Return the sentence, in the current language, for a club's refusal with this code."""
    return str(REFUSAL_TEXTS.get(code, _("That cannot be done now.")))

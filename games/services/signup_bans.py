"""Bans of sign-up that moderators make from a case, each with its row in the log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from accounts.signup_bans import (
    MAIL_PROVIDERS,
    SignupBanError,
    ban_addresses,
    ban_domain,
    domains_over,
    email_domain,
)
from games.common.errors import CaseError
from games.conduct.measures import SIGNUP_BANS
from games.models import Case, ModAction
from games.services.cases import lock_case
from games.services.mod_log import Decision, append_action

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class SignupVerdict:
    """A moderator's decision to ban sign-ups from a domain or from addresses for some days."""

    measure: str
    """One of games.conduct.measures.SIGNUP_BANS."""
    days: int
    reason: str
    """Reason, shown only to moderators; refused people read a text that names nobody."""
    domain: str = ""
    """For `domain_ban`: the domain of the player's e-mail address, or a domain above it."""


@transaction.atomic
def ban_signup(*, case_id: int, moderator: User, verdict: SignupVerdict) -> ModAction:
    """Refuse new accounts from the e-mail domain, or the IP addresses, of a case's player.

    The case stays open. Return the decision's row in the moderators' log.

    Raises:
        CaseError: with a code of `lock_case`; `unknown_measure`, `no_player`, `no_account`,
            `protected` for an account of staff, `bad_domain` for another's domain, or a code of
            SignupBanError.
    """
    now = timezone.now()
    case = lock_case(case_id=case_id, moderator=moderator, now=now)
    user = _account_of(case)
    if verdict.measure not in SIGNUP_BANS:
        raise CaseError("unknown_measure")
    decision = Decision(
        measure=verdict.measure,
        moderator=moderator.pk,
        starts_at=now,
        ends_at=now + timedelta(days=max(0, min(verdict.days, 366))),
        case=case.pk,
        text=verdict.reason.strip(),
    )
    action = append_action(player=case.player, decision=decision, now=now)
    try:
        _store(user, moderator, verdict, action.number)
    except SignupBanError as error:
        raise CaseError(error.code) from None
    return action


def _account_of(case: Case) -> User:
    """Return the account that a case is about.

    Raises:
        CaseError: `no_player`, `no_account` or `protected`.
    """
    if case.player is None:
        raise CaseError("no_player")
    user = case.player.user
    if user is None:
        raise CaseError("no_account")
    if user.is_protected:
        raise CaseError("protected")
    return user


def _store(user: User, moderator: User, verdict: SignupVerdict, number: int) -> None:
    """Store the sign-up bans (domain or addresses) that a moderator decided.

    Raises:
        CaseError: `bad_domain`.
        SignupBanError: as `accounts.signup_bans` raises it.
    """
    days, reason = verdict.days, verdict.reason
    if verdict.measure == "address_ban":
        ban_addresses(user=user, days=days, reason=reason, made_by=moderator, action=number)
        return
    own, domain = email_domain(user.email), verdict.domain
    if domain not in (own, *domains_over(own)) or not own:
        raise CaseError("public_provider" if own in MAIL_PROVIDERS else "bad_domain")
    ban_domain(domain=domain, days=days, reason=reason, made_by=moderator, action=number)

"""Actions in a club that concern its rules and its matches with other clubs, by POST."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.clubs.models import Club, ClubChallenge
from games.clubs.pages.fields import ChallengeForm
from games.clubs.selectors.events import challenge_or_none
from games.clubs.selectors.lists import club_or_none
from games.clubs.services import challenges, rules
from games.common.errors import ClubError
from games.models import Player
from games.pages.forms.start import own_moment


def _challenge(request: HttpRequest, club: Club, me: Player) -> None:
    """Challenge another club in the name of the visitor's club. Raises ClubError."""
    form = ChallengeForm(request.POST)
    if not form.is_valid():
        raise ClubError(
            "bad_start" if {"starts_at", "offset"} & set(form.errors) else "no_such_club"
        )
    rival = club_or_none(form.cleaned_data["rival"])
    if rival is None:
        raise ClubError("no_such_club")
    challenges.challenge(
        club=club,
        player=me,
        rival=rival,
        kind=form.cleaned_data["kind"],
        starts_at=own_moment(form.cleaned_data),
    )
    messages.success(request, _("The challenge is sent."))


def _sent(request: HttpRequest, club: Club) -> ClubChallenge:
    """Return the challenge whose id is in the form. Raises ClubError `challenge_over`."""
    challenge = challenge_or_none(request.POST.get("challenge", ""), club)
    if challenge is None:
        raise ClubError("challenge_over")
    return challenge


def _answer(request: HttpRequest, club: Club, me: Player) -> None:
    """Accept or refuse another club's challenge."""
    agree = "agree" in request.POST
    challenges.answer_challenge(challenge=_sent(request, club), player=me, agree=agree)


def _withdraw(request: HttpRequest, club: Club, me: Player) -> None:
    """Withdraw the club's challenge to another club."""
    challenges.withdraw_challenge(challenge=_sent(request, club), player=me)


def _drop_rules(request: HttpRequest, club: Club, me: Player) -> None:
    """Delete rules that the club keeps."""
    text = request.POST.get("rules", "")
    key = int(text) if text.isdecimal() and len(text) < 16 else 0
    rules.drop_rules(club=club, player=me, rules=key)


EVENT_STEPS: Final[Mapping[str, tuple[str, Callable[[HttpRequest, Club, Player], None]]]] = {
    "challenge": ("club", _challenge),
    "answer-challenge": ("club", _answer),
    "withdraw-challenge": ("club", _withdraw),
    "drop-rules": ("club", _drop_rules),
}

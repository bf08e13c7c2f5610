"""Actions of players and organisers in a tournament, by POST."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.second_factor import ask_second_factor
from games.common.errors import PausedError, TournamentError
from games.models import Player
from games.pages.visitor import busy_player, is_moderator
from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import Format
from games.tournaments.pages.events_cookie import begun_events, remember_event
from games.tournaments.selectors.tournaments import own_entry, tournament_or_none
from games.tournaments.services import creating, daily, directing, entries
from games.tournaments.wording.tournaments import refusal_text

NUMBER: Final = re.compile(r"[0-9]{1,6}")
"""Number of an entrant in the pairs of an organiser."""
MAX_TABLES_TEXT: Final = 20_000
"""Characters of the pairs that are read."""


@require_POST
def step(request: HttpRequest, tournament_id: str, action: str) -> HttpResponse:
    """Perform a player's or organiser's action (a key of STEPS), and show the tournament again.

    Raises:
        Http404: there is no such tournament or action, or it is a draft of somebody else.
        TooManyError: the visitor is at the limit `table`.
    """
    tournament = tournament_or_none(tournament_id)
    if tournament is None or action not in STEPS:
        raise Http404
    me = busy_player(request)
    if tournament.status == "draft" and tournament.creator_id != me.pk:
        raise Http404
    answer = None
    try:
        answer = STEPS[action](request, tournament, me)
    except (TournamentError, PausedError) as error:
        messages.error(request, refusal_text(error))
    return answer or redirect("tournament", tournament_id)


def _named_partners(request: HttpRequest) -> list[Player]:
    """Return the players whom the visitor's form names as partners.

    Raises:
        TournamentError: `bad_partners` where one of them is not there.
    """
    names = [name.strip() for name in request.POST.getlist("partner") if name.strip()]
    partners = list(Player.objects.filter(name__in=names, bot=""))
    if len(partners) < len(names):
        raise TournamentError("bad_partners")
    return partners


def _enter(request: HttpRequest, tournament: Tournament, me: Player) -> HttpResponse | None:
    """Enter the visitor in a tournament, with named partners or seeking partners.

    In a daily event the visitor is led to the table at once, unless it is full.
    """
    opened = request.session.get(f"tournament:{tournament.public_id}")
    invite = tournament.invite if opened else ""
    if tournament.format == Format.DAILY:
        return _begin_daily(request, tournament, me, invite)
    partners = _named_partners(request)
    entries.enter(
        tournament=tournament,
        player=me,
        partners=partners,
        seek="seek" in request.POST or (not partners and tournament.members > 1),
        squad=_number(request, "squad"),
        invite=invite,
    )
    return None


def _begin_daily(
    request: HttpRequest, tournament: Tournament, me: Player, invite: str
) -> HttpResponse:
    """Redirect the visitor to their table of a daily event, or to its page if it is full.

    A browser in which somebody has begun the event begins no second try, whoever is signed in.

    Raises:
        TournamentError: `played_in_this_browser`, or a code of `daily.begin`.
        PausedError: the visitor has a pause.
    """
    event = tournament.public_id
    if event in begun_events(request) and own_entry(tournament, me) is None:
        raise TournamentError("played_in_this_browser")
    table = daily.begin(tournament=tournament, player=me, invite=invite)
    if table is None:
        messages.info(request, _("This event is full. You play as soon as a place is free."))
        return redirect("tournament", event)
    answer = redirect("table", table.public_id)
    remember_event(request, answer, event)
    return answer


def _answer(request: HttpRequest, tournament: Tournament, me: Player) -> None:
    """Accept or refuse a partner's invitation to a tournament for the visitor."""
    entries.answer(tournament=tournament, player=me, agree="agree" in request.POST)


def _withdraw(request: HttpRequest, tournament: Tournament, me: Player) -> None:
    """Withdraw the visitor's entrant from the tournament."""
    entries.withdraw(tournament=tournament, player=me)


def _check_in(request: HttpRequest, tournament: Tournament, me: Player) -> None:
    """Check the visitor in to the tournament."""
    entries.check_in(tournament=tournament, player=me)


def _publish(request: HttpRequest, tournament: Tournament, me: Player) -> None:
    """Announce the visitor's draft of a tournament."""
    if tournament.creator_id != me.pk:
        raise TournamentError("not_organiser")
    creating.announce(tournament=tournament)


def _number(request: HttpRequest, name: str) -> int:
    """Return a form field as an int; 0 if it is missing or no number."""
    text = request.POST.get(name, "")
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 7 else 0


def _reason(request: HttpRequest) -> str:
    """Return the organiser's reason for an action, from the form."""
    return request.POST.get("reason", "")


def _pause(request: HttpRequest, tournament: Tournament, me: Player) -> None:
    """Pause the tournament for its organiser: no further round begins."""
    directing.pause(tournament=tournament, organiser=me, reason=_reason(request))


def _resume(request: HttpRequest, tournament: Tournament, me: Player) -> None:
    """Resume the paused tournament for its organiser."""
    directing.resume(tournament=tournament, organiser=me)


def _time(request: HttpRequest, tournament: Tournament, me: Player) -> None:
    """Prolong the tournament's round by the organiser's number of minutes."""
    directing.give_time(
        tournament=tournament,
        organiser=me,
        minutes=_number(request, "minutes"),
        reason=_reason(request),
    )


def _entrant(request: HttpRequest, tournament: Tournament) -> Any:
    """Return the entrant with the number in the form. Raises Http404 if there is none."""
    entrant = tournament.entrants.filter(number=_number(request, "entrant")).first()
    if entrant is None:
        raise Http404
    return entrant


def _adjust(request: HttpRequest, tournament: Tournament, me: Player) -> HttpResponse | None:
    """Add points to an entrant's round, or subtract them; organisers and moderators may.

    A moderator whose second step is due is led to the desk, which asks for it.
    """
    by_moderator = tournament.creator_id != me.pk and is_moderator(request)
    if by_moderator and ask_second_factor(request) is not None:
        return redirect("desk")
    directing.adjust(
        tournament=tournament,
        organiser=None if by_moderator else me,
        moderator=me if by_moderator else None,
        entrant=_entrant(request, tournament),
        round_number=_number(request, "round"),
        points=float(_number(request, "points")),
        reason=_reason(request),
    )
    return None


def _remove(request: HttpRequest, tournament: Tournament, me: Player) -> None:
    """Take an entrant out of the tournament for its organiser."""
    directing.remove(
        tournament=tournament,
        organiser=me,
        entrant=_entrant(request, tournament),
        reason=_reason(request),
    )


def _substitute(request: HttpRequest, tournament: Tournament, me: Player) -> None:
    """Replace a player of an entrant by another from the next round on."""
    names = {name: request.POST.get(name, "").strip() for name in ("out", "in")}
    people = tournament.people.select_related("entrant", "player").filter(left_at=None)
    member = people.filter(player__name=names["out"]).first()
    player = Player.objects.filter(name=names["in"]).first()
    if member is None or player is None:
        raise TournamentError("no_such_player")
    directing.substitute(
        tournament=tournament,
        organiser=me,
        member=member,
        player=player,
        reason=_reason(request),
    )


def _pair(request: HttpRequest, tournament: Tournament, me: Player) -> None:
    """Store the organiser's pairing of the next round: a line of entrant numbers for each table."""
    lines = request.POST.get("tables", "")[:MAX_TABLES_TEXT].splitlines()
    tables = [[int(number) for number in NUMBER.findall(line)] for line in lines]
    directing.pair_by_hand(
        tournament=tournament,
        organiser=me,
        tables=[table for table in tables if table],
        reason=_reason(request),
    )


def _call(request: HttpRequest, tournament: Tournament, me: Player) -> None:
    """Notify the players who should check in or play now."""
    directing.call_players(tournament=tournament, organiser=me)
    messages.success(request, _("They are called."))


def _cancel(request: HttpRequest, tournament: Tournament, me: Player) -> None:
    """Cancel the tournament for its organiser; fees are paid back."""
    directing.call_off(tournament=tournament, organiser=me, reason=_reason(request))
    messages.success(request, _("The tournament is called off, and fees have gone back."))


STEPS: Final[dict[str, Callable[[HttpRequest, Tournament, Player], HttpResponse | None]]] = {
    "enter": _enter,
    "answer": _answer,
    "withdraw": _withdraw,
    "check-in": _check_in,
    "publish": _publish,
    "pause": _pause,
    "resume": _resume,
    "time": _time,
    "adjust": _adjust,
    "remove": _remove,
    "substitute": _substitute,
    "pair": _pair,
    "call": _call,
    "cancel": _cancel,
}
STEP_URLS: Final[list[Any]] = [
    path("tournaments/<str:tournament_id>/<slug:action>/", step, name="tournament_step"),
]

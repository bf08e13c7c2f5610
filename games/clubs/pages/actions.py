"""Actions of members and visitors in a club, by POST."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.limits import count
from games.clubs.models import Club
from games.clubs.pages.context import club_or_404
from games.clubs.pages.event_actions import EVENT_STEPS
from games.clubs.selectors.people import visitor_to
from games.clubs.services import founding, inviting, joining, leaving, posts, roles
from games.clubs.services.announcing import announce_news
from games.clubs.services.calendar import renew_feed
from games.clubs.wording.refusals import refusal_text
from games.common.errors import ClubError, PausedError, TournamentError
from games.models import Player
from games.pages.visitor import ensure_player
from games.selectors.figures import find_player
from games.tournaments.wording.tournaments import refusal_text as tournament_text


@login_required
@require_POST
def step(request: HttpRequest, handle: str, action: str) -> HttpResponse:
    """Perform a visitor's action in a club (a key of STEPS), and redirect to the action's page.

    Raises:
        Http404: there is no such club or action.
        TooManyError: the visitor is at the limit `social`.
    """
    club = club_or_404(handle)
    if action not in STEPS:
        raise Http404
    me = ensure_player(request)
    count(request, "social")
    page, act = STEPS[action]
    try:
        act(request, club, me)
    except ClubError as error:
        messages.error(request, refusal_text(error.code))
    except (TournamentError, PausedError) as error:
        messages.error(request, tournament_text(error))
    return redirect(_after(club, me, page))


def _after(club: Club, me: Player, page: str) -> str:
    """Return the page to show after an action: the club's front page for non-members."""
    if page == "clubs" or (page != "club" and visitor_to(club, me).member is None):
        page = "club"
    if (
        club.dissolved_at is not None
        or not Club.objects.filter(pk=club.pk, dissolved_at=None).exists()
    ):
        return reverse("clubs")
    return reverse(page, args=[club.handle])


def _named(request: HttpRequest) -> Player:
    """Return the player named in the form. Raises ClubError `no_such_player`."""
    player = find_player(request.POST.get("player", "").strip()[:32])
    if player is None:
        raise ClubError("no_such_player")
    return Player.objects.get(pk=player["id"])


def _number(request: HttpRequest, name: str) -> int:
    """Return a form field as an int; 0 if it is missing or no number."""
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 16 else 0


def _join(request: HttpRequest, club: Club, me: Player) -> None:
    """Make the visitor a member of the open club."""
    joining.join_club(club=club, player=me)


def _ask(request: HttpRequest, club: Club, me: Player) -> None:
    """Store the visitor's request to join the club."""
    joining.ask_to_join(club=club, player=me, message=request.POST.get("message", ""))
    messages.success(request, _("They have your request."))


def _withdraw(request: HttpRequest, club: Club, me: Player) -> None:
    """Withdraw the visitor's request to join the club."""
    joining.withdraw_request(club=club, player=me)


def _accept(request: HttpRequest, club: Club, me: Player) -> None:
    """Accept the club's invitation for the visitor, who becomes a member."""
    inviting.answer_invitation(club=club, player=me, agree=True)


def _refuse(request: HttpRequest, club: Club, me: Player) -> None:
    """Refuse the club's invitation for the visitor."""
    inviting.answer_invitation(club=club, player=me, agree=False)


def _leave(request: HttpRequest, club: Club, me: Player) -> None:
    """Remove the visitor from the club."""
    leaving.leave_club(club=club, player=me)


def _let_in(request: HttpRequest, club: Club, me: Player) -> None:
    """Accept a player's request to join the club."""
    joining.answer_request(club=club, officer=me, player=_named(request), agree=True)


def _turn_away(request: HttpRequest, club: Club, me: Player) -> None:
    """Refuse a player's request to join the club."""
    joining.answer_request(club=club, officer=me, player=_named(request), agree=False)


def _invite(request: HttpRequest, club: Club, me: Player) -> None:
    """Invite the named player to the club."""
    inviting.invite(club=club, inviter=me, player=_named(request))
    messages.success(request, _("The invitation is sent."))


def _take_back_invitation(request: HttpRequest, club: Club, me: Player) -> None:
    """Withdraw an unanswered invitation to the club."""
    inviting.withdraw_invitation(club=club, officer=me, player=_named(request))


def _link(request: HttpRequest, club: Club, me: Player) -> None:
    """Make an invitation link to the club."""
    inviting.make_link(
        club=club, player=me, days=_number(request, "days"), uses=_number(request, "uses")
    )


def _revoke(request: HttpRequest, club: Club, me: Player) -> None:
    """Revoke an invitation link to the club."""
    inviting.revoke_link(club=club, player=me, link=_number(request, "link"))


def _kick(request: HttpRequest, club: Club, me: Player) -> None:
    """Remove a member from the club."""
    leaving.kick(club=club, officer=me, player=_named(request))


def _ban(request: HttpRequest, club: Club, me: Player) -> None:
    """Ban a player from the club."""
    reason = request.POST.get("reason", "")
    leaving.ban(club=club, officer=me, player=_named(request), reason=reason)


def _unban(request: HttpRequest, club: Club, me: Player) -> None:
    """Lift a player's ban from the club."""
    leaving.unban(club=club, officer=me, player=_named(request))


def _role(request: HttpRequest, club: Club, me: Player) -> None:
    """Give a member of the club another role."""
    role = request.POST.get("role", "")
    roles.set_role(club=club, officer=me, player=_named(request), role=role)


def _rights(request: HttpRequest, club: Club, me: Player) -> None:
    """Set the rights of a member of the club."""
    sent = request.POST.getlist("rights")[:20]
    rights = sum({int(text) for text in sent if text.isdecimal() and len(text) < 6})
    roles.set_rights(club=club, officer=me, player=_named(request), rights=rights)


def _hand_over(request: HttpRequest, club: Club, me: Player) -> None:
    """Make another member the owner of the club."""
    roles.hand_over(club=club, owner=me, player=_named(request))


def _dissolve(request: HttpRequest, club: Club, me: Player) -> None:
    """Dissolve the club; its handle must be typed as confirmation."""
    if request.POST.get("handle", "").strip() != club.handle:
        raise ClubError("bad_handle")
    founding.dissolve_club(club=club, player=me)
    messages.success(request, _("The club is dissolved."))


def _post(request: HttpRequest, club: Club, me: Player) -> None:
    """Store the visitor's post on the club's talk page."""
    reply = _number(request, "reply") or None
    posts.write_post(club=club, author=me, text=request.POST.get("text", ""), reply_to=reply)


def _hide(request: HttpRequest, club: Club, me: Player) -> None:
    """Hide a post of the club's talk page."""
    posts.hide_post(club=club, player=me, post=_number(request, "post"))


def _news(request: HttpRequest, club: Club, me: Player) -> None:
    """Send a text to all members of the club."""
    announce_news(club=club, player=me, text=request.POST.get("text", ""))
    messages.success(request, _("The members are told."))


def _feed(request: HttpRequest, club: Club, me: Player) -> None:
    """Replace the secret address of the visitor's calendar feed of the club."""
    member = visitor_to(club, me).member
    if member is None:
        raise ClubError("not_member")
    renew_feed(member=member, player=me)


Act = Callable[[HttpRequest, Club, Player], None]
STEPS: Final[Mapping[str, tuple[str, Act]]] = {
    "join": ("club", _join),
    "ask": ("club", _ask),
    "withdraw": ("club", _withdraw),
    "accept": ("club", _accept),
    "refuse": ("club", _refuse),
    "leave": ("club", _leave),
    "let-in": ("club_members", _let_in),
    "turn-away": ("club_members", _turn_away),
    "invite": ("club_members", _invite),
    "take-back-invitation": ("club_members", _take_back_invitation),
    "link": ("club_members", _link),
    "revoke": ("club_members", _revoke),
    "kick": ("club_members", _kick),
    "ban": ("club_members", _ban),
    "unban": ("club_members", _unban),
    "role": ("club_members", _role),
    "rights": ("club_members", _rights),
    "hand-over": ("club_members", _hand_over),
    "dissolve": ("club", _dissolve),
    "post": ("club_talk", _post),
    "hide": ("club_talk", _hide),
    "news": ("club_settings", _news),
    "feed": ("club_settings", _feed),
    **EVENT_STEPS,
}
"""Action -> the page that is shown after it, and the function that does it."""

"""Views of relations between players: following, blocking, reporting, and who is here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import count
from games.models import Player, Report, Table
from games.models.people import PlayerKind
from games.pages.visitor import ensure_player, player_of
from games.selectors import social as known
from games.selectors.figures import find_player
from games.selectors.tables import chosen_faces_by_name
from games.services import social

REASONS: Final[dict[str, Promise]] = {
    "words": _("Insults or harassment"),
    "stalling": _("Lets the clock run out on purpose"),
    "leaving": _("Leaves matches again and again"),
    "collusion": _("Colludes with an opponent"),
    "program": _("A program plays for them"),
    "name": _("The name is offensive"),
    "other": _("Something else"),
}
REFUSED: Final[dict[str, Promise]] = {
    "oneself": _("That is you."),
    "blocked": _("You block this player. Unblock them first."),
    "too_many": _("Your list is full. Remove someone first."),
    "house_bot": _("The site's own bots cannot be blocked."),
    "no_account": _("Reports need an account."),
    "bad_reason": _("Choose what it is about."),
}


class ReportForm(forms.Form):
    """A report on a player."""

    reason = forms.ChoiceField(
        label=_("What is it about?"), choices=list(REASONS.items()), widget=forms.RadioSelect
    )
    note = forms.CharField(
        label=_("What happened"),
        required=False,
        max_length=500,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("Up to 500 characters. What was said at the table is sent with it."),
    )
    table = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)


def social_context(viewer: Player | None, player_id: int) -> dict[str, Any]:
    """Return the visitor's relation to a player, and which actions the player's page offers."""
    other = Player.objects.get(pk=player_id)
    return {
        "oneself": viewer is not None and viewer.pk == other.pk,
        "reachable": viewer is not None and viewer.pk != other.pk and known.is_person(other),
        "followable": viewer is not None and viewer.pk != other.pk and not other.bot,
        "between": known.between(viewer, other),
    }


@never_cache
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Show whom the visitor follows and where they are, recent partners and rivals, and blocks."""
    me = player_of(request)
    if me is None:
        return render(request, "games/people.html", {"me": None})
    followed = known.followed(me)
    met = [player for player in known.met_lately(me) if player not in followed]
    where = known.tables_of([*followed, *met], me)
    blocked = known.blocked(me)
    return render(
        request,
        "games/people.html",
        {
            "me": me,
            "chosen_faces": chosen_faces_by_name(
                player.name for player in (*followed, *met, *blocked)
            ),
            "followed": [(player, where.get(player.pk)) for player in followed],
            "met": [(player, where.get(player.pk)) for player in met],
            "blocked": blocked,
        },
    )


def _change(act: Callable[..., None], done: Promise) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return a view that calls `act` for the visitor and a named player, and says `done`.

    The view raises Http404 without such a player, and TooManyError at the limit `social`.
    """

    @require_POST
    def view(request: HttpRequest, name: str) -> HttpResponse:
        other = _other(name)
        player = ensure_player(request)  # before it is counted, as a stranger is nobody's count
        count(request, "social")
        try:
            act(player=player, other=other)
        except social.SocialError as error:
            messages.error(request, str(REFUSED[error.code]))
        else:
            messages.success(request, str(done) % {"name": other.name})
        return redirect(_back(request, other))

    return view


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, name: str) -> HttpResponse:
    """Show the form of a report on a player, or send the report.

    Raises:
        Http404: there is no such player.
        TooManyError: the visitor is at the limit `social`.
    """
    other, me = _other(name), player_of(request)
    if me is None or me.kind == PlayerKind.GUEST:
        messages.error(request, str(REFUSED["no_account"]))
        return redirect("account_login")
    form = ReportForm(request.POST or None, initial={"table": request.GET.get("table", "")[:16]})
    if request.method == "POST" and form.is_valid():
        count(request, "social")
        table = Table.objects.filter(public_id=form.cleaned_data["table"] or "-").first()
        try:
            social.report(
                player=me,
                other=other,
                reason=form.cleaned_data["reason"],
                note=form.cleaned_data["note"],
                table=table,
            )
        except social.SocialError as error:
            messages.error(request, str(REFUSED[error.code]))
        else:
            messages.success(request, _t("Thank you. A person will read it."))
        return redirect("player", other.name)
    return render(request, "games/report.html", {"form": form, "other": other})


def _other(name: str) -> Player:
    """Return the player of this name.

    Raises:
        Http404: there is no such player.
    """
    found = find_player(name)
    if found is None:
        raise Http404
    return Player.objects.get(pk=found["id"])


def _back(request: HttpRequest, other: Player) -> str:
    """Return the address of the page with the button, if it is on this site."""
    back = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return back
    return f"/players/{other.name}/"


assert set(REASONS) == set(Report.Reason.values)

PEOPLE_URLS: list[Any] = [
    path("people/", people, name="people"),
    path(
        "players/<str:name>/follow/",
        _change(social.follow, _("You now follow %(name)s.")),
        name="follow",
    ),
    path(
        "players/<str:name>/unfollow/",
        _change(social.unfollow, _("You no longer follow %(name)s.")),
        name="unfollow",
    ),
    path(
        "players/<str:name>/block/",
        _change(
            social.block,
            _("%(name)s is blocked: you will no longer see what they say or meet them."),
        ),
        name="block",
    ),
    path(
        "players/<str:name>/unblock/",
        _change(social.unblock, _("%(name)s is no longer blocked.")),
        name="unblock",
    ),
    path("players/<str:name>/report/", report, name="report"),
]

"""Opening a table, and the page of a table."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine import build_ruleset
from games.models import Table, TableSeat
from games.pages.chips import refusal_words
from games.pages.choosing import option_order, short_id, verdict_json
from games.pages.forms import TableForm
from games.pages.visitor import busy_player, player_of
from games.rulewords import preset_title, summary
from games.selectors.tables import may_watch, table_json
from games.services.errors import TableError
from games.services.tables import open_table, sit


@require_http_methods(["GET", "HEAD", "POST"])
def table_new(request: HttpRequest) -> HttpResponse:
    """The form that opens a table."""
    posted = request.method == "POST"
    form = TableForm(request.POST.dict(), link=None) if posted else TableForm(link=_link(request))
    if posted and form.is_valid():
        try:
            table = open_table(host=busy_player(request), **form.table_fields())
        except TableError as error:
            form.add_error(None, refusal_words(error, _("That cannot be done now.")))
        else:
            return redirect("table", table.public_id)
    verdict = verdict_json(form.verdict)
    return render(
        request,
        "games/table_new.html",
        {
            "form": form,
            "verdict": verdict,
            "link": request.build_absolute_uri(verdict["link"]),
            "changed": bool(verdict["changed"]),
            "choosing": {**option_order(), "verdict": verdict},
        },
        status=422 if posted else 200,
    )


def _link(request: HttpRequest) -> dict[str, str]:
    """What a link may choose beforehand; `target` is short for the option that says it."""
    given = request.GET.dict()
    if "target" in given:
        given.setdefault("o.match.target", given.pop("target"))
    return given


@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table: waiting room, play, and what follows. Nobody learns of one that is not theirs."""
    player = player_of(request)
    data = table_json(table_id, player)
    if data is None or data["status"] == "closed" or not may_watch(data):
        raise Http404
    found = Table.objects.select_related("ruleset").get(public_id=table_id)
    ruleset = build_ruleset(found.ruleset.preset, found.players, found.ruleset.options)
    title = data["name"] or preset_title(data["preset"])
    invite, seat = request.GET.get("invite", "")[:64], _seat(request.GET.get("seat", ""))
    page = {
        "table": data,
        "ws_path": f"/ws/table/{table_id}/",
        "title": title,
        "rules": {
            "title": preset_title(data["preset"]),
            "lines": [
                *summary(ruleset),
                *delay_lines(data["delay"]),
                *programs_lines(data["programs"]),
                *boards_lines(data),
            ],
            "url": f"{reverse('ruleset', args=[short_id(ruleset.hash)])}?players={found.players}",
        },
        "invite": invite,
        "seat": seat,
    }
    return render(
        request,
        "games/table.html",
        {"table": data, "title": title, "invite": invite, "seat": seat, "data": page},
    )


def delay_lines(delay: int) -> list[str]:
    """What is to be known of how late watchers see what people play."""
    return {
        int(Table.Delay.TRICK): [_("Who watches people sees each trick when it is over.")],
        int(Table.Delay.THREE): [_("Who watches people sees each trick three tricks later.")],
    }.get(delay, [])


def programs_lines(programs: str) -> list[str]:
    """What is to be known of a table where programs may sit down, before one agrees."""
    return {
        str(Table.Programs.CASUAL): [_("Programs may sit down here. With them it is not rated.")],
        str(Table.Programs.RATED): [
            _("Programs may sit down here. With them it is rated, apart from people.")
        ],
    }.get(programs, [])


def boards_lines(table: dict[str, Any]) -> list[str]:
    """What is to be known of duplicate matches before one agrees to them."""
    boards = table["boards"]
    if not boards:
        return []
    text = ngettext(
        "Duplicate: %(n)s deck, dealt again until each side has had every hand; points decide.",
        "Duplicate: %(n)s decks, dealt again until each side has had every hand; points decide.",
        boards,
    )
    return [text % {"n": boards}, _("Duplicate matches are not rated: both sides see every hand.")]


def _seat(text: str) -> int | None:
    """A seat's number from an address or a form, None where there is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else None


@require_POST
def table_sit(request: HttpRequest, table_id: str) -> HttpResponse:
    """Sit down, as a guest where nobody is signed in; for invitations and without script."""
    found = Table.objects.filter(public_id=table_id).first()
    if found is None:
        raise Http404
    place = _seat(request.POST.get("seat", ""))
    invite = request.POST.get("invite", "")[:64] or None
    if invite and place is None and not TableSeat.objects.filter(invite=invite).exists():
        messages.warning(request, _("That invitation is for another table."))
    try:
        sit(table=found, player=busy_player(request), seat=place, invite=invite)
    except TableError as error:
        if error.code != "already_seated":
            taken = _("That seat is taken, or the table is full.")
            messages.error(request, refusal_words(error, taken))
    return redirect("table", table_id)

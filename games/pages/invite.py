"""The page of a visitor to a table with a free seat: players, rules, and a form to sit down."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_variables

from accounts.faces import FACE_NAMES, distinct_faces, face_of
from accounts.models import User
from accounts.services import NameTakenError, rename_account, set_account_face
from games.engine import Ruleset
from games.models import Player, Table, TableSeat
from games.pages.forms.choosing import short_id
from games.pages.forms.seat import SeatForm
from games.pages.team_play import choices_of
from games.pages.visitor import busy_player, player_of
from games.pages.wording.tables import rule_lines, table_chips, table_line

Json: TypeAlias = dict[str, Any]
SEAT_PLACES: Final = {
    2: ("m", "t"),
    3: ("m", "r", "l"),
    4: ("m", "r", "t", "l"),
    5: ("m", "r1", "r2", "l2", "l1"),
    6: ("m", "r1", "r2", "t", "l2", "l1"),
}
"""Places of the seats in the picture, from the visitor's own seat on.

The names are those of `static/js/table/state/places.js`.
"""


class SeatRequest(NamedTuple):
    """The seat number and the invitation token that a table's URL or a form asks for."""

    seat: int | None
    token: str

    @property
    def query(self) -> str:
        """Return the requested seat and token as a URL's query string."""
        seat = {} if self.seat is None else {"seat": str(self.seat)}
        return urlencode({**seat, **({"invite": self.token} if self.token else {})})

    @property
    def is_invitation(self) -> bool:
        """Return True if a seat or token is requested, as links of the lobby never do."""
        return bool(self.token) or self.seat is not None


class Place(NamedTuple):
    """A seat in an invitation's picture of the table: who sits there, and at which edge."""

    seat: int
    place: str
    name: str
    face: str
    note: str
    is_own: bool


class Face(NamedTuple):
    """A face (avatar) that a visitor may choose; `is_taken`: somebody at the table has it."""

    name: str
    title: str
    is_taken: bool
    is_chosen: bool


def asked_for(fields: Any) -> SeatRequest:
    """Return the requested seat and invitation token from the fields of a query or form."""
    seat = fields.get("seat", "")
    is_number = seat.isascii() and seat.isdigit() and len(seat) < 3
    return SeatRequest(int(seat) if is_number else None, fields.get("invite", "")[:64])


def is_invitation_to(table_id: str, asked: SeatRequest) -> bool:
    """Return True if the token invites to a seat of the table with this public id."""
    seats = TableSeat.objects.filter(table__public_id=table_id, invite=asked.token)
    return bool(asked.token) and seats.exists()


def user_of(request: HttpRequest) -> User | None:
    """Return the signed-in user, guests included; None for strangers."""
    return request.user if isinstance(request.user, User) else None


def invitation(
    request: HttpRequest,
    *,
    table: Table,
    data: Json,
    ruleset: Ruleset,
    asked: SeatRequest,
    form: SeatForm | None = None,
) -> HttpResponse:
    """Show a table with a free seat to a visitor who may sit down; `data` is its `table_json`.

    `asked` is what the URL asks for. With a `form` (an invalid one) the status is 422.
    """
    user = user_of(request)
    me = data["you"]["player"]
    free = [
        seat["seat"]
        for seat in data["seats"]
        if not seat["player"] and seat.get("held_for", me) == me
    ]
    wanted = asked.seat if asked.seat is not None else _seat_of(table, asked.token)
    own: int = wanted if wanted is not None and wanted in free else free[0]
    taken_faces = {seat["face"] for seat in data["seats"] if seat["player"] and not seat["bot"]}
    chosen = (form.data.get("face", "") if form is not None else "") or _own_face(
        user, taken_faces, f"{table.public_id}/{own}"
    )
    host = table.host.name if table.host else ""
    heading = _heading(data, own, host, invited=asked.is_invitation)
    return render(
        request,
        "games/invite.html",
        {
            "table": data,
            "form": form or SeatForm(user=user),
            "user_name": user.username if user is not None else "",
            "host": host,
            "seat": own,
            "asked": asked,
            "here": f"{reverse('table', args=[table.public_id])}?{asked.query}",
            "moved": asked.seat is not None and asked.seat != own,
            "heading": heading,
            "lead": _lead(data, own, host, len(free) - 1),
            "line": table_line(data),
            "chips": table_chips(data, ruleset),
            "lines": rule_lines(data, ruleset),
            "rules_hash": ruleset.hash,
            "rules_url": rules_url(ruleset),
            "places": _places(data, own, host, chosen),
            "own_teams": [] if asked.is_invitation else choices_of(player_of(request), table),
            "others": [seat for seat in free if seat != own] if not asked.is_invitation else [],
            "faces": [
                Face(face, str(title), face in taken_faces, face == chosen)
                for face, title in FACE_NAMES.items()
            ],
        },
        status=422 if form is not None else 200,
    )


def rules_url(ruleset: Ruleset) -> str:
    """Return the URL of the page with a ruleset's complete rules."""
    return f"{reverse('ruleset', args=[short_id(ruleset.hash)])}?players={ruleset.players}"


def _seat_of(table: Table, token: str) -> int | None:
    """Return the seat to which a token invites; None if the token is not one of this table."""
    table_seat = table.seats.filter(invite=token).first() if token else None
    return table_seat.seat if table_seat is not None else None


def _own_face(user: User | None, taken_faces: set[str], key: str) -> str:
    """Return the face (avatar) for a visitor who sits down, other than the taken ones.

    A stranger's face is derived from `key`.
    """
    wanted = face_of(key) if user is None else user.face or face_of(user.username)
    return distinct_faces([*sorted(taken_faces), wanted])[-1]


def _side(data: Json, seat: int) -> list[int]:
    """Return all seats of the side to which a seat of the table belongs."""
    return next(side for side in data["sides"] if seat in side)


def _host_seat(data: Json, host: str) -> int | None:
    """Return the seat of the table's host (a name); None if the host has no seat."""
    return next((seat["seat"] for seat in data["seats"] if seat["player"] == host), None)


def _heading(data: Json, own: int, host: str, *, invited: bool) -> str:
    """Return an invitation's heading: the host's name, and partner or opponent of the visitor."""
    host_seat = _host_seat(data, host)
    if host_seat is None:
        return _("A seat is free")
    frame = _("%(name)s invites you: %(what)s") if invited else _("With %(name)s: %(what)s")
    if host_seat in _side(data, own):
        relation = _("you are partners") if len(_side(data, own)) == 2 else _("you are on one side")
    elif data["players"] == 2:
        relation = _("one against the other")
    elif len(_side(data, own)) > 1:
        relation = _("you are opponents")
    else:
        relation = _("everybody plays alone")
    return frame % {"name": host, "what": relation}


def _lead(data: Json, own: int, host: str, missing: int) -> str:
    """Return a sentence about the visitor's seat and when the match will start."""
    host_seat = _host_seat(data, host)
    opposite = host_seat is not None and 2 * abs(host_seat - own) == data["players"]
    place_words = _("You sit opposite %(name)s.") % {"name": host} if opposite else ""
    if missing:
        start_words = ngettext(
            "The match starts when one more person joins.",
            "The match starts when %(n)s more people join.",
            missing,
        ) % {"n": missing}
    elif all(seat["agreed"] for seat in data["seats"] if seat["player"]):
        start_words = _("You begin at once.")
    else:
        start_words = _("You begin when everybody has agreed to the rules.")
    return f"{place_words} {start_words}".strip()


def _places(data: Json, own: int, host: str, face: str) -> list[Place]:
    """Return the table's seats for its picture, the visitor's own seat first."""
    count, places = data["players"], []
    for steps, place in enumerate(SEAT_PLACES[count]):
        at = data["seats"][(own + steps) % count]
        seat, name = at["seat"], at["player"]
        if steps == 0:
            places.append(Place(seat, place, _("You"), face, "", is_own=True))
        elif not name:
            held = _("for %(name)s") % {"name": at["held_for"]} if at.get("held_for") else ""
            places.append(Place(seat, place, held or _("Free"), "", "", is_own=False))
        else:
            partner = len(_side(data, own)) > 1 and seat in _side(data, own)
            note = _note_beside(at, partner=partner, host=name == host)
            places.append(Place(seat, place, name, at["face"], note, is_own=False))
    return places


def _note_beside(seat: Json, *, partner: bool, host: bool) -> str:
    """Return the words beside a player's name: a partner, a bot, the host; empty for others."""
    words = [
        _("with you") if partner else "",
        _("bot") if seat["kind"] == "bot" else "",
        _("opened the table") if host and not partner else "",
    ]
    return " · ".join(word for word in words if word)


# -- sitting down ------------------------------------------------------------------------------


@sensitive_variables("form")
def seated_player(request: HttpRequest, form: SeatForm, data: Json) -> Player:
    """Return the visitor's player, updated with the name and face of a valid form.

    A stranger becomes a guest.

    Raises:
        ValidationError: somebody has taken the name meanwhile.
        TooManyError: the visitor is at the limit `table`.
    """
    user = user_of(request)
    name, face = form.cleaned_data.get("name", ""), form.cleaned_data["face"]
    taken_faces = {seat["face"] for seat in data["seats"] if seat["player"] and not seat["bot"]}
    face = "" if face in taken_faces else face
    try:
        if user is None:
            return busy_player(request, name=name, face=face)
        if name and name != user.username:
            rename_account(user=user, name=name)
    except (IntegrityError, NameTakenError) as error:
        raise ValidationError({"name": _("That name is taken.")}) from error
    if face and face != _own_face(user, taken_faces, ""):
        set_account_face(user=user, face=face)
    return busy_player(request)

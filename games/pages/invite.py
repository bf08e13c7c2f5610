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
PLACES: Final = {
    2: ("m", "t"),
    3: ("m", "r", "l"),
    4: ("m", "r", "t", "l"),
    5: ("m", "r1", "r2", "l2", "l1"),
    6: ("m", "r1", "r2", "t", "l2", "l1"),
}
"""Places of the seats in the picture, from the visitor's own seat on.

The names are those of `static/js/table/state/places.js`.
"""


class Asked(NamedTuple):
    """The seat number and the invitation token that a table's URL or a form asks for."""

    seat: int | None
    token: str

    @property
    def query(self) -> str:
        """Return seat and token as the query string of a URL."""
        seat = {} if self.seat is None else {"seat": str(self.seat)}
        return urlencode({**seat, **({"invite": self.token} if self.token else {})})

    @property
    def is_invitation(self) -> bool:
        """Return True if the URL names a seat or a token, which links of the lobby do not."""
        return bool(self.token) or self.seat is not None


class Place(NamedTuple):
    """A seat as the picture of the table shows it on an invitation: who sits there, and where."""

    seat: int
    place: str
    name: str
    face: str
    note: str
    is_own: bool


class Face(NamedTuple):
    """A face that a visitor may choose; `is_taken`: somebody at the table has it."""

    name: str
    title: str
    is_taken: bool
    is_chosen: bool


def asked_for(given: Any) -> Asked:
    """Return the seat and the invitation token that the query or form data `given` names."""
    seat = given.get("seat", "")
    is_number = seat.isascii() and seat.isdigit() and len(seat) < 3
    return Asked(int(seat) if is_number else None, given.get("invite", "")[:64])


def is_invitation_to(table_id: str, asked: Asked) -> bool:
    """Return True if the token is an invitation to a seat of the table with this public id."""
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
    asked: Asked,
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
    taken = {seat["face"] for seat in data["seats"] if seat["player"]}
    chosen = (form.data.get("face", "") if form is not None else "") or _own_face(
        user, taken, f"{table.public_id}/{own}"
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
                Face(face, str(title), face in taken, face == chosen)
                for face, title in FACE_NAMES.items()
            ],
        },
        status=422 if form is not None else 200,
    )


def rules_url(ruleset: Ruleset) -> str:
    """Return the URL of the page with a ruleset's complete rules."""
    return f"{reverse('ruleset', args=[short_id(ruleset.hash)])}?players={ruleset.players}"


def _seat_of(table: Table, token: str) -> int | None:
    """Return the seat of an invitation token; None where the token is not one of this table."""
    found = table.seats.filter(invite=token).first() if token else None
    return found.seat if found is not None else None


def _own_face(user: User | None, taken: set[str], key: str) -> str:
    """Return the face of a visitor who sits down: their own, or the next face that is free.

    A stranger's face is derived from `key`.
    """
    wanted = face_of(key) if user is None else user.face or face_of(user.username)
    return distinct_faces([*sorted(taken), wanted])[-1]


def _side(data: Json, seat: int) -> list[int]:
    """Return the seats of the side to which a seat belongs."""
    return next(side for side in data["sides"] if seat in side)


def _host_seat(data: Json, host: str) -> int | None:
    """Return the seat of the host (a name); None where the host does not sit at the table."""
    return next((seat["seat"] for seat in data["seats"] if seat["player"] == host), None)


def _heading(data: Json, own: int, host: str, *, invited: bool) -> str:
    """Return a heading: the name of the host, and the visitor's relation to the host."""
    there = _host_seat(data, host)
    if there is None:
        return _("A seat is free")
    frame = _("%(name)s invites you: %(what)s") if invited else _("With %(name)s: %(what)s")
    if there in _side(data, own):
        what = _("you are partners") if len(_side(data, own)) == 2 else _("you are on one side")
    elif data["players"] == 2:
        what = _("one against the other")
    elif len(_side(data, own)) > 1:
        what = _("you are opponents")
    else:
        what = _("everybody plays alone")
    return frame % {"name": host, "what": what}


def _lead(data: Json, own: int, host: str, missing: int) -> str:
    """Return a sentence about the visitor's place and the beginning of the match."""
    there = _host_seat(data, host)
    opposite = there is not None and 2 * abs(there - own) == data["players"]
    where = _("You sit opposite %(name)s.") % {"name": host} if opposite else ""
    if missing:
        when = ngettext(
            "The match starts when one more person joins.",
            "The match starts when %(n)s more people join.",
            missing,
        ) % {"n": missing}
    elif all(seat["agreed"] for seat in data["seats"] if seat["player"]):
        when = _("You begin at once.")
    else:
        when = _("You begin when everybody has agreed to the rules.")
    return f"{where} {when}".strip()


def _places(data: Json, own: int, host: str, face: str) -> list[Place]:
    """Return the seats as seen from the visitor's own seat, which is the nearest."""
    count, found = data["players"], []
    for steps, place in enumerate(PLACES[count]):
        at = data["seats"][(own + steps) % count]
        seat, name = at["seat"], at["player"]
        if steps == 0:
            found.append(Place(seat, place, _("You"), face, "", is_own=True))
        elif not name:
            held = _("for %(name)s") % {"name": at["held_for"]} if at.get("held_for") else ""
            found.append(Place(seat, place, held or _("Free"), "", "", is_own=False))
        else:
            partner = len(_side(data, own)) > 1 and seat in _side(data, own)
            words = [
                _("with you") if partner else "",
                _("bot") if at["kind"] == "bot" else "",
                _("opened the table") if name == host and not partner else "",
            ]
            note = " · ".join(word for word in words if word)
            found.append(Place(seat, place, name, at["face"], note, is_own=False))
    return found


# -- sitting down ------------------------------------------------------------------------------


@sensitive_variables("form")
def seated_player(request: HttpRequest, form: SeatForm, data: Json) -> Player:
    """Return the player to seat, with the name and face of a valid form.

    A stranger becomes a guest.

    Raises:
        ValidationError: somebody has taken the name meanwhile.
        TooManyError: the visitor is at the limit `table`.
    """
    user = user_of(request)
    name, face = form.cleaned_data.get("name", ""), form.cleaned_data["face"]
    taken = {seat["face"] for seat in data["seats"] if seat["player"]}
    face = "" if face in taken else face
    try:
        if user is None:
            return busy_player(request, name=name, face=face)
        if name and name != user.username:
            rename_account(user=user, name=name)
    except (IntegrityError, NameTakenError) as error:
        raise ValidationError({"name": _("That name is taken.")}) from error
    if face and face != _own_face(user, taken, ""):
        set_account_face(user=user, face=face)
    return busy_player(request)

"""The analysis of a match in words: figures by seat, luck, key moments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import orjson
from django.utils.translation import gettext as _

from games.own_side import sides_in_order
from games.pages.wording.history import number, share, signed
from games.pages.wording.review import ReviewFormatter
from games.rules_text.reasons import reason_in_words
from games.selectors.analyses import analysis_state, analysis_with_tag

Json: TypeAlias = dict[str, Any]

MAKEABLE: Final = ("none", "failed")
"""States in which a visitor may request the analysis."""
FEW: Final = 10
"""Game points below which two decimals are shown."""


def analysis_context(match: Json, formatter: ReviewFormatter, own: int | None = None) -> Json:
    """Return the context `analysis` of the review: its state, and its contents when it is done.

    `match` is as in the API; `own` is the seat of the visitor, who is addressed as "you".
    """
    found = analysis_with_tag(match["id"])
    if found is None:
        return missing_analysis(match["id"])
    body = orjson.loads(found[0])
    sides, unit = match["sides"], body.get("unit", "cards")
    return {
        "state": "done",
        "unit": unit,
        "accuracy": _percent(body["accuracy"]),
        "seats": [_seat(seat, formatter.names, unit) for seat in body["seats"]],
        "luck": [
            {
                "names": [formatter.names[seat] for seat in sides[side]],
                "luck": signed(body["luck"][side], digits_of(body["luck"][side], unit)),
                "play": signed(body["play"][side], digits_of(body["play"][side], unit)),
            }
            for side in sides_in_order(sides, own, winners=match["winners"] or ())
        ],
        "moments": _moments(body, formatter, own),
    }


def missing_analysis(match: str) -> Json:
    """Return the context `analysis` of a match (a public id) without a finished analysis."""
    state = (analysis_state(match) or {"state": "impossible"})["state"]
    return {"state": state, "makeable": state in MAKEABLE}


def digits_of(points: float, unit: str) -> int:
    """Return the number of decimals shown: two for small numbers of game points, else one."""
    return 2 if unit == "game" and abs(points) < FEW else 1


def amount(points: float, unit: str) -> str:
    """Return a number of points, in words."""
    values = {"n": number(points, digits_of(points, unit))}
    return (_("%(n)s game points") if unit == "game" else _("%(n)s points")) % values


def _seat(figures: Json, names: Sequence[str], unit: str) -> Json:
    """Return the figures of a seat for the template."""
    decisions = figures["decisions"]
    return {
        "name": names[figures["seat"]],
        "accuracy": _percent(figures["accuracy"]),
        "best": share(figures["best"] / decisions if decisions else None),
        "loss": number(figures["loss"], digits_of(figures["loss"], unit)),
        "errors": figures["errors"],
        "finds": figures["finds"],
    }


def _percent(value: float | None) -> str:
    """Return a number from 0 to 100 as text, a dash for None."""
    return "–" if value is None else number(value, 0)


def _moments(body: Json, formatter: ReviewFormatter, own: int | None) -> list[Json]:
    """Return the key moments of an analysis in words."""
    wanted, unit = set(body["key_moments"]), body.get("unit", "cards")
    return [
        {
            "at": play["at"],
            "deal": deal["number"],
            "trick": play["trick"],
            "text": _moment(play, formatter, unit, own=play["seat"] == own),
        }
        for deal in body["deals"]
        for play in deal["plays"]
        if play["at"] in wanted
    ]


def _moment(play: Json, formatter: ReviewFormatter, unit: str, *, own: bool) -> str:
    """Return a sentence or two about a key moment; `own`: the visitor played the card."""
    judged = play["judged"]
    values = {"name": formatter.names[play["seat"]], "card": formatter.card(play["card"])}
    if judged["grade"] == "find":
        values["points"] = amount(judged["cards"][1]["behind"], unit)
        return (
            _("You find the only good card: %(card)s. The next best costs %(points)s.")
            if own
            else _("%(name)s finds the only good card: %(card)s. The next best costs %(points)s.")
        ) % values
    values |= {"best": formatter.card(judged["best"]), "points": amount(judged["loss"], unit)}
    lost = (
        _("You play %(card)s and lose %(points)s.")
        if own
        else _("%(name)s plays %(card)s and loses %(points)s.")
    )
    why, better = judged.get("why"), _("Better: %(best)s.")
    if why is not None:
        values["why"] = reason_in_words(why["code"], why["points"])
        better = _("Better: %(best)s; %(why)s")
    return f"{lost % values} {better % values}"

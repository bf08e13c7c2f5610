"""What the page of a match shows of its analysis: figures by seat, luck, key moments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import orjson
from django.utils.translation import gettext as _

from games.pages.history_words import number, share, signed
from games.pages.review_words import Teller
from games.selectors.analyses import analysis_state, analysis_with_tag

Json: TypeAlias = dict[str, Any]

MAKEABLE: Final = ("none", "failed")
"""States in which somebody may ask for the analysis."""


def analysis_context(match: Json, teller: Teller) -> Json:
    """The part `analysis` of the page: its state, and where it is made what it says.

    `match` is as `match_json`.
    """
    found = analysis_with_tag(match["id"])
    if found is None:
        state = (analysis_state(match["id"]) or {"state": "impossible"})["state"]
        return {"state": state, "makeable": state in MAKEABLE}
    body = orjson.loads(found[0])
    sides = match["sides"]
    return {
        "state": "done",
        "accuracy": _percent(body["accuracy"]),
        "seats": [_seat(seat, teller.names) for seat in body["seats"]],
        "luck": [
            {
                "names": [teller.names[seat] for seat in side],
                "luck": signed(body["luck"][index], 1),
                "play": signed(body["play"][index], 1),
            }
            for index, side in enumerate(sides)
        ],
        "moments": _moments(body, teller),
    }


def _seat(told: Json, names: Sequence[str]) -> Json:
    decisions = told["decisions"]
    return {
        "name": names[told["seat"]],
        "accuracy": _percent(told["accuracy"]),
        "best": share(told["best"] / decisions if decisions else None),
        "loss": number(told["loss"], 1),
        "errors": told["errors"],
        "finds": told["finds"],
    }


def _percent(value: float | None) -> str:
    """From 0 to 100, as it stands in a table."""
    return "–" if value is None else number(value, 0)


def _moments(body: Json, teller: Teller) -> list[Json]:
    wanted = set(body["key_moments"])
    return [
        {
            "at": play["at"],
            "deal": deal["number"],
            "trick": play["trick"],
            "text": _moment(play, teller),
        }
        for deal in body["deals"]
        for play in deal["plays"]
        if play["at"] in wanted
    ]


def _moment(play: Json, teller: Teller) -> str:
    judged = play["judged"]
    told = {"name": teller.names[play["seat"]], "card": teller.card(play["card"])}
    if judged["grade"] == "find":
        second = number(judged["cards"][1]["behind"], 1)
        return _("%(name)s finds the only good card: %(card)s. The next best costs %(points)s.") % {
            **told, "points": second,
        }  # fmt: skip
    return _("%(name)s plays %(card)s; better: %(best)s. It costs %(points)s points.") % {
        **told,
        "best": teller.card(judged["best"]),
        "points": number(judged["loss"], 1),
    }

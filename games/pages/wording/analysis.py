"""The analysis of a match in words: figures by seat, luck, key moments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import orjson
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis import FORMAT, in_order, options_of
from games.common.own_side import sides_in_order
from games.guide.reasons import CHAPTER_OF
from games.pages.wording.history import number, share, signed
from games.pages.wording.review import ReviewFormatter
from games.selectors.analyses import analysis_state, analysis_with_tag
from games.wording.reasons import reason_in_words

Json: TypeAlias = dict[str, Any]

REQUESTABLE_STATES: Final = ("none", "failed")
"""States in which a visitor may request the analysis."""
MIN_WIN_LOSS: Final = 0.005
MIN_POINTS_LOSS: Final = 0.05
"""Least cost of a choice that is told."""
FEW_POINTS: Final = 10
"""Game points below which two decimals are shown."""


def analysis_context(match: Json, formatter: ReviewFormatter, own: int | None = None) -> Json:
    """Return the template context `analysis` of a match's review: its state, once done its results.

    `match` is the match as JSON of the API; `own` is the seat of the visitor, who is addressed as
    "you" (None: no seat).
    """
    body_and_tag = analysis_with_tag(match["id"])
    if body_and_tag is None:
        return missing_analysis(match["id"])
    body = orjson.loads(body_and_tag[0])
    state = (analysis_state(match["id"]) or {"state": "done"})["state"]
    sides, unit = match["sides"], body.get("unit", "cards")
    return {
        "state": "done",
        "earlier": body["format"] != FORMAT,
        "again": state in ("done", "failed"),
        "unit": unit,
        "accuracy": _percent(body["accuracy"]),
        "seats": [
            _seat(seat, formatter.names, _points_lost(body, seat["seat"]), unit)
            for seat in body["seats"]
        ],
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
    """Return the template context of a match (public id) without a finished analysis: `state`."""
    state = (analysis_state(match) or {"state": "impossible"})["state"]
    return {"state": state, "makeable": state in REQUESTABLE_STATES}


def digits_of(points: float, unit: str) -> int:
    """Return the number of decimals to show points with: 2 for few game points, else 1.

    `unit` is "game" for points of the match's score, "cards" for card points.
    """
    return 2 if unit == "game" and abs(points) < FEW_POINTS else 1


def amount(points: float, unit: str) -> str:
    """Return an amount of points in words: of the score if `unit` is "game", else card points."""
    values = {"n": number(points, digits_of(points, unit))}
    return (_("%(n)s game points") if unit == "game" else _("%(n)s points")) % values


def cost_in_words(judged: Json, unit: str) -> str:
    """Return in words how much worse a player's choice is than the best one.

    `judged` is the judgement of the choice; `unit` is as for `amount`.
    """
    better = {name: judged[f"best_{name}"] for name in ("points", "win")}
    return difference_in_words(better, judged, unit)


def difference_in_words(better: Mapping[str, Any], other: Mapping[str, Any], unit: str) -> str:
    """Return in words by how much option `other` is worse: points, chance to win.

    Both are options with `points` and `win` (0 to 1, None: not estimated). Points are told as
    points and the chance as a chance: the value that ranks options adds them up, and is never told
    as points. A part in which `other` is not worse is left out.
    """
    points, win = difference(better, other)
    if win < MIN_WIN_LOSS:
        return amount(max(points, 0.0), unit)
    chance = ngettext(
        "%(n)s point of win chance", "%(n)s points of win chance", round(100 * win)
    ) % {"n": number(100 * win, 0)}
    if points < MIN_POINTS_LOSS:
        return chance
    return _("%(points)s and %(chance)s") % {"points": amount(points, unit), "chance": chance}


def short_difference(better: Mapping[str, Any], other: Mapping[str, Any], unit: str) -> str:
    """Return the figures of `difference_in_words` for a table cell: `7.9`, `7.9 · 22 %`, `–`."""
    points, win = difference(better, other)
    parts = [number(points, digits_of(points, unit))] if points >= MIN_POINTS_LOSS else []
    if win >= MIN_WIN_LOSS:
        parts.append(share(win))
    return " · ".join(parts) or "–"


def difference(better: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[float, float]:
    """Return the (points, chance to win) by which `better` is ahead of `other`, both options.

    The chance is 0 if it was not estimated for both.
    """
    wins = better["win"], other["win"]
    win = 0.0 if None in wins else wins[0] - wins[1]
    return better["points"] - other["points"], win


def _points_lost(body: Json, seat: int) -> float:
    """Return the points that a seat's counted losses cost; losses of chance alone add 0."""
    points = 0.0
    for deal in body["deals"]:
        for decision in in_order(deal):
            judged = decision["judged"]
            if decision["seat"] == seat and judged and judged["loss"]:
                points += max(0.0, judged["best_points"] - judged["points"])
    return points


def _seat(figures: Json, names: Sequence[str], points_lost: float, unit: str) -> Json:
    """Return the analysis figures of a seat as a dict for the template."""
    decisions = figures["decisions"]
    return {
        "name": names[figures["seat"]],
        "accuracy": _percent(figures["accuracy"]),
        "best": share(figures["best"] / decisions if decisions else None),
        "lost": number(points_lost, digits_of(points_lost, unit)),
        "errors": figures["errors"],
        "finds": figures["finds"],
    }


def _percent(value: float | None) -> str:
    """Return a number from 0 to 100 as text, a dash for None."""
    return "–" if value is None else number(value, 0)


def _moments(body: Json, formatter: ReviewFormatter, own: int | None) -> list[Json]:
    """Return the key moments of an analysed match as dicts in words."""
    wanted, unit = set(body["key_moments"]), body.get("unit", "cards")
    return [
        {
            "at": choice["at"],
            "deal": deal["number"],
            "trick": choice["trick"],
            "text": moment_text(choice, formatter, unit, own=choice["seat"] == own),
            "chapter": _chapter(choice["judged"]),
        }
        for deal in body["deals"]
        for choice in in_order(deal)
        if choice["at"] in wanted
    ]


def _chapter(judged: Json) -> str:
    """Return the slug of the guide's chapter that explains the better choice."""
    why = judged.get("why") if judged["grade"] != "find" else None
    return CHAPTER_OF.get(why["code"], "") if why else ""


def moment_text(choice: Json, formatter: ReviewFormatter, unit: str, *, own: bool) -> str:
    """Return a sentence or two about a key moment of an analysed match.

    `choice` is the play or decision (JSON); `unit` is as for `amount`; `own`: the visitor made it.
    """
    judged = choice["judged"]
    chosen_words = formatter.decision(choice)
    values = {"name": formatter.names[choice["seat"]], "did": chosen_words, "card": chosen_words}
    if judged["grade"] == "find":
        best, second = options_of(judged)[:2]
        values["points"] = difference_in_words(best, second, unit)
        return _only_good_sentence(choice, own=own) % values
    values["points"] = cost_in_words(judged, unit)
    values["best"] = formatter.option(choice, judged["best"])
    why, better = judged.get("why"), _("Better: %(best)s.")
    if why is not None:
        sign = formatter.sign(why["sign"]) if "sign" in why else ""
        values["why"] = reason_in_words(why["code"], why["points"], sign)
        better = _("Better: %(best)s; %(why)s")
    return f"{_loss_sentence(choice, own=own) % values} {better % values}"


def _only_good_sentence(choice: Json, *, own: bool) -> str:
    """Return a sentence that a choice was the only good one, or one of several."""
    if choice.get("kind", "play") == "play":
        return (
            _("You find the only good card: %(card)s. The next best costs %(points)s.")
            if own
            else _("%(name)s finds the only good card: %(card)s. The next best costs %(points)s.")
        )
    return (
        _("You choose the only good option: %(did)s. The next best costs %(points)s.")
        if own
        else _("%(name)s chooses the only good option: %(did)s. The next best costs %(points)s.")
    )


def _loss_sentence(choice: Json, *, own: bool) -> str:
    """Return the sentence about a choice that lost points."""
    if choice.get("kind", "play") == "play":
        return (
            _("You play %(card)s and lose %(points)s.")
            if own
            else _("%(name)s plays %(card)s and loses %(points)s.")
        )
    return (
        _("Your choice loses %(points)s: %(did)s.")
        if own
        else _("The choice of %(name)s loses %(points)s: %(did)s.")
    )

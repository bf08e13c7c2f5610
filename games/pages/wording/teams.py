"""Teams in words: their title, main figures, rivals and declared signs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Team
from games.pages.wording.history import NOTHING, number, share, signed
from games.rules_text.playing import SIGNS
from games.selectors.team_choices import TeamChoice
from games.selectors.teams import PLACES, TeamRival, TeamStrength

Json: TypeAlias = dict[str, Any]
MIN_RANKED: Final = 2
"""Number of ranked teams from which a place among them is shown."""


def team_title(team: Team, names: Sequence[str]) -> str:
    """Return a team's name; without one the names of its players: `Ana and Eva`."""
    return team.name or joined(names)


def choice_title(choice: TeamChoice) -> str:
    """Return the name of a team as which a visitor may sit down, or "With" and its partners."""
    return choice.name or _("With %(names)s") % {"names": joined(choice.partners)}


def joined(names: Sequence[str]) -> str:
    """Return names as a list in words: `Ana, Eva and Leo`."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def big_figures(stats: Sequence[Json], strength: TeamStrength | None) -> list[Json]:
    """Return the main statistics of a team as dicts: `name`, `figure`, `small`, `note`.

    `stats` are by kind of match, "all" first; the result is empty before the first match.
    `strength` is the team's rating beside its players'; None if that is not known.
    """
    found = [] if strength is None else [_rating(strength)]
    if stats:
        rates = stats[0]["rates"]
        found += [
            _figure(
                _("Matches"), number_format(stats[0]["matches"]), _won(rates["match_win_rate"])
            ),
            _figure(_("Points per deal"), number(rates["mean_points"], 1), _("of 120, whole side")),
        ]
    if strength is not None:
        found.append(_gain(strength))
    return [one for one in found if one["figure"] != NOTHING]


def _figure(name: str, figure: str, note: str, small: str = "") -> Json:
    """Return one main figure."""
    return {"name": name, "figure": figure, "small": small, "note": note}


def _won(rate: float | None) -> str:
    """Return the share of matches won, in words."""
    return _("%(share)s won") % {"share": share(rate)}


def _rating(strength: TeamStrength) -> Json:
    """Return the rating of the team, with its place among teams."""
    note = _("not ranked yet")
    if strength.place is not None and strength.of >= MIN_RANKED:
        note = _place(strength.place, strength.of)
    return _figure(_("Rating of the team"), str(strength.rating), note, f"± {strength.deviation}")


def _place(place: int, of: int) -> str:
    """Return a place on the ranking of teams in words; places are counted up to PLACES."""
    if place > PLACES:
        return _("after place %(place)s") % {"place": number_format(PLACES)}
    if of == PLACES:
        return _("place %(place)s") % {"place": number_format(place)}
    return _("place %(place)s of %(of)s") % {
        "place": number_format(place),
        "of": number_format(of),
    }


def _gain(strength: TeamStrength) -> Json:
    """Return what the team gains over its players, or how many matches are missing until then."""
    name = _("Together they gain")
    if strength.gain is not None:
        return _figure(name, signed(strength.gain), _("over the mean of their own ratings"))
    if not strength.missing:
        return _figure(name, NOTHING, "")
    missing = ngettext("%(n)s match is missing", "%(n)s matches are missing", strength.missing)
    return _figure(name, "…", missing % {"n": strength.missing})


def rivals_rows(rivals: Iterable[TeamRival]) -> list[Json]:
    """Return a team's rivals as dicts with results as text; `meter` is matches won, in per cent."""
    return [
        {
            "team": one.team,
            "title": one.name or joined(one.players),
            "players": one.players,
            "result": f"{one.won}\N{EN DASH}{one.lost}",
            "meter": round(100 * one.won / max(1, one.won + one.lost)),
        }
        for one in rivals
    ]


def declared_signs(team: Team) -> list[tuple[str, str, str]]:
    """Return the signs that a team declares to make: id, meaning and gesture."""
    return [
        (name, str(sign.meaning), str(sign.gesture))
        for name, sign in SIGNS.items()
        if name in team.signs
    ]

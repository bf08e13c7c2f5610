"""Teams in words: their title, main figures, rivals and declared signs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Team
from games.pages.wording.history import NO_FIGURE, number, share, signed
from games.rules_text.playing import SIGNS
from games.selectors.partner_habits import LOAD, Habit
from games.selectors.team_choices import TeamChoice
from games.selectors.teams import MAX_COUNTED_PLACES, TeamRival, TeamStrength

Json: TypeAlias = dict[str, Any]
MIN_RANKED: Final = 2
"""Number of ranked teams from which a place among them is shown."""


def team_title(team: Team, names: Sequence[str]) -> str:
    """Return a team's name, or without a name those of its players: `Ana and Eva`."""
    return team.name or joined(names)


def choice_title(choice: TeamChoice) -> str:
    """Return the name of a team as which a visitor may sit down, or "With" and the partners."""
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
    figures = [] if strength is None else [_rating(strength)]
    if stats:
        rates = stats[0]["rates"]
        figures += [
            _figure(
                _("Matches"), number_format(stats[0]["matches"]), _won(rates["match_win_rate"])
            ),
            _figure(_("Points per deal"), number(rates["mean_points"], 1), _("of 120, whole side")),
        ]
    if strength is not None:
        figures.append(_gain(strength))
    return [figure for figure in figures if figure["figure"] != NO_FIGURE]


def _figure(name: str, figure: str, note: str, small: str = "") -> Json:
    """Return one main statistic of a team as a dict."""
    return {"name": name, "figure": figure, "small": small, "note": note}


def _won(rate: float | None) -> str:
    """Return the share of matches that a team won, in words."""
    return _("%(share)s won") % {"share": share(rate)}


def _rating(strength: TeamStrength) -> Json:
    """Return a team's rating as a statistic, with its place among teams as note."""
    note = _("not ranked yet")
    if strength.place is not None and strength.of >= MIN_RANKED:
        note = _place(strength.place, strength.of)
    return _figure(_("Rating of the team"), str(strength.rating), note, f"± {strength.deviation}")


def _place(place: int, of: int) -> str:
    """Return a place on the ranking of teams in words; places are counted up to MAX_COUNTED_PLACES."""
    if place > MAX_COUNTED_PLACES:
        return _("after place %(place)s") % {"place": number_format(MAX_COUNTED_PLACES)}
    if of == MAX_COUNTED_PLACES:
        return _("place %(place)s") % {"place": number_format(place)}
    return _("place %(place)s of %(of)s") % {
        "place": number_format(place),
        "of": number_format(of),
    }


def _gain(strength: TeamStrength) -> Json:
    """Return as a statistic how far a team is above its players' own ratings.

    Until that is known, it shows the number of matches that are missing.
    """
    name = _("Together they gain")
    if strength.gain is not None:
        figure = _figure(name, signed(strength.gain), _("over the mean of their own ratings"))
        return {**figure, "better": strength.gain > 0}
    if not strength.missing:
        return _figure(name, NO_FIGURE, "")
    missing = ngettext("%(n)s match is missing", "%(n)s matches are missing", strength.missing)
    return _figure(name, "…", missing % {"n": strength.missing})


def rivals_rows(rivals: Iterable[TeamRival]) -> list[Json]:
    """Return a team's rivals as dicts with results as text; `meter` is matches won, in per cent."""
    return [
        {
            "team": rival.team,
            "title": rival.name or joined(rival.players),
            "players": rival.players,
            "result": f"{rival.won}\N{EN DASH}{rival.lost}",
            "meter": round(100 * rival.won / max(1, rival.won + rival.lost)),
        }
        for rival in rivals
    ]


def declared_signs(team: Team) -> list[tuple[str, str, str]]:
    """Return the signs that a team declares to make: id, meaning and gesture."""
    return [
        (name, str(sign.meaning), str(sign.gesture))
        for name, sign in SIGNS.items()
        if name in team.signs
    ]


def habit_words(habit: Habit) -> Json:
    """Return a team's habit as template context: a sentence, and its cards with a word for each."""
    shares = {"share": round(100 * habit.share), "mean": round(100 * habit.mean)}
    if habit.name == LOAD:
        return {
            "cards": [("C12", _("winning")), ("C4", _("rival")), ("C1", _("loads"))],
            "text": _(
                "When one of the two is winning the trick, the other lays an ace or a three "
                "%(share)s %% of the time. The mean of all pairs is %(mean)s %%."
            )
            % shares,
        }
    return {
        "cards": [("E1", _("rival")), ("E4", _("partner")), ("O6", _("takes it"))],
        "text": _(
            "When the rivals are winning ten points or more, the pair takes them with a trump "
            "%(share)s %% of the time. The mean of all pairs is %(mean)s %%."
        )
        % shares,
    }

"""A tournament in one sentence, for its organiser before it is announced."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.pages.wording.time_zones import zone_city
from games.rules_text import preset_title
from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import Format
from games.tournaments.rules.team_match import SQUADS
from games.tournaments.services.creating import TournamentOptions, squad_size
from games.tournaments.wording.tournaments import minutes_of

WHO: Final[Mapping[tuple[int, int], Promise]] = {
    (2, 1): gettext_lazy("head to head"),
    (4, 2): gettext_lazy("in pairs"),
    (4, 1): gettext_lazy("alone, with a new partner each round"),
    (6, 3): gettext_lazy("in threes"),
    (3, 1): gettext_lazy("at tables of three"),
    (5, 1): gettext_lazy("at tables of five"),
    (6, 2): gettext_lazy("at tables of three pairs"),
}
"""(seats of a table, players of an entrant) -> who plays with whom."""


def summary_text(chosen: TournamentOptions) -> str:
    """Return a tournament's options in one sentence: game, length, beginning, who may enter."""
    who = str(WHO.get((chosen.players, chosen.members), ""))
    if chosen.format == Format.DAILY:
        who = _("alone against bots")
    elif chosen.format == Format.TEAMS:
        who = _teams(chosen)
    parts = [
        _("%(game)s, %(who)s") % {"game": preset_title(chosen.preset), "who": who},
        _length(chosen),
        _begins(chosen),
        _entrants(chosen),
    ]
    if chosen.fee:
        fee = ngettext("%(n)s chip to enter", "%(n)s chips to enter", chosen.fee)
        parts.append(fee % {"n": chosen.fee})
    return "; ".join(parts) + "."


def _teams(chosen: TournamentOptions) -> str:
    """Return in words how players are paired in a match of two teams."""
    if chosen.bots:
        return _("two teams, each once against bots with the same cards")
    return _("two teams at two tables with the same cards")


def _length(chosen: TournamentOptions) -> str:
    """Return the length of a tournament, in words."""
    deals = ngettext("%(n)s deal", "%(n)s deals", chosen.deals) % {"n": chosen.deals}
    if chosen.format == Format.DAILY:
        return _("%(deals)s within a day") % {"deals": deals}
    if chosen.format == Format.TEAMS:
        return deals
    if chosen.format == Format.ARENA:
        minutes = ngettext("%(n)s minute", "%(n)s minutes", chosen.minutes)
        return _("arena of %(minutes)s") % {"minutes": minutes % {"n": chosen.minutes}}
    if chosen.format in (Format.SWISS, Format.LADDER):
        row = Tournament(format=chosen.format, rounds=chosen.rounds, deals=chosen.deals)
        text = ngettext(
            "%(n)s round of %(deals)s, about %(minutes)s minutes",
            "%(n)s rounds of %(deals)s, about %(minutes)s minutes",
            chosen.rounds,
        )
        return text % {"n": chosen.rounds, "deals": deals, "minutes": minutes_of(row)}
    return _("games of %(deals)s") % {"deals": deals}


def _begins(chosen: TournamentOptions) -> str:
    """Return the start of a tournament and its repetition, in words."""
    if chosen.starts_when_full:
        return _("it begins as soon as it is full")
    start = _with_zone(chosen.starts_at)
    if chosen.every_days == 1:
        return _("it begins %(when)s, and then every day") % {"when": start}
    if chosen.every_days:
        return _("it begins %(when)s, and then every week") % {"when": start}
    return _("it begins %(when)s") % {"when": start}


def _with_zone(moment: datetime) -> str:
    """Return a time as its own time zone shows it, with the city or name of that zone."""
    zone = moment.tzinfo.key if isinstance(moment.tzinfo, ZoneInfo) else moment.tzname()
    return f"{date_format(moment, 'DATETIME_FORMAT')} ({zone_city(zone or '')})"


def _entrants(chosen: TournamentOptions) -> str:
    """Return the conditions of entry, in words."""
    if chosen.format == Format.TEAMS:
        return _teams_entrants(chosen)
    if chosen.visibility == Tournament.Visibility.LINK:
        return _("for whoever has the link, at most %(n)s") % {"n": chosen.max_entrants}
    if chosen.min_finished:
        return _("for everybody who finishes %(percent)s %% of the matches, at most %(n)s") % {
            "percent": chosen.min_finished,
            "n": chosen.max_entrants,
        }
    return _("for everybody, at most %(n)s") % {"n": chosen.max_entrants}


def _teams_entrants(chosen: TournamentOptions) -> str:
    """Return the number and kind of players that a match of two teams needs, in words."""
    people = chosen.members * squad_size(chosen.bots) * len(SQUADS)
    if chosen.visibility == Tournament.Visibility.LINK:
        return _("for %(n)s people who have the link") % {"n": people}
    return _("for %(n)s people") % {"n": people}

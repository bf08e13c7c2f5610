"""What the list of leagues and the page of a season show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from games.leagues.season_dates import CATCH_UP, PLAY_OFFS, round_window
from games.models import (
    League,
    LeagueAction,
    LeagueDivision,
    LeagueFixture,
    LeagueMember,
    LeagueSeason,
    Player,
)
from games.models.league_matches import FixtureState
from games.models.leagues import COMING, UNDER_WAY, LeagueKind, SeasonState
from games.pages.league_match_context import fixture_row, match_context
from games.pages.wording import leagues as words
from games.rules_text import preset_title
from games.selectors import leagues as selected
from games.selectors.faces import chosen_faces_by_name
from games.selectors.league_json import player_names
from games.selectors.league_state import (
    entrant_name,
    is_officer,
)
from games.selectors.teams import own_teams, players_of

LOG_KINDS: Final = ("set", "annulled", "removed", "withdrawn", "claimed", "missed", "replay")
"""Lines of the log that the page of a league shows."""
SHOWN_LOG: Final = 20


def rows_of_list(leagues: Sequence[League]) -> list[dict[str, Any]]:
    """Return a dict for each league, for the list of leagues; their seasons must be prefetched."""
    latest = [selected.latest_season(one) for one in leagues]
    entered = selected.entered_counts([one.pk for one in latest if one is not None])
    return [_row_of_list(one, season, entered) for one, season in zip(leagues, latest, strict=True)]


def _row_of_list(
    league: League, season: LeagueSeason | None, entered: Mapping[int, int]
) -> dict[str, Any]:
    """Return a league as a row of the list, with how many have entered each season (row id)."""
    return {
        "league": league,
        "season": season,
        "state": words.STATES[season.state] if season else "",
        "open": season is not None and season.state == SeasonState.OPEN,
        "entrants": entered.get(season.pk, 0) if season else 0,
        "what": f"{words.KINDS[league.kind]} · {preset_title(league.preset)}",
        "begins": words.day_text(
            round_window(league.time_zone, season.starts_on, 1).starts_at, league.time_zone
        )
        if season
        else "",
    }


def season_context(
    league: League,
    season: LeagueSeason,
    me: Player | None,
    *,
    division: int | None,
    number: int | None,
    now: datetime,
) -> dict[str, Any]:
    """Return the template context of the page of a season, for one of its divisions and rounds.

    `division` is a level (1 is the highest) and `number` a round (from 1); without them it shows
    the visitor's division, or the first, and the current round. `me` is the visitor.
    """
    season.league = league
    entry = selected.entry_of(season, me)
    divisions = list(season.divisions.all())
    shown = _shown_division(divisions, division, entry)
    current = current_round(season, now)
    chosen = number if number is not None and 1 <= number <= PLAY_OFFS else current
    rows = [fixture_row(one, entry) for one in _of_round(season, shown, chosen)]
    context: dict[str, Any] = {
        "league": league,
        "season": season,
        "seasons": sorted(league.seasons.all(), key=lambda one: -one.number),
        "state": words.STATES[season.state],
        "problem": words.PROBLEMS.get(season.problem, ""),
        "what": f"{words.KINDS[league.kind]} · {preset_title(league.preset)}",
        "match_words": words.match_words(league),
        "default_words": words.default_words(league),
        "zone": words.zone_city(league.time_zone),
        "divisions": divisions,
        "division": shown,
        "strip": round_strip(season, current, chosen),
        "round": chosen,
        "round_title": words.round_text(chosen),
        "rows": rows,
        "begun": season.state not in COMING and bool(divisions),
        "lines": table_lines(season, divisions, shown, entry) if shown else [],
        "me": me,
        "officer": is_officer(league.pk, me),
        "organises": me is not None and league.organiser_id == me.pk,
        "log": _log(season, league.time_zone),
        **_entry_context(league, season, entry, me),
        **_own_next(season, entry, me, now),
    }
    context["chosen_faces"] = chosen_faces_by_name(_names_shown(context))
    return context


def _shown_division(
    divisions: Sequence[LeagueDivision], wanted: int | None, entry: LeagueMember | None
) -> LeagueDivision | None:
    """Return the division of the page: the one that is asked for, one's own, or the first."""
    by_level = {one.level: one for one in divisions}
    if wanted in by_level:
        return by_level[wanted]
    own = entry.entrant.division if entry is not None else None
    return own or (divisions[0] if divisions else None)


def _of_round(
    season: LeagueSeason, division: LeagueDivision | None, number: int
) -> list[LeagueFixture]:
    """Return the matches of a round in a division; those to catch up are the undecided of others."""
    if division is None:
        return []
    if number == CATCH_UP:
        rows = selected.fixtures_of(season, division=division.level)
        return [one for one in rows if one.round < CATCH_UP and one.state != FixtureState.DONE]
    if number == PLAY_OFFS:
        both = {division.level, division.level - 1}
        rows = selected.fixtures_of(season, number=PLAY_OFFS)
        return [one for one in rows if one.division.level in both]
    return selected.fixtures_of(season, division=division.level, number=number)


def current_round(season: LeagueSeason, now: datetime) -> int:
    """Return the number (from 1) of a season's round at `now`; PLAY_OFFS for the play-offs."""
    zone = season.league.time_zone
    for number in range(1, PLAY_OFFS + 1):
        if now < round_window(zone, season.starts_on, number).ends_at:
            return number
    return PLAY_OFFS


def round_strip(season: LeagueSeason, current: int, shown: int) -> list[dict[str, Any]]:
    """Return dicts with links to a season's rounds, of which `current` runs and `shown` is open."""
    zone = season.league.time_zone
    over = season.state in (SeasonState.FINISHED, SeasonState.CANCELLED)
    return [
        {
            "number": number,
            "label": words.round_text(number),
            "short": str(number) if number < CATCH_UP else "",
            "day": words.day_text(round_window(zone, season.starts_on, number).starts_at, zone),
            "done": over or number < current,
            "current": not over and number == current and season.state in UNDER_WAY,
            "shown": number == shown,
        }
        for number in range(1, PLAY_OFFS + 1)
    ]


def table_lines(
    season: LeagueSeason,
    divisions: Sequence[LeagueDivision],
    division: LeagueDivision,
    entry: LeagueMember | None,
) -> list[dict[str, Any]]:
    """Return a division's table for its page: a line for each entrant, and lines of text between.

    `entry` is the visitor's, whose line is marked.
    """
    lines, entrants = selected.division_table(season, division)
    sizes = {one.level: one.entrants.count() for one in divisions}
    above, below = sizes.get(division.level - 1, 0), sizes.get(division.level + 1, 0)
    between = words.zone_lines(division.level, len(lines), above, below)
    found: list[dict[str, Any]] = []
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        entrant = entrants[line.entrant]
        level = after is not None and after.points == line.points and line.played
        found.append(
            {
                "line": line,
                "entrant": entrant,
                "name": entrant_name(entrant),
                "players": player_names(entrant),
                "edge": words.place_class(line.place, len(lines), above, below),
                "mine": entry is not None and entry.entrant_id == line.entrant,
                "form": [(*words.LETTERS[one], one) for one in line.form],
                "form_text": ", ".join(str(words.LETTERS[one][1]) for one in line.form),
                "vp": words.vp_text(line.vp),
                "why": words.DECIDED.get(line.decided_by, "") if level else "",
                "movement": words.MOVEMENTS.get(entrant.movement, ""),
            }
        )
        if line.place in between and line.place < len(lines):
            kind, text = between[line.place]
            found.append({"zone": kind, "text": text})
    return found


def _names_shown(context: dict[str, Any]) -> list[str]:
    """Return the names of all players whose faces a page shows."""
    names = [name for line in context["lines"] for name in line.get("players", ())]
    for row in [*context["rows"], *([context["own"]] if context.get("own") else [])]:
        names += [*row["home_players"], *row["away_players"]]
    return names + [name for _title, players in context["entrants"] for name in players]


def _log(season: LeagueSeason, zone: str) -> list[tuple[LeagueAction, str]]:
    """Return the latest corrections of a season with their sentences."""
    rows = LeagueAction.objects.filter(season=season, kind__in=LOG_KINDS)
    rows = rows.select_related("actor", "fixture").order_by("-pk")[:SHOWN_LOG]
    return [(line, words.log_text(line, zone)) for line in rows]


def _entry_context(
    league: League, season: LeagueSeason, entry: LeagueMember | None, me: Player | None
) -> dict[str, Any]:
    """Return what the page shows of entering: who has, one's own entry, and the pairs to enter with."""
    entrants = selected.entrants_of_season(season) if season.state in COMING else []
    context: dict[str, Any] = {
        "entry": entry,
        "entrants": [(entrant_name(one), player_names(one)) for one in entrants],
        "is_open": season.state == SeasonState.OPEN,
        "may_leave": entry is not None and _may_leave(season, entry),
        "fours": league.kind == LeagueKind.FOURS,
        "pairs": [],
    }
    if entry is not None:
        people = list(entry.entrant.people.select_related("player"))
        context["substitutes"] = [one for one in people if one.substitute]
        context["unanswered"] = [one.player.name for one in people if not one.agreed]
    elif me is not None and season.state == SeasonState.OPEN:
        context["pairs"] = _own_pairs(me)
    return context


def _may_leave(season: LeagueSeason, entry: LeagueMember) -> bool:
    """Return whether a player can withdraw from a season."""
    takes_part = entry.agreed and entry.entrant.status != "withdrawn"
    return takes_part and season.state in (*COMING, *UNDER_WAY)


def _own_pairs(me: Player) -> list[tuple[int, str]]:
    """Return the founded pairs of a player: row id and title."""
    teams = own_teams(me)
    people = players_of(team.pk for team in teams)
    return [
        (team.pk, team.name or " – ".join(one.name for one in people[team.pk]))
        for team in teams
        if len(people[team.pk]) == 2
    ]


def _own_next(
    season: LeagueSeason, entry: LeagueMember | None, me: Player | None, now: datetime
) -> dict[str, Any]:
    """Return one's next match of a season."""
    if entry is None or me is None:
        return {"own": None}
    rows = selected.own_fixtures(me, [season.pk])
    return {"own": match_context(rows[0], me, now) if rows else None}

"""Template contexts of the list of leagues and of a season's page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from games.leagues.models import (
    League,
    LeagueAction,
    LeagueDivision,
    LeagueEntrant,
    LeagueFixture,
    LeagueMember,
    LeagueSeason,
)
from games.leagues.models.leagues import COMING_STATES, RUNNING_STATES, LeagueKind, SeasonState
from games.leagues.models.matches import FixtureState
from games.leagues.pages.match_context import fixture_row, match_context
from games.leagues.rules.fixtures import DIVISION_SIZE
from games.leagues.rules.season_dates import CATCH_UP_WEEK, PLAY_OFFS, round_window
from games.leagues.selectors import leagues as selected
from games.leagues.selectors.league_json import player_names
from games.leagues.selectors.state import entrant_name, is_officer
from games.leagues.wording import leagues as words
from games.models import Player
from games.pages.wording.time_zones import zone_city
from games.rules_text import preset_title
from games.selectors.faces import chosen_faces_by_name
from games.selectors.teams import own_teams, players_of

LOG_KINDS: Final = ("set", "annulled", "removed", "withdrawn", "claimed", "missed", "replay")
"""Lines of the log that the page of a league shows."""
MAX_SHOWN_LOG: Final = 20


def rows_of_lists(*lists: Sequence[League]) -> list[list[dict[str, Any]]]:
    """Return a dict for each league of each list of leagues; seasons must be prefetched."""
    latest = {league.pk: selected.latest_season(league) for leagues in lists for league in leagues}
    entered = selected.entered_counts([season.pk for season in latest.values() if season])
    return [
        [_row_of_list(league, latest[league.pk], entered) for league in leagues]
        for leagues in lists
    ]


def _row_of_list(
    league: League, season: LeagueSeason | None, entered: Mapping[int, int]
) -> dict[str, Any]:
    """Return a league as a dict for the list; `entered` counts entrants by season (row id)."""
    return {
        "league": league,
        "season": season,
        "state": words.STATE_NAMES[season.state] if season else "",
        "open": season is not None and season.state == SeasonState.OPEN,
        "entrants": entered.get(season.pk, 0) if season else 0,
        "what": f"{words.KIND_NAMES[league.kind]} · {preset_title(league.preset)}",
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
    rows = [fixture_row(fixture, entry) for fixture in _of_round(season, shown, chosen)]
    lines = table_lines(season, shown, entry) if shown else []
    context: dict[str, Any] = {
        "league": league,
        "season": season,
        "seasons": sorted(league.seasons.all(), key=lambda earlier: -earlier.number),
        "state": words.STATE_NAMES[season.state],
        "problem": words.PROBLEM_TEXTS.get(season.problem, ""),
        "what": f"{words.KIND_NAMES[league.kind]} · {preset_title(league.preset)}",
        "match_words": words.match_words(league),
        "default_words": words.default_words(league),
        "zone": zone_city(league.time_zone),
        "divisions": divisions,
        "division": shown,
        "strip": round_strip(season, current, chosen),
        "round": chosen,
        "round_title": words.round_text(chosen),
        "rows": rows,
        "chairs": range(DIVISION_SIZE),
        "begun": season.state not in COMING_STATES and bool(divisions),
        "lines": lines,
        "me": me,
        "officer": is_officer(league.pk, me),
        "organises": me is not None and league.organiser_id == me.pk,
        "log": _log(season, league.time_zone),
        **_entry_context(league, season, entry, me),
        "own": own_next(season, entry, me, now, entrants_of(lines)),
    }
    context["chosen_faces"] = chosen_faces_by_name(_names_shown(context))
    return context


def _shown_division(
    divisions: Sequence[LeagueDivision], wanted: int | None, entry: LeagueMember | None
) -> LeagueDivision | None:
    """Return the division to show: the wanted one, else the visitor's own, else the first."""
    by_level = {division.level: division for division in divisions}
    if wanted in by_level:
        return by_level[wanted]
    own = entry.entrant.division if entry is not None else None
    return own or (divisions[0] if divisions else None)


def _of_round(
    season: LeagueSeason, division: LeagueDivision | None, number: int
) -> list[LeagueFixture]:
    """Return the matches of a division's round; in the catch-up week all undecided ones."""
    if division is None:
        return []
    if number == CATCH_UP_WEEK:
        rows = selected.fixtures_of(season, division=division.level)
        return [
            fixture
            for fixture in rows
            if fixture.round < CATCH_UP_WEEK and fixture.state != FixtureState.DONE
        ]
    if number == PLAY_OFFS:
        both = {division.level, division.level - 1}
        rows = selected.fixtures_of(season, number=PLAY_OFFS)
        return [fixture for fixture in rows if fixture.division.level in both]
    return selected.fixtures_of(season, division=division.level, number=number)


def current_round(season: LeagueSeason, now: datetime) -> int:
    """Return the number (from 1) of a season's round at `now`; PLAY_OFFS for the play-offs."""
    zone = season.league.time_zone
    for number in range(1, PLAY_OFFS + 1):
        if now < round_window(zone, season.starts_on, number).ends_at:
            return number
    return PLAY_OFFS


def round_strip(season: LeagueSeason, current: int, shown: int) -> list[dict[str, Any]]:
    """Return dicts with links to a season's rounds; `current` is on now, `shown` is selected."""
    zone = season.league.time_zone
    over = season.state in (SeasonState.FINISHED, SeasonState.CANCELLED)
    return [
        {
            "number": number,
            "label": words.round_text(number),
            "short": str(number) if number < CATCH_UP_WEEK else "",
            "day": words.day_text(round_window(zone, season.starts_on, number).starts_at, zone),
            "done": over or number < current,
            "current": not over and number == current and season.state in RUNNING_STATES,
            "shown": number == shown,
        }
        for number in range(1, PLAY_OFFS + 1)
    ]


def table_lines(
    season: LeagueSeason, division: LeagueDivision, entry: LeagueMember | None
) -> list[dict[str, Any]]:
    """Return a division's table as dicts: entrants' lines, and text lines between zones.

    `entry` is the visitor's, whose line is marked.
    """
    lines, entrants = selected.division_table(season, division)
    sizes = selected.division_sizes(season)
    above, below = sizes.get(division.level - 1, 0), sizes.get(division.level + 1, 0)
    between = words.zone_lines(division.level, len(lines), above, below)
    rows: list[dict[str, Any]] = []
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        entrant = entrants[line.entrant]
        level = after is not None and after.points == line.points and line.played
        rows.append(
            {
                "line": line,
                "entrant": entrant,
                "name": entrant_name(entrant),
                "players": player_names(entrant),
                "edge": words.place_class(line.place, len(lines), above, below),
                "mine": entry is not None and entry.entrant_id == line.entrant,
                "form": [(*words.RESULT_LETTERS[result], result) for result in line.form],
                "form_text": ", ".join(
                    str(words.RESULT_LETTERS[result][1]) for result in line.form
                ),
                "vp": words.vp_text(line.vp),
                "why": words.TIE_BREAK_WORDS.get(line.decided_by, "") if level else "",
                "movement": words.MOVEMENT_NAMES.get(entrant.movement, ""),
            }
        )
        if line.place in between and line.place < len(lines):
            kind, text = between[line.place]
            rows.append({"zone": kind, "text": text})
    return rows


def entrants_of(lines: Sequence[Mapping[str, Any]]) -> dict[int, LeagueEntrant]:
    """Return the entrants in the lines of a table, with their people, by row id."""
    return {row["entrant"].pk: row["entrant"] for row in lines if "entrant" in row}


def _names_shown(context: dict[str, Any]) -> list[str]:
    """Return the names of all players whose faces a page shows."""
    names = [name for line in context["lines"] for name in line.get("players", ())]
    for row in [*context["rows"], *([context["own"]] if context.get("own") else [])]:
        names += [*row["home_players"], *row["away_players"]]
    return names + [name for _title, players in context["entrants"] for name in players]


def _log(season: LeagueSeason, zone: str) -> list[tuple[LeagueAction, str]]:
    """Return the latest logged corrections of a season, each with its sentence."""
    rows = LeagueAction.objects.filter(season=season, kind__in=LOG_KINDS)
    rows = rows.select_related("actor", "fixture").order_by("-pk")[:MAX_SHOWN_LOG]
    return [(line, words.log_text(line, zone)) for line in rows]


def _entry_context(
    league: League, season: LeagueSeason, entry: LeagueMember | None, me: Player | None
) -> dict[str, Any]:
    """Return the template context about entering a season: entrants, own entry, own pairs."""
    entrants = selected.entrants_of_season(season) if season.state in COMING_STATES else []
    context: dict[str, Any] = {
        "entry": entry,
        "entrants": [(entrant_name(entrant), player_names(entrant)) for entrant in entrants],
        "is_open": season.state == SeasonState.OPEN,
        "may_leave": entry is not None and _may_leave(season, entry),
        "fours": league.kind == LeagueKind.FOURS,
        "pairs": [],
    }
    if entry is not None:
        people = list(entry.entrant.people.select_related("player"))
        context["substitutes"] = [member for member in people if member.substitute]
        context["unanswered"] = [member.player.name for member in people if not member.agreed]
    elif me is not None and season.state == SeasonState.OPEN:
        context["pairs"] = _own_pairs(me)
    return context


def _may_leave(season: LeagueSeason, entry: LeagueMember) -> bool:
    """Return True if a player can withdraw from a season."""
    takes_part = entry.agreed and entry.entrant.status != "withdrawn"
    return takes_part and season.state in (*COMING_STATES, *RUNNING_STATES)


def _own_pairs(me: Player) -> list[tuple[int, str]]:
    """Return the founded pairs of a player: row id and title."""
    teams = own_teams(me)
    people = players_of(team.pk for team in teams)
    return [
        (team.pk, team.name or " – ".join(player.name for player in people[team.pk]))
        for team in teams
        if len(people[team.pk]) == 2
    ]


def own_next(
    season: LeagueSeason,
    entry: LeagueMember | None,
    me: Player | None,
    now: datetime,
    loaded: Mapping[int, LeagueEntrant],
) -> dict[str, Any] | None:
    """Return the template context of the visitor's next match in a season, or None.

    `loaded` are entrants by row id that have already been read with their people.
    """
    if entry is None or me is None:
        return None
    fixture = selected.next_own_fixture(me, season, loaded)
    return match_context(fixture, me, now) if fixture is not None else None

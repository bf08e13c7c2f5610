"""Types of the answers about leagues: seasons, tables, matches and times."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, TypedDict, get_args

from games.answers.matches import PresetName
from games.common.notation import Json, Moment, page
from games.tournaments.answers import Welcome

KindName: TypeAlias = Literal["pairs", "fours"]
SeasonStateName: TypeAlias = Literal[
    "announced", "open", "running", "playoffs", "finished", "cancelled"
]
MatchStateName: TypeAlias = Literal["open", "agreed", "playing", "done"]
MatchResultName: TypeAlias = Literal["", "played", "walkover", "annulled", "set"]
ProposalState: TypeAlias = Literal["open", "accepted", "refused", "withdrawn"]
SEASON_STATES: Final = get_args(SeasonStateName)
MATCH_STATES: Final = get_args(MatchStateName)
MATCH_RESULTS: Final = get_args(MatchResultName)
PROPOSAL_STATES: Final = get_args(ProposalState)
Number: TypeAlias = Annotated[int, "Of the entrant in its season."]


class League(TypedDict):
    """API answer: one league: what is played, when, and how far its latest season is."""

    id: str
    name: str
    line: Annotated[str, "One line of the organiser; may be empty."]
    url: str
    kind: KindName
    preset: PresetName
    rules_hash: str
    bots: Annotated[str, "Level of the bots in a league of pairs; otherwise empty."]
    deals: Annotated[int, "Decks of a match."]
    turn_ms: int
    bank_ms: int
    time_zone: str
    default_weekday: Annotated[int, "Day of a match if nobody agrees, from 0 for Monday."]
    default_time: Annotated[str, "Local time, as 21:00."]
    programs: Annotated[Welcome, "Whether programs may enter."]
    restarts: Annotated[bool, "A season follows another by itself."]
    organiser: Annotated[str | None, "Name; null: the site."]
    officers: Annotated[list[str], "Names of those who help with results."]
    season: Annotated[int, "Number of the latest season."]
    state: Annotated[SeasonStateName, "Of the latest season."]


LeaguePage = page("LeaguePage", League, "leagues")


class LeagueSeason(TypedDict):
    """Part of API answers: a season of a league, ten weeks from a Monday on."""

    number: int
    state: SeasonStateName
    starts_on: Annotated[str, "The Monday of the first week, in the league's time zone."]
    seed: Annotated[str, "In hex: fixtures and lots follow from it."]
    divisions: int
    entrants: int
    finished_at: Moment | None


class LeagueSeasons(TypedDict):
    """API answer: the seasons of a league, the latest first."""

    results: list[LeagueSeason]


class LeagueLine(TypedDict):
    """Part of API answers: one line of a division's table: an entrant's results and place."""

    place: int
    entrant: Number
    name: str
    players: list[str]
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    vp: Annotated[float, "Victory points."]
    form: Annotated[list[Literal["W", "D", "L"]], "Results in the order of the rounds."]
    missed: Annotated[int, "Rounds to which it did not come."]
    out: Annotated[bool, "Plays no more."]
    annulled: Annotated[bool, "None of its results count."]
    decided_by: Annotated[
        str, "What puts it before the next one: points, vp, direct, lot, missed or out."
    ]
    movement: Annotated[
        str, "After the season: up, up_two, up_play_off, stays, down_play_off, down or out."
    ]


class LeagueTable(TypedDict):
    """Part of API answers: the ranking of one division of a league, the first place first."""

    division: int
    results: list[LeagueLine]


class LeagueTables(TypedDict):
    """API answer: the rankings of all divisions of a season, the strongest division first."""

    season: int
    state: SeasonStateName
    results: list[LeagueTable]


class LeagueSide(TypedDict):
    """Part of API answers: one side of a league match."""

    entrant: Number
    name: str
    players: list[str]
    vp: Annotated[float | None, "Victory points; null before the end, or where it is annulled."]
    missed: bool


class LeagueMatch(TypedDict):
    """Part of API answers: a match of a season."""

    id: int
    url: str
    season: int
    division: int
    round: Annotated[int, "1 to 7, or 9 for a play-off."]
    home: LeagueSide
    away: LeagueSide
    opens_at: Moment
    closes_at: Annotated[Moment, "Until when it can be played; the site's outages are added."]
    state: MatchStateName
    result: MatchResultName
    at: Annotated[Moment | None, "When it is played."]
    by_default: Annotated[bool, "That time was agreed by nobody."]
    tournament: Annotated[str | None, "Id of its tournament, once it is over."]
    decided_at: Moment | None


class LeagueMatches(TypedDict):
    """API answer: the matches of a season."""

    results: list[LeagueMatch]


class ProposedTime(TypedDict):
    """Part of API answers: a time that one side proposes for a league match."""

    id: int
    entrant: Number
    at: Moment
    state: ProposalState


class LeagueStep(TypedDict):
    """Part of API answers: one entry of a league match's log: what was done, by whom and why."""

    kind: str
    by: Annotated[str | None, "Name; null: the rules."]
    reason: str
    facts: Json
    at: Moment


class LeagueMatchDetail(LeagueMatch):
    """API answer: a league match with the times proposed for it, and its log."""

    proposals: list[ProposedTime]
    log: list[LeagueStep]


class OwnLeagueMatch(LeagueMatchDetail):
    """API answer: a league match of the key's account."""

    league: Annotated[str, "Id of the league."]
    side: Literal["home", "away"]
    here: Annotated[list[str], "Names of the players who have said that they are there."]
    claim_at: Annotated[
        Moment | None, "From when the win can be claimed by a side that is there alone."
    ]


class OwnLeagueMatches(TypedDict):
    """API answer: the account's league matches that are not decided, the next one first."""

    results: list[OwnLeagueMatch]

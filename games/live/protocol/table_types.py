"""Types of messages about a table outside the deal, with limits and descriptions."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from accounts.faces import FACES
from games.common.house_bots import HOUSE_BOT_NAMES
from games.engine.json_annotations import Count, Limits, SeatNumber
from games.live.protocol.match_types import RulesHash
from games.models import Table
from games.models.people import PlayerKind
from games.models.tables import TableStatus
from games.selectors.absences import CHOICES_BY_KIND, VOTE_CHOICES
from games.stats.rated import UNRATED

Programs: TypeAlias = Annotated[str, Limits(enum=[*map(str, Table.Programs.values)])]
Boards: TypeAlias = Annotated[Count, "Decks of its duplicate matches; 0: they are none."]


class SeatJson(TypedDict):
    """JSON object: one seat of a table, with its player and whether that one is connected."""

    seat: SeatNumber
    side: Count
    player: str | None
    face: Annotated[
        str | None,
        Limits(enum=[*FACES, *HOUSE_BOT_NAMES, None]),
        "A tile (no other seat has it), or the level of a house bot, whose face is a tree.",
    ]
    kind: Annotated[str | None, Limits(enum=[*map(str, PlayerKind.values), None])]
    bot: Annotated[str | None, "Level of a house bot."]
    connected: bool
    away: bool
    substitute: Annotated[str | None, "The house bot that plays for it now."]
    agreed: bool
    rating: Annotated[int | None, "In the table's kind of match."]
    deviation: Annotated[int | None, "Its margin (±): one standard deviation, in points."]
    ready: Annotated[bool, "For the next deal."]
    finishes: NotRequired[
        Annotated[
            Count, "Percent of matches among people that the player does not leave, from 20 on."
        ]
    ]
    held_for: NotRequired[
        Annotated[str, "Of a free seat: the partner of a team for whom it is kept for a while."]
    ]


class YouJson(TypedDict):
    """JSON object: the viewer's own seat and rights at a table."""

    seat: Count | None
    player: str | None
    host: bool
    banned: NotRequired[Annotated[bool, "Whether the host does not let the viewer sit here."]]
    bans: NotRequired[
        Annotated[list[str], "For the host: the names of those who may not sit here."]
    ]
    members_only: NotRequired[
        Annotated[bool, "The table is for the members of a club, and the viewer is none."]
    ]
    can_sit: bool
    can_act: bool
    leaving: Annotated[
        str | None,
        Limits(enum=["free", "counted", "rated", None]),
        "What it costs to leave the match that runs: nothing, an unfinished match, or a lost rated "
        "one too; null: the viewer plays none.",
    ]
    invite_links: list[str | None]
    may_follow: NotRequired[
        Annotated[
            list[int],
            "Once the match is over, seats of people whom the viewer does not follow yet.",
        ]
    ]
    may_like: NotRequired[
        Annotated[
            list[int],
            "Once the match is over, seats of partners whom the viewer does not like yet.",
        ]
    ]
    noted: NotRequired[
        Annotated[list[int], "Seats of players on whom the viewer has written a private note."]
    ]


class TableClockJson(TypedDict):
    """JSON object: the settings of a table's clock, in milliseconds."""

    turn_ms: Count
    bank_ms: Count
    increment_ms: Count


class RatingMoveJson(TypedDict):
    """JSON object: a rating before and after a match."""

    pool: Annotated[str, "The kind of match it counts in."]
    before: int
    after: int
    deviation: Annotated[int, "Margin (±) of the rating after it, in points."]


class DailyDealJson(TypedDict):
    """JSON object: day and par of the deal of the day, where a match was a try at it."""

    day: Annotated[str, Limits(format="date")]
    par: Annotated[Count | None, "Points that the house's bot makes in the same seat."]


class GoneJson(TypedDict):
    """JSON object: a player who had gone from a match when it ended, and whose seat a bot had."""

    seat: SeatNumber
    why: Annotated[
        str,
        Limits(enum=["left", "disconnected", "timed_out"]),
        "Left: by the button; disconnected: no connection; timed_out: the clock played.",
    ]
    excused: Annotated[bool, "It is held against nobody."]


class EndedMatchJson(TypedDict):
    """JSON object: the facts about the match that has just ended at a table, beside its score."""

    seconds: Annotated[Count | None, "How long it took; null where that is not told yet."]
    ended_by: str | None
    gone: Annotated[list[GoneJson], "Players who had gone when it ended."]
    ratings: Annotated[
        list[RatingMoveJson | None], "By seat; null where the match did not move it."
    ]
    series: Annotated[
        list[int], "By side, the matches won here in a row of matches by the same players."
    ]
    daily: Annotated[DailyDealJson | None, "Where it was the deal of a day."]
    analysis: Annotated[bool, "Whether an analysis of it is made, to be read when it is there."]


class ChoiceJson(TypedDict):
    """JSON object: the choice of one seat in a vote about an absent player."""

    seat: SeatNumber
    choice: Annotated[str, Limits(enum=[*map(str, VOTE_CHOICES)])]


class AbsenceJson(TypedDict):
    """JSON object: a player who is gone from the running match, and the vote of the others."""

    seat: SeatNumber
    kind: Annotated[
        str,
        Limits(enum=[*map(str, CHOICES_BY_KIND)]),
        "Away: no connection, but not yet for long in a turn of theirs; turn: for long in a turn of"
        " theirs; left: they have left a match of two.",
    ]
    may: Annotated[
        list[Annotated[str, Limits(enum=[*map(str, VOTE_CHOICES)])]],
        "What those who choose may choose.",
    ]
    result: Annotated[
        str,
        Limits(enum=["open", "wait", "end"]),
        "Open: they choose; wait: they wait for the player; end: the match is being ended.",
    ]
    ends_in_ms: Annotated[
        Count,
        "Until a bot plays on, or they are asked again; 0 where they are asked until the end.",
    ]
    voters: Annotated[list[SeatNumber], "Seats that choose; more than half of them decide."]
    choices: list[ChoiceJson]


class PotJson(TypedDict):
    """JSON object: the stake of each player and the pot of a table, in chips of play money."""

    stake: Count
    pot: Count


class RangeJson(TypedDict):
    """JSON object: the ratings with which people may sit down at a public table."""

    within: Annotated[int | None, "Points by which they may differ from the host's."]
    low: int | None
    high: int | None
    newcomers: Annotated[bool, "Whether people without a rating may sit down all the same."]


class TableTournamentJson(TypedDict):
    """JSON object: the game of a tournament that is played at a table."""

    id: str
    name: str
    url: str
    round: Count
    rounds: Annotated[Count, "Planned number of rounds."]
    table: Annotated[Count, "Number of the table in the round."]
    compared: Annotated[bool, "Other tables play the same decks."]
    decides: Annotated[
        Literal["points", "difference", "difference_of_four"],
        "What decides the game: the points at the table, the difference from the other tables that "
        "play the same decks, or that difference if at least four tables finish, else the points.",
    ]
    played_on: Annotated[bool, "Sides that are level play on; else they share the points."]
    done: Annotated[bool, "The game is over for the tournament."]


class DeclaredSignsJson(TypedDict):
    """JSON object: the signs that a founded team at a table has declared, open to everybody."""

    seats: list[int]
    signs: list[str]


class TableJson(TypedDict):
    """JSON object: a table without its deal: options, seats, people, countdowns."""

    id: str
    name: str
    status: Annotated[str, Limits(enum=[*map(str, TableStatus.values)])]
    quick: Annotated[bool, "Opened by 'play now'."]
    preset: str
    rules: Annotated[dict[str, Any], "Every option of the rules."]
    rules_hash: RulesHash
    players: Count
    sides: list[list[int]]
    clock: TableClockJson | None
    visibility: Annotated[str, Limits(enum=[*map(str, Table.Visibility.values)])]
    watch: Annotated[str, Limits(enum=[*map(str, Table.Watch.values)])]
    delay: Annotated[
        int,
        Limits(enum=Table.Delay.values),
        "Tricks by which who watches is behind, where at least two people play.",
    ]
    programs: Annotated[
        Programs, "Whether programs may sit down, and whether a match with them is rated."
    ]
    boards: Boards
    range: NotRequired[Annotated[RangeJson | None, "Null: everybody may sit down."]]
    host: NotRequired[Annotated[int | None, "The seat of the host; null: the host has none."]]
    seats: list[SeatJson]
    you: YouJson
    match: Annotated[str | None, "Id of the match."]
    unrated: Annotated[
        Annotated[str, Limits(enum=list(UNRATED))] | None,
        "Why the match is not rated, as far as it is known; null: it is, or may be.",
    ]
    declared: NotRequired[
        Annotated[list[DeclaredSignsJson], "Signs of the founded teams that fill a side."]
    ]
    watchers: Annotated[Count, "How many look on."]
    watching: Annotated[list[str], "Names of those of them who let them be seen."]
    starts_in_ms: Count | None
    next_in_ms: Count | None
    resumes_in_ms: Annotated[Count | None, "Until a pause ends by itself."]
    absences: Annotated[list[AbsenceJson], "Players who are gone from the match that runs."]
    rematch: Annotated[list[int], "Seats that want another match."]
    turn: Annotated[list[int], "Those of them that want the seats turned."]
    ended: NotRequired[EndedMatchJson | None]
    pot: NotRequired[PotJson]
    tournament: NotRequired[TableTournamentJson]


class LobbyTableJson(TypedDict):
    """JSON object: a table in the lobby that waits for players."""

    id: str
    name: str
    preset: str
    players: Count
    teams: str
    target: Count | None
    stake: Count
    changes: Annotated[Count, "Options unlike the preset's."]
    turn_ms: Count | None
    programs: Programs
    boards: Boards
    range: NotRequired[Annotated[RangeJson | None, "Null: everybody may sit down."]]
    host: str | None
    seated: list[str]
    free: Count
    url: str

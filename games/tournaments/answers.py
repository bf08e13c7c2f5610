"""Types of the answers about tournaments: events, entrants, rounds, games, standings and deals."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, TypedDict, get_args

from games.answers.matches import PresetName
from games.common.notation import Json, Moment, Next, page

FormatName: TypeAlias = Literal[
    "swiss", "round_robin", "groups", "knockout", "ladder", "arena", "daily", "teams"
]
StatusName: TypeAlias = Literal["draft", "open", "checkin", "running", "finished", "cancelled"]
StageName: TypeAlias = Literal["pairing", "seating", "playing", "scoring", "paused"]
EntrantState: TypeAlias = Literal[
    "invited", "seeking", "entered", "waiting", "playing", "withdrawn", "absent"
]
GameResultName: TypeAlias = Literal["", "played", "forfeit", "void"]
GameKindName: TypeAlias = Literal["game", "bye"]
Welcome: TypeAlias = Literal["none", "welcome"]
DecidedBy: TypeAlias = str
Squad: TypeAlias = Annotated[int, "Team in a match of two teams, 1 or 2; otherwise 0."]
FORMATS: Final = get_args(FormatName)
STATUSES: Final = get_args(StatusName)
ENTRANT_STATES: Final = get_args(EntrantState)
GAME_KINDS: Final = get_args(GameKindName)
WELCOME: Final = get_args(Welcome)


class TournamentEvent(TypedDict):
    """API answer: a tournament: what is played, when, and how far it is."""

    id: str
    name: str
    line: Annotated[str, "One line of the organiser; may be empty."]
    url: str
    format: FormatName
    preset: PresetName
    rules_hash: str
    players: Annotated[int, "Seats of a table."]
    members: Annotated[int, "Players of an entrant: 1, or a pair or three that stays together."]
    bots: Annotated[
        str, "Level of the bots at the other seats of a daily event or a match of teams."
    ]
    partners_change: Annotated[bool, "Single players whose partners change from round to round."]
    compared: Annotated[bool, "All tables of a round play the same decks."]
    rounds: Annotated[int, "Planned number of rounds."]
    deals: Annotated[int, "Deals of a game."]
    best_of: Annotated[int, "Games of a knock-out tie."]
    minutes: Annotated[int, "Length of an arena; 0 for others."]
    turn_ms: int
    bank_ms: int
    starts_at: Moment
    ends_at: Annotated[Moment | None, "Of an arena or a daily event."]
    checkin_at: Annotated[Moment | None, "From when people say that they are there."]
    status: StatusName
    stage: StageName
    round: Annotated[int, "Number of the latest round; 0 before the first."]
    next_at: Annotated[Moment | None, "When it goes on by itself."]
    problem: Annotated[str, "Why it is paused or was called off; a code, mostly empty."]
    entrants: Annotated[int, "Entrants with a place."]
    waiting: Annotated[int, "Entrants on the waiting list."]
    min_entrants: int
    max_entrants: int
    late_entry: bool
    fee: Annotated[int, "Chips that each player pays."]
    prizes: Annotated[list[int], "Percent of the chips for each place, from the first."]
    programs: Annotated[Welcome, "Whether programs may enter."]
    private: Annotated[bool, "Only whoever has the link finds and enters it."]
    min_finished: Annotated[int, "Percent of their matches that players must have finished."]
    organiser: Annotated[str | None, "Name; null: the site."]
    series: Annotated[str | None, "Id of the series that it belongs to."]
    seed_commit: Annotated[str, "SHA-256 of `brisca-event/1 <id> ` and the seed; published first."]
    seed: Annotated[str | None, "In hex, once it is over: all decks and lots follow from it."]
    standings_hash: Annotated[str, "SHA-256 of the final standings; empty before the end."]


TournamentPage = page("TournamentPage", TournamentEvent, "tournaments")


class Entrant(TypedDict):
    """Part of API answers: an entrant of a tournament, who is one player, a pair or three."""

    entrant: Annotated[int, "Its number in the tournament."]
    name: str
    players: Annotated[list[str], "Names, in the order of their seats."]
    squad: Squad
    status: EntrantState
    rating: Annotated[int | None, "Mean rating at the start; null before."]
    here: Annotated[bool, "All its players have said that they are there."]
    place: Annotated[int | None, "In the final standings."]
    score: Annotated[float | None, "In the final standings."]


class Entrants(TypedDict):
    """API answer: all entrants of a tournament."""

    results: list[Entrant]


class StandingLine(TypedDict):
    """Part of API answers: one line of a tournament's ranking, with its scores and tie-breaks."""

    place: int
    entrant: int
    name: str
    players: list[str]
    squad: Squad
    score: float
    percent: Annotated[float, "Mean share of the matchpoints of all deals."]
    direct: Annotated[float, "Score against those who are level, if all of them have met."]
    buchholz: Annotated[float, "Scores of the opponents, without the lowest."]
    sonneborn: Annotated[float, "Scores of the opponents, by the share won against each."]
    deals_won: int
    byes: int
    decided_by: Annotated[
        DecidedBy,
        "What puts it before the next one: score, direct, buchholz, sonneborn, deals, byes or lot.",
    ]
    status: EntrantState
    house: Annotated[bool, "A house bot of a daily event."]
    ranked: Annotated[bool, "False: its own players played less than half of its deals."]


class Standings(TypedDict):
    """API answer: a page of a tournament's ranking after a number of scored rounds."""

    rounds: int
    final: bool
    hash: Annotated[str, "SHA-256 of the final standings; empty before the end."]
    results: list[StandingLine]
    next: Next


class GameSide(TypedDict):
    """Part of API answers: the entrant of one side of a tournament game, and its result."""

    entrant: int
    name: str
    side: int
    seats: list[int]
    score: Annotated[float | None, "null before the round is scored."]
    margin: Annotated[
        float | None, "How far it is ahead of others with the same cards; null before."
    ]
    percent: float | None
    rank: int | None
    forfeit: bool


class RoundGame(TypedDict):
    """Part of API answers: a game of a tournament's round, or an entrant who sits it out."""

    table: Annotated[int, "From 1."]
    kind: GameKindName
    stage: Annotated[str, "As `final` or `group 1`; mostly empty."]
    sides: list[GameSide]
    deals_done: int
    result: GameResultName
    done_at: Moment | None
    match: Annotated[str | None, "The finished match, once it is public."]


class Round(TypedDict):
    """API answer: a round of a tournament, with its times and its games."""

    round: int
    began_at: Moment | None
    ends_at: Annotated[Moment | None, "When bots finish what still runs."]
    closed_at: Annotated[Moment | None, "When it was scored, and its decks were shown."]
    algorithm: Annotated[int, "Version of the pairing."]
    manual: Annotated[bool, "The organiser has changed the pairs."]
    games: list[RoundGame]


class Rounds(TypedDict):
    """API answer: all rounds of a tournament."""

    results: list[Round]


class DealTable(TypedDict):
    """Part of API answers: how one table of a round played a deal, and the points that it made."""

    table: int
    sides: Annotated[list[list[int]], "Numbers of the entrants of each side."]
    names: Annotated[list[str], "Name of each side."]
    points: Annotated[list[float] | None, "Of each side; null: not played."]
    margin: Annotated[float | None, "Of the first side."]
    matchpoints: Annotated[float | None, "Of the first side; the other has the rest."]
    best: Annotated[int, "The most matchpoints that there are."]
    match: str | None


class ComparedDeal(TypedDict):
    """Part of API answers: a deal that all tables of a round have played, with their results."""

    deal: Annotated[int, "From 1, over all rounds."]
    round: int
    number: Annotated[int, "In its round, from 1."]
    datum: Annotated[float | None, "Mean margin of the first side."]
    server_commit: str
    fairness: Annotated[Json, "The `brisca-fair/1` block, seed included."]
    tables: list[DealTable]


class OwnEntry(TypedDict):
    """API answer: how the key's account is entered in a tournament: state, table and place."""

    entrant: Annotated[int, "Its number in the tournament."]
    players: Annotated[
        list[str], "Names, in the order of their seats; partners who were asked too."
    ]
    status: EntrantState
    agreed: Annotated[bool, "False: a partner has asked, and waits for the answer."]
    here: Annotated[bool, "The account has checked in."]
    table: Annotated[str | None, "The table of the game that it has to play now."]
    place: Annotated[int | None, "In the standings so far."]
    score: Annotated[float | None, "In the standings so far."]


class OwnTournaments(TypedDict):
    """API answer: the tournaments of the key's account that are not over."""

    results: list[TournamentEvent]


class TournamentLine(TypedDict):
    """Line of the stream of a tournament: the tournament as it is now, and the account's entry."""

    event: TournamentEvent
    entry: Annotated[OwnEntry | None, "Of the key's account; null: it is not entered."]


class GameLine(TypedDict):
    """Line of a download: a game of a tournament and its record; the last is `end` and `count`."""

    round: int
    table: int
    entrants: Annotated[list[int], "Numbers of the entrants, in the order of the table."]
    seats: Annotated[list[list[int]], "Seats of each of them."]
    record: Annotated[Json, "The match as `brisca-record/1`."]


class SeriesPlayer(TypedDict):
    """Part of API answers: a player's place and points over all tournaments of a series."""

    place: int
    player: str
    points: Annotated[float, "Of the results that count, from 0 to 100 each."]
    events: int
    best: Annotated[int, "The player's best place in one event."]


class Series(TypedDict):
    """API answer: tournaments that belong together, and the ranking of players over all of them."""

    id: str
    name: str
    every_days: Annotated[int, "Days after which the next one is announced; 0: never by itself."]
    best_of: Annotated[int, "How many results of a player count; 0: all."]
    events: list[TournamentEvent]
    results: list[SeriesPlayer]


class ComparedDeals(TypedDict):
    """API answer: the deals of all rounds that are scored; those of later rounds are secret."""

    results: list[ComparedDeal]

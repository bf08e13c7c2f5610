"""Matches."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, TypedDict

from games.answers.players import Kind
from games.common.notation import Moment
from games.engine import PRESETS
from games.engine.json_annotations import Limits
from games.models.chips import PotEnd
from games.models.matches import MatchStatus
from games.stats.rated import UNRATED

MATCH_ENDS: Final = (
    "target", "four_trumps", "max_deals", "draw", "resigned", "agreed", "abandoned",
)
MatchEnd: TypeAlias = Annotated[str, Limits(enum=MATCH_ENDS)]
PresetName: TypeAlias = Annotated[str, Limits(enum=tuple(PRESETS))]
Status: TypeAlias = Annotated[str, Limits(enum=tuple(map(str, MatchStatus.values)))]
PotOutcome: TypeAlias = Annotated[str, Limits(enum=tuple(map(str, PotEnd.values)))]
UnratedReason: TypeAlias = Annotated[str, Limits(enum=UNRATED)]
Trait: TypeAlias = Literal["kill", "claim", "hundred"]

class RecordSeat(TypedDict):
    """Part of API answers: a seat and its player, as in records."""
    seat: Annotated[int, "From 0, counter-clockwise."]
    side: Annotated[int, "Index into `sides`."]
    player: str
    kind: Kind

class Seat(RecordSeat):
    """Part of API answers: a seat of a match, with its player and result."""
    team: Annotated[int | None, "Id of the partnership."]
    result: Literal["won", "lost", "drawn"] | None
    deals_won: Annotated[int | None, "Deals that its side won, alone or with others."]
    points: Annotated[int | None, "Card points in own tricks, over all deals."]

class Pot(TypedDict):
    """Part of API answers: the chips (play money) that the players of a match staked."""
    stake: Annotated[int, "What the rules ask of each seat."]
    pot: Annotated[int, "What is played for; with what a drawn match left."]
    outcome: PotOutcome | None
    payouts: Annotated[list[int] | None, "What each seat got of it."]

class Match(TypedDict):
    """Part of API answers: one match; what is null is not known while it is played."""
    id: str
    preset: PresetName
    rules_hash: str
    players: int
    pool: str
    status: Status
    started_at: Moment
    finished_at: Moment | None
    unit: Annotated[Literal["deals", "points"], "What the score counts."]
    deals: Annotated[int, "Deals that are over, those that all passed among them."]
    boards: Annotated[int, "Decks of a duplicate match, each dealt once for every side; 0: it is "
        "none."]
    sides: Annotated[list[list[int]], "As seats."]
    score: Annotated[list[int], "Of each side; negative where deals took more than they gave."]
    winners: Annotated[list[int] | None, "Sides; empty for a draw."]
    ended_by: MatchEnd | None
    rated: Annotated[bool | None, "Whether it moved the ratings of all sides."]
    unrated_reason: Annotated[UnratedReason | None, "Why it is not rated; null: it is, or it is "
        "from before reasons were kept. With `early_resignation` it moved the ratings of those who "
        "did not win, and no other."]
    margin: Annotated[int | None, "How far winners and losers are apart in the score."]
    contains: Annotated[list[Trait] | None, "What happened in a deal of it, as the filter "
        "`contains` takes it."]
    pot: Annotated[Pot | None, "null: played for nothing."]
    seats: list[Seat]

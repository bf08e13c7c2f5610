"""Ratings and leaderboards."""

from __future__ import annotations

from typing import Annotated, TypedDict

from games.answers.players import Kind
from games.common.notation import Moment, Url, page, shape


class Standing(TypedDict):
    """Part of API answers: a rating in points, its uncertainty, its best and how many matches."""
    rating: int
    deviation: Annotated[int, "Its margin (±): one standard deviation, in points."]
    best: Annotated[int | None, "The highest since it is no longer provisional; null before."]
    matches: Annotated[int, "Rated matches."]

class Rating(Standing):
    """Part of API answers: playing strength in points (openskill), which begins at 1500."""
    provisional: Annotated[bool, "Its deviation is above 120 (or a team has under 5 matches): on no leaderboard."]

class PoolRating(Rating):
    """Part of API answers: a rating in one kind of match, called a pool."""
    pool: str

class PlayerRatings(TypedDict):
    """API answer: a player's ratings, one for each kind of match."""
    player: str
    results: list[PoolRating]

class RatingPoint(TypedDict):
    """Part of API answers: a rating after one match, and by how many points it changed."""
    number: Annotated[int, "Of the rated match, from 1."]
    match: str
    finished_at: Moment
    rating: int
    change: Annotated[int, "By how much the match moved it."]
    deviation: int

RatingHistory = page("RatingHistory", RatingPoint, "a history")

class _Place(Standing):
    """Base type: a rating with its rank on a leaderboard, for API answers."""
    rank: Annotated[int, "From 1."]

class Leader(_Place):
    """Part of API answers: one line of a leaderboard of players: place, name and rating."""
    player: str
    kind: Kind

LeaderPage = page("LeaderPage", Leader, "a leaderboard")

class TeamLeader(_Place):
    """Part of API answers: one line of a leaderboard of teams: place, names and rating."""
    team: Annotated[int, "Its id."]
    name: Annotated[str | None, "Where it was given one."]
    players: list[str]

TeamLeaderPage = page("TeamLeaderPage", TeamLeader, "a leaderboard of teams")

class Pool(TypedDict):
    """Part of API answers: a kind of match, and the URL of its leaderboard."""
    pool: str
    url: Url

Pools = shape("Pools", "All leaderboards.", results=list[Pool])

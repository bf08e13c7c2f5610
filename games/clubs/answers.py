"""Clubs, their members, and the rankings of their seasons."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypedDict

from games.common.notation import Moment, page

EntryName: TypeAlias = Literal["open", "request", "invitation"]
RoleName: TypeAlias = Literal["owner", "admin", "officer", "member"]


class Club(TypedDict):
    """API answer: a club, that is people who play together."""

    handle: Annotated[str, "Names it in addresses."]
    name: str
    description: str
    emblem: Annotated[str, "Code of a card."]
    entry: EntryName
    language: Annotated[str, "Code of a language; empty for any."]
    place: str
    members: Annotated[int | None, "null: it shows its members to members alone."]
    url: str
    created_at: Moment


class ClubMember(TypedDict):
    """Part of API answers: a member of a club."""

    name: str
    role: RoleName
    joined_at: Moment


class SeasonRow(TypedDict):
    """Part of API answers: a member's matches and points in one quarter of a year in a club."""

    name: str
    matches: int
    won: int
    points: int


class OwnClub(TypedDict):
    """Part of API answers: a club of the key's account, with what the account may do in it."""

    club: Club
    role: RoleName
    rights: Annotated[list[str], "What the account may do in it."]


class OwnClubs(TypedDict):
    """API answer: clubs of the key's account, those it asked to enter, and those that invite it."""

    clubs: list[OwnClub]
    asked: list[Club]
    invited: list[Club]


ClubPage = page("ClubPage", Club, "clubs")
ClubMemberPage = page("ClubMemberPage", ClubMember, "members of a club")
SeasonPage = page("SeasonPage", SeasonRow, "the ranking of a club's season")

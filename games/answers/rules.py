"""Presets and rulesets."""

from __future__ import annotations

from typing import Annotated, TypedDict

from games.answers.notation import Json, Moment, page


class Ruleset(TypedDict):
    """A complete map of options."""
    hash: str
    preset: str
    options: Json

class RulesetRow(TypedDict):
    """A ruleset of a list."""
    hash: str
    preset: str
    teams: Annotated[str | None, "How sides are formed."]
    changes: Annotated[Json, "Options unlike those of the preset."]
    matches: Annotated[int, "Finished matches that were played by it."]
    first_at: Annotated[Moment, "When a table was first opened with it."]

RulesetPage = page("RulesetPage", RulesetRow, "rulesets")

class RuleSection(TypedDict):
    """A heading with its sentences."""
    key: Annotated[str, "The same in every language."]
    title: str
    lines: list[str]

class RankedCard(TypedDict):
    """A card of one suit, and what it counts."""
    card: str
    name: Annotated[str, "Of its rank, in the pack that is used."]
    points: int

class Sign(TypedDict):
    """A sign that partners may make."""
    sign: str
    meaning: str
    gesture: str

class ReadableRules(TypedDict):
    """The rules of a ruleset in sentences."""
    hash: str
    preset: str
    players: int
    language: str
    sections: list[RuleSection]
    cards: Annotated[list[RankedCard], "Of one suit, from the highest to the lowest."]
    signs: list[Sign]

class Seating(TypedDict):
    """Sides that may be formed, the usual one first."""
    players: int
    teams: list[str]

class Preset(TypedDict):
    """Named rules."""
    name: str
    playable: bool
    seatings: list[Seating]
    changes: Annotated[Json, "Options unlike the default."]
    with_partners: Annotated[Json, "Further ones where players have partners from the start."]

class Presets(TypedDict):
    """All named rules, and the defaults that they change."""
    defaults: Json
    results: list[Preset]

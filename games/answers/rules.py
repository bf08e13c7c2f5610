"""Presets and rulesets."""

from __future__ import annotations

from typing import Annotated, TypedDict

from games.common.notation import Json, Moment, page


class Ruleset(TypedDict):
    """API answer: a ruleset, that is a value for every option of the rules."""
    hash: str
    preset: str
    options: Json

class RulesetRow(TypedDict):
    """Part of API answers: a ruleset in a list: what it changes, and how often it was played."""
    hash: str
    preset: str
    teams: Annotated[str | None, "How sides are formed."]
    changes: Annotated[Json, "Options unlike those of the preset."]
    matches: Annotated[int, "Finished matches that were played by it."]
    first_at: Annotated[Moment, "When a table was first opened with it."]

RulesetPage = page("RulesetPage", RulesetRow, "rulesets")

class RuleSection(TypedDict):
    """Part of API answers: a section of the rules in sentences, with its heading."""
    key: Annotated[str, "The same in every language."]
    title: str
    lines: list[str]

class RankedCard(TypedDict):
    """Part of API answers: a card of one suit, and its card points."""
    card: str
    name: Annotated[str, "Of its rank, in the pack that is used."]
    points: int

class Sign(TypedDict):
    """Part of API answers: a sign that partners may make."""
    sign: str
    meaning: str
    gesture: str

class ReadableRules(TypedDict):
    """API answer: the rules of a ruleset in sentences."""
    hash: str
    preset: str
    players: int
    language: str
    sections: list[RuleSection]
    cards: Annotated[list[RankedCard], "Of one suit, from the highest to the lowest."]
    signs: list[Sign]

class Seating(TypedDict):
    """Part of API answers: a number of players, and the ways in which they may form sides."""
    players: int
    teams: list[str]

class Preset(TypedDict):
    """Part of API answers: a preset, which is a named set of rules."""
    name: str
    playable: bool
    seatings: list[Seating]
    changes: Annotated[Json, "Options unlike the default."]
    with_partners: Annotated[Json, "Further ones where players have partners from the start."]

class Presets(TypedDict):
    """API answer: all presets, and the default options that they change."""
    defaults: Json
    results: list[Preset]

"""Rulesets in words that players use, for pages, tables and forms."""

from games.rules_text.clocks import clock_words
from games.rules_text.presets import (
    PRESET_WORDS,
    TEAM_WORDS,
    PresetWords,
    preset_about,
    preset_counts,
    preset_length,
    preset_title,
    rank_name,
    teams_words,
)
from games.rules_text.readable_rules import (
    Difference,
    RankedCard,
    Section,
    card_order,
    differences,
    explain,
    french_faces,
    signs,
    summary,
)

__all__ = [
    "PRESET_WORDS",
    "TEAM_WORDS",
    "Difference",
    "PresetWords",
    "RankedCard",
    "Section",
    "card_order",
    "clock_words",
    "differences",
    "explain",
    "french_faces",
    "preset_about",
    "preset_counts",
    "preset_length",
    "preset_title",
    "rank_name",
    "signs",
    "summary",
    "teams_words",
]

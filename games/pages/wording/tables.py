"""A waiting table in a few words, for its invitation and its waiting room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Ruleset
from games.models import Table
from games.pages.wording.rating_range import range_line, range_words
from games.rules_text import differences, preset_title, summary, teams_words
from games.rules_text.options import value_words
from games.stats.rated import is_curated

Json = dict[str, Any]
SIGNS_OPTION: Final = "talk.mode"
TARGET_OPTION: Final = "match.target"


class Chip(NamedTuple):
    """A short label about a table; `changed` marks a rule that differs from the preset's."""

    text: str
    icon: str = ""
    changed: bool = False
    wide: bool = False
    """True: the label is left out on a phone."""


def table_line(table: Json) -> str:
    """Return game and sides of a table (its `table_json`) as one line; see `game_line`."""
    return game_line(table["preset"], table["players"], table["rules"]["teams"])


def game_line(preset: str, players: int, teams: str) -> str:
    """Return a game and its sides as one line, such as `Catalan Brisca, 4: pairs`.

    Sides that the game's name implies are left out: `Pairs with signs`.
    """
    game, sides = preset_title(preset), teams_words(players, teams)
    if (preset, players) == ("senas", 4):
        return game
    if players == 2:
        return _("%(game)s, %(sides)s") % {"game": game, "sides": sides}
    return _("%(game)s, %(players)s: %(sides)s") % {
        "game": game,
        "players": players,
        "sides": sides,
    }


def table_chips(table: Json, ruleset: Ruleset) -> list[Chip]:
    """Return short labels about a table: changed rules, target, clock and rating."""
    chips = rule_chips(ruleset)
    changed = {difference.option for difference in differences(ruleset)}
    options = ruleset.options
    if options[SIGNS_OPTION] != "none" and SIGNS_OPTION not in changed:
        chips.append(Chip(_talk(str(options[SIGNS_OPTION])), "sign"))
    if options["match.end"] == "target" and TARGET_OPTION not in changed:
        chips.append(Chip(_goal(options), "flag"))
    chips.append(Chip(_clock(table["clock"]), "clock"))
    if table["boards"]:
        chips.append(Chip(_("Duplicate"), "cards"))
    if table["boards"] or not is_curated(ruleset.preset, options):
        chips.append(Chip(_("Not rated")))
    if table["programs"] != Table.Programs.NONE:
        chips.append(Chip(_("Programs too"), "bot"))
    chips += [Chip(words[:1].upper() + words[1:]) for words in range_words(table.get("range"))]
    if table["visibility"] == Table.Visibility.LINK:
        chips.append(Chip(_("By link"), "link", wide=True))
    return chips


def rule_chips(ruleset: Ruleset) -> list[Chip]:
    """Return a label for each rule in which a ruleset differs from its preset."""
    return [
        Chip(
            _rule(difference.option, difference.label, difference.value),
            _icon(difference.option),
            changed=True,
        )
        for difference in differences(ruleset)
    ]


def _rule(option: str, label: str, value: str) -> str:
    """Return a changed rule in few words: the rule's name, then the value."""
    if value == value_words("arrastre", True):
        return label
    if option == SIGNS_OPTION:
        return value[:1].upper() + value[1:]
    return _("%(rule)s: %(value)s") % {"rule": label, "value": value}


def _icon(option: str) -> str:
    """Return the name of an option's icon; "" if it has none."""
    return "sign" if option.startswith("talk.") else ""


def _talk(mode: str) -> str:
    """Return the mode of signs between partners in words, with a capital letter."""
    words = value_words(SIGNS_OPTION, mode)
    return words[:1].upper() + words[1:]


def _goal(options: Mapping[str, Any]) -> str:
    """Return the target that wins the match (deals or points), in words."""
    target = int(options[TARGET_OPTION])
    if options["match.unit"] == "points" or options["auction.kind"] != "none":
        return ngettext("First to %(n)s point", "First to %(n)s points", target) % {"n": target}
    return ngettext("First to %(n)s deal", "First to %(n)s deals", target) % {"n": target}


def _clock(clock: Json | None) -> str:
    """Return the clock of a table (in `table_json`) in words."""
    if clock is None:
        return _("No clock")
    turn, bank = clock["turn_ms"] // 1000, clock["bank_ms"] / 60_000
    if not bank:
        return _("%(seconds)s s") % {"seconds": turn}
    return _("%(seconds)s s + %(minutes)s min") % {"seconds": turn, "minutes": f"{bank:g}"}


def rule_lines(table: Json, ruleset: Ruleset) -> list[str]:
    """Return sentences about a table's rules, for a visitor to agree to."""
    return [
        *summary(ruleset),
        *delay_lines(table["delay"]),
        *programs_lines(table["programs"]),
        *boards_lines(table),
        *range_line(table.get("range")),
    ]


def delay_lines(delay: int) -> list[str]:
    """Return sentences on how many tricks later spectators see people's play."""
    return {
        int(Table.Delay.TRICK): [_("Who watches people sees each trick when it is over.")],
        int(Table.Delay.THREE): [_("Who watches people sees each trick three tricks later.")],
    }.get(delay, [])


def programs_lines(programs: str) -> list[str]:
    """Return sentences on programs at a table (option `programs`); [] if none may sit down."""
    return {
        str(Table.Programs.CASUAL): [_("Programs may sit down here. With them it is not rated.")],
        str(Table.Programs.RATED): [
            _("Programs may sit down here. With them it is rated, apart from people.")
        ],
    }.get(programs, [])


def boards_lines(table: dict[str, Any]) -> list[str]:
    """Return sentences on a table whose decks are dealt once to every side; [] for others."""
    boards = table["boards"]
    if not boards:
        return []
    text = ngettext(
        "Duplicate: %(n)s deck, dealt again until each side has had every hand; points decide.",
        "Duplicate: %(n)s decks, dealt again until each side has had every hand; points decide.",
        boards,
    )
    return [text % {"n": boards}, _("Duplicate matches are not rated: both sides see every hand.")]

"""Choices of rules: read from the form and links of the site, and shown on the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.limits import count
from games.engine import CLASSIC_PRESET, OPTIONS, PRESETS
from games.pages.wording.tables import game_line
from games.rules_text import differences, explain, preset_title
from games.rules_text.choice import Verdict, judge, read_options, usual_options, write_value
from games.rules_text.groups import GROUPS
from games.rules_text.options import value_words

SEATINGS: Final = {
    "2": (2, "individual"),
    "3": (3, "individual"),
    "4": (4, "pairs"),
    "4i": (4, "individual"),
    "5": (5, "individual"),
    "6": (6, "threes"),
    "6p": (6, "pairs"),
}
"""Number of players and sides for each button of the form."""
CHECKBOX_OPTIONS: Final = frozenset(
    name for name, option in OPTIONS.items() if option.kind == "bool"
)
"""Options that are a checkbox."""
TARGET_OPTION: Final = "match.target"
"""The option that stands beside the clock, because many look for it."""
SHORT_HASH_DIGITS: Final = 12
"""Number of digits of a hash in the address of a ruleset."""


def seating_of(players: int, teams: str) -> str:
    """Return the key in SEATINGS of a number of players and their sides; "" if none fits.

    `teams` is the option of the rules: `individual`, `pairs` or `threes`.
    """
    return next((key for key, seating in SEATINGS.items() if seating == (players, teams)), "")


def seatings_of(preset: str) -> list[str]:
    """Return the keys in SEATINGS (players and sides) with which a preset can be played."""
    return [
        seating_of(players, teams)
        for players, choices in PRESETS[preset].players.items()
        for teams in choices
    ]


def verdict_of(fields: Mapping[str, str]) -> Verdict:
    """Return the engine's verdict on the rules in a form or link: playable, or what is wrong.

    `seating` holds players and sides together; a link has `players`, and `o.teams` where the sides
    are not the usual ones. `drawn` in a form names the game and the number of players for which its
    boxes were rendered: a box that is as rendered counts as unchanged, whatever game is chosen now.
    """
    preset = fields.get("preset") or CLASSIC_PRESET
    options = _without_untouched(read_options(fields), fields.get("drawn", ""))
    if fields.get("seating") in SEATINGS:
        players, options["teams"] = SEATINGS[fields["seating"]]
    else:
        players = _players(fields.get("players", ""), preset)
    return judge(preset, players, options)


def _without_untouched(options: dict[str, Any], drawn: str) -> dict[str, Any]:
    """Return the submitted options without checkboxes left as the game `drawn` showed them."""
    preset, _colon, players = drawn.partition(":")
    if preset not in PRESETS or not players.isdecimal() or len(players) > 1:
        return options
    defaults = usual_options(preset, int(players))
    return {
        name: value
        for name, value in options.items()
        if name not in CHECKBOX_OPTIONS or value is not defaults[name]
    }


def drawn_for(verdict: Verdict) -> str:
    """Return the game and number of players for which a form is rendered, as `preset:players`."""
    return f"{verdict.choice.preset}:{verdict.choice.players}"


def _players(text: str, preset: str) -> int:
    """Return the number of players as an int: the preset's first if "", 0 if invalid."""
    if text.isascii() and text.isdigit() and len(text) < 3:
        return int(text)
    counts = PRESETS[preset].players if preset in PRESETS else {2: ()}
    return next(iter(counts)) if not text else 0


def short_id(ruleset_hash: str) -> str:
    """Return the first hex digits of a ruleset's hash, which name the ruleset in URLs."""
    return ruleset_hash.removeprefix("sha256:")[:SHORT_HASH_DIGITS]


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict on rules as JSON for the page's script: rules in words, or problems."""
    choice, ruleset = verdict.choice, verdict.ruleset
    changed = set(choice.options)
    return {
        "ok": ruleset is not None,
        "preset": choice.preset,
        "title": preset_title(choice.preset),
        "players": choice.players,
        "line": _line(verdict),
        "hash": ruleset.hash if ruleset else None,
        "link": f"{reverse('table_new')}?{choice.link}",
        "sections": [
            {"key": section.key, "title": str(section.title), "lines": section.lines}
            for section in (explain(ruleset) if ruleset else [])
        ],
        "changes": [
            {
                "option": difference.option,
                "label": difference.label,
                "value": difference.value,
                "usual": difference.usual,
            }
            for difference in (differences(ruleset) if ruleset else [])
        ],
        "changed": sorted(changed - {"teams"}),
        "problems": [
            {
                "code": problem.code,
                "option": problem.option,
                "with": problem.other or None,
                "text": problem.text,
                "undo": [name for name in (problem.option, problem.other) if name in changed],
            }
            for problem in verdict.problems
        ],
        "matters": [name for name in OPTIONS if name in verdict.matters],
        "drawn": drawn_for(verdict),
        "usual": {
            name: {"value": write_value(value), "words": value_words(name, value)}
            for name, value in verdict.usual.items()
            if name != "teams"
        },
        "ticked": [name for name in OPTIONS if name in CHECKBOX_OPTIONS and verdict.complete[name]],
    }


def _line(verdict: Verdict) -> str:
    """Return the chosen game, players, sides and number of changed rules as one line of text."""
    choice, teams = verdict.choice, str(verdict.complete["teams"])
    line = game_line(choice.preset, choice.players, teams)
    count = len(set(choice.options) - {"teams"})
    if not count:
        return line
    changes = ngettext("%(n)s rule changed", "%(n)s rules changed", count) % {"n": count}
    return f"{line} · {changes}"


def option_order() -> dict[str, Any]:
    """Return the order of the rules' options in the form, and the group of each, for the script."""
    groups = {name: key for key, (_title, names) in GROUPS.items() for name in names}
    groups.pop(TARGET_OPTION)
    return {"order": list(groups), "groups": groups}


@require_safe
@never_cache
def ruleset_check(request: HttpRequest) -> JsonResponse:
    """Answer with the engine's verdict on a choice of rules, as JSON for the form's script.

    Raises:
        TooManyError: the visitor is at the limit `rules`.
    """
    count(request, "rules")
    return JsonResponse(verdict_json(verdict_of(request.GET.dict())))

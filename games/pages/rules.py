"""Pages of rules, made from rulesets: of every preset, and of every stored ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from games.answers import rules as answers
from games.common.keyset import BadCursorError
from games.engine import PRESETS, Ruleset, build_ruleset
from games.models import Ruleset as RulesetRow
from games.pages.charts.rule_pictures import pictures, points_bar, poster
from games.pages.forms.choosing import SHORT_HASH_DIGITS, seating_of, short_id
from games.pages.wording.games import GAME_LINES
from games.pages.wording.history import match_rows
from games.pages.wording.rules_history import DIFFERENCES, RELATED_GAMES
from games.rules_text import (
    card_order,
    differences,
    explain,
    french_faces,
    preset_about,
    preset_counts,
    preset_length,
    preset_title,
    signs,
    teams_words,
)
from games.rules_text.choice import Choice, offered_presets
from games.rules_text.options import option_label, value_words
from games.rules_text.readable_rules import Section
from games.selectors.match_filter import MatchFilter
from games.selectors.matches import match_page
from games.selectors.rulesets import find_ruleset, players_of, popular_rulesets, rules_for

MATCHES_PER_PAGE: Final = 30
MAX_POPULAR: Final = 12
PICTURED_SECTIONS: Final = (
    "order", "auction", "tricks", "exchange", "special", "marriages", "result", "match"
)  # fmt: skip
"""Sections of the readable rules that are shown as pictures, in this order."""
ALWAYS_SHOWN: Final = frozenset({"order", "result", "match"})
"""Those of PICTURED_SECTIONS that are shown without a picture, too."""
MAX_PICTURED_LINES: Final = 2
"""Number of sentences of a section that stand beside its pictures."""


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the offered presets as posters, all or those of one group, and the most played rulesets."""
    presets = offered_presets()
    shown = request.GET.get("show", "")
    group = next((group for group in GROUPS if group.key == shown), GROUPS[0])
    context = {
        "count": len(presets),
        "groups": [
            {"key": each.key, "title": each.title, "current": each is group} for each in GROUPS
        ],
        "posters": [_poster(name, group) for name in presets if group.has(name)],
        "popular": [_popular(row) for row in popular_rulesets(MAX_POPULAR)],
    }
    return render(request, "games/rules.html", context)


class Group(NamedTuple):
    """Some of the presets: those for a number of players, or those with a rule that changes much."""

    key: str
    title: str | Promise
    has: Callable[[str], bool]
    players: int = 0
    """Number of players for whom a game of the group begins; 0: the preset's first number."""


def _seats(players: int) -> Callable[[str], bool]:
    """Return a condition on a preset: whether so many may play it."""
    return lambda preset: players in PRESETS[preset].players


def _has_signs(preset: str) -> bool:
    """Return whether partners make signs in a preset."""
    changes = PRESETS[preset]
    return {**changes.changes, **changes.with_partners}.get("talk.mode") == "senas"


def _first_ruleset(preset: str) -> Ruleset:
    """Return the ruleset of a preset for its first number of players and their usual sides."""
    players, teams = next(iter(PRESETS[preset].players.items()))
    return build_ruleset(preset, players, {"teams": teams[0]})


GROUPS: Final = (
    Group("", pgettext_lazy("games", "All"), lambda preset: True),
    Group("2", _("2 players"), _seats(2), 2),
    Group("3", _("3 players"), _seats(3), 3),
    Group("4", _("4 players"), _seats(4), 4),
    Group("5", _("5, with an auction"), _seats(5), 5),
    Group("6", _("6 players"), _seats(6), 6),
    Group("signs", _("With signs"), _has_signs, 4),
    Group(
        "no-exchange",
        _("Without the exchange"),
        lambda preset: not _first_ruleset(preset).rules.exchange,
    ),
)
"""The groups of presets that the page of rules offers; their keys are its parameter `show`."""


def _poster(preset: str, group: Group) -> dict[str, Any]:
    """Return a preset as a dict for its poster: words, picture, numbers of players, the game to play."""
    players = PRESETS[preset].players
    chosen = group.players if group.players in players else next(iter(players))
    return {
        "name": preset,
        "title": preset_title(preset),
        "line": GAME_LINES[preset],
        "counts": preset_counts(preset),
        "seats": list(players),
        "length": preset_length(preset),
        "picture": poster(_first_ruleset(preset)),
        "key": f"{preset}.{seating_of(chosen, players[chosen][0])}",
    }


@require_safe
def rules_history(request: HttpRequest) -> HttpResponse:
    """Show the page about relatives of Brisca, and about rules on which the sources differ."""
    context = {"cousins": ", ".join(RELATED_GAMES), "differences": DIFFERENCES}
    return render(request, "games/rules_history.html", context)


def _popular(row: answers.RulesetRow) -> dict[str, Any]:
    """Return a much played ruleset as a dict for the page, in words."""
    return {
        **row,
        "id": short_id(row["hash"]),
        "title": preset_title(row["preset"]),
        "sides": value_words("teams", row["teams"]),
        "changed": [
            (option_label(name), value_words(name, value)) for name, value in row["changes"].items()
        ],
    }


@require_safe
def rules_preset(request: HttpRequest, preset: str) -> HttpResponse:
    """Show the complete rules of a preset for a number of players and their sides.

    Raises:
        Http404: the preset is not offered.
    """
    if preset not in offered_presets():
        raise Http404
    seatings = [
        (players, teams)
        for players, choices in PRESETS[preset].players.items()
        for teams in choices
    ]
    asked = request.GET.get("players", "")
    candidates = [seating for seating in seatings if str(seating[0]) == asked] or seatings[:1]
    teams = request.GET.get("teams", "")
    chosen = next((seating for seating in candidates if seating[1] == teams), candidates[0])
    ruleset = build_ruleset(preset, chosen[0], {"teams": chosen[1]})
    return render(
        request,
        "games/rules_preset.html",
        {
            "preset": preset,
            "title": preset_title(preset),
            "about": preset_about(preset),
            "length": preset_length(preset),
            "play_key": f"{preset}.{seating_of(*chosen)}",
            "tabs": [
                {
                    "query": f"players={players}&teams={sides}",
                    "title": f"{players} · {teams_words(players, sides)}",
                    "current": (players, sides) == chosen,
                }
                for players, sides in seatings
            ],
            **rules_context(ruleset),
        },
    )


@require_safe
def ruleset_page(request: HttpRequest, ruleset_id: str) -> HttpResponse:
    """Show a ruleset: its rules, its changes from the preset, and matches played by it.

    Raises:
        Http404: there is no such ruleset, or nobody can play by it.
    """
    row = find_ruleset(ruleset_id)
    counts = players_of(row) if row else []
    if row is None or not counts:
        raise Http404
    if ruleset_id != short_id(row.hash) and len(ruleset_id) <= SHORT_HASH_DIGITS:
        return redirect("ruleset", short_id(row.hash), permanent=False)
    asked = request.GET.get("players", "")
    players = int(asked) if asked in map(str, counts) else counts[0]
    ruleset = rules_for(row, players)
    assert ruleset is not None
    try:
        page = match_page(
            MatchFilter(rules=row.hash), cursor=request.GET.get("cursor"), limit=MATCHES_PER_PAGE
        )
    except BadCursorError:
        return render(request, "errors/400.html", status=400)
    return render(
        request,
        "games/ruleset.html",
        {
            "title": preset_title(row.preset),
            "preset": row.preset,
            "differences": differences(ruleset),
            "tabs": _tabs(row, counts, players),
            "matches": row.match_count,
            "rows": match_rows(page.rows, None),
            "later": "cursor" in request.GET,
            "next_url": _next_url(request, page.next),
            **rules_context(ruleset),
        },
    )


def _tabs(row: RulesetRow, counts: list[int], players: int) -> list[dict[str, Any]]:
    """Return, for a ruleset's page, a tab for each number of players that it allows."""
    teams = row.options["teams"]
    return [
        {
            "query": f"players={count}",
            "title": f"{count} · {teams_words(count, teams)}",
            "current": count == players,
        }
        for count in counts
    ]


def _next_url(request: HttpRequest, cursor: str | None) -> str:
    """Return the URL of the next page of a ruleset's matches; "" on the last page."""
    if cursor is None:
        return ""
    query = request.GET.copy()
    query["cursor"] = cursor
    return f"{request.path}?{query.urlencode()}#matches"


def rules_context(ruleset: Ruleset) -> dict[str, Any]:
    """Return the context of the templates of a ruleset: its pictures, its rules, and links."""
    preset_options = build_ruleset(ruleset.preset, ruleset.players).options
    changed = {
        name: value for name, value in ruleset.options.items() if value != preset_options[name]
    }
    choice = Choice(ruleset.preset, ruleset.players, changed)
    sections = {section.key: section for section in explain(ruleset)}
    pictured = _pictured(ruleset, sections)
    anchors = {section["key"] for section in pictured}
    order = card_order(ruleset)
    return {
        "pictured": pictured,
        "sections": [
            (section, f"all-{section.key}" if section.key in anchors else section.key)
            for section in sections.values()
        ],
        "order": order,
        "suit_points": sum(card.points for card in order),
        "total": ruleset.rules.deck_points,
        "pack": len(ruleset.rules.deck),
        "bar": points_bar(ruleset),
        "poster": poster(ruleset),
        "faces": french_faces(ruleset),
        "signs": signs(ruleset),
        "possible_signs": _possible_signs(ruleset),
        "hash": ruleset.hash,
        "open_url": f"{reverse('table_new')}?{choice.link}",
        "seating": seating_of(ruleset.players, ruleset.options["teams"]),
    }


def _pictured(ruleset: Ruleset, sections: Mapping[str, Section]) -> list[dict[str, Any]]:
    """Return the sections with pictures as dicts: key, title, a few sentences, and the pictures.

    Those of ALWAYS_SHOWN are among them; the others where the ruleset has pictures of them.
    """
    shown = pictures(ruleset)
    return [
        {
            "key": key,
            "title": sections[key].title,
            # The pack; the order of its cards is the picture.
            "lines": sections["players"].lines[1:]
            if key == "order"
            else sections[key].lines[:MAX_PICTURED_LINES],
            "pictures": shown.get(key, []),
        }
        for key in PICTURED_SECTIONS
        if key in sections and (key in shown or key in ALWAYS_SHOWN)
    ]


def _possible_signs(ruleset: Ruleset) -> list[tuple[str, str, str]]:
    """Return signs of partners that a table could allow; [] if the rules allow signs already."""
    if ruleset.options["talk.mode"] != "none" or ruleset.options["teams"] == "individual":
        return []
    options = {**ruleset.options, "talk.mode": "senas"}
    return signs(build_ruleset(ruleset.preset, ruleset.players, options))

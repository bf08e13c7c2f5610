"""Pages of rules, made from rulesets: of every preset, and of every stored ruleset."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.answers import rules as answers
from games.engine import PRESETS, Ruleset, build_ruleset
from games.models import Ruleset as RulesetRow
from games.pages.charts.rule_pictures import pictures
from games.pages.forms.choosing import SHORT, seating_of, short_id
from games.pages.wording.history import match_rows
from games.pages.wording.rules_history import COUSINS, DIFFERENCES
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
from games.selectors.keyset import BadCursorError
from games.selectors.match_filter import MatchFilter
from games.selectors.matches import match_page
from games.selectors.rulesets import find_ruleset, players_of, popular_rulesets, rules_for

PAGE: Final = 30
POPULAR: Final = 12


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show all offered presets, and the most played rulesets."""
    presets = [
        {
            "name": name,
            "title": preset_title(name),
            "about": preset_about(name),
            "counts": preset_counts(name),
            "length": preset_length(name),
        }
        for name in offered_presets()
    ]
    popular = [_popular(row) for row in popular_rulesets(POPULAR)]
    return render(request, "games/rules.html", {"presets": presets, "popular": popular})


@require_safe
def rules_history(request: HttpRequest) -> HttpResponse:
    """Show the page about relatives of Brisca, and about rules on which the sources differ."""
    context = {"cousins": ", ".join(COUSINS), "differences": DIFFERENCES}
    return render(request, "games/rules_history.html", context)


def _popular(row: answers.RulesetRow) -> dict[str, Any]:
    """Return a ruleset of `popular_rulesets` in words."""
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
    """Show the complete rules of a preset, for a number of players and sides.

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
    fitting = [one for one in seatings if str(one[0]) == asked] or seatings[:1]
    teams = request.GET.get("teams", "")
    chosen = next((one for one in fitting if one[1] == teams), fitting[0])
    ruleset = build_ruleset(preset, chosen[0], {"teams": chosen[1]})
    return render(
        request,
        "games/rules_preset.html",
        {
            "preset": preset,
            "title": preset_title(preset),
            "about": preset_about(preset),
            "length": preset_length(preset),
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
    """Show a ruleset: its rules, its changes from the preset, and the matches played by it.

    Raises:
        Http404: there is no such ruleset, or nobody can play by it.
    """
    row = find_ruleset(ruleset_id)
    counts = players_of(row) if row else []
    if row is None or not counts:
        raise Http404
    if ruleset_id != short_id(row.hash) and len(ruleset_id) <= SHORT:
        return redirect("ruleset", short_id(row.hash), permanent=False)
    asked = request.GET.get("players", "")
    players = int(asked) if asked in map(str, counts) else counts[0]
    ruleset = rules_for(row, players)
    assert ruleset is not None
    try:
        page = match_page(MatchFilter(rules=row.hash), cursor=request.GET.get("cursor"), limit=PAGE)
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
    """Return a tab for each number of players that a ruleset allows."""
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
    """Return the address of the next page of matches; empty on the last page."""
    if cursor is None:
        return ""
    query = request.GET.copy()
    query["cursor"] = cursor
    return f"{request.path}?{query.urlencode()}#matches"


def rules_context(ruleset: Ruleset) -> dict[str, Any]:
    """Return the context of the template `games/_rules.html`: a ruleset's rules, and links."""
    usual = build_ruleset(ruleset.preset, ruleset.players).options
    changed = {name: value for name, value in ruleset.options.items() if value != usual[name]}
    choice = Choice(ruleset.preset, ruleset.players, changed)
    shown = pictures(ruleset)
    return {
        "sections": [(section, shown.get(section.key, [])) for section in explain(ruleset)],
        "order": card_order(ruleset),
        "faces": french_faces(ruleset),
        "signs": signs(ruleset),
        "possible_signs": _possible_signs(ruleset),
        "hash": ruleset.hash,
        "open_url": f"{reverse('table_new')}?{choice.link}",
        "seating": seating_of(ruleset.players, ruleset.options["teams"]),
    }


def _possible_signs(ruleset: Ruleset) -> list[tuple[str, str, str]]:
    """Return the signs of partners that a table could allow; empty where it allows them already."""
    if ruleset.options["talk.mode"] != "none" or ruleset.options["teams"] == "individual":
        return []
    options = {**ruleset.options, "talk.mode": "senas"}
    return signs(build_ruleset(ruleset.preset, ruleset.players, options))

"""Pages of rules, made from the rulesets."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine import BUILT_PRESETS, PRESETS, build_ruleset
from games.rulewords import explain, preset_about, preset_title, teams_words


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """All presets that can be played."""
    presets = [
        {"name": name, "title": preset_title(name), "about": preset_about(name)}
        for name in BUILT_PRESETS
    ]
    return render(request, "games/rules.html", {"presets": presets})


@require_safe
def rules_preset(request: HttpRequest, preset: str) -> HttpResponse:
    """The complete rules of a preset, for a number of players."""
    if preset not in BUILT_PRESETS:
        raise Http404
    counts = PRESETS[preset].players
    asked = request.GET.get("players", "2")
    players = int(asked) if asked in {str(count) for count in counts} else min(counts)
    ruleset = build_ruleset(preset, players)
    return render(
        request,
        "games/rules_preset.html",
        {
            "preset": preset,
            "title": preset_title(preset),
            "about": preset_about(preset),
            "sections": explain(ruleset),
            "players": players,
            "counts": [(count, teams_words(count, counts[count][0])) for count in counts],
            "hash": ruleset.hash,
            "order": [
                f"O{number}" for number in ruleset.rules.order if f"O{number}" in ruleset.rules.deck
            ],
        },
    )

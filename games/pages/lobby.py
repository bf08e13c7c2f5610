"""Views of the lobby: quick play, waiting tables, running matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import client_address
from games.engine import PRESETS
from games.models import Player, Table
from games.models.tables import TableStatus
from games.pages.daily import lobby_daily
from games.pages.forms import quick_play as choices
from games.pages.fragments import fragment
from games.pages.page_cache import same_for_strangers
from games.pages.team_play import REFUSALS, asked_team, choices_of, team_refusal
from games.pages.visitor import busy_player, player_of
from games.pages.wording.history import match_rows
from games.pages.wording.lobby import friend_words, own_match, watched_match
from games.pages.wording.rating_range import range_words
from games.rules_text import clock_words, preset_title, teams_words
from games.selectors.exercises import puzzle_waits
from games.selectors.faces import chosen_faces_by_name
from games.selectors.lobby import (
    friends_of,
    is_newcomer,
    popular_presets,
    recent_matches,
    running_of,
)
from games.selectors.messages import writable
from games.selectors.social import blocked_either_way
from games.selectors.tables import lobby_rows, running_tables
from games.selectors.tournaments import announced_tournament
from games.selectors.watching import tables_to_watch
from games.services.live_gateway import live_gateway
from games.services.players import LEVELS
from games.services.quick_play import play_bots_now, play_now, stop_searching
from games.services.team_play import play_as_team

SAME_S: Final = 60.0
"""Seconds after which the most played games and the puzzle of the day are looked up again."""


@require_safe
@same_for_strangers
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the lobby: quick play, the tables that wait, the visitor's own tables and matches."""
    player = player_of(request)
    own = running_tables(player) if player else []
    away = blocked_either_way(player.pk) if player else frozenset()
    recent = recent_matches(player)
    quick = quick_context(request, player, newcomer=player is None or not recent)
    recent_rows = match_rows(recent, player.name if player else None)
    friends, friend_count = _friends(player)
    known = {friend.name for friend, _words in friends}
    own_ids = [table.public_id for table in own]
    own_matches = _own_matches(player, own)
    rows = [
        with_words(row, known)
        for row in lobby_rows(away, live_gateway().is_deserted)
        if row["id"] not in own_ids
    ]
    running = [
        watched_match(found) for found in tables_to_watch(player, watchers=live_gateway().watchers)
    ]
    named = {
        *known,
        *(name for match in own_matches for name in match["faces"]),
        *(name for row in rows for name in row["seated"]),
        *(name for match in running for side in match["faces"] for name in side),
        *(name for row in recent_rows for name in row["faces"]),
    }
    faces = chosen_faces_by_name(named)
    return render(
        request,
        "games/lobby.html",
        {
            "own": own_matches,
            "waiting": [
                table for table in own if table.status == TableStatus.WAITING and not table.quick
            ],
            "rows": rows,
            "own_ids": own_ids,
            "running": running,
            "chosen_faces": faces,
            "daily": lobby_daily(player),
            "tournament": announced_tournament(player),
            **_same_for_all(),
            "recent": _recent(recent_rows, faces),
            "quick_play": _quick_play({**quick, "own_teams": choices_of(player)}),
            "friends": friends,
            "friend_count": friend_count,
            **quick,
            "preset_titles": {name: preset_title(name) for name in PRESETS},
            "known": sorted(known),
        },
    )


def quick_context(request: HttpRequest, player: Player | None, *, newcomer: bool) -> dict[str, Any]:
    """Return the template context of quick play: its games and bot levels for this visitor.

    A `newcomer` has not finished a match yet.
    """
    return {
        "newcomer": newcomer,
        "tiles": choices.tiles(choices.last_key(request, player)),
        "games": fragment("games/_games_list.html", (), lambda: {"games": choices.all_games()}),
        "game_count": len(PRESETS),
        "levels": choices.LEVEL_NAMES.items(),
        "level": choices.bot_level(request, newcomer=newcomer),
    }


def _quick_play(quick: dict[str, Any]) -> SafeString:
    """Return the rendered choices of quick play, with own teams, but without the form's token."""
    content = [quick[name] for name in ("tiles", "level", "newcomer")]
    teams = bool(quick["own_teams"])
    return fragment("games/_lobby_play.html", content, lambda: quick, private=teams)


def _recent(rows: list[dict[str, Any]], faces: Mapping[str, str]) -> SafeString | str:
    """Return these rows of finished matches rendered; empty without any.

    `faces` maps the names of players to the faces that they chose.
    """
    if not rows:
        return ""
    chosen = {name: faces[name] for row in rows for name in row["faces"] if name in faces}
    return fragment(
        "games/_lobby_recent.html", [rows, chosen], lambda: {"rows": rows, "chosen_faces": chosen}
    )


def _same_for_all() -> dict[str, SafeString]:
    """Return the rendered parts that are the same for every visitor."""
    day = timezone.now().date()
    popular = fragment(
        "games/_lobby_popular.html", (), lambda: {"popular": popular_presets()}, seconds=SAME_S
    )
    puzzle = fragment(
        "games/_lobby_puzzle.html", day, lambda: {"puzzle": puzzle_waits(day)}, seconds=SAME_S
    )
    return {"popular": popular, "puzzle": puzzle}


def _own_matches(player: Player | None, tables: list[Table]) -> list[dict[str, Any]]:
    """Return the player's running matches at these tables, in words and with whose turn it is."""
    if player is None or not tables:
        return []
    turns = live_gateway().turns([table.public_id for table in tables])
    return [
        own_match(found, turns.get(found.table.public_id)) for found in running_of(player, tables)
    ]


def _friends(player: Player | None) -> tuple[list[tuple[Player, dict[str, Any]]], int]:
    """Return the players whom a player follows with their places in words, and their number."""
    if player is None:
        return [], 0
    rows, count = friends_of(player, live_gateway().in_lobby)
    open_to = writable(player) if rows else frozenset()
    return [
        (friend, {**friend_words(place), "write": friend.pk in open_to}) for friend, place in rows
    ], count


def with_words(
    row: dict[str, Any], known: set[str] | frozenset[str] = frozenset()
) -> dict[str, Any]:
    """Return a table's row of the lobby with its rules in words.

    `known` are the names of players whom the visitor follows.
    """
    return {
        **row,
        "rules": preset_title(row["preset"]),
        "sides": teams_words(row["players"], row["teams"]),
        "clock": clock_words(row["turn_ms"], 0),
        "range_words": range_words(row["range"]),
        "friends": [name for name in row["seated"] if name in known],
        "free_seats": range(row["free"]),
    }


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Show every game with buttons of quick play, like the drawer of the lobby."""
    player = player_of(request)
    context = quick_context(request, player, newcomer=is_newcomer(player))
    return render(request, "games/games.html", context)


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Seat the visitor by quick play, and redirect to the table; a stranger becomes a guest.

    A script that asks for JSON receives the table's address, whether it waits, whether nobody else
    is in the lobby, and a new CSRF token, as a stranger's old token is void now. Who plays as a team
    (`team`) waits for the partners at the table. The first match of a newcomer who chooses neither a
    game nor a level is one deal with a weak bot, at once if nobody else is in the lobby. The answer
    is 400 for an unknown game or level.

    Raises:
        TooManyError: the visitor is at the limit `table`.
    """
    key = request.POST.get("game", choices.USUAL[0])
    game = choices.game_of(key)
    newcomer = is_newcomer(player_of(request))
    level = request.POST.get("level", choices.bot_level(request, newcomer=newcomer))
    if game is None or level not in LEVELS:
        return render(request, "errors/400.html", status=400)
    # Before a stranger becomes a guest: the lobby knows its visitors as they came.
    user = request.user.pk if request.user.is_authenticated else None
    address = client_address(request)
    script = not request.accepts("text/html")
    alone = live_gateway().is_alone_in_lobby(user, address)
    first = choices.first_game(key, request.POST.get("level")) if newcomer else None
    try:
        player = busy_player(request)
        choices.remember(request, key, level, newcomer=newcomer)
        team = asked_team(request)
        if team is not None:
            table = play_as_team(
                team=team, player=player, game=game, bots="bots" in request.POST, address=address
            )
        elif request.POST.get("bots") or (first is not None and alone):
            table = play_bots_now(player=player, game=first or game, level=level, address=address)
        else:
            table = play_now(player=player, game=game, alone=alone, address=address)
    except REFUSALS as error:
        words = team_refusal(error)
        if script:
            return JsonResponse({"error": words, "csrf": get_token(request)}, status=409)
        messages.error(request, words)
        return redirect("lobby")
    if not script:
        return redirect("table", table.public_id)
    table.refresh_from_db()
    return JsonResponse(
        {
            "url": reverse("table", args=[table.public_id]),
            "ws_path": f"/ws/table/{table.public_id}/",
            "waiting": table.status == TableStatus.WAITING and team is None,
            "alone": alone,
            "csrf": get_token(request),
        }
    )


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """End the visitor's search for other players, and redirect to the lobby."""
    player = player_of(request)
    if player is not None:
        stop_searching(player=player)
    return redirect("lobby")

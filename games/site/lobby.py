"""Views of the lobby: the house, quick play, waiting tables, running matches, and the day's boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import client_address, count
from accounts.preferences import preferences_of
from accounts.simple_view import is_simple
from games.common.errors import PuzzleError
from games.common.house_bots import LEVELS
from games.common.live_gateway import live_gateway
from games.engine import PRESETS
from games.models import Player
from games.models.tables import TableStatus
from games.pages.forms import quick_play as choices
from games.pages.fragments import fragment
from games.pages.house import house_box
from games.pages.match_of_week import match_of_week_part
from games.pages.page_cache import same_for_strangers
from games.pages.team_play import REFUSALS, asked_team, choices_of, team_refusal
from games.pages.visitor import busy_player, player_of
from games.pages.wording.games import GAME_LINES
from games.pages.wording.history import match_rows
from games.pages.wording.house_bots import LEVEL_NAMES
from games.pages.wording.lobby import friend_words
from games.puzzles.models import Puzzle
from games.puzzles.selectors.daily_puzzle import puzzle_of_the_day
from games.puzzles.services.puzzles import answer_puzzle
from games.rules_text import preset_title
from games.selectors.faces import chosen_faces_by_name
from games.selectors.lobby import (
    NO_FRIENDS,
    Friend,
    Friends,
    friends_of,
    is_newcomer,
    popular_presets,
    recent_matches,
)
from games.selectors.social import blocked_either_way
from games.services.daily_deals import day_of
from games.services.quick_play import play_bots_now, play_now, stop_searching
from games.services.team_play import play_as_team
from games.site.lobby_crowd import is_busy, people_who_play
from games.site.lobby_house import house_context
from games.site.lobby_own import costly_box, latest_part, next_step
from games.site.lobby_tables import LobbyTables, lobby_tables, waiting_by_game
from games.site.lobby_today import (
    SAME_S,
    agenda,
    daily_box,
    day_puzzle,
    puzzle_part,
    store_answer,
    stored_answer,
)
from games.site.simple import simple_front

Json: TypeAlias = dict[str, Any]

MAX_GAMES_SHOWN: Final = 4
"""Number of games in the box of other games."""


@require_safe
@same_for_strangers
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the lobby: while few people are about the house and the day's boxes, else their tables.

    A device with the simple view shows four targets instead.
    """
    if is_simple(request):
        return simple_front(request)
    player = player_of(request)
    away = blocked_either_way(player.pk) if player else frozenset()
    friends = friends_of(player, live_gateway().in_lobby, away) if player else NO_FRIENDS
    recent = recent_matches(player)
    rows = match_rows(recent, player.name if player else None)
    tables = lobby_tables(player, friends, away)
    names = {*friends.names, *tables.names, *(name for row in rows for name in row["faces"])}
    faces = chosen_faces_by_name(names)
    newcomer = player is None or not recent
    house = house_context(player, newcomer=newcomer)
    context = {
        **tables._asdict(),
        **house,
        **_choices(request, recent, tables, newcomer=newcomer),
        **_friends_context(friends),
        "busy": is_busy(people_who_play() + tables.people_waiting),
        "own_teams": choices_of(player),
        "daily": daily_box(player),
        "agenda": agenda(player),
        "path": None if newcomer else next_step(request, player),
        "chosen_faces": faces,
        "recent": latest_part(rows, faces, house["lit"], own=not newcomer),
        "preset_titles": {name: preset_title(name) for name in PRESETS},
    }
    layout = (
        _busy_context(context)
        if context["busy"]
        else _quiet_context(request, player, newcomer=newcomer)
    )
    return render(request, "games/lobby.html", {**context, **layout})


def _busy_context(context: Mapping[str, Any]) -> Json:
    """Return the part of the template context that only a busy lobby shows."""
    puzzle = day_puzzle(day_of(timezone.now()))
    return {
        "puzzle_id": "" if puzzle is None else puzzle.public_id,
        "quick_play": _quick_play(context),
    }


def _quiet_context(request: HttpRequest, player: Player | None, *, newcomer: bool) -> Json:
    """Return the part of the template context that only a lobby with few people shows."""
    puzzle = day_puzzle(day_of(timezone.now()))
    return {
        "puzzle": "" if puzzle is None else _puzzle_part(request, player, puzzle),
        "costly": costly_box(None if newcomer else player),
        "show": house_box(),
        "match_of_week": match_of_week_part(),
    }


def _choices(
    request: HttpRequest, recent: list[Json], tables: LobbyTables, *, newcomer: bool
) -> Json:
    """Return quick play's template context; `recent` are the latest matches, which a player has."""
    last_key = choices.chosen_key(request)
    if not newcomer and not last_key:
        last_key = choices.key_of_match(recent[0])
    waiting = waiting_by_game(tables.rows)
    context = quick_context(request, last_key, newcomer=newcomer)
    tiles = [tile._replace(waiting=waiting[tile.key]) for tile in context["tiles"]]
    return {**context, "tiles": tiles, "game_box": _game_box()}


def quick_context(request: HttpRequest, last_key: str, *, newcomer: bool) -> Json:
    """Return the template context of quick play: its games and bot levels for this visitor.

    `last_key` is the key of the game that the visitor chose or played last, or empty. A `newcomer`
    has not finished a match yet.
    """
    return {
        "newcomer": newcomer,
        "tiles": choices.tiles(last_key),
        "games": fragment("games/_games_list.html", (), lambda: {"games": choices.all_games()}),
        "game_count": len(PRESETS),
        "levels": LEVEL_NAMES.items(),
        "level": choices.bot_level(request, newcomer=newcomer),
    }


def _quick_play(context: Mapping[str, Any]) -> SafeString:
    """Return HTML of the choices of a busy lobby with the visitor's teams, without CSRF token."""
    content = [context[name] for name in ("tiles", "level", "newcomer")]
    teams = bool(context["own_teams"])
    return fragment("games/_lobby_play.html", content, lambda: context, private=teams)


def _game_box() -> SafeString:
    """Return HTML of the box of other games: those that were played most, and usual ones."""
    return fragment("games/_lobby_games.html", (), _games_context, seconds=SAME_S)


def _games_context() -> Json:
    """Return the games of the box with their share of this week's matches in per cent, if any."""
    rows = popular_presets()
    shown = {row["preset"] for row in rows}
    usual_presets = [key.partition(".")[0] for key in choices.USUAL_GAMES]
    others = [preset for preset in (*usual_presets, *PRESETS) if preset not in shown]
    added = [
        {"preset": preset, "share": None, "about": GAME_LINES[preset]}
        for preset in dict.fromkeys(others)
    ]
    return {"rows": [*rows, *added][:MAX_GAMES_SHOWN], "popular": bool(rows)}


def _puzzle_part(request: HttpRequest, player: Player | None, puzzle: Puzzle) -> SafeString:
    """Return HTML of the day's puzzle for a visitor, without its form."""
    answer = stored_answer(request, player, puzzle, day_of(timezone.now()))
    return puzzle_part(puzzle, answer, preferences_of(request)["deck"])


def _friends_context(friends: Friends) -> Json:
    """Return the template context of the players whom the visitor follows."""
    shown = [(friend.player, _in_words(friend)) for friend in friends.shown]
    invited = next(
        (friend for friend, place in shown if place.get("may_invite") and place["here"]), None
    )
    return {
        "friends": shown,
        "friend_count": len(friends.ids),
        "known": sorted(friends.names),
        "invited": invited,
    }


def _in_words(friend: Friend) -> Json:
    """Return where a followed player is, in words, and whether the visitor may write to them."""
    return {**friend_words(friend.place), "write": friend.may_write}


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Show every game with buttons of quick play, like the drawer of the lobby."""
    player = player_of(request)
    last_key = choices.last_key(request, player)
    context = quick_context(request, last_key, newcomer=is_newcomer(player))
    return render(request, "games/games.html", context)


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Seat the visitor by quick play, and redirect to the table; a stranger becomes a guest.

    A script that asks for JSON receives the table's address, whether it waits, whether nobody else
    is in the lobby, and a new CSRF token, as a stranger's old token is void now. With `bots`, or
    `bot`, a level, the match begins at once with bots. A player who plays as a team (`team`) waits
    for the partners at the table. The first match of a newcomer who chooses neither a
    game nor a level is one deal with a weak bot, at once if nobody else is in the lobby. The answer
    is 400 for an unknown game or level.

    Raises:
        TooManyError: the visitor is at the limit `table`.
    """
    key = request.POST.get("game", choices.FIRST_GAME)
    game = choices.game_of(key)
    newcomer = is_newcomer(player_of(request))
    bot = request.POST.get("bot")
    asked_level = bot or request.POST.get("level")
    level = asked_level or choices.bot_level(request, newcomer=newcomer)
    if game is None or level not in LEVELS:
        return render(request, "errors/400.html", status=400)
    # Before a stranger becomes a guest: the lobby knows its visitors as they came.
    user = request.user.pk if request.user.is_authenticated else None
    address = client_address(request)
    script = not request.accepts("text/html")
    alone = live_gateway().is_alone_in_lobby(user, address)
    first = choices.first_game(key, asked_level) if newcomer else None
    try:
        player = busy_player(request)
        choices.remember(request, key, level, newcomer=newcomer)
        team = asked_team(request)
        if team is not None:
            table = play_as_team(
                team=team, player=player, game=game, bots="bots" in request.POST, address=address
            )
        elif bot or request.POST.get("bots") or (first is not None and alone):
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
def puzzle(request: HttpRequest) -> HttpResponse:
    """Answer the puzzle of the day in the lobby; a script receives the box's HTML as JSON.

    The answer counts as on the puzzle's own page. The session stores that of a stranger.

    Raises:
        Http404: the site has no puzzle.
        TooManyError: the visitor is at the limit `puzzle`.
    """
    count(request, "puzzle")
    now = timezone.now()
    asked = puzzle_of_the_day(day_of(now))
    if asked is None:
        raise Http404
    card, player = request.POST.get("card", ""), player_of(request)
    try:
        answer_puzzle(puzzle=asked, answer=card, player=player, now=now)
    except PuzzleError:
        return redirect("lobby")
    if player is None:
        store_answer(request, day_of(now), card)
    if request.accepts("text/html"):
        return redirect(f"{reverse('lobby')}#puzzle")
    return JsonResponse({"html": _puzzle_part(request, player, asked)})


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """End the visitor's quick-play search for opponents, and redirect to the lobby."""
    player = player_of(request)
    if player is not None:
        stop_searching(player=player)
    return redirect("lobby")

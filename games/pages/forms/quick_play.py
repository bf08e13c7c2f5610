"""Choices of quick play: games as buttons of the lobby and of the list of all games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common.house_bots import FIRST_LEVEL, LEVELS
from games.engine import PRESETS
from games.engine.seating import sides_for
from games.models import Player
from games.pages.forms.choosing import SEATINGS, seating_of, seatings_of
from games.pages.wording.games import GAME_LINES
from games.rules_text import preset_title, teams_words
from games.selectors.matches import latest_of
from games.services.quick_play import QuickGame

USUAL_GAMES: Final = ("ludoteka.2", "ludoteka.4", "senas.4", "chiamata.5")
"""Keys of the games that the lobby always offers, after the last game played."""
FIRST_GAME: Final = USUAL_GAMES[0]
"""Key of the game that is proposed where no other was played."""
RENAMED_KEYS: Final[Mapping[str, str]] = {"ludoteka.4.signs": "senas.4"}
"""Earlier keys, which sessions and open pages still hold."""
SMALL_TILES: Final = 3
DEFAULT_LEVEL: Final = "rules"


class Tile(NamedTuple):
    """Button in the lobby that starts one game: its key (see `key_of`), title and one line."""

    key: str
    title: str
    about: str
    waiting: int = 0
    """Number of people who wait for this game."""


def game_of(key: str) -> QuickGame | None:
    """Return the game of quick play with a key such as `ludoteka.4`; None if there is none.

    >>> game_of("ludoteka.4")
    QuickGame(preset='ludoteka', players=4, teams='pairs', options={})
    >>> game_of("chiamata.2") is None
    True
    """
    preset, _dot, seating = RENAMED_KEYS.get(key, key).partition(".")
    if preset not in PRESETS or seating not in seatings_of(preset):
        return None
    return QuickGame(preset, *SEATINGS[seating])


def key_of(game: QuickGame) -> str:
    """Return the key of a game: its preset and its seating (players and sides), as `ludoteka.4`."""
    return f"{game.preset}.{seating_of(game.players, game.teams or 'individual')}"


def tile_of(key: str, *, last: bool = False) -> Tile:
    """Return the lobby's button for the game with this key; `last`: the visitor played it last."""
    game = game_of(key)
    assert game is not None, key
    title, about = _words(game)
    newest = _("the last one you played")
    return Tile(key, title, f"{about} · {newest}" if last else about)


def _words(game: QuickGame) -> tuple[str, str]:
    """Return title and description of a game of quick play.

    The classic game is titled by its partnerships.
    """
    rules, teams = preset_title(game.preset), game.teams or "individual"
    if game.preset == "chiamata":
        return pgettext("a game to choose", "Chiamata"), _("Auction, 5")
    if (game.preset, game.players) == ("senas", 4):
        return rules, f"{preset_title('ludoteka')}, 4"
    if game.preset != "ludoteka":
        sides = teams_words(game.players, teams)
        return rules, f"{game.players} · {sides}"
    about = f"{rules}, {game.players}"
    if game.players == 2:
        return pgettext("a game to choose", "One on one"), about
    if game.players == 4 and teams == "pairs":
        return pgettext("a game to choose", "Pairs"), _("No signs, 4")
    words = teams_words(game.players, teams)
    return words[:1].upper() + words[1:], about


def tiles(last: str) -> list[Tile]:
    """Return the lobby's buttons: the game `last` (a key), or a usual one, and some others."""
    first = last or FIRST_GAME
    others = [key for key in USUAL_GAMES if key != first][:SMALL_TILES]
    return [tile_of(first, last=bool(last)), *map(tile_of, others)]


def team_games(size: int) -> list[Tile]:
    """Return buttons of the games in which a side has `size` players; the lobby's come first."""
    keys = [
        f"{preset}.{seating}"
        for preset in PRESETS
        for seating in seatings_of(preset)
        if any(len(side) == size for side in sides_for(*SEATINGS[seating]))
    ]
    first_keys = [key for key in USUAL_GAMES if key in keys]
    return [tile_of(key) for key in [*first_keys, *(key for key in keys if key not in first_keys)]]


def all_games() -> list[dict[str, Any]]:
    """Return a dict for every game: a line about it, and a button for each number of players."""
    games = []
    for preset in PRESETS:
        title = preset_title(preset)
        games.append(
            {
                "title": title,
                "about": str(GAME_LINES[preset]),
                "buttons": [_button(preset, title, players) for players in PRESETS[preset].players],
            }
        )
    return games


def _button(preset: str, title: str, players: int) -> dict[str, str]:
    """Return the button of a preset for a number of players, with the preset's first sides."""
    teams = PRESETS[preset].players[players][0]
    words = {"game": title, "n": players, "sides": teams_words(players, teams)}
    return {
        "key": f"{preset}.{seating_of(players, teams)}",
        "text": str(players),
        "label": _("%(game)s, %(n)s players, %(sides)s: play now") % words,
    }


def last_key(request: HttpRequest, player: Player | None) -> str:
    """Return the key of the game that a visitor chose or else played last; "" without one."""
    chosen = chosen_key(request)
    if chosen or player is None:
        return chosen
    latest = latest_of(player.pk, 1)
    return key_of_match(latest[0]) if latest else ""


def chosen_key(request: HttpRequest) -> str:
    """Return the key of the game that a visitor chose last; "" without one."""
    chosen = str(request.session.get("game", ""))
    return chosen if game_of(chosen) is not None else ""


def key_of_match(match: Mapping[str, Any]) -> str:
    """Return the key of the game of a match, as the API shows it; "" if quick play lacks the game."""
    sides = tuple(map(tuple, match["sides"]))
    keys = (
        f"{match['preset']}.{seating}"
        for seating, (players, teams) in SEATINGS.items()
        if players == match["players"] and sides_for(players, teams) == sides
    )
    return next((key for key in keys if game_of(key) is not None), "")


def bot_level(request: HttpRequest, *, newcomer: bool) -> str:
    """Return the bots' level that a visitor chose last, or the default, lower for a `newcomer`."""
    default = FIRST_LEVEL if newcomer else DEFAULT_LEVEL
    level = request.session.get("bot_level", default)
    return level if level in LEVELS else default


def first_game(key: str, level: str | None) -> QuickGame | None:
    """Return a newcomer's first game, one deal long; None if they chose a game or bot level.

    `key` and `level` are those that the newcomer's lobby sent; the list of all games sends no level.
    """
    game = game_of(key) if (key, level) == (FIRST_GAME, FIRST_LEVEL) else None
    return None if game is None else replace(game, options={"match.target": 1})


def remember(request: HttpRequest, key: str, level: str, *, newcomer: bool) -> None:
    """Store the game and bot level that a visitor has chosen in their session.

    The level that a `newcomer` is given is not a choice.
    """
    request.session["game"] = key
    if not (newcomer and level == FIRST_LEVEL):
        request.session["bot_level"] = level

"""Choices of quick play: games as buttons of the lobby and of the list of all games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine import PRESETS
from games.engine.seating import sides_for
from games.models import Player
from games.pages.forms.choosing import SEATINGS, seating_of, seatings_of
from games.pages.wording.games import GAME_LINES
from games.rules_text import preset_title, teams_words
from games.selectors.lobby import last_game
from games.services.players import LEVELS
from games.services.quick_play import QuickGame

USUAL: Final = ("ludoteka.2", "ludoteka.4", "senas.4", "chiamata.5")
"""Keys of the games that the lobby always offers, after the last game played."""
RENAMED: Final[Mapping[str, str]] = {"ludoteka.4.signs": "senas.4"}
"""Earlier keys, which sessions and open pages still hold."""
SMALL_TILES: Final = 3
DEFAULT_LEVEL: Final = "rules"
FIRST_LEVEL: Final = "greedy"
"""Level of the bots in a first match, if no other is chosen."""
LEVEL_NAMES: Final[Mapping[str, Promise]] = {
    "random": gettext_lazy("Any card"),
    "greedy": gettext_lazy("Beginner"),
    "rules": gettext_lazy("Regular"),
    "learned": gettext_lazy("Strong"),
    "expert": gettext_lazy("Expert"),
}
"""Names of the bots' levels, weak to strong."""


@dataclass(frozen=True, slots=True)
class Tile:
    """Button in the lobby that starts one game: its key (see `key_of`), title and one line."""

    key: str
    title: str
    about: str


def game_of(key: str) -> QuickGame | None:
    """Return the game that a key such as `ludoteka.4` names; None if there is none.

    >>> game_of("ludoteka.4")
    QuickGame(preset='ludoteka', players=4, teams='pairs', options={})
    >>> game_of("chiamata.2") is None
    True
    """
    preset, _dot, seating = RENAMED.get(key, key).partition(".")
    if preset not in PRESETS or seating not in seatings_of(preset):
        return None
    return QuickGame(preset, *SEATINGS[seating])


def key_of(game: QuickGame) -> str:
    """Return the key of a game: its preset and its seating (players and sides), as `ludoteka.4`."""
    return f"{game.preset}.{seating_of(game.players, game.teams or 'individual')}"


def tile_of(key: str, *, last: bool = False) -> Tile:
    """Return the button of the game with this key; `last`: the visitor played it last."""
    game = game_of(key)
    assert game is not None, key
    title, about = _words(game)
    newest = _("the last one you played")
    return Tile(key, title, f"{about} · {newest}" if last else about)


def _words(game: QuickGame) -> tuple[str, str]:
    """Return title and description of a game; the classic is titled by its partnerships."""
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
    """Return the lobby's buttons: the game with the key `last`, or a usual one, and some others."""
    first = last or USUAL[0]
    others = [key for key in USUAL if key != first][:SMALL_TILES]
    return [tile_of(first, last=bool(last)), *map(tile_of, others)]


def team_games(size: int) -> list[Tile]:
    """Return buttons of the games in which a side has `size` players, those of the lobby first."""
    keys = [
        f"{preset}.{seating}"
        for preset in PRESETS
        for seating in seatings_of(preset)
        if any(len(side) == size for side in sides_for(*SEATINGS[seating]))
    ]
    usual = [key for key in USUAL if key in keys]
    return [tile_of(key) for key in [*usual, *(key for key in keys if key not in usual)]]


def all_games() -> list[dict[str, Any]]:
    """Return a dict for every game: a line about it, and a button for each number of players."""
    found = []
    for preset in PRESETS:
        title = preset_title(preset)
        found.append(
            {
                "title": title,
                "about": str(GAME_LINES[preset]),
                "buttons": [_button(preset, title, players) for players in PRESETS[preset].players],
            }
        )
    return found


def _button(preset: str, title: str, players: int) -> dict[str, str]:
    """Return the button of a game for this many players, on the preset's first sides."""
    teams = PRESETS[preset].players[players][0]
    words = {"game": title, "n": players, "sides": teams_words(players, teams)}
    return {
        "key": f"{preset}.{seating_of(players, teams)}",
        "text": str(players),
        "label": _("%(game)s, %(n)s players, %(sides)s: play now") % words,
    }


def last_key(request: HttpRequest, player: Player | None) -> str:
    """Return the key of the game that a visitor chose or else played last; "" without one."""
    chosen = str(request.session.get("game", ""))
    if game_of(chosen) is not None:
        return chosen
    played = last_game(player) if player is not None else None
    key = "" if played is None else f"{played[0]}.{seating_of(played[1], played[2])}"
    return key if game_of(key) is not None else ""


def bot_level(request: HttpRequest, *, newcomer: bool) -> str:
    """Return the bots' level that a visitor chose last, or the default, lower for a `newcomer`."""
    default = FIRST_LEVEL if newcomer else DEFAULT_LEVEL
    level = request.session.get("bot_level", default)
    return level if level in LEVELS else default


def first_game(key: str, level: str | None) -> QuickGame | None:
    """Return the first game of a newcomer, of one deal; None if another game or level is chosen.

    `key` and `level` are those that the newcomer's lobby sent; the list of all games sends no level.
    """
    game = game_of(key) if (key, level) == (USUAL[0], FIRST_LEVEL) else None
    return None if game is None else replace(game, options={"match.target": 1})


def remember(request: HttpRequest, key: str, level: str, *, newcomer: bool) -> None:
    """Store a visitor's chosen game and bots' level in their session.

    The level that a `newcomer` is given is not a choice.
    """
    request.session["game"] = key
    if not (newcomer and level == FIRST_LEVEL):
        request.session["bot_level"] = level

"""Puzzles from deals between bots; the same seed gives the same puzzles."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from games.bots import bot_named
from games.engine import PRESETS, PlayerView, action_to_json, apply, build_ruleset, view_for
from games.puzzles.rules import PASS, RAISE, THEMES, CheckedChoice, StoredDeal, check, theme_of
from games.puzzles.rules.solution import short_solution, solution_of
from games.puzzles.rules.stored_deal import OVER_PHASES, begun

Json: TypeAlias = dict[str, Any]
BOT_LEVELS: Final = ("greedy", "rules", "learned", "learned")
"""Levels from which the bot at each seat is drawn."""
MAX_PLAYERS: Final = 4
"""Most players of a game without an auction."""
HARD_RATING: Final = 1400
"""Rating below which a puzzle is easy; at most half of a game's puzzles are, if its deals allow."""
MAX_DEALS: Final = 400
"""Deals of one game after which no more are played for it."""


@dataclass(frozen=True, slots=True)
class PuzzleRequest:
    """Number and presets of the puzzles to make, and their seed."""

    seed: str
    count: int
    presets: tuple[str, ...] = tuple(PRESETS)
    players: tuple[int, ...] = ()
    """Numbers of players to which the deals are limited; empty: all, up to MAX_PLAYERS."""


def puzzle_lines(
    request: PuzzleRequest, step: Callable[[int], None] = lambda _count: None
) -> Iterator[Json]:
    """Yield puzzles (JSON) from deals between bots, game by game; call `step` with their number.

    The themes of a game are equally frequent, as far as its deals allow.
    """
    missing = request.count
    for number, preset in enumerate(request.presets):
        wanted = -(-missing // (len(request.presets) - number))
        made_count = 0
        for line in _of_game(request, preset, wanted):
            made_count += 1
            yield line
            step(1)
        step(wanted - made_count)
        missing -= wanted


def write_lines(path: Path, lines: Iterator[Json]) -> int:
    """Write puzzles to a file, one JSON line each; return their number."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
            file.flush()
            count += 1
    return count


def _of_game(request: PuzzleRequest, preset: str, wanted: int) -> Iterator[Json]:
    """Yield at most `wanted` puzzles, as lines of JSON, from deals of one game between bots."""
    players = _player_counts(request, preset)
    most = -(-wanted // 4)
    counts_by_kind: Counter[str] = Counter()
    easy = 0
    for number in range(MAX_DEALS):
        if counts_by_kind.total() >= wanted:
            return
        picky = number < MAX_DEALS // 2
        closed = {kind for kind in counts_by_kind if picky and counts_by_kind[kind] >= most}
        seed = f"{request.seed}/{preset}/{number}"
        for line in _of_deal(preset, players[number % len(players)], seed, closed):
            kind, is_easy = _kind(line), line["rating"] < HARD_RATING
            if picky and (counts_by_kind[kind] >= most or (is_easy and 2 * easy >= wanted)):
                continue
            counts_by_kind[kind] += 1
            easy += is_easy
            yield line
            break


def _player_counts(request: PuzzleRequest, preset: str) -> list[int]:
    """Return the numbers of players with which deals of a game are played, in turns."""
    counts = list(PRESETS[preset].players)
    if request.players:
        return [count for count in counts if count in request.players] or counts
    return [count for count in counts if count <= MAX_PLAYERS] or counts


def _kind(line: Json) -> str:
    """Return a puzzle's kind, for balance: its theme and, in an auction, the right choice too."""
    best = line["solution"][2][0]
    return f"{line['theme']}/{best}" if best in (PASS, RAISE) else str(line["theme"])


def _of_deal(preset: str, players: int, seed: str, closed: Set[str]) -> Iterator[Json]:
    """Play a deal between bots, and yield the puzzles in it, except those of closed kinds."""
    dice = random.Random(seed)
    rules = build_ruleset(preset, players).rules
    deck = tuple(dice.sample(rules.deck, len(rules.deck)))
    levels = [dice.choice(BOT_LEVELS) for _ in range(players)]
    state = begun(preset, players, dice.randrange(players), deck)
    dealer = state.dealer
    actions: list[Json] = []
    views: dict[int, PlayerView] = {}
    while state.phase not in OVER_PHASES:
        seat = state.turn
        assert seat is not None
        view = view_for(state, seat)
        views[len(actions)] = view
        action = bot_named(levels[seat]).choose(view, dice)
        actions.append(action_to_json(action))
        state, _ = apply(state, action)
    deal = StoredDeal(preset, players, dealer, deck, tuple(actions), 0)
    for at, view in views.items():
        if _is_closed(view, closed):
            continue
        choice = check(view, f"{seed}/{at}", themes=THEMES)
        if choice is not None:
            yield line_of(replace(deal, at=at), choice)


def _is_closed(view: PlayerView, closed: Set[str]) -> bool:
    """Return whether a view can give only kinds of puzzles of which there are enough (`closed`)."""
    if view.phase == "auction":
        return {f"bids/{PASS}", f"bids/{RAISE}"} <= closed
    return theme_of(view, "") in closed


def line_of(deal: StoredDeal, choice: CheckedChoice) -> Json:
    """Return a puzzle as a line (JSON) of the set of puzzles kept in the repository."""
    return {
        "theme": choice.theme,
        "rating": choice.rating,
        "solution": short_solution(solution_of(choice.assessment)),
        "deal": deal.as_json(),
    }

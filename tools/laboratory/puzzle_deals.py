"""Puzzles from deals between bots: the same for the same seed."""

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
from games.puzzles import PASS, RAISE, THEMES, CheckedChoice, StoredDeal, check, theme_of
from games.puzzles.solution import short_solution, solution_of
from games.puzzles.stored_deal import OVER, begun

Json: TypeAlias = dict[str, Any]
LEVELS: Final = ("greedy", "rules", "learned", "learned")
"""Levels of the bots at the seats, drawn for each."""
MOST_PLAYERS: Final = 4
"""Most players of a game without an auction."""
HARD: Final = 1400
"""Rating below which a puzzle is easy; of each game at most half are, where its deals allow."""
MOST_DEALS: Final = 400
"""Deals of one game after which no more are played for it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Number of puzzles to make."""

    seed: str
    count: int
    presets: tuple[str, ...] = tuple(PRESETS)


def puzzle_lines(asked: Asked, step: Callable[[int], None] = lambda _count: None) -> Iterator[Json]:
    """Yield puzzles as lines of the repository's set, game by game; call `step` with their number.

    Themes of one game are kept as even as its deals allow.
    """
    left = asked.count
    for number, preset in enumerate(asked.presets):
        wanted = -(-left // (len(asked.presets) - number))
        found = 0
        for line in _of_game(asked, preset, wanted):
            found += 1
            yield line
            step(1)
        step(wanted - found)
        left -= wanted


def write_lines(path: Path, lines: Iterator[Json]) -> int:
    """Write lines to a file and return their number."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
            file.flush()
            count += 1
    return count


def _of_game(asked: Asked, preset: str, wanted: int) -> Iterator[Json]:
    """Yield up to so many puzzles of one game."""
    counts = list(PRESETS[preset].players)
    players = [n for n in counts if n <= MOST_PLAYERS] or counts
    most = -(-wanted // 4)
    found: Counter[str] = Counter()
    easy = 0
    for number in range(MOST_DEALS):
        if found.total() >= wanted:
            return
        picky = number < MOST_DEALS // 2
        closed = {kind for kind in found if picky and found[kind] >= most}
        seed = f"{asked.seed}/{preset}/{number}"
        for line in _of_deal(preset, players[number % len(players)], seed, closed):
            kind, is_easy = _kind(line), line["rating"] < HARD
            if picky and (found[kind] >= most or (is_easy and 2 * easy >= wanted)):
                continue
            found[kind] += 1
            easy += is_easy
            yield line
            break


def _kind(line: Json) -> str:
    """Return what puzzles are kept even by: the theme, and in an auction the right choice."""
    best = line["solution"][2][0]
    return f"{line['theme']}/{best}" if best in (PASS, RAISE) else str(line["theme"])


def _of_deal(preset: str, players: int, seed: str, closed: Set[str]) -> Iterator[Json]:
    """Play a deal between bots, and yield the puzzles in it, but for those of closed kinds."""
    dice = random.Random(seed)
    rules = build_ruleset(preset, players).rules
    deck = tuple(dice.sample(rules.deck, len(rules.deck)))
    levels = [dice.choice(LEVELS) for _ in range(players)]
    state = begun(preset, players, dice.randrange(players), deck)
    dealer = state.dealer
    actions: list[Json] = []
    views: dict[int, PlayerView] = {}
    while state.phase not in OVER:
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
        found = check(view, f"{seed}/{at}", themes=THEMES)
        if found is not None:
            yield line_of(replace(deal, at=at), found)


def _is_closed(view: PlayerView, closed: Set[str]) -> bool:
    """Return whether no more puzzles are wanted of what a view may ask."""
    if view.phase == "auction":
        return {f"bids/{PASS}", f"bids/{RAISE}"} <= closed
    return theme_of(view, "") in closed


def line_of(deal: StoredDeal, found: CheckedChoice) -> Json:
    """Return a puzzle as a line of the repository's set."""
    return {
        "theme": found.theme,
        "rating": found.rating,
        "solution": short_solution(solution_of(found.assessment)),
        "deal": deal.as_json(),
    }

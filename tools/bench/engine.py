"""Measure the speed of the engine as a share of python-chess's speed on the same machine.

One run interleaves both, so that a busy machine slows both alike: random games of python-chess (until
the game is over, list the legal moves, choose one, push it) and random two-player deals of Brisca in
which every card goes through `legal_actions` and `apply`. The decks are shuffled before the clock
starts, because the engine never shuffles: its caller gives it the order of the cards. A second ratio
leaves out python-chess's test of whether the game is over, which takes a quarter of its time.

    python tools/bench/engine.py [--seconds 10] [--seed 0] [--profile]
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import chess  # noqa: E402 - the project's folder has to be on the path for what follows

from brisca_site.base.progress import Progress  # noqa: E402
from games.engine import (  # noqa: E402
    Card,
    Cut,
    DealCards,
    Rules,
    apply,
    build_ruleset,
    legal_actions,
    start,
)
from tools.bench.result_files import write_result  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "engine.json"
TARGET_DEALS, TARGET_MOVES = 4000, 14000
SLICE_SECONDS = 0.25
LONGEST_GAME_MOVES = 200
DECKS_A_SLICE = 2000
"""Decks shuffled for each slice; most machines play fewer in it, and after the last the first returns."""


def chess_moves(seconds: float, rng: random.Random) -> float:
    """Return the moves a second of python-chess in random games, played until they are over."""
    any_of = rng.random
    moves, began = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds:
        board = chess.Board()
        while not board.is_game_over():
            legal = list(board.legal_moves)
            board.push(legal[int(any_of() * len(legal))])
            moves += 1
    return moves / elapsed


def bare_chess_moves(seconds: float, rng: random.Random) -> float:
    """Return the moves a second of python-chess in random games without tests for the end.

    A game ends without legal moves, or after LONGEST_GAME_MOVES.
    """
    any_of = rng.random
    moves, began = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds:
        board = chess.Board()
        while len(board.move_stack) < LONGEST_GAME_MOVES and (legal := list(board.legal_moves)):
            board.push(legal[int(any_of() * len(legal))])
            moves += 1
    return moves / elapsed


def brisca_deals(seconds: float, rng: random.Random, players: int = 2) -> float:
    """Return the random deals a second of Brisca; each action is validated as legal."""
    rules = build_ruleset("ludoteka", players).rules
    decks = [tuple(rng.sample(rules.deck, len(rules.deck))) for _ in range(DECKS_A_SLICE)]
    deals, began = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds:
        play_one_deal(rules, decks[deals % DECKS_A_SLICE], rng)
        deals += 1
    return deals / elapsed


def play_one_deal(rules: Rules, deck: tuple[Card, ...], rng: random.Random) -> None:
    """Cut, deal and play one deal at random."""
    any_of = rng.random
    state = start(rules, dealer=0)
    state, _ = apply(state, Cut(seat=state.cutter, at=20))
    state, _ = apply(state, DealCards(deck))
    while state.phase == "play":
        assert state.turn is not None
        legal = legal_actions(state, state.turn)
        state, _ = apply(state, legal[int(any_of() * len(legal))])


def measure(seconds: float, seed: int) -> dict[str, object]:
    """Measure python-chess and Brisca in turn, in slices; return medians, and their ratio.

    `seconds` is the time for all slices. They run on one core, if the system can choose it.
    """
    if hasattr(os, "sched_setaffinity"):
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {max(cores)})
        try:
            return _measure(seconds, seed)
        finally:
            os.sched_setaffinity(0, cores)
    return _measure(seconds, seed)


def _measure(seconds: float, seed: int) -> dict[str, object]:
    rng = random.Random(seed)
    chess_moves(SLICE_SECONDS, rng)
    brisca_deals(SLICE_SECONDS, rng)
    moves, bare, deals = [], [], []
    with Progress("engine", round(seconds / SLICE_SECONDS)) as progress:
        for number in range(max(2, round(seconds / SLICE_SECONDS / 2))):
            # each goes first every other time
            if number % 2:
                deals.append(brisca_deals(SLICE_SECONDS, rng))
            moves.append(chess_moves(SLICE_SECONDS, rng))
            bare.append(bare_chess_moves(SLICE_SECONDS, rng))
            if not number % 2:
                deals.append(brisca_deals(SLICE_SECONDS, rng))
            progress.step(2)
    to_bare = [deal / move for deal, move in zip(deals, bare, strict=True)]
    ratios = [deal / move for deal, move in zip(deals, moves, strict=True)]
    return {
        "deals_per_second": round(statistics.median(deals), 1),
        "chess_moves_per_second": round(statistics.median(moves), 1),
        "ratio": round(statistics.median(ratios), 4),
        "ratio_low": round(statistics.quantiles(ratios, n=10)[0], 4),
        "ratio_high": round(statistics.quantiles(ratios, n=10)[-1], 4),
        "bare_chess_moves_per_second": round(statistics.median(bare), 1),
        "ratio_to_bare": round(statistics.median(to_bare), 4),
        "target_ratio": round(TARGET_DEALS / TARGET_MOVES, 4),
        "slices": len(ratios),
        "python": sys.version.split()[0],
        "chess": chess.__version__,
    }


def profile(seconds: float, seed: int) -> None:
    """Print the functions of the engine in which most time is spent."""
    profiler = cProfile.Profile()
    profiler.enable()
    brisca_deals(seconds, random.Random(seed))
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(20)


def show(result: Any) -> None:
    """Print the result of the engine's benchmark as a table."""
    print(f"{'Brisca, random deals':<28}{result['deals_per_second']:>12,.0f} /s")
    print(f"{'python-chess, random moves':<28}{result['chess_moves_per_second']:>12,.0f} /s")
    print(f"{'ratio':<28}{result['ratio']:>12.3f}")
    print(f"{'ratio to reach':<28}{result['target_ratio']:>12.3f}")


def main() -> None:
    """Measure the engine with the options of the command line; store and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    if options.profile:
        profile(options.seconds, options.seed)
        return
    result = measure(options.seconds, options.seed)
    write_result(RESULT, result)
    show(result)


if __name__ == "__main__":
    main()

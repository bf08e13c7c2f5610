"""Measure each level of the bots against the one below: at every table, in every game with an auction.

Each deck is played once for every side, the stronger level on that side alone, the weaker on all
others. With two sides a step is measured by the share of deals won, where a tie counts half; with more
sides, by card points above the fair share, since a side can win more than its share of the deals only
against weak opponents. Games other than the base game are measured by game points above the mean of
the others; Mexican so with two sides too, as in most of its deals neither side wins.

    python -m tools.bench.bots_ladder [--decks 300] [--seed ladder] [--tables 2x2,...] [--pairs A:B,...]

Rows of earlier runs that are not played again stay in the result, so that it can be made in parts.
With `--briscolabot FILE` BriscolaBot-v3, the strongest other published bot, is an opponent too. Its
weights are not in this project; without them everything else is measured.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from brisca_site.base.progress import Progress
from games.bots import AT_ONCE, BOT_NAMES, Bot, bot_named
from games.bots.players.expert_bot import ExpertBot
from games.bots.simulation.rollouts import backends
from games.engine import DECK_POINTS, PRESETS, Rules, build_ruleset
from tests.support.bot_deals import duel
from tests.support.bot_figures import with_error
from tools.bench.briscolabot import BRISCOLA_RULES, load
from tools.bench.result_files import write_result
from tools.laboratory.training.base_game import TABLES

RESULT = Path(__file__).resolve().parent / "results" / "bots_ladder.json"
AUCTIONS = {
    name: build_ruleset(name, players).rules
    for name, players in (
        ("chiamata", 5), ("chiamata_buia", 5), ("chiamata_punti", 5), ("gingo", 5), ("rematada", 3),
    )
}  # fmt: skip
VARIANTS = {
    f"{name}-{players}x{len(rules.sides)}": rules
    for name in ("mexican", "mariaje", "scoperta", "muerte_al_tres")
    for players, ways in PRESETS[name].players.items()
    for rules in (build_ruleset(name, players, {"teams": way}).rules for way in ways)
}
GAMES = {**TABLES, **AUCTIONS, **VARIANTS}
BRISCOLA_TABLE = "briscola"
"""Name of the table of two without exchange, where BriscolaBot-v3 is the opponent."""
SEED = "ladder"
"""Seed of the decks; the weights were trained with others."""
LADDER_STEPS = tuple(zip(BOT_NAMES[1:], BOT_NAMES, strict=False))
MORE_PAIRS_OF_TWO = (("learned", "greedy"), ("expert", "greedy"), ("expert", "random"))
"""Pairs (stronger, weaker) that are measured at the table of two players in addition to the steps."""
FEWER_DECKS_FACTOR = 6
"""Divisor of the number of decks for bots that take long to choose."""
LEAST_SHARE = 0.53
"""Share of the deals that each level should at least win against the one below, with two sides."""
ROW_COMMAND = (
    "python -m tools.bench.bots_ladder --tables TABLE --pairs PAIR --decks DECKS --seed SEED;"
    f" DECKS is {FEWER_DECKS_FACTOR} times its decks where the bot is {' or '.join(AT_ONCE)}"
)
"""Command that measures a row again."""
TARGET_SHARES = {
    "learned:greedy": 0.70,
    "expert:greedy": 0.77,
    "expert:random": 0.91,
    "learned:briscolabot": 0.49,
    "expert:briscolabot": 0.60,
}
"""Shares of the deals to win with two players, by stronger:weaker level.

Other steps need LEAST_SHARE with two sides, and with more a lead of 3 standard errors.
"""


Row: TypeAlias = Mapping[str, Any]


def pairings(
    tables: Iterable[str] | None = None, pairs: Container[str] | None = None
) -> list[tuple[str, str, str]]:
    """Return the (table, stronger, weaker) bots to play; None: all tables or all pairs."""
    return [
        (table, *pair)
        for table in tables or GAMES
        for pair in ((*LADDER_STEPS, *MORE_PAIRS_OF_TWO) if table == "2x2" else LADDER_STEPS)
        if pairs is None or ":".join(pair) in pairs
    ]


def measure(
    decks: int,
    seed: str,
    tables: Iterable[str] | None = None,
    pairs: Container[str] | None = None,
    other: Bot | None = None,
) -> dict[str, Any]:
    """Return a row with the result for each pairing of bots at each table.

    `other` is a bot from outside this project, which plays at BRISCOLA_TABLE; None for no such bot.
    """
    rows, todo = [], pairings(tables, pairs)
    todo += [(BRISCOLA_TABLE, level, other.name) for level in ("learned", "expert") if other]
    with Progress("steps of the ladder", len(todo)) as progress:
        for table, strong, weak in todo:
            rules = BRISCOLA_RULES if table == BRISCOLA_TABLE else GAMES[table]
            rival = other if other and table == BRISCOLA_TABLE else bot_named(weak)
            bots = bot_named(strong), rival
            count = max(4, decks // FEWER_DECKS_FACTOR if strong in AT_ONCE else decks)
            began = time.process_time()
            outcome = duel(rules, *bots, count, seed)
            cpu_seconds = time.process_time() - began
            fair = DECK_POINTS / len(rules.sides)
            in_game_points = table in AUCTIONS or table in VARIANTS
            points = outcome.lead.value if in_game_points else outcome.points.value - fair
            error = outcome.lead.error if in_game_points else outcome.points.error
            rows.append(
                {
                    "table": table,
                    "bot": strong,
                    "against": weak,
                    "decks": count,
                    "seed": seed,
                    "deals_won": round(outcome.wins.value, 4),
                    "deals_won_se": round(outcome.wins.error or 0.0, 4),
                    "points_ahead": round(points, 3),
                    "points_ahead_se": round(error or 0.0, 3),
                    "worlds": worlds_of(bot_named(strong), rules),
                    "seconds": round(cpu_seconds, 1),
                    "numba": backends()[-1] == "numba",
                }
            )
            progress.step()
    return {"command": "python -m tools.bench.bots_ladder", "a row": ROW_COMMAND, "rows": rows}


def command_of(row: Row) -> str:
    """Return the command line that measures a row of the bots' ladder again."""
    slower = FEWER_DECKS_FACTOR if row["bot"] in AT_ONCE else 1
    values = {"TABLE": row["table"], "PAIR": f"{row['bot']}:{row['against']}"}
    values |= {"DECKS": str(row["decks"] * slower), "SEED": row["seed"]}
    return re.sub("[A-Z]+", lambda word: values[word[0]], ROW_COMMAND.partition(";")[0])


def worlds_of(bot: Bot, rules: Rules) -> int | None:
    """Return how many sampled deals a bot plays out at most for a choice; None without search."""
    return bot.worlds_for(rules) if isinstance(bot, ExpertBot) else None


def keep(result: Any, *, fewer: bool = True) -> None:
    """Add the rows of a result to the stored ones in the result file.

    With `fewer` False, a stored row of more decks is kept instead of one of fewer.
    """
    rows = {_key(row): row for row in stored_rows()}
    for row in result["rows"]:
        stored_row = rows.get(_key(row))
        if fewer or stored_row is None or stored_row["decks"] <= row["decks"]:
            rows[_key(row)] = row
    order = [*pairings(), *(key for key in rows if key[0] == BRISCOLA_TABLE)]
    ordered_rows = [rows[key] for key in order if key in rows]
    columns = list(ordered_rows[0])
    lines = [[row[name] for name in columns] for row in ordered_rows]
    write_result(RESULT, {"columns": columns, **result, "rows": lines})


def stored_rows() -> list[dict[str, Any]]:
    """Return the rows of earlier runs of the ladder from the result file."""
    if not RESULT.exists():
        return []
    result = json.loads(RESULT.read_text())
    return [dict(zip(result["columns"], row, strict=True)) for row in result["rows"]]


def _key(row: Row) -> tuple[str, str, str]:
    return row["table"], row["bot"], row["against"]


def holds(row: Row) -> bool:
    """Return True if a stronger bot beats a weaker one in this row by as much as required."""
    if row["table"] in ("2x2", BRISCOLA_TABLE):
        return bool(
            row["deals_won"] >= TARGET_SHARES.get(f"{row['bot']}:{row['against']}", LEAST_SHARE)
        )
    if row["table"].endswith("x2") and not row["table"].startswith("mexican"):
        return bool(row["deals_won"] >= LEAST_SHARE)
    return bool(row["points_ahead"] >= 3 * row["points_ahead_se"])


def show(result: Any) -> None:
    """Print the result of the bots' ladder as a table."""
    print(f"{'players x sides':<17}{'bot':<20}{'deals won':>18}{'points ahead':>18}{'decks':>8}")
    for row in result["rows"]:
        share = with_error(row["deals_won"], row["deals_won_se"], 100, " %")
        points = with_error(row["points_ahead"], row["points_ahead_se"], 1, "")
        mark = "" if holds(row) else "  lower than wanted"
        pairing = f"{row['bot']} v {row['against']}"
        print(f"{row['table']:<17}{pairing:<20}{share:>18}{points:>18}{row['decks']:>8}{mark}")
    if not any(row["table"] == BRISCOLA_TABLE for row in result["rows"]):
        print("BriscolaBot-v3 is not compared: its weights are not here (--briscolabot FILE)")


def options_of(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse command-line arguments, or those of the process for None."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add, listed = parser.add_argument, lambda text: text.split(",")
    add("--decks", type=int, default=300)
    add("--seed", default=SEED)
    add("--tables", type=listed, help="some of " + ", ".join(GAMES))
    add("--pairs", type=listed, help="as expert:learned, with commas between")
    add("--briscolabot", type=Path, metavar="FILE", help="its weights, as ONNX")
    return parser.parse_args(words)


def main() -> None:
    """Measure the bots' ladder with the options of the command line; store and print the rows."""
    options = options_of()
    other = load(options.briscolabot) if options.briscolabot else None
    result = measure(options.decks, options.seed, options.tables, options.pairs, other)
    keep(result)
    show(result)


if __name__ == "__main__":
    main()

"""The ladder of the bots: each level against the one below, every way of sitting, every auction.

Each deck is played once for every side, the stronger level on that side alone, the weaker on all
others. Two sides: the share of deals won, a tie counting half. More sides: card points above the
fair share, since a side is to win more than its share of the deals only against so many. Other games
than the base game: game points more than the mean of the others; and of Mexican so for two sides
too, of which in most deals neither wins.

    python -m tools.bench.bots_ladder [--decks 300] [--seed ladder] [--tables 2x2,...] [--pairs A:B,...]

Rows of earlier runs that are not played again stay in the result, so that it can be made in pieces.
With `--briscolabot FILE` the strongest other bot that is published, BriscolaBot-v3, is played
against too; its weights are not in this project, and without them all else is measured.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from pathlib import Path
from typing import Any

from games.bots import AT_ONCE, BOT_NAMES, bot_named
from games.bots.players.expert_bot import ExpertBot
from games.bots.simulation.rollouts import backends
from games.engine import DECK_POINTS, PRESETS, build_ruleset
from games.management.progress import Progress
from tools.bench.briscolabot import RULES as BRISCOLA
from tools.bench.briscolabot import load
from tools.bench.written import write
from tools.laboratory.bot_deals import duel
from tools.laboratory.bot_figures import with_error
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
ELSEWHERE = "briscola"
"""The game of two without exchange, against the bot that is not of the house."""
SEED = "ladder"
"""Not what the weights were trained from."""
STEPS = tuple(zip(BOT_NAMES[1:], BOT_NAMES, strict=False))
MORE = (("learned", "greedy"), ("expert", "greedy"), ("expert", "random"))
"""Of two players besides."""
SLOW = 6
"""A bot that takes its time gets so much fewer decks."""
STEP = 0.53
"""Share of the deals that each level should at least win against the one below, with two sides."""
AGAIN = (
    "python -m tools.bench.bots_ladder --tables TABLE --pairs PAIR --decks DECKS --seed SEED;"
    f" DECKS is {SLOW} times its decks where the bot is {' or '.join(AT_ONCE)}"
)
"""Command that measures a row again."""
TARGETS = {
    "learned:greedy": 0.70,
    "expert:greedy": 0.77,
    "expert:random": 0.91,
    "learned:briscolabot": 0.49,
    "expert:briscolabot": 0.60,
}
"""Of two players; every other step STEP where two sides play, else 3 standard errors ahead."""


def wanted(tables=None, pairs=None):
    """The tables and pairings to play."""
    return [
        (table, *pair)
        for table in tables or GAMES
        for pair in ((*STEPS, *MORE) if table == "2x2" else STEPS)
        if pairs is None or ":".join(pair) in pairs
    ]


def measure(decks: int, seed: str, tables=None, pairs=None, other=None) -> dict[str, object]:
    """A row for each pairing at each table; `other` is a bot that is not of the house."""
    rows, todo = [], wanted(tables, pairs)
    todo += [(ELSEWHERE, level, other.name) for level in ("learned", "expert") if other]
    with Progress("steps of the ladder", len(todo)) as progress:
        for table, strong, weak in todo:
            rules = BRISCOLA if table == ELSEWHERE else GAMES[table]
            bots = bot_named(strong), other if table == ELSEWHERE else bot_named(weak)
            count = max(4, decks // SLOW if strong in AT_ONCE else decks)
            began = time.process_time()
            found = duel(rules, *bots, count, seed)
            spent = time.process_time() - began
            fair = DECK_POINTS / len(rules.sides)
            in_game_points = table in AUCTIONS or table in VARIANTS
            points = found.lead.value if in_game_points else found.points.value - fair
            error = found.lead.error if in_game_points else found.points.error
            rows.append(
                {
                    "table": table,
                    "bot": strong,
                    "against": weak,
                    "decks": count,
                    "seed": seed,
                    "deals_won": round(found.wins.value, 4),
                    "deals_won_se": round(found.wins.error or 0.0, 4),
                    "points_ahead": round(points, 3),
                    "points_ahead_se": round(error or 0.0, 3),
                    "worlds": worlds_of(bot_named(strong), rules),
                    "seconds": round(spent, 1),
                    "numba": backends()[-1] == "numba",
                }
            )
            progress.step()
    return {"command": "python -m tools.bench.bots_ladder", "a row": AGAIN, "rows": rows}


def command_of(row) -> str:
    """Return the command line that measures a row again."""
    slower = SLOW if row["bot"] in AT_ONCE else 1
    what = {"TABLE": row["table"], "PAIR": f"{row['bot']}:{row['against']}"}
    what |= {"DECKS": str(row["decks"] * slower), "SEED": row["seed"]}
    return re.sub("[A-Z]+", lambda word: what[word[0]], AGAIN.partition(";")[0])


def worlds_of(bot, rules):
    """Return how many determinizations a bot plays out at most; None for a bot without search."""
    return bot.worlds_for(rules) if isinstance(bot, ExpertBot) else None


def keep(result, *, fewer: bool = True) -> None:
    """Write the result to its file, beside the rows of other runs.

    Without `fewer` a row of more decks is not given up for one of fewer.
    """
    rows = {_key(row): row for row in kept_rows()}
    for row in result["rows"]:
        known = rows.get(_key(row))
        if fewer or known is None or known["decks"] <= row["decks"]:
            rows[_key(row)] = row
    order = [*wanted(), *(key for key in rows if key[0] == ELSEWHERE)]
    kept = [rows[key] for key in order if key in rows]
    columns = list(kept[0])
    lines = [[row[name] for name in columns] for row in kept]
    write(RESULT, {"columns": columns, **result, "rows": lines})


def kept_rows() -> list[dict[str, Any]]:
    """Return the rows of earlier runs, which are kept as lists of what `columns` says."""
    if not RESULT.exists():
        return []
    told = json.loads(RESULT.read_text())
    return [dict(zip(told["columns"], row, strict=True)) for row in told["rows"]]


def _key(row):
    return row["table"], row["bot"], row["against"]


def holds(row) -> bool:
    """Return whether a step of the ladder reaches its target."""
    if row["table"] in ("2x2", ELSEWHERE):
        return row["deals_won"] >= TARGETS.get(f"{row['bot']}:{row['against']}", STEP)
    if row["table"].endswith("x2") and not row["table"].startswith("mexican"):
        return row["deals_won"] >= STEP
    return row["points_ahead"] >= 3 * row["points_ahead_se"]


def show(result) -> None:
    """Print the result as a table."""
    print(f"{'players x sides':<17}{'bot':<20}{'deals won':>18}{'points ahead':>18}{'decks':>8}")
    for row in result["rows"]:
        share = with_error(row["deals_won"], row["deals_won_se"], 100, " %")
        points = with_error(row["points_ahead"], row["points_ahead_se"], 1, "")
        mark = "" if holds(row) else "  lower than wanted"
        who = f"{row['bot']} v {row['against']}"
        print(f"{row['table']:<17}{who:<20}{share:>18}{points:>18}{row['decks']:>8}{mark}")
    if not any(row["table"] == ELSEWHERE for row in result["rows"]):
        print("BriscolaBot-v3 is not compared: its weights are not here (--briscolabot FILE)")


def options_of(words=None) -> argparse.Namespace:
    """Parse the command line's arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add, listed = parser.add_argument, lambda text: text.split(",")
    add("--decks", type=int, default=300)
    add("--seed", default=SEED)
    add("--tables", type=listed, help="some of " + ", ".join(GAMES))
    add("--pairs", type=listed, help="as expert:learned, with commas between")
    add("--briscolabot", type=Path, metavar="FILE", help="its weights, as ONNX")
    return parser.parse_args(words)


def main() -> None:
    options = options_of()
    other = load(options.briscolabot) if options.briscolabot else None
    result = measure(options.decks, options.seed, options.tables, options.pairs, other)
    keep(result)
    show(result)


if __name__ == "__main__":
    main()

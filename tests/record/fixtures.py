"""Writes the records by which the page's own reading of matches is tested (`tests/js/fixtures`).

    python -m tests.record.fixtures

Each is a deal or two of one game by random legal actions, from a seed, and has what it is there
for. `tests/record/test_fixtures.py` holds that those in the repository are what this names.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.record.family import Json, random_match, record_of

FOLDER: Final = Path(__file__).resolve().parents[1] / "js" / "fixtures"
Wanted = Callable[[Json], bool]


@dataclass(frozen=True)
class Fixture:
    """One record: its rules, how many deals it goes on, and what must be in it."""

    preset: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    deals: int = 1
    wanted: Wanted = lambda record: True


def _does(kind: str) -> Wanted:
    return lambda record: any(
        action["type"] == kind for deal in record["deals"] for action in deal["actions"]
    )


def _ends(how: str) -> Wanted:
    return lambda record: any(deal["ended_by"] == how for deal in record["deals"])


def _extra(why: str) -> Wanted:
    return lambda record: any(
        extra["why"] == why for deal in record["deals"] for extra in deal["extras"]
    )


def _contract(test: Callable[[Json], bool]) -> Wanted:
    return lambda record: any(
        deal["contract"] and test(deal["contract"]) for deal in record["deals"]
    )


def _both(*tests: Wanted) -> Wanted:
    return lambda record: all(test(record) for test in tests)


def _partner(contract: Json) -> bool:
    return contract["partner"] not in (None, contract["caller"])


def _alone(contract: Json) -> bool:
    return bool(contract["partner"] == contract["caller"])


def _in_first_trick(record: Json) -> bool:
    """Whether a called card lay in the trick that was played before the call."""
    for deal in record["deals"]:
        contract = deal["contract"]
        if contract and deal["tricks"]:
            card = f"{contract['suit']}{contract['rank']}"
            if any(play["card"] == card for play in deal["tricks"][0]["plays"]):
                return True
    return False


def _kill_completes(record: Json) -> bool:
    """Whether the three was killed with the last card of a trick, and with another one."""
    ends = {
        deal["tricks"][-1]["winner"] is None
        for deal in record["deals"]
        if deal["ended_by"] == "three_killed"
    }
    return ends == {True, False}


PAIRS: Final = {"teams": "pairs"}
FIXTURES: Final = {
    "chiamata": Fixture("chiamata", 5, wanted=_contract(_partner)),
    "alone": Fixture("chiamata", 5, wanted=_contract(_alone)),
    "passed": Fixture("chiamata", 5, wanted=_ends("all_passed")),
    "dark": Fixture("chiamata_buia", 5, wanted=_both(_contract(_partner), _in_first_trick)),
    "judged_later": Fixture(
        "chiamata_buia", 5, {"chiamata.dark_first": "retroactive"}, wanted=_in_first_trick
    ),
    "points": Fixture("chiamata_punti", 5, wanted=_contract(_partner)),
    "gingo": Fixture("gingo", 5, wanted=_contract(_partner)),
    "rematada": Fixture("rematada", 3, wanted=_extra("last_trick")),
    "declared": Fixture("rematada", 3, wanted=_extra("declared")),
    "forced": Fixture(
        "rematada",
        3,
        {"auction.all_pass": "dealer_forced", "marriage.mode": "captured"},
        wanted=lambda record: all(
            action["bid"] == "pass"
            for action in record["deals"][0]["actions"]
            if action["type"] == "bid"
        ),
    ),
    "mariaje": Fixture("mariaje", 4, PAIRS, wanted=_extra("marriage")),
    "none_yet": Fixture(
        "mariaje",
        3,
        {"marriage.mode": "declared", "trump.source": "none_yet"},
        wanted=_does("declare"),
    ),
    "muerte": Fixture("muerte_al_tres", 4, PAIRS, deals=2, wanted=_kill_completes),
    "scoperta": Fixture("scoperta", 2, {"open_stock": "all"}),
    "mexican": Fixture("mexican", 3),
    "signs": Fixture(
        "ludoteka",
        4,
        {**PAIRS, "talk.mode": "senas", "talk.seen_by": "gaze", "first_dealer": "high_card"},
        wanted=_both(_does("sign"), _does("look")),
    ),
    "leak": Fixture("ludoteka", 4, {**PAIRS, "talk.mode": "senas", "talk.leak": 0.5}),
    "asking": Fixture(
        "catalan",
        4,
        {**PAIRS, "talk.mode": "parlant_tapat", "peek.at_deal": True},
        wanted=_both(_does("answer"), _does("peek")),
    ),
    "talking": Fixture("doncomos", 6, {"teams": "threes", "talk.mode": "parlant"}, 1, _does("say")),
    "warned": Fixture("ludoteka", 4, {**PAIRS, "talk.penalty": "warn"}, 1, _does("say")),
    "penalty": Fixture(
        "ludoteka", 4, {**PAIRS, "talk.penalty": "lose_deal"}, wanted=_ends("penalty")
    ),
    "rotation": Fixture("ludoteka", 2, {"trump.source": "rotation"}, deals=2),
    "by_seat_two": Fixture("ludoteka", 2, {"deal.draw": "by_seat"}, wanted=_does("exchange")),
    "by_seat_three": Fixture("briscola", 3, {"deal.draw": "by_seat"}),
    "two_cards": Fixture("ludoteka", 2, {"play.cards_per_turn": 2}),
    "french_six": Fixture("ludoteka", 6, {"teams": "pairs", "deck.french": "all52"}),
    "french_three": Fixture("briscola", 3, {"deck.french": "all52", "ranks": "tuscan"}),
    "french_two": Fixture("ludoteka", 2, {"deck.french": "all52", "ranks": "lombard"}),
    "italian_three": Fixture("briscola", 3, {"deck.removed": "italian", "ranks": "tuscan"}),
    "italian_six": Fixture("briscola", 6, {"teams": "threes", "deck.removed": "italian"}),
    "kqj_six": Fixture("ludoteka", 6, {"teams": "threes", "deck.french": "kqj"}),
    "tens": Fixture("ludoteka", 4, {"teams": "individual", "deck.french": "1098"}),
}


def made(name: str) -> Json:
    """The record of a fixture, from the first seed that gives what is wanted."""
    one = FIXTURES[name]
    for seed in range(5000):
        log = random_match(
            one.preset, one.players, one.options, seed=str(seed), most=one.deals, match=name
        )
        record = record_of(log)
        if one.wanted(record):
            return record
    raise AssertionError(f"no seed gives what {name} is for")


def main() -> None:
    """Write all of them."""
    for name in FIXTURES:
        text = json.dumps(made(name), ensure_ascii=False, separators=(",", ":"))
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

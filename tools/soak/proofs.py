"""Check of fairness proofs by the site's Python and by the code that browsers run.

Both compute every deck of a record from its proof, and must agree with the record. Then one proof is
changed in every field, one at a time, and both must notice each change.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import http.server
import json
import random
import shutil
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from games.engine import NextDeal, Rules, ruleset_from_options
from games.record.dealer import new_seal
from games.record.dealing import DealSource, dealer_draw
from games.record.errors import RecordError
from games.record.fairness import DUPLICATE, NO_NONCE, client_commit, deck_of_block
from games.record.log import MatchLog
from games.record.record import Kind, Sitter, build_record
from games.record.verify import verify_record
from tests.support.chromium import launch_chromium
from tests.support.random_actions import choose
from tests.support.random_tables import plain_tables, with_extras
from tests.support.site import ROOT

Json = dict[str, Any]
Asked = dict[str, Any]
Judge = Callable[[Sequence[Asked]], list[Json]]
BATCH = 50
MOST_DEALS = 2


# -- records --------------------------------------------------------------------------------------


def played(rules: Rules, rng: random.Random) -> Json:
    """Return the record of a randomly played match with people, bots and missing nonces.

    In one of ten matches the decks are those of another match.
    """
    proven = rng.random() < 0.8
    dealer = rng.randrange(rules.players)
    log = MatchLog.begin(f"m-{rng.getrandbits(48):012x}", rules, dealer, drawn=not proven)
    house = frozenset(seat for seat in range(rules.players) if rng.random() < 0.3)
    origin = log.match_id if rng.random() < 0.9 else f"m-{rng.getrandbits(48):012x}"
    source = DealSource(origin, rules, house, rng.randbytes)
    for _ in range(MOST_DEALS):
        if log.state.phase == "deal_over":
            log.apply(NextDeal(), by="host")
        if log.state.phase == "draw_dealer" and not proven:
            log.apply(dealer_draw(rules, rng.randbytes), by="host")
        _deal(log, source, rng)
        while log.state.turn is not None:
            log.apply(choose(log.state, rng), by="player")
        if log.state.phase == "match_over":
            break
    kinds: list[Kind] = ["bot" if seat in house else "human" for seat in range(rules.players)]
    sitters = [Sitter(f"p{seat}", kind) for seat, kind in enumerate(kinds)]
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    record = build_record(log, sitters=sitters, started_at=moment, finished_at=moment)
    body: Json = json.loads(json.dumps(record))
    return body


def _deal(log: MatchLog, source: DealSource, rng: random.Random) -> None:
    number, rules = log.state.number, log.rules
    people = [seat for seat in range(rules.players) if seat not in source.house]
    nonces = {seat: rng.randbytes(16) for seat in people if rng.random() < 0.9}
    commits = {
        seat: client_commit(source.match, number, seat, nonce) for seat, nonce in nonces.items()
    }
    shown = {seat: nonce for seat, nonce in nonces.items() if rng.random() < 0.9}
    size = len(rules.deck)
    asked = rng.randint(4, size - 4) if rng.random() < 0.8 else None
    flags = [] if source.match == log.match_id else [f"{DUPLICATE}{source.match}"]
    sealed = source.seal(number, commits)
    if log.state.phase == "draw_dealer":
        draw = new_seal(source.match, rules, source.house, rng.randbytes(32))
        log.drawn(draw.draw(sealed.client_commits))
        sealed = replace(sealed, dealer=draw)
    cut, cut_by = source.cut_for(log.state.cutter, asked)
    sealed.open(cut, cut_by, shown, flags).apply_to(log)


# -- changes --------------------------------------------------------------------------------------


def changes(proof: Json, size: int, rng: random.Random) -> Iterator[tuple[str, Json]]:
    """Yield forged copies of a fairness proof, each with the name of the changed part."""
    for name in proof:
        if name != "dealer":  # a proof without a draw is as good: older ones are
            yield f"{name} gone", {other: value for other, value in proof.items() if other != name}
        yield f"{name} null", {**proof, name: None}
    for name in ("scheme", "match", "rules"):
        yield name, {**proof, name: proof[name] + "x"}
    yield "deal", {**proof, "deal": proof["deal"] + rng.choice((-1, 1))}
    cut = rng.choice([at for at in range(4, size - 3) if at != proof["cut"]])
    yield "cut", {**proof, "cut": cut}
    yield "cut out of range", {**proof, "cut": rng.choice((-1, 0, 3, size - 3, size))}
    for name, value in proof.get("dealer", {}).items():
        others = (
            [_flipped(value, rng), value[:-2], None] if name != "house" else [None, [99], [0, 0]]
        )
        for other in others:
            yield f"dealer.{name}", {**proof, "dealer": {**proof["dealer"], name: other}}
    for name in ("server_commit", "server_seed"):
        yield name, {**proof, name: _flipped(proof[name], rng)}
        yield f"{name} shorter", {**proof, name: proof[name][:-2]}
    for name in ("client_commits", "nonces"):
        for seat, value in enumerate(proof[name]):
            other = _flipped(value, rng) if value else rng.randbytes(32).hex()
            yield name, {**proof, name: _with(proof[name], seat, other)}
            if value != (null := NO_NONCE.hex() if name == "nonces" else None):
                yield f"{name} left out", {**proof, name: _with(proof[name], seat, null)}
        yield f"{name} one less", {**proof, name: proof[name][:-1]}
        if len(set(proof[name])) > 1:
            yield f"{name} turned", {**proof, name: [*proof[name][1:], proof[name][0]]}
    seats = range(len(proof["nonces"]) + 1)
    known = ["cut_by_clock", "something", f"duplicate:{proof['match']}", "duplicate:m"]
    for flag in (*known, *(f"nonce_missing:{seat}" for seat in seats)):
        flags = [*proof["flags"], flag]
        if flag in proof["flags"]:
            yield (
                "flags gone",
                {**proof, "flags": [other for other in proof["flags"] if other != flag]},
            )
        yield "flags", {**proof, "flags": flags}


def _flipped(text: str, rng: random.Random) -> str:
    """Return a text with one hex digit replaced by another."""
    at = rng.randrange(len(text))
    others = "0123456789abcdef".replace(text[at], "")
    return text[:at] + rng.choice(others) + text[at + 1 :]


def _with(values: Sequence[Any], at: int, value: Any) -> list[Any]:
    return [value if index == at else old for index, old in enumerate(values)]


# -- both -----------------------------------------------------------------------------------------


def python_finds(record: Json, at: int, changed: Json) -> bool:
    """Return True if the site's verifier finds this proof, put into a record, wrong."""
    deals = _with(record["deals"], at, {**record["deals"][at], "fairness": changed})
    try:
        verify_record({**record, "deals": deals})
    except RecordError as error:
        return any(word in error.where for word in ("fairness", "by the clock", ".at", ".by"))
    return False


def compare(count: int, *, seed: int, judge: Judge, step: Callable[..., None]) -> Json:
    """Check `count` records and forged proofs with Python and with the browser's code `judge`.

    Return counts and faults.
    """
    rng, tables = random.Random(seed), plain_tables()
    faults: list[str] = []
    caught: Counter[str] = Counter()
    flags: Counter[str] = Counter()
    deals = done = 0
    while done < count:
        asked: list[Json] = []
        names: list[list[str]] = []
        for number in range(done, min(count, done + BATCH)):
            rules = tables[number % len(tables)]
            record = played(with_extras(rules, rng) if rng.random() < 0.3 else rules, rng)
            at = rng.randrange(len(record["deals"]))
            proof = record["deals"][at]["fairness"]
            variants = list(changes(proof, len(record["deals"][at]["deck"]), rng))
            names.append([name for name, _ in variants])
            asked.append(
                {"record": record, "at": at, "changed": [variant for _, variant in variants]}
            )
        for about, what, answer in zip(asked, names, judge(asked), strict=True):
            faults += _held(about["record"], answer)
            deals += len(answer["decks"])
            flags.update(
                flag.split(":")[0]
                for deal in about["record"]["deals"]
                for flag in deal["fairness"]["flags"]
            )
            for name, proof, finding in zip(what, about["changed"], answer["changes"], strict=True):
                browser = finding["state"] != "ok"
                python = python_finds(about["record"], about["at"], proof)
                caught[name] += browser and python
                if not (browser and python):
                    faults.append(f"{name}: noticed by browser {browser}, Python {python}: {proof}")
        done += len(asked)
        step(len(asked))
    return {
        "records": done,
        "deals": deals,
        "flags": dict(flags),
        "changes_noticed_by_both": caught.total(),
        "by_field": dict(sorted(caught.items())),
        "faults": faults,
    }


def _held(record: Json, told: Json) -> Iterator[str]:
    """Yield a text for each fault that a check finds in an unchanged record."""
    try:
        verify_record(record)
    except RecordError as error:
        yield f"Python: {error}"
    for deal, deck, finding in zip(record["deals"], told["decks"], told["found"], strict=True):
        if finding != {"state": "ok"}:
            yield f"browser: {finding}"
        python = list(deck_of_block(deal["fairness"], pack_of(record)))
        if not python == deck == deal["deck"]:
            yield f"{record['preset']}: decks differ"


def pack_of(record: Json) -> Sequence[str]:
    """Return the pack of cards of a record's rules, in its standard order."""
    ruleset = ruleset_from_options(record["preset"], len(record["seats"]), record["rules"])
    return ruleset.rules.deck


# -- where the browser's code runs ----------------------------------------------------------------


def node(asked: Sequence[Asked]) -> list[Json]:
    """Check records' proofs with the browser's code in Node; return its findings."""
    lines = "".join(json.dumps(item) + "\n" for item in asked)
    command = [str(shutil.which("node")), str(ROOT / "tools/soak/proofs.js")]
    process = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in process.stdout.splitlines()]


@contextlib.contextmanager
def in_chromium() -> Iterator[Judge]:
    """Give a function that checks records' proofs by the browser's code in Chromium."""
    from playwright.sync_api import sync_playwright

    serve = functools.partial(_Quiet, directory=str(ROOT))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with sync_playwright() as playwright:
            browser = launch_chromium(playwright)
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/static/js/lib/fairness.js")
            yield lambda asked: page.evaluate(IN_PAGE, copy.deepcopy(list(asked)))
            browser.close()
    finally:
        server.shutdown()


IN_PAGE = """async (asked) => {
  const { judge } = await import('/tools/soak/proofs.js');
  const lib = await import('/static/js/lib/fairness.js');
  const told = [];
  for (const one of asked) told.push(await judge(one, lib));
  return told;
}"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass

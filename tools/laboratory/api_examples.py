"""Examples for the API's document, collected from a temporary site.

The database is filled from a seed, served, and asked; the answers are written to the file from
which the document takes its examples, one operation a line.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from accounts.tokens import create_token
from games.api.core.examples import FILE
from games.api.core.schema import document
from games.management.progress import Progress
from games.models import Match, Mistake, Player, Seat
from games.selectors.exercises import position_of
from games.services.matches import create_match
from games.services.players import house_bot, player_for
from games.services.tables import TableOptions, open_table
from tools.laboratory.api_clubs import example_clubs
from tools.laboratory.api_events import open_events, played_event, wait_until_played
from tools.laboratory.api_leagues import example_league
from tools.laboratory.api_messages import FRIEND, example_messages
from tools.laboratory.api_notifications import example_invitations
from tools.laboratory.api_puzzles import example_puzzles, run_answer
from tools.laboratory.api_teams import PARTNER, example_team_seat, example_teams
from tools.laboratory.fixtures.review import analyse_once, shown_day

MATCHES: Final = 150
"""Matches made for the site."""
SITE: Final = "https://brisca.example"
"""Address that replaces the site's own in the examples."""
MANY: Final = 1_500
"""Requests within a minute that exceed any limit."""
CUT: Final = (
    "export_matches", "export_tournament_games", "get_head_to_head", "get_league_tables",
    "get_match_analysis", "get_player_ratings", "get_player_stats", "get_pool_stats",
    "get_ruleset_stats", "get_site_stats", "get_team_stats", "get_tournament_round",
    "get_tournament_series", "list_dumps", "list_leaderboards", "list_league_matches",
    "list_match_tricks", "list_own_league_matches", "list_own_teams", "list_own_tournaments",
    "list_partners", "list_play_tables", "list_player_months", "list_player_openings",
    "list_pool_months", "list_presets", "list_ruleset_months", "list_tournament_deals",
    "list_tournament_entrants", "list_tournament_rounds", "list_tricks",
)  # fmt: skip
"""Answers in whose example each list of objects, which are alike, has one; `get_match_record` is whole."""
ERRORS: Final = {
    "400": ("GET", "/api/v1/matches/?playerz=ana", {}),
    "401": ("GET", "/api/v1/play/account/", {"Authorization": "Bearer brisca_no_key"}),
    "404": ("GET", "/api/v1/matches/nosuchmatch/", {}),
    "406": ("GET", "/api/v1/matches/", {"Accept": "text/html"}),
}
"""Requests that are answered by each error: method, path and headers, by status."""

Json = Any
Step = Callable[[int], None]
"""A callback that gets the number of operations just asked."""


class Asking:
    """A client of the site that is served on this machine."""

    def __init__(self, port: int) -> None:
        self.origin = f"http://127.0.0.1:{port}"

    def ask(
        self, method: str, path: str, headers: dict[str, str], body: Json = None
    ) -> tuple[int, Json]:
        """Return the status and JSON of an answer: of several lines the first; None for no text."""
        data = None if body is None else json.dumps(body).encode()
        kind = {} if body is None else {"Content-Type": "application/json"}
        request = Request(  # noqa: S310 - our own site
            self.origin + path, data, {"Accept-Language": "en", **kind, **headers}, method=method
        )
        try:
            with urlopen(request, timeout=30) as answer:  # noqa: S310
                status, text = answer.status, answer.readline().decode()
        except HTTPError as error:
            status, text = error.code, error.read().decode()
        return status, json.loads(text.replace(self.origin, SITE)) if text.strip() else None

    def good(self, method: str, path: str, headers: dict[str, str], body: Json = None) -> Json:
        """Return the JSON of a successful answer.

        Raises:
            RuntimeError: where the status is 300 or more.
        """
        status, told = self.ask(method, path, headers, body)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {told}")
        return told


def make_site() -> None:
    """Fill the database of this process with matches, and write their monthly files."""
    call_command("migrate", verbosity=0)
    call_command("make_matches", count=MATCHES, seed="examples", months=3, workers=1)
    call_command("dump_matches", "--missing")


def seat_program() -> tuple[str, str, str, str]:
    """Start a match of a program and a house bot.

    Returns a key of the program, a key that may only read, and the ids of the table and the match.
    """
    user = User.objects.create(username="Program", is_bot=True)
    _row, key = create_token(user=user, name="examples", scopes=("read", "tables", "play"), days=7)
    _row, reader = create_token(user=user, name="to read", scopes=("read",), days=7)
    table = open_table(
        host=player_for(user), chosen=TableOptions(preset="ludoteka", players=2, programs="rated")
    )
    table.seats.filter(seat=1).update(player=house_bot("greedy", 0), agreed=True)
    match = create_match(table=table)
    return str(key), str(reader), table.public_id, match.public_id


def places(table: str) -> dict[str, str]:
    """Return the names and ids for the paths of the API, by parameter.

    They are of a short match, as the answers are printed, and of a team.

    Raises:
        RuntimeError: where the seed makes no such matches.
    """
    short = Match.objects.filter(
        preset="ludoteka", players=2, deal_count=1, finished_at__isnull=False
    )
    match = short.order_by("-finished_at").first()
    pairs = Seat.objects.filter(team__isnull=False, kind="human").order_by("-finished_at").first()
    if match is None or pairs is None:
        raise RuntimeError("the seed makes no such matches: choose another")
    names = list(match.seats.order_by("seat").values_list("player__name", flat=True))
    day = shown_day()
    analyse_once(match.public_id, day)
    return {
        "match": match.public_id, "number": "1", "name": names[0], "rival": names[1],
        "team": str(pairs.team_id), "pool": match.pool, "hash": match.ruleset.hash, "table": table, "day": day,
    }  # fmt: skip


def set_exercise(match: str) -> tuple[str, dict[str, Json]]:
    """Store a play of this match as a mistake of the program's.

    Returns the mistake's id, and the bodies that answer the exercise and the puzzle, by operation.

    Raises:
        RuntimeError: where the seed makes no position for them.
    """
    row = Match.objects.get(public_id=match)
    player = player_for(User.objects.get(username="Program"))
    made = {"seat": 1, "player": player, "loss": 3, "ahead": 0, "finished_at": row.finished_at}
    made["is_exercise"] = True
    own, _ = Mistake.objects.update_or_create(match=row, at="d1t1c2", defaults=made)
    puzzle = Mistake.objects.get(match=row, at="d1t1c1")
    bodies = {}
    for name, mistake in (("answer_exercise", own), ("answer_puzzle", puzzle)):
        position = position_of(mistake)
        if position is None:
            raise RuntimeError("the seed makes no such position: choose another")
        bodies[name] = {"card": position["legal"][0]}
    return str(own.pk), bodies


def shortened(value: Any) -> Any:
    """Return JSON in which each list of objects is cut to its first; a trick stays whole.

    >>> shortened({"rows": [{"of": [1, 2, 3]}, {}], "more": None})
    {'rows': [{'of': [1, 2, 3]}], 'more': None}
    """
    if isinstance(value, dict) and {"leader", "plays", "winner"} <= value.keys():
        return value
    if isinstance(value, dict):
        return {name: shortened(one) for name, one in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [shortened(one) for one in value[:1]]
    return value


def collect(port: int, step: Step) -> dict[str, Json]:
    """Return an answer of every operation, the bodies sent, and an answer of each error, by name.

    Raises:
        RuntimeError: where an answer is not the expected one, or the seed lacks what is asked for.
    """
    site = Asking(port)
    key, reader, table, running = seat_program()
    values = places(table)
    values["exercise"], cards = set_exercise(values["match"])
    bearer = {"Authorization": f"Bearer {key}"}
    program = player_for(User.objects.get(username="Program"))
    values["puzzle"], choices = example_puzzles(program)
    event = played_event()
    events = open_events(program, Player.objects.get(name=values["name"]))
    seats, seat_bodies = example_invitations(program)
    named = {**example_teams(program), **example_clubs(program), **seats}
    named["list_team_rating_history"] = {"pool": "4-pairs"}
    named["sit_down_as_team"], team = example_team_seat(program)
    league = example_league(program)
    messenger = {"Authorization": f"Bearer {example_messages()}"}
    wait_until_played(event)
    assert event.series is not None
    values |= {"tournament": event.public_id, "series": event.series.public_id, "round": "1"}
    values |= league.values
    soon = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT18:00:00Z")
    bodies = {
        "announce_tournament": {
            "name": "Lightning", "format": "arena", "starts_at": soon, "minutes": 45,
            "deals": 1, "programs": "welcome",
        },
        "enter_tournament": {"partners": []},
        "answer_invitation": {"agree": True},
        "propose_team": {"partners": [PARTNER], "name": "Oros"},
        "answer_team_proposal": {"agree": True},
        "enter_club": {"message": ""},
        "answer_club_invitation": {"agree": True},
        "send_message": {"id": "my-message-0001", "text": "I bring the cards."},
        "sit_down_as_team": team,
        "change_team": {"name": "Copas", "face": "t3", "signs": ["trump_ace", "brisca"]},
        "open_play_table": {"id": "my-table-0001", "preset": "catalan", "players": 2},
        "say_at_play_table": {"t": "do", "id": "my-move-00001", "cmd": "agree"},
        **seat_bodies,
        **cards,
        **choices,
        **league.bodies,
    }  # fmt: skip
    found: dict[str, Json] = {"bodies": bodies}
    waiting = site.good("POST", "/api/v1/play/tables/", bearer, bodies["open_play_table"])
    for path, methods in document()["paths"].items():
        for method, told in methods.items():
            name = told["operationId"]
            at = {**values, "table": waiting["table"]} if method == "post" else {**values}
            at |= {"tournament": events.get(name, event.public_id), **named.get(name, {})}
            at |= league.fixtures.get(name, {})
            names = {one["name"] for one in told.get("parameters", [])}
            query = "?limit=1" if "limit" in names else ""
            headers = bearer if "security" in told else {}
            if "conversations" in told["tags"]:
                headers, at["name"] = messenger, FRIEND
            found[name] = site.good(
                method.upper(), path.format_map(at) + query, headers, bodies.get(name)
            )
            if name == "start_puzzle_run":
                values["run"], bodies["answer_puzzle_run"] = run_answer(found[name])
            if name in CUT:
                found[name] = shortened(found[name])
            step(1)
    found["errors"] = _errors(site, reader, bearer, table, running)
    return found


def _errors(
    site: Asking, reader: str, bearer: dict[str, str], table: str, running: str
) -> dict[str, Json]:
    """Return the body of each error by status; raise RuntimeError where another status came."""
    messages = f"/api/v1/play/tables/{table}/messages/"
    found = {status: site.ask(*asked) for status, asked in ERRORS.items()}
    found["403"] = site.ask(
        "POST", "/api/v1/play/tables/", {"Authorization": f"Bearer {reader}"}, {"id": "my-table-2"}
    )
    found["409"] = site.ask("GET", f"/api/v1/matches/{running}/record/", {})
    found["413"] = site.ask("POST", messages, bearer, {"t": "x" * 5_000})
    found["415"] = site.ask("POST", messages, {**bearer, "Content-Type": "text/plain"}, {})
    for _ in range(MANY):
        found["429"] = site.ask("GET", "/api/v1/presets/", {})
        if found["429"][0] == 429:
            break
    for status, (given, _body) in found.items():
        if str(given) != status:
            raise RuntimeError(f"a {given} came where a {status} was to be shown")
    return {status: body for status, (_given, body) in found.items()}


@contextmanager
def served() -> Iterator[int]:
    """Serve the site of this process by another process; yield the port.

    Raises:
        RuntimeError: where the site does not answer within 60 s.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "serve", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ) as process:  # noqa: S603 - ourselves
        try:
            _wait(port, process)
            yield port
        finally:
            process.terminate()


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the port accepts connections; raise RuntimeError if that does not happen."""
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("the site was not served")


def write_examples() -> str:
    """Make, serve and ask the site of this process; return what was written, as one line.

    Raises:
        RuntimeError: where the site is not served, or answers otherwise than expected.
    """
    make_site()
    total = sum(map(len, document()["paths"].values()))
    with served() as port, Progress("asked", total) as progress:
        found = collect(port, progress.step)
    write(found)
    return f"{len(found)} examples in {FILE}"


def write(found: dict[str, Json], path: Path = FILE) -> None:
    """Write the examples as JSON, one entry a line, so that differences are easy to read."""
    lines = (
        f"{json.dumps(name)}: {json.dumps(found[name], ensure_ascii=False, separators=(',', ':'))}"
        for name in sorted(found)
    )
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")

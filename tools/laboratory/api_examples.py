"""Examples for the API's document, collected from a temporary site.

The database is filled from a seed, a server serves it, and this program sends one request for each
operation; `games.api.core.examples` stores the answers.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator
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
from brisca_site.base.progress import Progress
from games.api.core.examples import request_examples, store_answers, stored_answers
from games.api.core.schema import document
from games.models import Match, Mistake, Player, Seat
from games.puzzles.selectors.exercises import position_of
from games.services.matches import create_match
from games.services.players import house_bot, player_for
from games.services.tables import TableOptions, open_table
from tests.support.example_league import example_league
from tests.support.review_rows import analyse_once, shown_day
from tools.laboratory.api_clubs import example_clubs
from tools.laboratory.api_events import (
    announce_bot_tournament,
    create_open_tournaments,
    wait_until_played,
)
from tools.laboratory.api_messages import FRIEND_NAME, example_messages
from tools.laboratory.api_notifications import example_invitations
from tools.laboratory.api_puzzles import example_puzzles, run_answer
from tools.laboratory.api_teams import PARTNER_NAME, example_team_seat, example_teams

SITE_MATCHES: Final = 150
"""Finished matches of the temporary site."""
EXAMPLE_ORIGIN: Final = "https://brisca.example"
"""Origin that replaces the site's own in the examples."""
TOO_MANY_REQUESTS: Final = 1_500
"""Requests within a minute that exceed any limit."""
SHORTENED_ANSWERS: Final = (
    "export_matches", "export_tournament_games", "get_head_to_head", "get_league_tables",
    "get_match_analysis", "get_player_ratings", "get_player_stats", "get_pool_stats",
    "get_ruleset_stats", "get_site_stats", "get_team_stats", "get_tournament_round",
    "get_tournament_series", "list_dumps", "list_leaderboards", "list_league_matches",
    "list_match_tricks", "list_own_league_matches", "list_own_teams", "list_own_tournaments",
    "list_partners", "list_play_tables", "list_player_months", "list_player_openings",
    "list_pool_months", "list_presets", "list_ruleset_months", "list_tournament_deals",
    "list_tournament_entrants", "list_tournament_rounds", "list_tricks",
)  # fmt: skip
"""Operations in whose example each list of objects is cut to its first; `get_match_record` stays whole."""
ERRORS: Final = {
    "400": ("GET", "/api/v1/matches/?playerz=ana", {}),
    "401": ("GET", "/api/v1/play/account/", {"Authorization": "Bearer brisca_no_key"}),
    "404": ("GET", "/api/v1/matches/nosuchmatch/", {}),
    "406": ("GET", "/api/v1/matches/", {"Accept": "text/html"}),
}
"""Requests that the API answers with each error: method, path and headers, by status."""
START_RUN: Final = "start_puzzle_run"
"""Operation whose answer has the id of the run for the other operations on runs."""

Json = Any
Step = Callable[[int], None]
"""A callback that gets the number of operations just requested."""


class UnknownOperationError(ValueError):
    """The OpenAPI document has no operation of this name."""


class SiteClient:
    """HTTP client of the site that is served on a port of this machine."""

    def __init__(self, port: int) -> None:
        self.origin = f"http://127.0.0.1:{port}"

    def ask(
        self, method: str, path: str, headers: dict[str, str], body: Json = None
    ) -> tuple[int, Json]:
        """Send a request to the site; return the status and the JSON of the answer.

        Of several lines of JSON the first is returned, and None for an empty answer.
        """
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
        return status, json.loads(
            text.replace(self.origin, EXAMPLE_ORIGIN)
        ) if text.strip() else None

    def good(self, method: str, path: str, headers: dict[str, str], body: Json = None) -> Json:
        """Send a request to the site; return the JSON of the answer, which must be a success.

        Raises:
            RuntimeError: the status is 300 or more.
        """
        status, answer = self.ask(method, path, headers, body)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        return answer


def make_site() -> None:
    """Fill this process's database with example matches, and write their monthly record files."""
    call_command("migrate", verbosity=0)
    call_command("make_matches", count=SITE_MATCHES, seed="examples", months=3, workers=1)
    call_command("dump_matches", "--missing")


def seat_program() -> tuple[str, str, str, str]:
    """Start a match between a program (a player of the API) and a house bot.

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


def path_parameters(table: str) -> dict[str, str]:
    """Return path parameter -> value for the URLs of the API's examples.

    The values belong to a short match, so that answers stay short, and to a team.

    Raises:
        RuntimeError: the simulated matches include none that fits.
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
    """Store a play of a match as a mistake of the program, so that exercise and puzzle exist.

    Returns the mistake's id, and the bodies that answer the exercise and the puzzle, by operation.

    Raises:
        RuntimeError: the simulated match has no position that fits.
    """
    row = Match.objects.get(public_id=match)
    player = player_for(User.objects.get(username="Program"))
    fields = {"seat": 1, "player": player, "loss": 3, "ahead": 0, "finished_at": row.finished_at}
    fields["is_exercise"] = True
    own, _ = Mistake.objects.update_or_create(match=row, at="d1t1c2", defaults=fields)
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
        return {name: shortened(item) for name, item in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [shortened(item) for item in value[:1]]
    return value


def needs_played_event(name: str, path: str, open_events: Collection[str]) -> bool:
    """Return whether an operation's example needs a tournament that is over."""
    return "{series}" in path or ("{tournament}" in path and name not in open_events)


def collect(
    port: int, step: Step, only: Collection[str]
) -> tuple[dict[str, Json], dict[str, Json]]:
    """Request the API's operations; return answers by operation in `only`, and errors by status.

    Raises:
        RuntimeError: an answer is not the expected one, or the seed lacks an object for a request.
    """
    site = SiteClient(port)
    key, reader, table, running = seat_program()
    values = path_parameters(table)
    values["exercise"], cards = set_exercise(values["match"])
    bearer = {"Authorization": f"Bearer {key}"}
    program = player_for(User.objects.get(username="Program"))
    values["puzzle"], choices = example_puzzles(program)
    event = announce_bot_tournament()
    events = create_open_tournaments(program, Player.objects.get(name=values["name"]))
    seats, seat_bodies = example_invitations(program)
    named = {**example_teams(program), **example_clubs(program), **seats}
    named["list_team_rating_history"] = {"pool": "4-pairs"}
    named["sit_down_as_team"], team = example_team_seat(program)
    league = example_league(program)
    messenger = {"Authorization": f"Bearer {example_messages()}"}
    assert event.series is not None
    values |= {"tournament": event.public_id, "series": event.series.public_id, "round": "1"}
    values |= league.values
    soon = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT18:00:00Z")
    bodies = {
        **request_examples(),
        "announce_tournament": request_examples()["announce_tournament"] | {"starts_at": soon},
        "propose_team": request_examples()["propose_team"] | {"partners": [PARTNER_NAME]},
        "sit_down_as_team": team,
        **seat_bodies,
        **cards,
        **choices,
        **league.bodies,
    }
    if any(needs_played_event(name, path, events) for name, path in _paths(only)):
        wait_until_played(event)
    waiting = site.good("POST", "/api/v1/play/tables/", bearer, bodies["open_play_table"])
    answers: dict[str, Json] = {}
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            name = operation["operationId"]
            if name not in only:
                continue
            at = {**values, "table": waiting["table"]} if method == "post" else {**values}
            at |= {"tournament": events.get(name, event.public_id), **named.get(name, {})}
            at |= league.fixtures.get(name, {})
            names = {parameter["name"] for parameter in operation.get("parameters", [])}
            query = "?limit=1" if "limit" in names else ""
            headers = bearer if "security" in operation else {}
            if "conversations" in operation["tags"]:
                headers, at["name"] = messenger, FRIEND_NAME
            answer = site.good(
                method.upper(), path.format_map(at) + query, headers, bodies.get(name)
            )
            if name == START_RUN:
                values["run"], bodies["answer_puzzle_run"] = run_answer(answer)
            answers[name] = shortened(answer) if name in SHORTENED_ANSWERS else answer
            step(1)
    return answers, _errors(site, reader, bearer, table, running)


def _errors(
    site: SiteClient, reader: str, bearer: dict[str, str], table: str, running: str
) -> dict[str, Json]:
    """Provoke each error of the API; return status -> body, or raise RuntimeError."""
    messages = f"/api/v1/play/tables/{table}/messages/"
    answers = {status: site.ask(*request) for status, request in ERRORS.items()}
    answers["403"] = site.ask(
        "POST", "/api/v1/play/tables/", {"Authorization": f"Bearer {reader}"}, {"id": "my-table-2"}
    )
    answers["409"] = site.ask("GET", f"/api/v1/matches/{running}/record/", {})
    answers["413"] = site.ask("POST", messages, bearer, {"t": "x" * 5_000})
    answers["415"] = site.ask("POST", messages, {**bearer, "Content-Type": "text/plain"}, {})
    for _ in range(TOO_MANY_REQUESTS):
        answers["429"] = site.ask("GET", "/api/v1/presets/", {})
        if answers["429"][0] == 429:
            break
    for status, (status_code, _body) in answers.items():
        if str(status_code) != status:
            raise RuntimeError(f"a {status_code} came where a {status} was to be shown")
    return {status: body for status, (_got, body) in answers.items()}


@contextmanager
def served() -> Iterator[int]:
    """Serve the site of this process in another process within the block; yield the site's port.

    Raises:
        RuntimeError: the site does not answer within 60 s.
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


def write_examples(path: Path, only: Collection[str] = ()) -> str:
    """Make and serve a site, request every operation, and write the answers; return a summary line.

    With `only`, only these operations are requested; the file keeps its other examples of this release.

    Raises:
        UnknownOperationError: the document has no operation of a name in `only`.
        RuntimeError: the site is not served, or answers otherwise than expected.
    """
    operations = _chosen(only)
    make_site()
    with served() as port, Progress("asked", len(operations)) as progress:
        answers, errors = collect(port, progress.step, operations)
    previous = stored_answers(path).get("answers", {}) if only else {}
    store_answers(path, previous | answers, errors)
    return f"{len(answers)} answers and {len(errors)} errors in {path}"


def _chosen(only: Collection[str]) -> set[str]:
    """Return the names of the operations to request: `only` or all, and those that these depend on.

    Raises:
        UnknownOperationError: the document has no operation of a name in `only`.
    """
    names = {name for name, _path in _paths(None)}
    if unknown := sorted(set(only) - names):
        raise UnknownOperationError(f"the API has no operation {', '.join(unknown)}")
    chosen = set(only) or names
    return chosen | {START_RUN} if any("{run}" in path for _, path in _paths(chosen)) else chosen


def _paths(only: Collection[str] | None) -> Iterator[tuple[str, str]]:
    """Yield the name and path of each operation in `only`, or of all operations for None."""
    for path, methods in document()["paths"].items():
        for operation in methods.values():
            if only is None or operation["operationId"] in only:
                yield operation["operationId"], path

"""Calls by which a test or campaign fills and reads the database of a site, in a process with its settings.

`python -m tests.support.site_calls` reads one JSON object a line, `{"call": name, "about": {...}}`, and
answers each with one line.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import secrets
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.support import event_calls, leaked_cards, match_calls

Json = dict[str, Any]
TRIES = 20
_names = (f"{secrets.token_hex(3)}-{number}" for number in itertools.count())


def lay(
    *,
    preset: str,
    players: int,
    bots: int = 0,
    level: str = "greedy",
    rules: Json,
    start: bool = True,
    **fields: Any,
) -> Json:
    """Create a table with people, then bots; begin its match if `start`.

    Return ids of table and match, and the people's session keys.
    """
    from django.db import transaction

    from games.engine import build_ruleset
    from games.models import Table, TableSeat
    from games.services.matches import create_match
    from games.services.rulesets import ruleset_row

    ruleset = build_ruleset(preset, players=players, options=rules)
    with transaction.atomic():
        users = [_person() for _ in range(players - bots)]
        seated = [player for _, player in users] + [_bot(seat, level) for seat in range(bots)]
        table = Table.objects.create(
            ruleset=ruleset_row(ruleset), players=players, host=seated[0], **fields
        )
        TableSeat.objects.bulk_create(
            TableSeat(table=table, seat=seat, player=player, agreed=not start)
            for seat, player in enumerate(seated)
        )
        match = create_match(table=table).public_id if start else None
        keys = [_session(user) for user, _ in users]
    return {"table": table.public_id, "match": match, "keys": keys, "preset": preset}


def overdue() -> int:
    """Return the number of matches that are due, as new ones are until a server takes them."""
    from django.utils import timezone

    from games.models import Deadline

    return Deadline.objects.filter(due_at__lte=timezone.now()).count()


def _person() -> tuple[Any, Any]:
    from django.contrib.auth import get_user_model

    from games.models import Player

    name = f"soak-{next(_names)}"
    user = get_user_model().objects.create(username=name)
    return user, Player.objects.get_or_create(user=user, defaults={"name": name})[0]


def _bot(number: int, level: str) -> Any:
    from games.models import Player
    from games.models.people import PlayerKind

    defaults = {"kind": PlayerKind.BOT, "bot": level}
    return Player.objects.get_or_create(name=f"soak-{level}-{number}", defaults=defaults)[0]


def _session(user: Any) -> str:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def sign_in(*, count: int) -> list[str]:
    """Sign in the most active people, creating accounts if needed; return session keys."""
    from django.contrib.auth import get_user_model
    from django.db.models import Count

    from games.models import Player

    people = Player.objects.filter(kind="human", seats__isnull=False)
    keys = []
    for player in people.annotate(played=Count("seats")).order_by("-played", "pk")[:count]:
        if player.user is None:
            player.user = get_user_model().objects.create(username=player.name)
            player.save(update_fields=["user"])
        keys.append(_session(player.user))
    return keys


def accounts(*, count: int) -> int:
    """Create `count` members with a confirmed address, `count` with an unconfirmed one, and `count` guests."""
    from allauth.account.models import EmailAddress
    from django.contrib.auth import get_user_model
    from django.contrib.auth.hashers import make_password

    users = get_user_model().objects
    hashed = make_password(secrets.token_hex())
    for kind in ("member", "signup", "guests"):
        names = [f"{kind}-{number:04}" for number in range(count)]
        guests = kind == "guests"
        members = users.bulk_create(
            users.model(
                username=name,
                email="" if guests else f"{name}@example.org",
                is_guest=guests,
                password=make_password(None) if guests else hashed,
            )
            for name in names
        )
        EmailAddress.objects.bulk_create(
            EmailAddress(user=user, email=user.email, primary=True, verified=kind == "member")
            for user in members
            if user.email
        )
    return int(users.count())


def audit(*, match: str) -> Json:
    """Return a match's stored entries in order, and the events that each viewer was due.

    Fails where the journal has a gap or an entry that does not follow, where rows of it are left
    beside its record, or where that does not verify.
    """
    from games.engine import HOST, event_to_json, is_private, redact
    from games.live.storage import match_store
    from games.models import Action, Match
    from games.models.matches import MatchStatus
    from games.record.log import as_asked, read_played

    loaded = match_store.load_game(match)
    if loaded is None:
        raise AssertionError(f"match {match} cannot be loaded")
    game = loaded[0]
    status = Match.objects.get(public_id=match).status
    rows = Action.objects.filter(match__public_id=match).count()
    if rows != (0 if status == MatchStatus.FINISHED else len(game.log.entries)):
        raise AssertionError(f"match {match} is {status} and has {rows} rows")
    viewers = [None, *range(game.info.rules.players)]
    shown_to: dict[str, list[tuple[int, list[Json]]]] = {str(viewer): [] for viewer in viewers}
    entries = []
    for entry, (seq, events) in zip(game.log.entries, game.history, strict=True):
        secret = entry.seat != HOST and is_private(read_played(entry.seat, entry.action))
        asked = as_asked(entry.action)
        entries.append((seq, entry.sub, entry.seat, entry.by, entry.client_id, asked, secret))
        if secret:
            continue
        for viewer in viewers:
            shown = [redact(event, viewer) for event in events]
            shown_to[str(viewer)].append((seq, [event_to_json(event) for event in shown if event]))
    people = {seat.seat for seat in game.info.seats if not seat.bot}
    return {"status": status, "entries": entries, "told": shown_to, **_proofs(match, people)}


def _proofs(match: str, people: set[int]) -> Json:
    """Return a match's number of deals, and the flags of proofs that name a person or the clock."""
    from games.models import MatchRecord
    from games.record.fairness import CUT_BY_CLOCK, NONCE_MISSING

    row = MatchRecord.objects.filter(match__public_id=match).first()
    deals = [] if row is None else json.loads(zlib.decompress(row.body))["deals"]
    proofs = [deal["fairness"] for deal in deals if deal["fairness"]]
    wanted = {CUT_BY_CLOCK, *(f"{NONCE_MISSING}{seat}" for seat in people)}
    flags = [flag for proof in proofs for flag in proof["flags"] if flag in wanted]
    return {"deals": len(proofs), "flags": flags}


def leaks(*, match: str, frames: list[Json], viewer: int | None) -> list[Any]:
    """Return the frames sent during a match that show a card its viewer could not know yet.

    Events of deals before the one that a frame shows are left out: their cards are public.
    """
    from games.models import MatchRecord
    from games.record.verify import checked_log

    record = MatchRecord.objects.get(match__public_id=match)
    log = checked_log(json.loads(zlib.decompress(record.body)))
    for frame in frames:
        kinds = [event["type"] for event in frame["events"]]
        begins = (
            len(kinds) - 1 - kinds[::-1].index("deal_started") if "deal_started" in kinds else 0
        )
        frame["events"] = frame["events"][begins:]
    leaked = []
    for frame in frames:
        for seq, cards in leaked_cards.leaks([frame], log, viewer):
            done = [(e.seq, e.seat, e.action) for e in log.entries if seq - 2 <= e.seq <= seq]
            leaked.append(
                (seq, sorted(cards), [list(_places(frame, card)) for card in cards], done)
            )
    return leaked


def _places(value: Any, card: str, place: str = "") -> Iterator[str]:
    """Yield the paths in a message at which a card's code stands."""
    if value == card:
        yield place
    elif isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _places(inner, card, f"{place}.{name}")


CALLS: dict[str, Callable[..., Any]] = {
    "lay": lay,
    "accounts": accounts,
    "sign_in": sign_in,
    "overdue": overdue,
    "audit": audit,
    "leaks": leaks,
    "announce": partial(event_calls.announce, _person, _session),
    "challenge": partial(match_calls.challenge, _person, _session),
    "league_match": partial(match_calls.league_match, _person, _session),
    "match_facts": match_calls.match_facts,
    "event_state": event_calls.event_state,
    "skip_pause": event_calls.skip_pause,
    "event_stage": event_calls.event_stage,
    "event_facts": event_calls.event_facts,
}


def main() -> None:
    """Answer calls of a test or campaign, one JSON line each, until the input ends."""
    import django

    django.setup()
    from django.db import OperationalError, connection

    from games.live.core.db_threads import keep_in_wal

    keep_in_wal()
    answers = sys.stdout
    for line in sys.stdin:
        asked = json.loads(line)
        answer: Json = {}
        with contextlib.redirect_stdout(sys.stderr):
            for tries in range(TRIES):
                try:
                    answer = {"is": CALLS[asked["call"]](**asked["about"])}
                    break
                except OperationalError as error:  # the database may be what is taken away
                    answer = {"error": str(error)}
                    connection.close()
                    time.sleep(0.1 * tries)
                except Exception as error:  # noqa: BLE001 - told to who asked
                    answer = {"error": f"{type(error).__name__}: {error}"}
                    break
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()

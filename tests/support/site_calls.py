"""What a campaign asks of the database of the site under test, in a process with its settings.

`python -m tools.soak.inside` reads one JSON object a line, `{"call": name, "about": {...}}`, and
answers each with one line.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import secrets
import sys
import time
import zlib
from collections.abc import Iterator
from functools import partial
from typing import Any

from tools.soak import inside_events, inside_matches, inside_notices

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
    """A table with people and then bots at it, begun or not; gives the keys of their sessions."""
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
    """Matches that wait for any process to take them on, as those that were laid just now do."""
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

    made = {"kind": PlayerKind.BOT, "bot": level}
    return Player.objects.get_or_create(name=f"soak-{level}-{number}", defaults=made)[0]


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
    """Sign in the people who have played most, with new accounts if need be; return their sessions."""
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
    """Make members with a confirmed e-mail, members with one given at sign-up, and guests."""
    from allauth.account.models import EmailAddress
    from django.contrib.auth import get_user_model
    from django.contrib.auth.hashers import make_password

    users = get_user_model().objects
    hashed = make_password(secrets.token_hex())
    for kind in ("member", "signup", "guests"):
        names = [f"{kind}-{number:04}" for number in range(count)]
        guests = kind == "guests"
        made = users.bulk_create(
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
            for user in made
            if user.email
        )
    return int(users.count())


def audit(*, match: str) -> Json:
    """Return a match's stored entries in order, and the events that each viewer was due.

    Fails where the journal has a gap or an entry that does not follow, where rows of it are left
    beside its record, or where that does not verify.
    """
    from games.engine import event_to_json, is_private, redact
    from games.live.storage import match_store
    from games.models import Action, Match
    from games.models.matches import MatchStatus
    from games.record.log import HOST, as_asked, read_played

    loaded = match_store.load_game(match)
    if loaded is None:
        raise AssertionError(f"match {match} cannot be loaded")
    game = loaded[0]
    status = Match.objects.get(public_id=match).status
    rows = Action.objects.filter(match__public_id=match).count()
    if rows != (0 if status == MatchStatus.FINISHED else len(game.log.entries)):
        raise AssertionError(f"match {match} is {status} and has {rows} rows")
    viewers = [None, *range(game.info.rules.players)]
    told: dict[str, list[tuple[int, list[Json]]]] = {str(viewer): [] for viewer in viewers}
    entries = []
    for entry, (seq, events) in zip(game.log.entries, game.history, strict=True):
        secret = entry.seat != HOST and is_private(read_played(entry.seat, entry.action))
        asked = as_asked(entry.action)
        entries.append((seq, entry.sub, entry.seat, entry.by, entry.client_id, asked, secret))
        if secret:
            continue
        for viewer in viewers:
            shown = [redact(event, viewer) for event in events]
            told[str(viewer)].append((seq, [event_to_json(one) for one in shown if one]))
    people = {seat.seat for seat in game.info.seats if not seat.bot}
    return {"status": status, "entries": entries, "told": told, **_proofs(match, people)}


def _proofs(match: str, people: set[int]) -> Json:
    """Count a match's deals, and list the flags of their proofs that name a person or the clock."""
    from games.models import MatchRecord
    from games.record.fairness import CUT_BY_CLOCK, NONCE_MISSING

    row = MatchRecord.objects.filter(match__public_id=match).first()
    deals = [] if row is None else json.loads(zlib.decompress(row.body))["deals"]
    proofs = [deal["fairness"] for deal in deals if deal["fairness"]]
    wanted = {CUT_BY_CLOCK, *(f"{NONCE_MISSING}{seat}" for seat in people)}
    flags = [flag for proof in proofs for flag in proof["flags"] if flag in wanted]
    return {"deals": len(proofs), "flags": flags}


def standing() -> Json:
    """Return the status of each match, which of them were rated, and all ratings and chips."""
    from games.models import ChipAccount, Match, Rating

    ratings = Rating.objects.values_list("player__name", "pool", "mu", "sigma", "matches")
    return {
        "matches": dict(Match.objects.values_list("public_id", "status")),
        "rated": sorted(
            Match.objects.filter(rated=True, status="finished").values_list("public_id", flat=True)
        ),
        "ratings": sorted(map(list, ratings)),
        "chips": dict(ChipAccount.objects.values_list("pk", "balance")),
    }


def manage(*, command: list[str]) -> str:
    """Run a command of manage.py; return what it finds wrong, and nothing where it is content."""
    from django.core.management import CommandError, call_command

    try:
        call_command(*command, stdout=io.StringIO())
    except (CommandError, SystemExit) as error:
        return f"{' '.join(command)}: {error}"
    return ""


def leaks(*, match: str, frames: list[Json], viewer: int | None) -> list[Any]:
    """Frames with a card that their viewer could not know yet, of a match that is over.

    Events of deals before the one that a frame shows are left out: those lie open.
    """
    from games.models import MatchRecord
    from games.record.verify import checked_log
    from tests.live import test_secrets

    record = MatchRecord.objects.get(match__public_id=match)
    log = checked_log(json.loads(zlib.decompress(record.body)))
    for frame in frames:
        kinds = [event["type"] for event in frame["events"]]
        begins = (
            len(kinds) - 1 - kinds[::-1].index("deal_started") if "deal_started" in kinds else 0
        )
        frame["events"] = frame["events"][begins:]
    found = []
    for frame in frames:
        for seq, cards in test_secrets.leaks([frame], log, viewer):
            done = [(e.seq, e.seat, e.action) for e in log.entries if seq - 2 <= e.seq <= seq]
            found.append((seq, sorted(cards), [list(_places(frame, card)) for card in cards], done))
    return found


def _places(value: Any, card: str, place: str = "") -> Iterator[str]:
    """Where in a message a card stands."""
    if value == card:
        yield place
    elif isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _places(inner, card, f"{place}.{name}")


CALLS = {
    "lay": lay,
    "accounts": accounts,
    "sign_in": sign_in,
    "overdue": overdue,
    "audit": audit,
    "standing": standing,
    "manage": manage,
    "leaks": leaks,
    "announce": partial(inside_events.announce, _person, _session),
    "challenge": partial(inside_matches.challenge, _person, _session),
    "league_match": partial(inside_matches.league_match, _person, _session),
    "match_facts": inside_matches.match_facts,
    "event_state": inside_events.event_state,
    "skip_pause": inside_events.skip_pause,
    "event_stage": inside_events.event_stage,
    "event_facts": inside_events.event_facts,
    "club_of": inside_notices.club_of,
    "notice": inside_notices.notice,
    "notice_told": inside_notices.notice_told,
    "notice_count": inside_notices.notice_count,
}


def main() -> None:
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

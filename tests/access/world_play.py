"""Tables, matches, days and words of the site of which permissions are tested."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from games.engine import build_ruleset
from games.models import (
    ChatLine,
    DailyDeal,
    DealSecret,
    Match,
    Mistake,
    PlayerNote,
    ReviewNote,
    Table,
    TableSeat,
)
from games.record.log import MatchLog
from games.services.daily import start_try
from games.services.daily_deals import daily_of, day_of
from games.services.decisions import Verdict, decide_by_rule
from games.services.direct_messages import send_message
from games.services.ledger import account_of
from games.services.match_ends import finish_match, store_match
from games.services.matches import create_match
from games.services.notification_mail import LEAVE_LINK
from games.services.notifications import notify
from games.services.reports import send_report
from games.services.rulesets import ruleset_row
from games.services.social import follow
from games.services.teams import propose_team
from games.tiles.models import PlayerTile
from games.tournaments.services.creating import TournamentOptions, create_tournament
from tests.access.viewers import STAFF
from tests.access.world_data import World
from tests.analysis.analysed import analysed, puzzled
from tests.api.test_secrecy import journal, keep_secrets
from tests.clubs.builders import club_of
from tests.leagues.builders import begun
from tests.puzzles.rules.support import stored_puzzles
from tests.stats.support import FIRST_DAY, log_of
from tests.support.path_values import PATH_VALUES

SHOWN_DAY: Final = date(2026, 6, 1)
"""A day of which the deal and the puzzle are shown."""


def _table(world: World, *names: str, **fields: Any) -> Table:
    players = [world.player(name) for name in names]
    ruleset = build_ruleset("ludoteka", 2)
    table = Table.objects.create(
        ruleset=ruleset_row(ruleset), players=2, host=players[0], programs="rated",
        delay=Table.Delay.NONE, **fields,
    )  # fmt: skip
    for seat in range(2):
        who = players[seat] if seat < len(players) else None
        TableSeat.objects.create(table=table, seat=seat, player=who, agreed=False)
    return table


def add_waiting(world: World) -> None:
    """A table at which a seat is free; who sits there may invite."""
    table = _table(world, "seated")
    for seat in table.seats.all():
        world.hide(seat.invite, "an invitation", {"seated"})
    world.objects["waiting"] = {"table": table.public_id}


def add_running(world: World, name: str, **fields: Any) -> None:
    """A table that plays, with cards in the journal and seeds beside it."""
    table = _table(world, "seated", "rival", **fields)
    match = create_match(table=table, now=FIRST_DAY)
    if world.dealt:
        log = log_of(("seated", "rival"), options={"match.target": 3}, seed=f"hidden {name}")
        keep_secrets(match, log, 1)
        journal(match, log, 12)
        _hide_deal(world, match, log)
    for seat in table.seats.all():
        world.hide(seat.invite, "an invitation", {"seated"})
    ChatLine.objects.create(
        table=table, player=world.player("rival"), client_id=f"c-{name}", room="table",
        text=f"said-at-{name}",
    )  # fmt: skip
    table.refresh_from_db()
    world.objects[name] = {"table": table.public_id, "match": match.public_id}
    if name == "private":
        seers = {*STAFF} - {"staff"}
        world.hide(f"said-at-{name}", "what was said at a private table", {"seated"}, seers)
        world.hide(table.public_id, "the id of a private table", {"seated"}, seers)
        world.hide(match.public_id, "the id of a private match", {"seated"}, seers)


def _hide_deal(world: World, match: Match, log: MatchLog) -> None:
    deck = list(log.decks[1])[:5]
    world.hide(json.dumps(deck)[1:-1], "a deck")
    world.hide(",".join(f'"{card}"' for card in deck), "a deck")
    for row in DealSecret.objects.filter(match=match):
        _hide_fairness(world, {**row.fairness, "server_seed": bytes(row.server_seed).hex()})


def _hide_fairness(world: World, block: dict[str, Any]) -> None:
    world.hide(block["server_seed"], "a seed")
    for nonce in block["nonces"]:
        if nonce and set(nonce) != {"0"}:
            world.hide(nonce, "a nonce")


def add_finished(world: World) -> None:
    """A match that everybody may see, and one that was private while it ran."""
    names = ("former", "rival")
    players = [world.player(name) for name in names]
    for days, name in enumerate(("finished", "finished_private")):
        log = log_of(names, seed=name)
        at = FIRST_DAY + timedelta(days=days)
        match = store_match(log=log, players=players, started_at=at, finished_at=at)
        world.objects[name] = {"match": match.public_id}
    Match.objects.filter(public_id=world.objects["finished_private"]["match"]).update(public=False)
    first = Match.objects.get(public_id=world.objects["finished"]["match"])
    analysed(first)
    puzzle = puzzled(SHOWN_DAY).mistake
    PlayerTile.objects.create(
        player=world.player("former"), tile="claim", match=first, won_at=FIRST_DAY
    )
    own = Mistake.objects.exclude(pk=puzzle.pk).first() or puzzle
    Mistake.objects.filter(pk=own.pk).update(player=world.player("former"))
    world.objects["own_exercise"] = {"pk": str(own.pk), "exercise": str(own.pk)}
    club = club_of(world.player("former"))
    world.objects["club_only"] = {"table": _table(world, "seated", club=club).public_id}
    pairs = [world.player(who) for who in ("former", "rival", "staff", "superuser")]
    log = log_of([one.name for one in pairs], options={"teams": "pairs"}, seed="pairs")
    store_match(log=log, players=pairs, started_at=FIRST_DAY, finished_at=FIRST_DAY)
    account_of(player=world.player("rival"))
    team = world.player("former").teams.get()
    puzzle_id = stored_puzzles(1)[0].public_id
    world.places = {
        **PATH_VALUES,
        "name": "Nameformer",
        "rival": "Namerival",
        "token": "nothing",
        "day": SHOWN_DAY.isoformat(),
        "hash": first.ruleset.hash,
        "ruleset_id": first.ruleset.hash[7:19],
        "preset": "ludoteka",
        "chapter": "trumps",
        "team": str(team.pk),
        "team_id": str(team.pk),
        "proposal": _proposal(world),
        "puzzle": puzzle_id,
        "puzzle_id": puzzle_id,
        "run_id": "none",
        "notification": _notification(world),
        "signed": LEAVE_LINK.path(world.player("member").pk).split("/")[-2],
        "week": "2026-10",
        "place": "page",
        "handle": "el-siete",
        "club": "el-siete",
        "language": "es",
        **_tournament(),
        **_league(),
        "deal": "1",
        "action": "withdraw",
        "size": "192",
        "key": "no-such-key",
        "uidb36": "a",
        "url": "no/such/page/",
        "app_label": "games",
    }


def _notification(world: World) -> str:
    """A notification of one person, which nobody else sees; its id."""
    member = world.player("member")
    notify(
        recipients=[member.pk],
        kind="message",
        text="followed",
        key="of-member",
        data={"actor": "notice-of-member"},
    )
    world.hide("notice-of-member", "what somebody was told", {"member"})
    return str(member.notifications.get(key="of-member").pk)


def _proposal(world: World) -> str:
    """A proposal of a team, which only its players see; its id."""
    proposal = propose_team(
        founder=world.player("member"), partners=[world.player("rival")], name="team-of-member"
    )
    world.hide("team-of-member", "the name of a proposed team", {"member", "rival"})
    return str(proposal.pk)


def add_days(world: World) -> None:
    """The deal of a day that is shown, today's, tomorrow's, and a try that is held back."""
    shown = daily_of(day=SHOWN_DAY)
    DailyDeal.objects.filter(pk=shown.pk).update(revealed_at=FIRST_DAY)
    now = timezone.now()
    today = day_of(now)
    for day in (today, today + timedelta(days=1)):
        _hide_fairness(world, daily_of(day=day).fairness)
    table = start_try(player=world.player("seated"), now=now)
    table.refresh_from_db()
    assert table.match is not None
    world.objects["today"] = {"table": table.public_id, "match": table.match.public_id}
    world.hide(table.public_id, "the id of a try", {"seated"}, {*STAFF} - {"staff"})
    world.objects["held"] = {"match": _held_try(world, now).public_id}
    world.objects["tomorrow"] = {"day": (today + timedelta(days=1)).isoformat()}


def _tournament() -> dict[str, str]:
    """A tournament of a series that everybody may enter; the public ids of both."""
    now = timezone.now()
    chosen = TournamentOptions(
        name="Open to all", format="swiss", preset="ludoteka", players=2,
        starts_at=now + timedelta(hours=2), every_days=7,
    )  # fmt: skip
    made = create_tournament(creator=None, chosen=chosen, now=now)
    assert made.series is not None
    series = made.series.public_id
    return {
        "tournament_id": made.public_id,
        "tournament": made.public_id,
        "series_id": series,
        "series": series,
    }


def _league() -> dict[str, str]:
    """A league whose first season runs, among people who have no account; its ids."""
    season = begun(4)
    fixture = str(season.fixtures.earliest("pk").pk)
    league = season.league.public_id
    return {"league_id": league, "league": league, "season": "1", "fixture": fixture, "time": "1"}


def _held_try(world: World, now: datetime) -> Match:
    """A try at today's deal that is over, while others still play the same cards."""
    match = start_try(player=world.player("former"), now=now).match
    assert match is not None
    names = [seat.player.name for seat in match.seats.select_related("player")]
    played = log_of(names, preset=match.preset, seed="held")
    return finish_match(match_id=match.pk, log=played, finished_at=now)


def add_words(world: World) -> None:
    """Notes on a match, and a complaint that moderators read."""
    match = Match.objects.get(public_id=world.objects["finished"]["match"])
    for who in ("former", "rival", "member"):
        text = f"note-of-{who}"
        ReviewNote.objects.create(player=world.player(who), match=match, place="d1t1c1", text=text)
        world.hide(text, f"a note of {who}", {who})
        subject = world.player("rival" if who == "former" else "former")
        on_player = f"note-on-player-of-{who}"
        PlayerNote.objects.create(author=world.player(who), subject=subject, text=on_player)
        world.hide(on_player, f"a note on a player of {who}", {who})
    report = send_report(
        player=world.player("member"),
        other=world.player("rival"),
        kind="insults",
        note="complaint-of-member",
    )
    world.objects["open_case"] = {"case_id": str(report.case_id)}
    warning = Verdict(measure="warning", rule="insults", text="reasons-for-member")
    action = decide_by_rule(player=world.player("member"), verdict=warning)
    world.places["statement_id"] = str(action.statement.pk)
    world.hide("reasons-for-member", "a statement of reasons", {"member"}, {"superuser"})
    moderators = {"moderator", "account_moderator", "superuser"}
    world.hide("complaint-of-member", "a complaint", {"member"}, moderators)


def add_messages(world: World) -> None:
    """A message between two people, which nobody else reads."""
    one, other = world.player("member"), world.player("rival")
    follow(player=one, other=other)
    follow(player=other, other=one)
    send_message(author=one, recipient=other, client_id="message-1", text="message-of-member")
    world.hide("message-of-member", "a message between two people", {"member", "rival"})

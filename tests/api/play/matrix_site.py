"""The site of the matrix of addresses by key: programs who play, and everybody who asks."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta

from django.test import AsyncClient
from django.utils import timezone

from games.models import Mistake, Player, TableSeat
from games.puzzles.selectors.exercises import position_of
from games.puzzles.services.runs import start_run
from games.services.direct_messages import send_message
from games.services.invitations import invite
from games.services.players import player_for
from games.services.social import follow
from games.services.tables import TableOptions, open_table
from games.services.teams import answer_proposal, propose_team
from games.tournaments.services import ticker
from games.tournaments.services.creating import TournamentOptions, create_tournament
from games.tournaments.services.entries import enter
from tests.analysis.analysed import analysed, puzzled
from tests.clubs.builders import club_of
from tests.live.keys import program, table_for
from tests.puzzles.rules.support import right_of, stored_puzzles
from tests.stats.support import stored
from tests.support.example_league import ExampleLeague, example_league

NO_KEY = ("nobody", "guest", "user", "staff")
KEYS = ("person", "reader", "opener", "stranger", "player")
"""A person's key; of programs: one to read, one to open tables, one of somebody else, one's own."""
WHO = (*NO_KEY, *KEYS)
DAY = "2026-06-01"


@dataclass
class Site:
    """Two programs who play, a table that waits, and everybody who asks."""

    table: str = ""
    waiting: str = ""
    invitation: str = ""
    clients: dict[str, AsyncClient] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    secrets: dict[str, set[str]] = field(default_factory=dict)
    """What nobody but these may be told."""
    event: str = ""
    """A tournament whose check-in is open, and which the player has entered."""
    team: int = 0
    """A team of the player's, and a proposal to the player."""
    proposal: int = 0
    seat_invitation: int = 0
    league: ExampleLeague | None = None
    """A league in which the player has a match for each step."""
    exercise: int = 0
    """One of the player's mistakes,"""
    puzzle: str = ""
    """a rated puzzle,"""
    run: str = ""
    """a run of puzzles of the player's,"""
    cards: dict[str, str] = field(default_factory=dict)
    """and a card or choice to answer with, by operation."""


def make_site() -> Site:
    made = Site()
    scopes = {
        "person": ("read", "tables", "play", "messages"),
        "reader": ("read",),
        "opener": ("tables",),
    }
    users = {}
    for who in WHO[1:]:
        user, key = program(
            f"Login{who}", scopes.get(who, ("read", "tables", "play")), bot=who in KEYS[1:]
        )
        user.email = f"mail-{who}@private.example"
        user.is_guest, user.is_staff = who == "guest", who == "staff"
        user.save()
        users[who] = user
        made.clients[who] = AsyncClient()
        if who in KEYS:
            made.keys[who] = key
        else:
            made.clients[who].force_login(
                user, backend="allauth.account.auth_backends.AuthenticationBackend"
            )
        made.secrets |= {user.email: set(), key: set(), user.password or key: set()}
    made.clients["nobody"] = AsyncClient()
    rival, _key = program("Rival")
    made.table = table_for(users["player"], rival).public_id
    waits = table_for(users["player"], rival, start=False)
    free = waits.seats.get(seat=1)
    TableSeat.objects.filter(pk=free.pk).update(player=None)
    made.waiting, made.invitation = waits.public_id, free.invite
    set_event(made, player_for(users["player"]))
    set_teams(made, player_for(users["player"]), player_for(rival))
    club_of(player_for(rival))
    set_messages(made, player_for(users["person"]))
    set_exercises(made, player_for(users["player"]))
    set_puzzles(made, player_for(users["player"]))
    set_invitation(made, player_for(users["player"]), player_for(rival))
    made.league = example_league(player_for(users["player"]))
    made.secrets[free.invite] = {"player"}
    return made


def set_event(made: Site, player: Player) -> None:
    """A tournament that programs may enter, with this player in it."""
    now = timezone.now()
    chosen = TournamentOptions(
        name="Open", format="swiss", preset="ludoteka", players=2, programs="welcome",
        starts_at=now + timedelta(minutes=10),
    )  # fmt: skip
    event = create_tournament(creator=None, chosen=chosen, now=now)
    enter(tournament=event, player=player, now=now)
    ticker.tick(now=now)
    made.event = event.public_id


def set_teams(made: Site, player: Player, rival: Player) -> None:
    """A team of this player, somebody else to ask, and a proposal of the rival's."""
    mate, _friend = (player_for(program(name)[0]) for name in ("Mate", "Friend"))
    founded = answer_proposal(
        proposal=propose_team(founder=mate, partners=[player]), player=player, agree=True
    )
    assert founded is not None
    made.team = founded.pk
    made.proposal = propose_team(founder=rival, partners=[player], name="name-of-proposal").pk
    made.secrets["name-of-proposal"] = {"player"}


def set_invitation(made: Site, player: Player, rival: Player) -> None:
    """An invitation of this player to a table of the rival's."""
    chosen = TableOptions(preset="catalan", players=2, programs="casual", name="name-of-table")
    table = open_table(host=rival, chosen=chosen)
    made.seat_invitation = invite(table=table, inviter=rival, invited=player).pk
    made.secrets["invites you to a table: name-of-table"] = {"player"}


def set_messages(made: Site, person: Player) -> None:
    """Somebody who writes to this person, and whom the person may write to."""
    pal = player_for(program("Pal", bot=False)[0])
    follow(player=pal, other=person)
    follow(player=person, other=pal)
    send_message(author=pal, recipient=person, client_id="from-pal", text="words-of-pal")
    made.secrets["words-of-pal"] = {"person"}


def set_exercises(made: Site, player: Player) -> None:
    """A mistake of this player, and the puzzle of a day."""
    analysed(stored())
    puzzle = puzzled(date.fromisoformat(DAY)).mistake
    mistake = Mistake.objects.exclude(pk=puzzle.pk).latest("loss")
    Mistake.objects.filter(pk=mistake.pk).update(player=player)
    made.exercise = mistake.pk
    for operation, one in (("answer_exercise", mistake), ("answer_puzzle", puzzle)):
        position = position_of(one)
        assert position is not None
        made.cards[operation] = position["legal"][0]


def set_puzzles(made: Site, player: Player) -> None:
    """Rated puzzles, more than are answered, and a run of this player."""
    asked_for = stored_puzzles(2)[0]
    made.puzzle = asked_for.public_id
    made.cards["answer_rated_puzzle"] = right_of(asked_for)
    made.run = start_run(player=player, mode="rush", now=timezone.now()).public_id

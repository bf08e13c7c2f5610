"""Teams of two or three: proposed, founded once all have agreed, renamed, and dissolved.

Every step locks the rows of the players, in the order of their ids, so that steps at the same moment
come one after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.faces import FACES
from games.common.errors import TeamError
from games.conduct.chat_filter import has_link, is_bad
from games.models import (
    Block,
    NotificationKind,
    Player,
    Team,
    TeamPlayer,
    TeamProposal,
    TeamProposalPlayer,
)
from games.models.people import PlayerKind
from games.rules_text.playing import SIGNS
from games.services.chat import tidy
from games.services.notifications import notify

TEAM_SIZES: Final = (2, 3)
"""Numbers of players that a team may have."""
MAX_PROPOSALS: Final = 10
"""Maximum number of a player's team proposals that wait for answers at a time."""
MAX_TEAMS: Final = 50
"""Maximum number of founded teams of one player."""
MAX_NAME: Final = 40
"""Maximum number of characters of a team's name."""


@transaction.atomic
def propose_team(
    *, founder: Player, partners: Sequence[Player], name: str = "", face: str = ""
) -> TeamProposal:
    """Ask partners to found a team; it is founded once all of them have agreed.

    Where one of them has proposed the same team, this agrees to it.

    Raises:
        TeamError: `registered_only` for a guest, `bad_partners` for a wrong number of them, somebody
            named twice or a bot, `not_welcome` where one has blocked another, `already_founded`,
            `bad_name`, `bad_face`, `too_many_proposals` or `too_many_teams`.
    """
    everybody = sorted({founder.pk, *(partner.pk for partner in partners)})
    if len(everybody) != len(partners) + 1 or len(everybody) not in TEAM_SIZES:
        raise TeamError("bad_partners")
    people = lock_players(everybody)
    _require_people(people)
    _require_no_blocks(everybody)
    key = team_key(everybody)
    if Team.objects.filter(key=key, founded_at__isnull=False, dissolved_at=None).exists():
        raise TeamError("already_founded")
    running = TeamProposal.objects.filter(key=key).first()
    if running is not None:
        answer_proposal(proposal=running, player=founder, agree=True)
        return running
    _require_room(founder)
    name, face = checked_name(name), checked_face(face)
    proposal = TeamProposal.objects.create(key=key, founder=founder, name=name, face=face)
    TeamProposalPlayer.objects.bulk_create(
        TeamProposalPlayer(proposal=proposal, player_id=player, agreed=player == founder.pk)
        for player in everybody
    )
    _tell(proposal, [partner.pk for partner in partners])
    return proposal


def _tell(proposal: TeamProposal, partners: Sequence[int]) -> None:
    """Notify the partners (row ids) that a team is proposed to them."""
    notify(
        recipients=partners,
        kind=NotificationKind.TEAM_PROPOSED,
        text="team_proposed",
        key=f"team-proposal:{proposal.pk}",
        data={"actor": proposal.founder.name},
        url="/teams/",
        actor=proposal.founder,
    )


@transaction.atomic
def answer_proposal(
    *, proposal: TeamProposal, player: Player, agree: bool, now: datetime | None = None
) -> Team | None:
    """Agree to a proposed team or refuse it; return the team once everybody has agreed.

    A refusal ends the proposal. The founder takes the proposal back by refusing it.

    Raises:
        TeamError: `not_invited` where nobody has asked the player, or the proposal is over, or
            `too_many_teams`.
    """
    people = TeamProposalPlayer.objects.filter(proposal=proposal)
    lock_players(people.values_list("player", flat=True))
    open_proposal = TeamProposal.objects.filter(pk=proposal.pk).first()
    mine = people.filter(player=player).first()
    if open_proposal is None or mine is None:
        raise TeamError("not_invited")
    if not agree:
        open_proposal.delete()
        return None
    if founded_teams(player) >= MAX_TEAMS:
        raise TeamError("too_many_teams")
    people.filter(player=player).update(agreed=True)
    if people.filter(agreed=False).exists():
        return None
    return _found(open_proposal, now or timezone.now())


def _found(proposal: TeamProposal, now: datetime) -> Team:
    """Found a proposed team to which all have agreed; a team that existed keeps its figures."""
    players = list(proposal.people.values_list("player", flat=True))
    team, _created = Team.objects.get_or_create(key=proposal.key)
    team.players.add(*players)
    team.name, team.face = proposal.name, proposal.face
    team.founded_at, team.dissolved_at = now, None
    team.save(update_fields=["name", "face", "founded_at", "dissolved_at"])
    proposal.delete()
    return team


@transaction.atomic
def change_team(
    *, team: Team, player: Player, name: str, face: str, signs: Sequence[str] = ()
) -> None:
    """Set a founded team's name, its face (a tile of FACES), and the signs that it declares.

    Raises:
        TeamError: `not_member`, `not_founded`, `bad_name`, `bad_face` or `bad_signs`.
    """
    team = lock_own_team(team, player)
    team.name, team.face = checked_name(name), checked_face(face)
    if not set(signs) <= set(SIGNS):
        raise TeamError("bad_signs")
    team.signs = [sign for sign in SIGNS if sign in signs]
    team.save(update_fields=["name", "face", "signs"])


@transaction.atomic
def dissolve_team(*, team: Team, player: Player, now: datetime | None = None) -> None:
    """Dissolve a founded team; its matches and figures stay, under the names of its players.

    Raises:
        TeamError: `not_member` or `not_founded`.
    """
    team = lock_own_team(team, player)
    team.name, team.face, team.signs = "", "", []
    team.dissolved_at = now or timezone.now()
    team.save(update_fields=["name", "face", "signs", "dissolved_at"])


@transaction.atomic
def leave_all_teams(*, user_id: int) -> None:
    """Dissolve the teams of an account that is deleted, and end its proposals."""
    # every other step of a team locks all its players, so nothing changes meanwhile
    player = Player.objects.select_for_update().filter(user=user_id).first()
    if player is None:
        return
    own = TeamPlayer.objects.filter(player=player).values("team")
    Team.objects.filter(pk__in=own, founded_at__isnull=False, dissolved_at=None).update(
        name="", face="", signs=[], dissolved_at=timezone.now()
    )
    asked = TeamProposalPlayer.objects.filter(player=player).values("proposal")
    TeamProposal.objects.filter(pk__in=list(asked.values_list("proposal", flat=True))).delete()


def lock_own_team(team: Team, player: Player) -> Team:
    """Lock a founded team of a player until the transaction ends, and return its current row.

    Rows that name the team do not wait for it.

    Raises:
        TeamError: `not_member` or `not_founded`.
    """
    team = Team.objects.select_for_update(no_key=True).get(pk=team.pk)
    if not TeamPlayer.objects.filter(team=team, player=player).exists():
        raise TeamError("not_member")
    if not team.is_founded:
        raise TeamError("not_founded")
    return team


def team_key(players: Iterable[int]) -> str:
    """Return the key of a team, made from its players' row ids.

    >>> team_key([12, 3])
    '3-12'
    """
    return "-".join(map(str, sorted(players)))


def founded_teams(player: Player) -> int:
    """Return the number of founded teams that a player belongs to."""
    own = Team.objects.filter(players=player, founded_at__isnull=False, dissolved_at=None)
    return own.count()


def lock_players(players: Iterable[int]) -> list[Player]:
    """Lock players (row ids) until the transaction ends, in the order of their ids.

    Rows that name the players do not wait: a block locks one of them and then names the other.
    """
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=list(players))
    return list(rows.order_by("pk"))


def _require_people(people: Sequence[Player]) -> None:
    """Refuse guests, bots and deleted accounts as members of a team.

    Raises:
        TeamError: `registered_only` or `bad_partners`.
    """
    for player in people:
        if player.bot or player.user_id is None:
            raise TeamError("bad_partners")
        if player.kind == PlayerKind.GUEST:
            raise TeamError("registered_only")


def _require_no_blocks(players: Sequence[int]) -> None:
    """Refuse a team whose players (row ids) include one who has blocked another.

    Raises:
        TeamError: `not_welcome`.
    """
    if Block.objects.filter(blocker__in=players, blocked__in=players).exists():
        raise TeamError("not_welcome")


def _require_room(founder: Player) -> None:
    """Refuse a founder who has too many proposals or teams already.

    Raises:
        TeamError: `too_many_proposals` or `too_many_teams`.
    """
    if TeamProposal.objects.filter(founder=founder).count() >= MAX_PROPOSALS:
        raise TeamError("too_many_proposals")
    if founded_teams(founder) >= MAX_TEAMS:
        raise TeamError("too_many_teams")


def checked_name(name: str) -> str:
    """Return a team's name cleaned up for storage; "" stands for the names of its players.

    Raises:
        TeamError: `bad_name` for one that is too long, a link, or offends.
    """
    tidied = tidy(name)
    if len(tidied) > MAX_NAME or is_bad(tidied) or has_link(tidied):
        raise TeamError("bad_name")
    return tidied


def checked_face(face: str) -> str:
    """Return a team's face (one of FACES) for storage; "" for a face derived from its players.

    Raises:
        TeamError: `bad_face`.
    """
    if face and face not in FACES:
        raise TeamError("bad_face")
    return face

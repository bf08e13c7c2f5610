"""Founding, changing and dissolving clubs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.scripts import is_in_one_script
from accounts.skeletons import name_skeleton
from games.clubs.models import (
    Club,
    ClubChallenge,
    ClubFigures,
    ClubInvitation,
    ClubLink,
    ClubMember,
    ClubRequest,
    ClubSearchTail,
)
from games.clubs.models.clubs import ClubEntry, ClubRole
from games.clubs.models.events import ChallengeState
from games.clubs.rules.handles import is_handle, search_tails
from games.clubs.rules.rights import ALL_RIGHTS, Right
from games.clubs.services.access import (
    MAX_JOINED,
    NEW_ACCOUNT,
    account_age,
    lock_club,
    lock_player,
    member_of,
    require_person,
    require_right,
    write_log,
)
from games.common.card_names import CARD_NAMES
from games.common.errors import ClubError
from games.conduct.chat_filter import has_link, is_bad
from games.models import Player, Seat
from games.services.chat import tidy

MIN_MATCHES: Final = 20
"""Finished matches from which a player may found a club."""
MAX_OWNED: Final = 2
"""Clubs that one player may own."""
MAX_NAME: Final = 40
MAX_DESCRIPTION: Final = 500
MAX_PLACE: Final = 40
EMBLEMS: Final = tuple(code for code in CARD_NAMES if code[0] in "OCEB")
"""Codes of the cards that can be an emblem."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubOptions:
    """Settings of a club, chosen by members with the right `settings`."""

    name: str
    description: str = ""
    emblem: str = "O7"
    entry: str = ClubEntry.REQUEST
    members_visible: bool = True
    talk_public: bool = False
    tables_closed: bool = True
    language: str = ""
    place: str = ""

    def checked(self) -> ClubOptions:
        """Return a copy of these settings with texts tidied for storing, if all are allowed.

        Raises:
            ClubError: `bad_name`, `bad_words` in the description or place, `bad_emblem`,
                `bad_entry` or `bad_language`.
        """
        name = _checked_name(self.name)
        if self.emblem not in EMBLEMS:
            raise ClubError("bad_emblem")
        if self.entry not in ClubEntry.values:
            raise ClubError("bad_entry")
        if self.language and self.language not in dict(settings.LANGUAGES):
            raise ClubError("bad_language")
        return ClubOptions(
            name=name,
            description=_checked_words(self.description, MAX_DESCRIPTION),
            emblem=self.emblem,
            entry=self.entry,
            members_visible=self.members_visible,
            talk_public=self.talk_public,
            tables_closed=self.tables_closed,
            language=self.language,
            place=_checked_words(self.place, MAX_PLACE),
        )


def _is_unfit(text: str) -> bool:
    """Return True if a text for a club is offensive or contains a link."""
    return is_bad(text) or has_link(text)


def _is_in_one_script(name: str) -> bool:
    """Return True if all letters and digits of a name are of one script, such as Latin."""
    letters = "".join(char for char in name if char.isalnum())
    return bool(letters) and is_in_one_script(letters)


def _checked_name(text: str) -> str:
    """Return a club's name, tidied for storing. Raises ClubError `bad_name`."""
    name = tidy(text, MAX_NAME + 1)
    if not 3 <= len(name) <= MAX_NAME or _is_unfit(name) or not _is_in_one_script(name):
        raise ClubError("bad_name")
    return name


def _checked_words(text: str, longest: int) -> str:
    """Return a club's text, tidied for storing. Raises ClubError `bad_words`."""
    words = tidy(text, longest + 1)
    if len(words) > longest or _is_unfit(words):
        raise ClubError("bad_words")
    return words


@transaction.atomic
def found_club(
    *, founder: Player, handle: str, chosen: ClubOptions, now: datetime | None = None
) -> Club:
    """Found a club whose owner is the founder; it locks the founder's row.

    Raises:
        ClubError: `registered_only`, `people_only`, `too_new` for an account under 7 days or with less than 20
            finished matches, `too_many_owned`, `too_many_clubs`, `bad_handle`, `handle_taken`, or
            a code of `ClubOptions.checked`.
    """
    now = now or timezone.now()
    founder = lock_player(founder)
    _require_may_found(founder, now)
    if not is_handle(handle) or is_bad(handle.replace("-", " ")):
        raise ClubError("bad_handle")
    fields = asdict(chosen.checked())
    try:
        with transaction.atomic():
            club = Club.objects.create(
                handle=handle,
                look=name_skeleton(handle.replace("-", "")),
                created_at=now,
                member_count=1,
                size=int(chosen.members_visible),
                **fields,
            )
    except IntegrityError as error:
        raise ClubError("handle_taken") from error
    ClubMember.objects.create(
        club=club,
        player=founder,
        role=ClubRole.OWNER,
        rights=ALL_RIGHTS,
        joined_at=now,
        last_active=now,
    )
    _write_tails(club)
    write_log(club=club, kind="founded", actor=founder, now=now)
    return club


def why_not_found(player: Player, now: datetime | None = None) -> str:
    """Return the code of the reason why a player may not found a club now; "" if they may."""
    try:
        _require_may_found(player, now or timezone.now())
    except ClubError as error:
        return error.code
    return ""


def _require_may_found(founder: Player, now: datetime) -> None:
    """Raise an error for guests, new accounts, and owners of many clubs as founders.

    The founder's row is locked.
    """
    require_person(founder)
    played = Seat.objects.filter(player=founder, finished_at__isnull=False)[:MIN_MATCHES]
    if account_age(founder, now) < NEW_ACCOUNT or len(played.values_list("pk")) < MIN_MATCHES:
        raise ClubError("too_new")
    memberships = ClubMember.objects.filter(player=founder)
    require_few_owned(founder)
    if memberships.count() >= MAX_JOINED:
        raise ClubError("too_many_clubs")


def require_few_owned(player: Player) -> None:
    """Raise an error for a locked player who owns the most clubs that one may own.

    Raises:
        ClubError: `too_many_owned`.
    """
    owned = ClubMember.objects.filter(player=player, role=ClubRole.OWNER)
    if owned.count() >= MAX_OWNED:
        raise ClubError("too_many_owned")


def _write_tails(club: Club) -> None:
    """Store the texts that find a club in searches, in place of the old ones."""
    club.tails.all().delete()
    ClubSearchTail.objects.bulk_create(
        ClubSearchTail(club=club, text=text) for text in search_tails(club.name, club.handle)
    )


@transaction.atomic
def change_club(
    *, club: Club, player: Player, chosen: ClubOptions, now: datetime | None = None
) -> Club:
    """Change a club's settings, for a player who has the right `settings`; it locks the club.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, or a code of `ClubOptions.checked`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    require_right(club, player, Right.SETTINGS)
    fields = asdict(chosen.checked())
    changed = [name for name, value in fields.items() if getattr(club, name) != value]
    if not changed:
        return club
    for name in changed:
        setattr(club, name, fields[name])
    club.size = club.member_count if club.members_visible else 0
    club.save(update_fields=[*changed, "size"])
    if "name" in changed:
        _write_tails(club)
    write_log(club=club, kind="settings", actor=player, note=",".join(changed), now=now)
    return club


@transaction.atomic
def dissolve_club(*, club: Club, player: Player, now: datetime | None = None) -> None:
    """Dissolve a club, for its owner; it locks the club.

    Raises:
        ClubError: `no_such_club`, `not_member` or `not_owner`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    if member_of(club, player).role != ClubRole.OWNER:
        raise ClubError("not_owner")
    end_club(club=club, actor=player, now=now)


def end_club(*, club: Club, actor: Player | None, now: datetime) -> None:
    """Dissolve a locked club: remove members, requests, links, and close all open matters."""
    figures = ClubFigures.objects.filter(club=club)  # locked first, as the end of a match does it
    list(figures.select_for_update().order_by("player").values_list("pk"))
    figures.update(listed=False)
    write_log(club=club, kind="dissolved", actor=actor, now=now)
    for model in (ClubMember, ClubRequest, ClubLink, ClubSearchTail):
        model._default_manager.filter(club=club).delete()
    invitations = ClubInvitation.objects.filter(club=club, answered_at=None)
    invitations.update(answered_at=now)  # the rows stay, as they count for the limit of a day
    waiting = ClubChallenge.objects.filter(state=ChallengeState.PROPOSED)
    waiting.filter(club=club).update(state=ChallengeState.WITHDRAWN)
    waiting.filter(rival=club).update(state=ChallengeState.REFUSED)
    club.dissolved_at, club.member_count, club.size = now, 0, 0
    club.save(update_fields=["dissolved_at", "member_count", "size"])

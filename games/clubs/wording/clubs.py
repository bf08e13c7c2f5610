"""Clubs in words: roles, rights, ways in, seasons, rules, and the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clubs.models import Club, ClubLog, ClubRuleset
from games.clubs.models.clubs import ClubEntry, ClubRole
from games.clubs.models.events import ChallengeKind
from games.clubs.rules.rights import Right
from games.clubs.rules.seasons import last_day, quarter
from games.models import Table
from games.models.tables import TableStatus
from games.pages.wording.tables import rule_chips
from games.rules_text import preset_title
from games.rules_text.choice import Choice
from games.selectors.rulesets import changes_of
from games.services.rulesets import engine_ruleset

ROLE_WORDS: Final[Mapping[str, Promise]] = {
    ClubRole.OWNER: gettext_lazy("presides"),
    ClubRole.ADMIN: gettext_lazy("organises"),
    ClubRole.OFFICER: gettext_lazy("helps"),
}
"""Role -> the word beside a member's name."""
ROLE_NAMES: Final[Mapping[str, Promise]] = {
    ClubRole.OWNER: gettext_lazy("Owner"),
    ClubRole.ADMIN: gettext_lazy("Admin"),
    ClubRole.OFFICER: gettext_lazy("Officer"),
    ClubRole.MEMBER: gettext_lazy("Member"),
}
ENTRY_NAMES: Final[Mapping[str, Promise]] = {
    ClubEntry.OPEN: gettext_lazy("Open to everybody"),
    ClubEntry.REQUEST: gettext_lazy("On request"),
    ClubEntry.INVITATION: gettext_lazy("By invitation"),
}
RIGHT_NAMES: Final[Mapping[Right, Promise]] = {
    Right.SETTINGS: gettext_lazy("Change name, words and emblem"),
    Right.REQUESTS: gettext_lazy("Answer requests and invite"),
    Right.KICK: gettext_lazy("Remove members"),
    Right.BAN: gettext_lazy("Keep players out"),
    Right.ROLES: gettext_lazy("Give roles and rights"),
    Right.ANNOUNCE: gettext_lazy("Tell all members something"),
    Right.TABLES: gettext_lazy("Open tables for the club"),
    Right.RULESETS: gettext_lazy("Keep the club's rules"),
    Right.EVENTS: gettext_lazy("Announce events and challenge clubs"),
    Right.TALK: gettext_lazy("Hide posts"),
}
CHALLENGE_NAMES: Final[Mapping[str, Promise]] = {
    ChallengeKind.PLAYERS: gettext_lazy("Head to head; the best four count"),
    ChallengeKind.PAIRS: gettext_lazy("Pairs; the best three count"),
}
SEASON_TITLES: Final = (
    gettext_lazy("Winter season %(year)s"),
    gettext_lazy("Spring season %(year)s"),
    gettext_lazy("Summer season %(year)s"),
    gettext_lazy("Autumn season %(year)s"),
)
LOG_SENTENCES: Final[Mapping[str, Promise]] = {
    "founded": gettext_lazy("%(actor)s founded the club"),
    "joined": gettext_lazy("%(player)s came"),
    "left": gettext_lazy("%(actor)s left"),
    "kicked": gettext_lazy("%(actor)s removed %(player)s"),
    "banned": gettext_lazy("%(actor)s keeps %(player)s out"),
    "unbanned": gettext_lazy("%(actor)s lets %(player)s in again"),
    "role": gettext_lazy("%(actor)s gave %(player)s a role: %(note)s"),
    "rights": gettext_lazy("%(actor)s changed the rights of %(player)s"),
    "owner": gettext_lazy("The club is %(player)s's now"),
    "settings": gettext_lazy("%(actor)s changed the settings"),
    "link": gettext_lazy("%(actor)s made or revoked a link"),
    "rules": gettext_lazy("%(actor)s changed the club's rules: %(note)s"),
    "news": gettext_lazy("%(actor)s told the members something"),
    "challenge": gettext_lazy("%(actor)s: challenge with %(note)s"),
    "dissolved": gettext_lazy("%(actor)s dissolved the club"),
}


def log_line(entry: ClubLog) -> str:
    """Return an entry of a club's log as a sentence; deleted accounts are not named."""
    nobody = _("somebody who is gone")
    actor = entry.actor.name if entry.actor else nobody
    note = str(ROLE_NAMES.get(entry.note, entry.note)) if entry.kind == "role" else entry.note
    player = entry.player.name if entry.player else actor
    return str(LOG_SENTENCES.get(entry.kind, "")) % {"actor": actor, "player": player, "note": note}


def season_title(season: int) -> str:
    """Return the name of a club season, by its number: `Autumn season 2026`."""
    year, number = quarter(season)
    return str(SEASON_TITLES[number - 1]) % {"year": year}


def season_context(season: int) -> dict[str, Any]:
    """Return template context: name and last day of a club season (its number)."""
    return {"season": season, "season_title": season_title(season), "season_ends": last_day(season)}


def rules_rows(club: Club, rules: Iterable[ClubRuleset]) -> list[dict[str, Any]]:
    """Return a dict for each ruleset that a club stores: name, changes, link to open a table."""
    rows = []
    for kept_rules in rules:
        ruleset = engine_ruleset(kept_rules.ruleset, kept_rules.players)
        options = kept_rules.ruleset.options
        changes = {**changes_of(kept_rules.ruleset.preset, options), "teams": options["teams"]}
        choice = Choice(ruleset.preset, kept_rules.players, changes)
        rows.append(
            {
                "id": kept_rules.pk,
                "name": kept_rules.name,
                "preset": preset_title(ruleset.preset),
                "players": kept_rules.players,
                "chips": rule_chips(ruleset),
                "hash": kept_rules.ruleset.hash,
                "link": f"{choice.link}&club={club.handle}",
            }
        )
    return rows


def table_rows(tables: Iterable[Table]) -> list[dict[str, Any]]:
    """Return a dict for each table of a club, for the club's page: game, names, free seats."""
    rows = []
    for table in tables:
        seats = sorted(table.seats.all(), key=lambda seat: seat.seat)
        rows.append(
            {
                "id": table.public_id,
                "title": table.name or preset_title(table.ruleset.preset),
                "game": preset_title(table.ruleset.preset),
                "waits": table.status == TableStatus.WAITING,
                "names": [seat.player.name for seat in seats if seat.player is not None],
                "free": sum(seat.player_id is None for seat in seats),
            }
        )
    return rows

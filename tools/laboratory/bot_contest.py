"""Contests between bots and storage of their matches, behind `manage.py play_bots`."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from brisca_site.base.progress import Progress
from games.bots import BOT_NAMES
from games.engine import OPTIONS, Rules, RulesetError, build_ruleset
from games.record.record import Json, Sitter, build_record
from tests.support.bot_figures import Figures
from tests.support.bot_matches import NO_TIME, Contest, PlayedMatch, bot_sitters, play_contest


def play_and_keep(contest: Contest, *, stored: bool, folder: Path | None) -> Figures:
    """Play a contest between bots; return its figures, such as wins and points.

    With `stored` the matches go to the database; with a `folder` their records are written to it.

    Raises:
        CommandError: the folder cannot be created.
    """
    keeper = _Keeper() if stored else None
    if folder is not None:
        _make_folder(folder)
    figures = Figures(contest)
    with Progress("matches", contest.total) as progress:
        for played in play_contest(contest, keeper.new_id if keeper else None):
            sitters = keeper.keep(contest, played) if keeper else bot_sitters(contest, played)
            figures.add(played)
            if folder is not None:
                moments = keeper.moments if keeper else (NO_TIME, NO_TIME)
                _write(folder, played, sitters, moments)
            progress.step()
    return figures


def contest_of(options: dict[str, Any]) -> Contest:
    """Return the contest that the options of `play_bots` describe.

    Raises:
        CommandError: an option is wrong; the message says which.
    """
    rules = _rules(options["preset"], options["players"], options["option"])
    bots = tuple(name.strip() for name in options["bots"].split(","))
    for name in bots:
        if name not in BOT_NAMES:
            raise CommandError(f"there is no bot {name!r}; there are {', '.join(BOT_NAMES)}")
    if len(bots) > rules.players:
        raise CommandError(f"{len(bots)} bots for {rules.players} seats")
    if options["matches"] < 1:
        raise CommandError("--matches must be 1 or more")
    return Contest(
        rules=rules,
        bots=bots,
        matches=options["matches"],
        seed=str(options["seed"]),
        duplicate=options["duplicate"],
        seeded_secrets=options["dry"],
    )


def _rules(preset: str, players: int, assignments: list[str]) -> Rules:
    """Return the rules of a preset with options changed by texts such as `claim=true`.

    Raises:
        CommandError: an option is unknown or its value is wrong.
    """
    changes = {}
    for text in assignments:
        name, sign, value = text.partition("=")
        if not sign:
            raise CommandError(f"--option {text!r}: write it as name=value")
        if name not in OPTIONS:
            near = difflib.get_close_matches(name, OPTIONS, n=3)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise CommandError(f"there is no option {name!r}{hint}")
        changes[name] = option_value(name, value)
    try:
        return build_ruleset(preset, players, changes).rules
    except RulesetError as error:
        raise CommandError(str(error)) from None


def option_value(name: str, text: str) -> Any:
    """Return the value that a text gives to an option; an invalid text is returned unchanged.

    The ruleset then refuses such a text.
    """
    option = OPTIONS[name]
    if option.kind == "chain":
        return [item.strip() for item in text.strip("[]").replace('"', "").split(",")]
    if option.kind == "enum":
        return {str(value): value for value in option.values}.get(text, text)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, bool | int | float) else text


class _Keeper:
    """Writer of a contest's matches into the database, as live play stores matches."""

    def __init__(self) -> None:
        from django.utils import timezone

        from games.models.matches import match_id

        self.new_id = match_id
        self._now = timezone.now
        self.moments = (self._now(), self._now())

    def keep(self, contest: Contest, played: PlayedMatch) -> list[Sitter]:
        """Store a match that has just been played; return its players by seat."""
        from games.services.match_ends import store_match
        from games.services.players import house_bot

        seats_by_level: Counter[str] = Counter()
        players = []
        for index in played.lineup:
            level = contest.bots[index]
            players.append(house_bot(level, seats_by_level[level]))
            seats_by_level[level] += 1
        self.moments = (self.moments[1], self._now())
        started_at, finished_at = self.moments
        store_match(log=played.log, players=players, started_at=started_at, finished_at=finished_at)
        return [Sitter(player.name, "bot") for player in players]


def _make_folder(folder: Path) -> None:
    """Create the folder for a contest's records, with its parents.

    Raises:
        CommandError: that is impossible.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot write to {folder}: {error.strerror}") from None


def _write(
    folder: Path,
    played: PlayedMatch,
    sitters: list[Sitter],
    moments: tuple[datetime, datetime],
) -> None:
    """Write the record of a match into a folder; its id is the file's name."""
    record: Json = build_record(
        played.log, sitters=sitters, started_at=moments[0], finished_at=moments[1]
    )
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    (folder / f"{played.log.match_id}.json").write_text(text + "\n", encoding="utf-8")

"""Contests between bots and storage of their matches, behind `manage.py play_bots`."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.bots import BOT_NAMES
from games.engine import OPTIONS, Rules, RulesetError, build_ruleset
from games.management.progress import Progress
from games.record.record import Json, Sitter, build_record
from tools.laboratory.bot_figures import Figures
from tools.laboratory.bot_matches import (
    NO_TIME,
    Contest,
    PlayedMatch,
    bot_sitters,
    play_contest,
)


def play_and_keep(contest: Contest, *, stored: bool, folder: Path | None) -> Figures:
    """Play a contest and return its figures.

    With `stored` the matches are stored in the database; `folder`, if given, gets the record of
    each.

    Raises:
        CommandError: where the folder cannot be made.
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
    """Return the contest that the options of `play_bots` ask for.

    Raises:
        CommandError: where the options are wrong; the text says which.
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


def _rules(preset: str, players: int, given: list[str]) -> Rules:
    """Return the rules of a preset with options changed; raise CommandError for wrong options."""
    changes = {}
    for text in given:
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
    """Return the value of an option from its text; text that is no value is returned as given.

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
    """Storage of matches in the database, as live play stores them."""

    def __init__(self) -> None:
        from django.utils import timezone

        from games.models.matches import match_id

        self.new_id = match_id
        self._now = timezone.now
        self.moments = (self._now(), self._now())

    def keep(self, contest: Contest, played: PlayedMatch) -> list[Sitter]:
        """Store a match that has just been played; return its sitters by seat."""
        from games.services.match_ends import store_match
        from games.services.players import house_bot

        seen: Counter[str] = Counter()
        players = []
        for index in played.lineup:
            level = contest.bots[index]
            players.append(house_bot(level, seen[level]))
            seen[level] += 1
        self.moments = (self.moments[1], self._now())
        started_at, finished_at = self.moments
        store_match(log=played.log, players=players, started_at=started_at, finished_at=finished_at)
        return [Sitter(player.name, "bot") for player in players]


def _make_folder(folder: Path) -> None:
    """Make a folder; raise CommandError where that is impossible."""
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
    """Write the record of a match into a folder, named after its id."""
    record: Json = build_record(
        played.log, sitters=sitters, started_at=moments[0], finished_at=moments[1]
    )
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    (folder / f"{played.log.match_id}.json").write_text(text + "\n", encoding="utf-8")

"""Play whole matches between bots, and say how strong they are."""

from __future__ import annotations

import difflib
import json
from argparse import ArgumentParser
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.bots import BOT_NAMES
from games.engine import OPTIONS, PRESETS, Rules, RulesetError, build_ruleset
from games.management.bot_figures import Figures
from games.management.bot_matches import Contest, PlayedMatch, play_contest
from games.management.progress import Progress
from games.record.record import Json, Sitter, build_record

NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands in the records of `--dry`, which are the same on every run."""


class Command(BaseCommand):
    """Plays K matches; with `--dry` nothing is stored."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--preset", default="ludoteka", metavar="NAME", help="one of " + ", ".join(PRESETS))
        add("--players", type=int, default=2, metavar="N", help="how many sit at the table (2)")
        add(
            "--option",
            action="append",
            default=[],
            metavar="name=value",
            help="change an option of the ruleset, as in match.target=1; may be given again",
        )
        add("--matches", type=int, default=10, metavar="K", help="how many matches (10)")
        add(
            "--bots",
            default="rules",
            metavar="A,B,...",
            help=f"of {', '.join(BOT_NAMES)}: one fills every seat, some are dealt round the sides",
        )
        add("--seed", default="0", metavar="S", help="the same seed plays the same again (0)")
        add(
            "--duplicate",
            action="store_true",
            help="play every deck again with the sides turned, once for each side",
        )
        add("--dry", action="store_true", help="without the database; decks from the seed too")
        add("--out", type=Path, metavar="DIR", help="write the record of every match there")
        add("--json", action="store_true", help="print one JSON object in place of the table")

    def handle(self, *args: Any, **options: Any) -> None:
        contest = contest_of(options)
        keeper = None if options["dry"] else _Keeper()
        out: Path | None = options["out"]
        if out is not None:
            _make_folder(out)
        figures = Figures(contest)
        with Progress("matches", contest.total) as progress:
            for played in play_contest(contest, keeper.new_id if keeper else None):
                sitters = keeper.keep(contest, played) if keeper else bot_sitters(contest, played)
                figures.add(played)
                if out is not None:
                    moments = keeper.moments if keeper else (NO_TIME, NO_TIME)
                    _write(out, played, sitters, moments)
                progress.step()
        told = json.dumps(figures.as_json()) if options["json"] else figures.as_table()
        self.stdout.write(told)


def contest_of(options: dict[str, Any]) -> Contest:
    """What the options ask for; CommandError says what is wrong with them."""
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
    """The value of an option as typed; what cannot be read is left for the ruleset to refuse."""
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


def bot_sitters(contest: Contest, played: PlayedMatch) -> list[Sitter]:
    """The names of the bots in a record that is kept nowhere: `rules 1`, `rules 2`, ..."""
    seen: Counter[str] = Counter()
    sitters = []
    for index in played.lineup:
        name = contest.bots[index]
        seen[name] += 1
        sitters.append(Sitter(f"{name} {seen[name]}", "bot"))
    return sitters


class _Keeper:
    """Stores matches as live play does."""

    def __init__(self) -> None:
        from django.utils import timezone

        from games.models.matches import match_id

        self.new_id = match_id
        self._now = timezone.now
        self.moments = (self._now(), self._now())

    def keep(self, contest: Contest, played: PlayedMatch) -> list[Sitter]:
        """Store a match that has just been played; gives who sat where."""
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
    record: Json = build_record(
        played.log, sitters=sitters, started_at=moments[0], finished_at=moments[1]
    )
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    (folder / f"{played.log.match_id}.json").write_text(text + "\n", encoding="utf-8")

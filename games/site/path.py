"""The path of learning: four legs of steps, and how far a visitor is on it.

Lessons, cards, signs and chapters are stored (`games/pages/path_progress.py`). Themes of puzzles and
the trees of the house are counted from the answers and the matches that are stored anyway.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.common.first_letters import lower_first
from games.common.house_bots import FIGUREHEADS
from games.engine import Card
from games.pages.path_progress import CARDS, SIGNS, chapter_step, progress_of
from games.pages.visitor import player_of
from games.pages.wording.guide import CHAPTERS
from games.pages.wording.path import (
    LEG_TITLES,
    MATCHES_TO_BEAT,
    THEME_CARDS,
    score_line,
    signs_line,
    solved_line,
    week_line,
)
from games.puzzles.pages.sign_exercises import SIGN_ROUNDS
from games.puzzles.selectors.theme_progress import ThemeProgress, theme_progress
from games.puzzles.wording.puzzles import theme_title
from games.selectors.house_figures import HouseScore, house_scores
from games.selectors.path import LESSON, StepProgress, stored_steps


class Step(NamedTuple):
    """A step of the path, with its picture: two cards, a sign or a tree of the house."""

    name: str
    title: str
    line: str
    url: str
    cards: tuple[Card, ...] = ()
    sign: str = ""
    """Name of the sign that is the step's picture; "" for another picture."""
    level: str = ""
    """Level of the house's bot to beat, which a press seats opposite; "" for a page to open."""
    done: bool = False
    begun: bool = False
    solved: int = 0
    """Puzzles of the step's theme that are solved."""
    puzzles: int = 0
    """Puzzles of the step's theme; 0 for a step that is no theme."""

    @property
    def within(self) -> str:
        """Return the title as it stands within a sentence; a tree's name keeps its capital."""
        return self.title if self.level else lower_first(self.title)


class Leg(NamedTuple):
    """A leg of the path: its steps, and how many of them are done."""

    name: str
    title: str
    steps: Sequence[Step]

    @property
    def done(self) -> int:
        """Return the number of steps that are done."""
        return sum(step.done for step in self.steps)

    @property
    def total(self) -> int:
        """Return the number of steps."""
        return len(self.steps)

    @property
    def begun(self) -> bool:
        """Return True if a step is begun or done."""
        return any(step.done or step.begun for step in self.steps)

    @property
    def solved(self) -> int:
        """Return the number of solved puzzles of all steps."""
        return sum(step.solved for step in self.steps)

    @property
    def puzzles(self) -> int:
        """Return the number of puzzles of all steps."""
        return sum(step.puzzles for step in self.steps)


class Path(NamedTuple):
    """The whole path of a visitor."""

    legs: Sequence[Leg]
    done: int
    total: int
    next_step: Step | None
    """The first step that is not done; None if all are."""
    week: str
    """Sentence about the steps of this week; "" without any."""
    hardest: Step | None
    """The theme of puzzles of which the smallest share is solved; None without answers."""

    @property
    def begun(self) -> bool:
        """Return True if any step is begun or done."""
        return any(leg.begun for leg in self.legs)


def path_of(request: HttpRequest) -> Path:
    """Return the path of a visitor, stranger or player, in at most four queries."""
    player = player_of(request)
    if player is not None:
        return path_with(stored_steps(player.pk), player.pk)
    return path_with(progress_of(request), None)


def path_with(stored: Mapping[str, StepProgress], player: int | None) -> Path:
    """Return the path of a player (row id; None for a stranger) whose stored steps are `stored`."""
    monday = _monday()
    themes = theme_progress(player, monday)
    scores = house_scores(player) if player is not None else {}
    legs = [
        _leg("start", start_steps(stored)),
        _leg("guide", guide_steps(stored)),
        _leg("puzzles", [_theme_step(progress) for progress in themes]),
        _leg("house", [house_step(level, scores.get(level)) for level in FIGUREHEADS]),
    ]
    return _path([leg for leg in legs if leg.steps], _week(stored, themes, monday), themes)


def _path(legs: Sequence[Leg], week: str, themes: Sequence[ThemeProgress]) -> Path:
    """Return the path of these legs."""
    steps = [step for leg in legs for step in leg.steps]
    return Path(
        legs,
        done=sum(step.done for step in steps),
        total=len(steps),
        next_step=next((step for step in steps if not step.done), None),
        week=week,
        hardest=_hardest(themes),
    )


def _leg(name: str, steps: Sequence[Step]) -> Leg:
    return Leg(name, str(LEG_TITLES[name]), steps)


def start_steps(stored: Mapping[str, StepProgress]) -> list[Step]:
    """Return the steps of the first leg: a first deal, the cards, the signs."""
    signs = stored.get(SIGNS, StepProgress())
    line = signs_line(signs.best, SIGN_ROUNDS)
    return [
        Step(
            LESSON, _("The first deal"), _("3 minutes, every card explained"), reverse("lesson"),
            cards=("O1", "O3"), done=_is_done(stored, LESSON),
        ),
        Step(
            CARDS, _("The cards"), _("Which wins, and what it counts"), reverse("learn_cards"),
            cards=("E12", "E11"), done=_is_done(stored, CARDS),
        ),
        Step(
            SIGNS, _("Signs"), line, reverse("sign_exercises"), sign="trump_three",
            done=_is_done(stored, SIGNS), begun=signs.best is not None,
        ),
    ]  # fmt: skip


def guide_steps(stored: Mapping[str, StepProgress]) -> list[Step]:
    """Return a step for each chapter of the guide."""
    return [
        Step(
            chapter_step(chapter.slug),
            str(chapter.title),
            str(chapter.short),
            reverse("guide_chapter", args=[chapter.slug]),
            cards=chapter.cards,
            done=_is_done(stored, chapter_step(chapter.slug)),
        )
        for chapter in CHAPTERS
    ]


def _is_done(stored: Mapping[str, StepProgress], step: str) -> bool:
    return stored.get(step, StepProgress()).done_at is not None


def _theme_step(progress: ThemeProgress) -> Step:
    """Return the step of a theme of puzzles."""
    return Step(
        progress.theme,
        theme_title(progress.theme),
        solved_line(progress.solved, progress.puzzles),
        f"{reverse('puzzle_next')}?theme={progress.theme}",
        cards=THEME_CARDS[progress.theme],
        done=progress.is_done,
        begun=progress.tried > 0,
        solved=progress.solved,
        puzzles=progress.puzzles,
    )


def house_step(level: str, score: HouseScore | None) -> Step:
    """Return the step of a level of the house: more matches won than lost, of at least five."""
    known = score or HouseScore()
    done = known.won > known.lost and known.won + known.lost >= MATCHES_TO_BEAT
    return Step(
        f"house-{level}",
        FIGUREHEADS[level],
        score_line(known, done=done),
        f"{reverse('learn')}#l-house",
        level=level,
        done=done,
        begun=score is not None,
    )


def _hardest(themes: Sequence[ThemeProgress]) -> Step | None:
    """Return the step of the theme of which the smallest share of answers was right."""
    tried = [progress for progress in themes if progress.tried]
    if not tried:
        return None
    return _theme_step(min(tried, key=lambda progress: progress.solved / progress.tried))


def _week(
    stored: Mapping[str, StepProgress], themes: Sequence[ThemeProgress], monday: datetime
) -> str:
    """Return in words what was learned since Monday."""
    chapters = sum(
        progress.done_at is not None and progress.done_at >= monday
        for step, progress in stored.items()
        if step.startswith(chapter_step(""))
    )
    return week_line(chapters, sum(progress.solved_lately for progress in themes))


def _monday() -> datetime:
    """Return the beginning of this week, Monday, in the zone of the site."""
    now = timezone.localtime()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight - timedelta(days=now.weekday())

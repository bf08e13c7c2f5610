"""The proposed next step in words: a sentence, and the link or the form by which it is taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.house_bots import FIGUREHEADS
from games.common.next_step import NextStep, StepKind, Value
from games.pages.forms.quick_play import FIRST_GAME
from games.pages.wording.guide import CHAPTERS, Chapter, chapter_of
from games.pages.wording.history import number
from games.puzzles.wording.puzzles import theme_title

EXCHANGE_CHAPTER: Final = "exchange"

Data: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class StepAct:
    """A proposed step as a page shows it: a sentence, and one button, a link or a form."""

    kind: str
    text: str
    label: str
    """Text of the button."""
    url: str
    """Address of the link, or of the form if there are `fields`."""
    fields: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Hidden fields of the form that takes the step; empty: a link takes it."""


def step_act(step: NextStep, game: str = FIRST_GAME) -> StepAct:
    """Return a step in the words of the active language; `game` is the key of the last game played."""
    text, label, url, fields = WORDS[step.kind](step.data, game)
    return StepAct(step.kind, text, label, url, fields)


def play_fields(level: str, game: str) -> dict[str, str]:
    """Return the fields of the form that starts a match against bots of a level."""
    return {"game": game, "level": level, "bots": "1"}


def bot_name(level: str) -> str:
    """Return the name of the bot that stands for a level of the house's bots."""
    return FIGUREHEADS[level]


Words: TypeAlias = tuple[str, str, str, Mapping[str, str]]
"""Sentence, text of the button, address, and fields of a form."""


def _play(text: str, level: str, game: str) -> Words:
    """Return the words of a step that is a match against the bot of a level."""
    label = _("Play %(bot)s") % {"bot": bot_name(level)}
    return text, label, reverse("play_now"), play_fields(level, game)


def _link(text: str, label: str, url: str) -> Words:
    return text, label, url, {}


def _friend_table(data: Data, _game: str) -> Words:
    text = _("%(player)s sits at a table with a free seat.") % data
    return _link(text, _("Sit down"), reverse("table", args=[data["table"]]))


def _rematch(data: Data, _game: str) -> Words:
    text = _("%(player)s wants another.") % data
    return _link(text, _("To the table"), reverse("table", args=[data["table"]]))


def _club_night(data: Data, _game: str) -> Words:
    text = _("Your partner’s club, %(club)s, plays tonight.") if data["partners"] else ""
    text = (text or _("Your club, %(club)s, plays tonight.")) % data
    return _link(text, _("See the event"), reverse("tournament", args=[data["event"]]))


def _first_match(data: Data, game: str) -> Words:
    level = str(data["level"])
    text = _("You know the rules: now a real match, against %(bot)s.") % {"bot": bot_name(level)}
    return _play(text, level, game)


def _try_card(data: Data, _game: str) -> Words:
    text = _("One card cost you %(points)s points: play it again.") % {"points": _points(data)}
    return _link(text, _("Try again"), reverse("exercise", args=[data["exercise"]]))


def _exchange(data: Data, _game: str) -> Words:
    text = ngettext(
        "You held the seven or the two %(times)s time and never changed it.",
        "You held the seven or the two %(times)s times and never changed it.",
        int(data["times"]),
    )
    return _link(text % data, *_chapter_link(chapter_of(EXCHANGE_CHAPTER)))


def _mistakes(data: Data, _game: str) -> Words:
    text = ngettext(
        "%(times)s mistake worth %(points)s points.",
        "%(times)s mistakes worth %(points)s points.",
        int(data["times"]),
    ) % {"times": data["times"], "points": _points(data)}
    url = f"{reverse('match', args=[data['match']])}#{data['at']}"
    return _link(text, _("See them"), url)


def _theme(data: Data, _game: str) -> Words:
    title = theme_title(str(data["theme"]))
    text = ngettext(
        "%(theme)s: %(times)s of the last ones missed.",
        "%(theme)s: %(times)s of the last ones missed.",
        int(data["times"]),
    ) % {"theme": title, "times": data["times"]}
    chapter = next((chapter for chapter in CHAPTERS if chapter.theme == data["theme"]), CHAPTERS[0])
    return _link(text, *_chapter_link(chapter))


def _easier_bot(data: Data, game: str) -> Words:
    text = _("%(played)s is strong: try %(bot)s.") % _bots(data)
    return _play(text, str(data["level"]), game)


def _stronger_bot(data: Data, game: str) -> Words:
    text = ngettext(
        "You won %(times)s: try %(bot)s.", "You won %(times)s: try %(bot)s.", int(data["times"])
    )
    return _play(text % {**_bots(data), "times": data["times"]}, str(data["level"]), game)


def _puzzle_run(data: Data, _game: str) -> Words:
    text = ngettext(
        "%(times)s right in a row: how far do you get?",
        "%(times)s right in a row: how far do you get?",
        int(data["times"]),
    )
    return text % data, _("Begin a streak"), reverse("puzzle_run_new"), {"mode": "streak"}


def _daily(_data: Data, _game: str) -> Words:
    text = _("The deal of the day: the same cards for everybody. Three minutes.")
    return _link(text, _("Play it"), reverse("daily"))


def _lesson(_data: Data, _game: str) -> Words:
    return _link(_("The lesson: a deal that explains itself."), _("Begin"), reverse("lesson"))


def _path(data: Data, _game: str) -> Words:
    return _link(_("Next on your way: %(title)s.") % data, _("Go on"), str(data["url"]))


def _event(data: Data, _game: str) -> Words:
    text = _("What comes next: %(name)s.") % data
    return _link(text, _("See the event"), reverse("tournament", args=[data["event"]]))


def _account(data: Data, _game: str) -> Words:
    text = ngettext(
        "You have played %(times)s match as a guest: keep it, with a name of your own.",
        "You have played %(times)s matches as a guest: keep them, with a name of your own.",
        int(data["times"]),
    )
    return _link(text % data, _("Make an account"), reverse("account_signup"))


def _exercises(_data: Data, _game: str) -> Words:
    return _link(
        _("Positions of your own matches wait for a second try."),
        _("Play them again"),
        reverse("exercises"),
    )


def _again(data: Data, game: str) -> Words:
    level = str(data["level"])
    return _play(_("Another with %(bot)s?") % {"bot": bot_name(level)}, level, game)


def _puzzle(_data: Data, _game: str) -> Words:
    text = _("Which card do you play? A puzzle takes a minute.")
    return _link(text, _("One puzzle"), reverse("puzzle_next"))


def _any_match(_data: Data, _game: str) -> Words:
    return _link(_("Fancy a match?"), _("To the lobby"), reverse("lobby"))


def _points(data: Data) -> str:
    """Return card points as text without decimals."""
    return number(float(data["points"]), 0)


def _bots(data: Data) -> dict[str, str]:
    """Return the names of the bot that was played and of the one that is proposed."""
    return {"played": bot_name(str(data["played"])), "bot": bot_name(str(data["level"]))}


def chapter_name(chapter: Chapter) -> str:
    """Return the number and title of a chapter: `Chapter 3: The seven and the two`."""
    names = {"number": CHAPTERS.index(chapter) + 1, "title": chapter.title}
    return _("Chapter %(number)s: %(title)s") % names


def _chapter_link(chapter: Chapter) -> tuple[str, str]:
    """Return the name and the address of a chapter of the guide."""
    return chapter_name(chapter), reverse("guide_chapter", args=[chapter.slug])


WORDS: Final[Mapping[StepKind, Callable[[Data, str], Words]]] = MappingProxyType(
    {
        StepKind.FRIEND_TABLE: _friend_table,
        StepKind.REMATCH: _rematch,
        StepKind.CLUB_NIGHT: _club_night,
        StepKind.FIRST_MATCH: _first_match,
        StepKind.TRY_CARD: _try_card,
        StepKind.EXCHANGE: _exchange,
        StepKind.MISTAKES: _mistakes,
        StepKind.THEME: _theme,
        StepKind.EASIER_BOT: _easier_bot,
        StepKind.PUZZLE_RUN: _puzzle_run,
        StepKind.DAILY: _daily,
        StepKind.LESSON: _lesson,
        StepKind.PATH: _path,
        StepKind.STRONGER_BOT: _stronger_bot,
        StepKind.EVENT: _event,
        StepKind.ACCOUNT: _account,
        StepKind.EXERCISES: _exercises,
        StepKind.AGAIN: _again,
        StepKind.PUZZLE: _puzzle,
        StepKind.PLAY: _any_match,
    }
)
"""The words of each kind of step."""

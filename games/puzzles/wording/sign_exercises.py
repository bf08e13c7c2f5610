"""Exercises on signs in words: the question, the solution, and its explanation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.common.card_names import card_name, suit_name
from games.lesson.sign_exercises import GIVE, PLAY, READ, SignExercise, exercise_rules
from games.rules_text import signs

if TYPE_CHECKING:
    from django.utils.functional import Promise

Json: TypeAlias = dict[str, Any]

_TITLES: Final[Mapping[str, Promise]] = {
    READ: _("What does your partner hold?"),
    GIVE: _("Which signs are true?"),
    PLAY: _("Which card do you play?"),
}
_REASONS: Final[Mapping[str, Promise]] = {
    "give_points": _(
        "Your partner plays last and has the ace of trumps, which no card beats: give the points."
    ),
    "play_low": _("Your partner asks for a low card: play neither a brisca nor a trump."),
    "take_with_trump": _(
        "No card of its suit beats an ace, and your partner has no trumps: only you can take it."
    ),
}
_SEATS: Final[Mapping[int, Promise]] = {3: _("opponent")}


def sign_exercise_context(exercise: SignExercise) -> Json:
    """Return the template context of an exercise on signs, without its solution."""
    return {
        "kind": exercise.kind,
        "seed": exercise.seed,
        "title": _TITLES[exercise.kind],
        "trump": exercise.trump,
        "trump_name": suit_name(exercise.trump),
        "turned": exercise.turned,
        "hand": exercise.hand,
        "sign": _sign_row(exercise.sign) if exercise.sign else None,
        "trick": [{"who": _SEATS[seat], "card": card} for seat, card in exercise.trick],
        "choices": [_choice(exercise, choice) for choice in exercise.choices],
    }


def judged_sign_exercise(exercise: SignExercise, answer: Iterable[str]) -> Json:
    """Return template context that judges an answer to an exercise on signs, with the reason."""
    chosen = [choice for choice in exercise.choices if choice in set(answer)]
    right = set(chosen) == exercise.right
    return {
        "right": right,
        "answer": ", ".join(_choice_words(exercise, choice) for choice in chosen),
        "hand": ", ".join(str(card_name(card)) for card in exercise.hand)
        if exercise.kind == GIVE
        else "",
        "reason": _reason(exercise),
    }


def _reason(exercise: SignExercise) -> str:
    """Return why an answer to an exercise on signs is right: the signs' meaning, or the rule."""
    if exercise.kind == PLAY:
        card = card_name(next(iter(exercise.right)))
        return f"{card}. {_REASONS[exercise.reason]}"
    rows = [_sign_row(name) for name in exercise.choices if name in exercise.right]
    meanings = "; ".join(f"{_meaning(exercise, row['name'])}: {row['gesture']}" for row in rows)
    if exercise.kind == READ:
        return _t("The sign means: %(sign)s.") % {"sign": meanings}
    return ngettext(
        "One sign is true: %(signs)s.", "These signs are true: %(signs)s.", len(rows)
    ) % {"signs": meanings}


def _choice(exercise: SignExercise, name: str) -> Json:
    """Return a choice of an exercise on signs as a dict: value, words, and gesture of a sign."""
    return {
        "value": name,
        "words": _choice_words(exercise, name),
        "gesture": _sign_row(name)["gesture"] if exercise.kind == GIVE else "",
    }


def _choice_words(exercise: SignExercise, name: str) -> str:
    """Return a card's name, or the meaning of a sign in the exercise's deal."""
    if exercise.kind == PLAY:
        return str(card_name(name))
    return _meaning(exercise, name)


def _meaning(exercise: SignExercise, name: str) -> str:
    """Return the meaning of a sign, with the name of the card that it stands for."""
    rules = exercise_rules().rules
    king, knight, jack = rules.figures
    ranks = {
        "trump_ace": rules.order[0],
        "trump_three": rules.order[1],
        "trump_king": king,
        "trump_knight": knight,
        "trump_jack": jack,
    }
    if name in ranks:
        return str(card_name(f"{exercise.trump}{ranks[name]}"))
    return _sign_row(name)["meaning"]


def _sign_row(name: str) -> dict[str, str]:
    """Return a sign's name, its meaning and its gesture."""
    sign = next(row for row in signs(exercise_rules()) if row[0] == name)
    return {"name": sign[0], "meaning": sign[1], "gesture": sign[2]}

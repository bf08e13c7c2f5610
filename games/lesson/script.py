"""The script of the lesson: its events, and the learner's tasks. The learner always has seat 0.

The cards lie as they are written here; all else follows from the rules. Notes are named here and
written in `games/pages/wording/lesson.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from games.engine import Action, ArmExchange, Card, PlayCard, Sign

LEARNER: Final = 0


@dataclass(frozen=True, slots=True)
class Tell:
    """Entry of the lesson's script: a note that is read before the lesson goes on."""

    note: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Entry of the lesson's script: a task for the learner, and notes on wrong cards."""

    note: str
    action: Action
    others: dict[Card, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Happens:
    """Entry of the lesson's script: an action of another seat than the learner's."""

    action: Action


@dataclass(frozen=True, slots=True)
class Skip:
    """Entry of the lesson's script: cards that all seats play while the learner only watches."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Free:
    """Entry of the lesson's script: from here the learner plays freely to the end of the deal."""

    note: str


Entry: TypeAlias = Tell | Ask | Happens | Skip | Free


@dataclass(frozen=True, slots=True)
class Scene:
    """Scene of the lesson: a deal, or its beginning; `names` are the other seats', from seat 1."""

    players: int
    options: dict[str, Any]
    names: tuple[str, ...]
    dealer: int
    deck: tuple[Card, ...]
    entries: tuple[Entry, ...]


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(text.split())


TWO_PLAYER_SCENE: Final = Scene(
    players=2,
    options={},
    names=("Roble",),
    dealer=0,
    deck=_cards(
        "C3 O7 B10 O4 C7 B5 O12 E6 E12 B6 E1 E5 O3 C10 O10 E11 O1 C5 B2 E7 "
        "O5 B11 C1 B4 C2 E4 C4 O2 O11 E10 C11 E3 B1 C6 B7 B3 C12 B12 O6 E2"
    ),
    entries=(
        Tell("hand"),
        Tell("trumps"),
        Ask("exchange", ArmExchange(LEARNER)),
        Happens(PlayCard(1, "C3")),
        Tell("briscas"),
        Ask("follow", PlayCard(LEARNER, "O4"), {"O7": "follow_seven", "B5": "follow_club"}),
        Tell("exchanged"),
        Ask("lead", PlayCard(LEARNER, "B5"), {"O12": "lead_trump", "E6": "lead_other"}),
        Happens(PlayCard(1, "B10")),
        Tell("order"),
        Happens(PlayCard(1, "E12")),
        Ask("ace", PlayCard(LEARNER, "E1"), {"E6": "ace_low", "O12": "ace_trump"}),
        Tell("on"),
        Skip(
            _cards(
                "E6 B6 C10 C7 E5 O3 C5 B2 E7 E11 B11 O10 B4 C2 "
                "E4 C4 O2 O11 E10 C11 O5 O1 C6 B7 B3 C12 B12 O6"
            )
        ),
        Free("last"),
    ),
)

FOUR_PLAYER_SCENE: Final = Scene(
    players=4,
    options={"talk.mode": "senas", "teams": "pairs"},
    names=("Haya", "Encina", "Pino"),
    dealer=2,
    deck=_cards(
        "C12 E1 O2 E3 B2 B3 B10 O5 O4 C4 C5 B6 E6 "
        "B1 B4 B5 B7 B11 B12 C1 C2 C3 C6 C7 C10 C11 E2 E4 E5 E7 E10 E11 E12 "
        "O1 O3 O6 O7 O10 O11 O12"
    ),
    entries=(
        Tell("partner"),
        Happens(Sign(2, "trump_three")),
        Tell("wink"),
        Ask("sign", Sign(LEARNER, "trump_ace")),
        Happens(PlayCard(3, "C12")),
        Ask("load", PlayCard(LEARNER, "B3"), {"E1": "load_ace", "C4": "load_low"}),
        Happens(PlayCard(1, "C5")),
        Happens(PlayCard(2, "E3")),
        Tell("loaded"),
        Tell("end"),
    ),
)

SCENES: Final = (TWO_PLAYER_SCENE, FOUR_PLAYER_SCENE)

"""Types of the answer about how a player stands: pauses, restrictions and decisions."""

from __future__ import annotations

from typing import Annotated, TypedDict

from games.common.notation import Moment
from games.conduct.measures import MEASURES, RULES
from games.conduct.outcomes import KINDS
from games.engine.json_annotations import Limits


class Decision(TypedDict):
    """Part of API answers: a measure against the player, by a moderator or a rule of the site."""
    measure: Annotated[str, Limits(enum=MEASURES)]
    rule: Annotated[str, Limits(enum=tuple(RULES))]
    text: Annotated[str, "The reasons, in the player's language."]
    at: Moment
    ends_at: Annotated[Moment | None, "null: it has no end."]
    by_person: Annotated[bool, "false: a rule of the site."]
    withdrawn: bool
    appeal_until: Moment

class Standing(TypedDict):
    """API answer: the account's pause from rated matches, latest outcomes and decisions on it."""
    paused_until: Annotated[Moment | None, "End of the pause from rated matches."]
    evidence: Annotated[float, "That matches are left by habit: 0 to 6.5; halves in 45 days."]
    pause_from: Annotated[float, "Evidence from which a match that is left brings a pause."]
    latest: Annotated[list[Annotated[str, Limits(enum=KINDS)]], "How matches ended, oldest first."]
    decisions: Annotated[list[Decision], "The latest first."]

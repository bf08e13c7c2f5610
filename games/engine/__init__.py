"""The rules of the Brisca family: a library of plain Python, immutable and free of side effects.

A match is a state; an action gives the next state and what happened; a view is what one seat may
see of it. Nothing here knows of a clock, a database or chance: decks come from outside.

>>> from games.engine import build_ruleset, start, apply, view_for, Cut, DealCards
>>> rules = build_ruleset("ludoteka", players=2, options={"match.target": 1}).rules
>>> state = start(rules, dealer=0)
>>> for action in (Cut(seat=1, at=20), DealCards(rules.deck)):
...     state, events = apply(state, action)
>>> view_for(state, 0).hand, view_for(state, None).hand, view_for(state, None).counts
(('O2', 'O4', 'O6'), (), (3, 3))
"""

from games.engine.actions import (
    ARRASTRE,
    HOST,
    Action,
    ArmExchange,
    Claim,
    Cut,
    DealCards,
    Exchange,
    NextDeal,
    PlayCard,
    Resign,
    is_private,
)
from games.engine.cards import ALL_CARDS, SUITS, Card, Suit, number_of, suit_of
from games.engine.errors import ILLEGAL_CODES, IllegalAction, RulesetError
from games.engine.events import Event
from games.engine.match import apply, legal_actions, start
from games.engine.notation import (
    action_from_json,
    action_to_json,
    event_to_json,
    plays_to_json,
    result_to_json,
    view_to_json,
)
from games.engine.options import DEFAULTS, OPTIONS, Option
from games.engine.phases.setup import cut_range
from games.engine.presets import BUILT_PRESETS, PRESETS, Preset
from games.engine.results import DealResult
from games.engine.rules import DECK_POINTS, Rules
from games.engine.ruleset import (
    Ruleset,
    build_ruleset,
    options_hash,
    ruleset_from_options,
    unbuilt,
)
from games.engine.state import DealState, MatchState, Phase, Trick
from games.engine.visibility import PlayerView, TrickView, redact, view_for

__all__ = [
    "ALL_CARDS",
    "ARRASTRE",
    "BUILT_PRESETS",
    "DECK_POINTS",
    "DEFAULTS",
    "HOST",
    "ILLEGAL_CODES",
    "OPTIONS",
    "PRESETS",
    "SUITS",
    "Action",
    "ArmExchange",
    "Card",
    "Claim",
    "Cut",
    "DealCards",
    "DealResult",
    "DealState",
    "Event",
    "Exchange",
    "IllegalAction",
    "MatchState",
    "NextDeal",
    "Option",
    "Phase",
    "PlayCard",
    "PlayerView",
    "Preset",
    "Resign",
    "Rules",
    "Ruleset",
    "RulesetError",
    "Suit",
    "Trick",
    "TrickView",
    "action_from_json",
    "action_to_json",
    "apply",
    "build_ruleset",
    "cut_range",
    "event_to_json",
    "is_private",
    "legal_actions",
    "number_of",
    "options_hash",
    "plays_to_json",
    "redact",
    "result_to_json",
    "ruleset_from_options",
    "start",
    "suit_of",
    "unbuilt",
    "view_for",
    "view_to_json",
]

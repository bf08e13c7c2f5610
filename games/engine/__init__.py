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
    Answer,
    ArmExchange,
    Ask,
    Bid,
    Claim,
    Cut,
    DealCards,
    Declare,
    Discard,
    DrawDealer,
    Exchange,
    Look,
    NextDeal,
    Offer,
    OwnAction,
    Peek,
    PlayCard,
    Reply,
    Resign,
    Resume,
    Say,
    Sign,
    is_private,
)
from games.engine.cards import ALL_CARDS, SUITS, Card, Suit, number_of, suit_of
from games.engine.errors import ILLEGAL_CODES, IllegalAction, RulesetError
from games.engine.events import Event
from games.engine.json_decoding import action_from_json, action_kinds
from games.engine.match import apply, legal_actions, start
from games.engine.notation import (
    action_to_json,
    bid_to_json,
    contract_to_json,
    event_to_json,
    extras_to_json,
    open_to_json,
    own_to_json,
    plays_to_json,
    result_to_json,
    view_to_json,
)
from games.engine.options import DEFAULTS, OPTIONS, Option, complete_options
from games.engine.out_of_turn import ClaimStanding
from games.engine.phases.feature import own_actions
from games.engine.phases.offers import open_offer, waited_for
from games.engine.phases.setup import cut_range, draws_decide
from games.engine.phases.talk import leaks_to
from games.engine.presets import CLASSIC_PRESET, PRESETS, Preset
from games.engine.redaction import audience, redact, without_words
from games.engine.results import DealResult
from games.engine.rules import DECK_POINTS, Rules
from games.engine.ruleset import Ruleset, build_ruleset, ruleset_from_options
from games.engine.ruleset_options import RulesetOptions, options_hash
from games.engine.state import DealState, MatchState, Phase, Statement, Trick, is_turn
from games.engine.visibility import (
    AuctionView,
    ContractView,
    OfferView,
    OpenView,
    OwnView,
    PlayerView,
    SignView,
    TrickView,
    open_view,
    own_view,
    view_for,
)

__all__ = [
    "ALL_CARDS",
    "ARRASTRE",
    "CLASSIC_PRESET",
    "DECK_POINTS",
    "DEFAULTS",
    "HOST",
    "ILLEGAL_CODES",
    "OPTIONS",
    "PRESETS",
    "SUITS",
    "Action",
    "Answer",
    "ArmExchange",
    "Ask",
    "AuctionView",
    "Bid",
    "Card",
    "Claim",
    "ClaimStanding",
    "ContractView",
    "Cut",
    "DealCards",
    "DealResult",
    "DealState",
    "Declare",
    "Discard",
    "DrawDealer",
    "Event",
    "Exchange",
    "IllegalAction",
    "Look",
    "MatchState",
    "NextDeal",
    "Offer",
    "OfferView",
    "OpenView",
    "Option",
    "OwnAction",
    "OwnView",
    "Peek",
    "Phase",
    "PlayCard",
    "PlayerView",
    "Preset",
    "Reply",
    "Resign",
    "Resume",
    "Rules",
    "Ruleset",
    "RulesetError",
    "RulesetOptions",
    "Say",
    "Sign",
    "SignView",
    "Statement",
    "Suit",
    "Trick",
    "TrickView",
    "action_from_json",
    "action_kinds",
    "action_to_json",
    "apply",
    "audience",
    "bid_to_json",
    "build_ruleset",
    "complete_options",
    "contract_to_json",
    "cut_range",
    "draws_decide",
    "event_to_json",
    "extras_to_json",
    "is_private",
    "is_turn",
    "leaks_to",
    "legal_actions",
    "number_of",
    "open_offer",
    "open_to_json",
    "open_view",
    "options_hash",
    "own_actions",
    "own_to_json",
    "own_view",
    "plays_to_json",
    "redact",
    "result_to_json",
    "ruleset_from_options",
    "start",
    "suit_of",
    "view_for",
    "view_to_json",
    "waited_for",
    "without_words",
]

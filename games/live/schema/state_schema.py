"""What the messages of the table hold, as JSON Schema (2020-12): views, events, actions, tables.

Events and results are read off the engine's own types; the rest is described by hand. The tests
hold every frame of real matches against all of it, and find what is missing or too much.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from inspect import getdoc
from typing import Final, Literal, get_args

from games.engine import Event, action_kinds
from games.engine.events import OwnEvent
from games.engine.phases.offers import MATTERS
from games.engine.state import Phase
from games.live.schema.json_schema import object_schema
from games.live.schema.review_schema import variation_shape
from games.live.schema.table_schema import lobby_table_shape, table_shape
from games.live.schema.words_of_schema import (
    CARD,
    CARDS,
    HASH,
    SEAT,
    WHOLES,
    Schema,
    flag,
    listed,
    maybe,
    ref,
    shape,
    text,
    told,
    whole,
)  # fmt: skip
from games.record.log import TAKE_BACK, TakenBack


def kind_of(name: str) -> str:
    """The type of an event or message in JSON, by the name of its class.

    >>> kind_of("CardPlayed")
    'card_played'
    """
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


_EVENT_FIELDS: Final[Mapping[str, Mapping[str, Schema | None]]] = {
    "HandDealt": {"size": None, "open": None, "count": {"type": "integer"}},
    "CardDrawn": {"open": None},
    "CardsDiscarded": {"size": None, "count": {"type": "integer"}},
    "Called": {"card": maybe(ref("Card"))},
    "Signed": {"told": None},
    "DealerDrawn": {
        "draws": listed(listed(shape("A card drawn.", seat=SEAT, card=ref("Card")))),
    },
}
"""Where what is sent is called otherwise than in the engine; None: not sent."""


def event_shapes() -> dict[str, Schema]:
    """Make the shape of every event, by the name of its class."""
    found = {}
    for kind in (*get_args(Event), TakenBack):
        if kind is not OwnEvent:
            about = (getdoc(kind) or "").split("\n")[0]
            name: str = kind.__name__
            schema = object_schema(kind, about, type=Literal[kind_of(name)])
            for field, one in _EVENT_FIELDS.get(name, {}).items():
                if one is None:
                    del schema["properties"][field]
                    schema["required"].remove(field)
                else:
                    schema["properties"][field] = one
                    schema["required"] = list(schema["properties"])
            found[name] = schema
    return found


# -- described by hand ----------------------------------------------------------------------------

_ACTIONS: Final[Mapping[str, tuple[str, tuple[str, ...], Mapping[str, Schema]]]] = {
    "play": (
        "Lay a card.",
        ("announce",),
        {"card": ref("Card"), "announce": {"const": "arrastre"}},
    ),
    "exchange": ("Swap the seven or two of trumps for the turned card.", (), {"give": ref("Card")}),
    "arm_exchange": ("Do so as soon as it is legal.", ("on",), {"on": flag()}),
    "claim": ("Take all that is left.", (), {}),
    "cut": ("Cut the deck, so many cards from the top.", (), {"at": whole()}),
    "resign": ("Give up a match of two, or one with bots alone.", (), {}),
    "offer": (
        "Ask the others for a draw or a pause, or one's partners to give up.",
        (),
        {"what": {"enum": list(MATTERS)}},
    ),
    "reply": ("Agree to what is asked, or not.", (), {"what": text(), "yes": flag()}),
    "resume": ("Go on after a pause.", (), {}),
    "bid": ("Bid for the contract.", (), {"bid": ref("Bid")}),
    "declare": (
        "Call a card, name the trump, or show king and knight of a suit.",
        ("rank",),
        {"suit": ref("Suit"), "rank": maybe(whole())},
    ),
    "discard": ("Put away as many cards as the talon had.", (), {"cards": CARDS}),
    "peek": ("Look at a partner's cards.", (), {"at": SEAT}),
    "look": ("Turn one's eyes to a seat.", (), {"at": SEAT}),
    "sign": ("Make a sign.", (), {"sign": text()}),
    "ask": ("Ask a partner.", (), {"to": SEAT, "question": text()}),
    "answer": ("Answer a partner.", (), {"to": SEAT, "yes": flag()}),
    TAKE_BACK: ("Take one's latest decision back, among bots alone.", (), {}),
    "say": ("Talk, where the rules let.", (), {"text": text(maxLength=140)}),
}


def action_shapes() -> dict[str, Schema]:
    """The shape of every action that a seat may ask for. KeyError where one is not described."""
    return {
        kind: shape(_ACTIONS[kind][0], _ACTIONS[kind][1], type={"const": kind}, **_ACTIONS[kind][2])
        for kind in (*action_kinds(), TAKE_BACK)
        if kind in _ACTIONS
    }


_PLAY: Final = shape("A card of a trick.", seat=SEAT, card=ref("Card"), announce=maybe(text()))
_BY: Final = shape("By seats and by sides.", seats=WHOLES, sides=WHOLES)
_SAID: Final = shape("A bid, and whose.", seat=SEAT, bid=ref("Bid"))


@cache
def shapes() -> dict[str, Schema]:
    """Every shape that messages refer to, by its name."""
    events = event_shapes()
    actions = {
        f"{kind.title().replace('_', '')}Action": one for kind, one in action_shapes().items()
    }
    return {
        "Card": text("Letter of the suit and printed number.", pattern=CARD),
        "Suit": {"enum": ["O", "C", "E", "B"], "description": "Oros, copas, espadas, bastos."},
        "Bid": {
            "description": "Pass, a rank, points, or after the lowest rank both.",
            "oneOf": [
                {"const": "pass"},
                {
                    "type": "object",
                    "properties": {"rank": whole(), "points": whole()},
                    "minProperties": 1,
                },
            ],
        },
        "Action": {"oneOf": [ref(name) for name in actions]},
        **actions,
        "Event": {"oneOf": [ref(name) for name in events]},
        **events,
        "DealResult": _result(),
        "View": _view(),
        "Clock": _clock(),
        "Table": table_shape(),
        "LobbyTable": lobby_table_shape(),
        "Proof": _proof(),
        "DealerDraw": _dealer_draw(),
        "ChatLine": _chat_line(),
        "Variation": variation_shape(),
    }


def _chat_line() -> Schema:
    return shape(
        "Something said at a table: a phrase that clients put into words, or own words.",
        id=whole(), at=text(format="date-time"),
        seat=told(maybe(SEAT), "Null for who watches."), player=text(),
        room={"enum": ["table", "watchers"]}, phrase=maybe(text()), text=maybe(text()),
    )  # fmt: skip


def _result() -> Schema:
    extra = shape(
        "Points beside those of the cards.",
        side=whole(), why=text(), suit=maybe(ref("Suit")), points=whole(low=None),
    )  # fmt: skip
    contract = shape(
        "How a contract came out.", ("declarer", "discards"),
        caller=SEAT, partner=maybe(SEAT), bid=ref("Bid"), suit=maybe(ref("Suit")),
        rank=maybe(whole()), target=whole(), made=whole(), declarer=SEAT, discards=CARDS,
    )  # fmt: skip
    return shape(
        "A counted deal, all of it public.",
        deal=whole("Its number, from 1."),
        dealer=SEAT,
        trump=shape("What was trumps.", suit=maybe(ref("Suit")), card=maybe(ref("Card"))),
        points=told(_BY, "Card points; they add to those of the pack."),
        cards=told(WHOLES, "Cards taken, by side."),
        game_points=told(WHOLES, "What the deal adds to the score, by side."),
        score=told(WHOLES, "The score after it, by side."),
        ended_by=text(),
        tie=flag("Whether several sides were level at the top."),
        extras=listed(extra),
        totals=told(WHOLES, "Card points and extras, by side."),
        contract=maybe(contract),
    )


def _view() -> Schema:
    trick = shape(
        "The trick in progress.",
        number=whole(), leader=SEAT, plays=listed(_PLAY), winning=maybe(SEAT),
    )  # fmt: skip
    last = shape(
        "A trick that is over.",
        number=whole(), leader=SEAT, plays=listed(_PLAY), winner=maybe(SEAT), points=whole(),
    )  # fmt: skip
    auction = shape(
        "The bids, all public.",
        kind=text(), bids=listed(_SAID), high=maybe(_SAID), passed=listed(flag()),
    )  # fmt: skip
    contract = shape(
        "What is to be made, as far as this viewer knows.",
        caller=SEAT, bid=ref("Bid"), target=whole(), suit=maybe(ref("Suit")), rank=maybe(whole()),
        card=maybe(ref("Card")), partner=maybe(SEAT), alone=maybe(flag()), revealed=flag(),
        talon=maybe(CARDS), discards=maybe(CARDS),
    )  # fmt: skip
    marriage = shape(
        "King and knight shown.", seat=SEAT, suit=ref("Suit"), points=whole(), side=whole()
    )
    question = shape("Asked and not answered.", seat=SEAT, to=SEAT, question=text())
    offer = shape(
        "What somebody asks for, until it is answered or has lapsed.",
        seat=SEAT, what={"enum": list(MATTERS)}, agreed=WHOLES, waits_for=WHOLES,
    )  # fmt: skip
    claim = shape(
        "A claim of the rest, as the viewer can judge it.",
        certain=flag("Whether it is right; then it is among `legal`."),
        opens=flag("Whether a false one lays the claimer's hand open."),
    )  # fmt: skip
    sign = shape("A sign made or seen.", seat=SEAT, sign=text(), trick=whole())
    of_match = shape(
        "A deal of the match that is over.",
        deal=whole("Its number, from 1."),
        points=told(WHOLES, "Card points and extras, by side."),
        game_points=told(WHOLES, "What it added to the score, by side."),
        ended_by=text(),
    )
    over = shape(
        "What all are told once the deal is over.",
        briscas=told(
            maybe(listed(CARDS)), "Aces and threes that each side took; null: it was not counted."
        ),
        results=told(listed(of_match), "Every deal that was counted, once the match is over."),
    )
    return shape(
        "All that this viewer may know of the match: the truth that a client shows.",
        ("over",),
        seat=told(maybe(whole()), "The viewer's; null for who watches."),
        players=whole(),
        sides=told(listed(WHOLES), "The seats of each side."),
        phase={"enum": list(get_args(Phase))},
        deal=whole("Number of the deal."),
        dealer=SEAT,
        eldest=SEAT,
        turn=told(maybe(whole()), "Who is to act."),
        trump=maybe(shape("Trumps.", suit=ref("Suit"), card=maybe(ref("Card")))),
        turned=told(maybe(ref("Card")), "The card under the stock, while it lies there."),
        stock=whole("Cards left to draw."),
        hand=told(CARDS, "The viewer's own."),
        counts=told(WHOLES, "Cards in each hand."),
        hands=told(maybe(listed(maybe(CARDS))), "Hands that lie open to this viewer."),
        stock_cards=told(CARDS, "What may be seen of the stock."),
        trick=maybe(trick),
        last_trick=maybe(last),
        tricks=told(WHOLES, "Tricks won, by seat."),
        points=_BY,
        score=told(WHOLES, "By side."),
        target=told(maybe(whole()), "The score that wins."),
        unit=text("What the score counts: deals or points."),
        armed=flag("Whether the exchange is asked for."),
        legal=told(listed(ref("Action")), "What the viewer may do now, ready to be sent."),
        auction=maybe(auction),
        contract=maybe(contract),
        marriages=listed(marriage),
        looking=told(maybe(whole()), "At whom the viewer looks."),
        questions=listed(question),
        signs=listed(sign),
        notes={"type": "object", "description": "What rules of other makers show, by their name."},
        claim=told(
            maybe(claim), "How a claim stands, by what the viewer sees; null: none to make."
        ),
        may_offer=told(listed(text()), "What the viewer may ask the others for."),
        offer=maybe(offer),
        paused=told(maybe(whole()), "The seat whose pause it is; null while all play."),
        result=maybe(ref("DealResult")),
        winners=told(maybe(WHOLES), "Sides; none in a drawn match."),
        ended_by=maybe(text()),
        over=maybe(over),
    )


def _clock() -> Schema:
    return shape(
        "Thinking time in milliseconds that remain.",
        turn=told(maybe(whole()), "Whose time runs."),
        remaining_ms=whole("Of this turn."),
        turn_ms=whole("For each turn."),
        bank_ms=told(WHOLES, "To spare, by seat."),
        paused=flag(),
    )


def _proof() -> Schema:
    hexes = text(pattern="^[0-9a-f]*$")
    return shape(
        "The proof of a deal that is over, brisca-fair/1.",
        ("dealer",),
        scheme={"const": "brisca-fair/1"}, match=text(), deal=whole(),
        rules=text(pattern=HASH), server_commit=hexes, server_seed=hexes,
        client_commits=listed(maybe(hexes)), nonces=listed(hexes), cut=whole(),
        flags=listed(text()), dealer=_dealer_draw(drawn=True),
    )  # fmt: skip


def _dealer_draw(*, drawn: bool = False) -> Schema:
    """How the first dealer of a match is drawn; `drawn`: its seed is known."""
    hexes = text(pattern="^[0-9a-f]{64}$")
    return shape(
        "How the first dealer is drawn, as the proof of the first deal says.",
        commit=told(hexes, "The server's, made with the match."),
        seed=hexes if drawn else told(maybe(hexes), "Null until the draw is made."),
        house=told(WHOLES, "Seats of the house's bots; their commits do not count in the draw."),
    )

"""Communication between partners: signs, two fixed questions, or free talk (rows 19, 20).

A sign is seen by the partners, or with `talk.seen_by: gaze` by exactly those who look at the
signer at that moment, friend or foe. Who talks where it is not allowed is refused, or warned, or
loses the deal, as the ruleset says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from games.engine.actions import Action, Answer, Ask, Look, Say, Sign
from games.engine.cards import SUITS, Card
from games.engine.errors import IllegalAction
from games.engine.events import (
    Answered,
    Asked,
    Event,
    Looked,
    Penalised,
    Said,
    Signed,
    Warned,
)
from games.engine.phases.feature import Feature, Step, special_of, with_special
from games.engine.phases.settle import Ending, settle
from games.engine.rules import Rules
from games.engine.state import (
    PLAY,
    DealState,
    MatchState,
    Question,
    Seen,
    Special,
    Statement,
)

GESTURES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "trump_ace": "look_up",
        "trump_three": "wink",
        "trump_king": "purse_lips",
        "trump_knight": "twist_lips",
        "trump_jack": "show_tongue",
        "brisca": "tilt_head",
        "no_trump": "close_eyes",
        "ask_low": "blow",
        "ask_hand": "stare",
    }
)
"""The signs and how each is made (rules, table of signs)."""
REQUESTS: Final = ("ask_low", "ask_hand")
QUESTIONS: Final = ("points", "brisca")
"""The questions: do you hold points? do you hold a trump?"""
MOST_UTTERED: Final = 12
"""Most times that a seat may talk, sign or look at another seat in one trick."""
LONGEST: Final = 140
"""Most characters of free talk at a time."""


def sign(state: MatchState, action: Sign) -> Step:
    """Apply a sign of a seat to its partners; only the seats that see the sign learn of it.

    Raises:
        IllegalAction: the sign is unknown, untrue where it must be true, or signs are not open now.
    """
    deal = _talking(state, "senas", "sign_off")
    rules, seat = state.rules, action.seat
    if action.sign not in GESTURES:
        raise IllegalAction("unknown_sign")
    if rules.option("talk.truth") == "enforced" and action.sign not in true_signs(
        rules, deal, seat
    ):
        raise IllegalAction("sign_not_true")
    known_viewers = () if gazes(rules) else seen_by(rules, deal, seat)
    viewers = tuple(sorted({*seen_by(rules, deal, seat), *_leaked(rules, action)}))
    state = _uttered(state, deal, seat)
    seen_sign = Seen(seat, action.sign, len(deal.tricks) + 1, viewers)
    state = with_special(state, signs=(*special_of(deal).signs, seen_sign))
    return state, (Signed(seat, action.sign, viewers, known_viewers),)


def true_signs(rules: Rules, deal: DealState, seat: int) -> tuple[str, ...]:
    """Return the signs that are true of a seat's hand; signs that ask for a card always are."""
    hand, trump, order = set(deal.hands[seat]), deal.trump, rules.order
    king, knight, jack = rules.figures
    ranks = (order[0], order[1], king, knight, jack)
    names = ("trump_ace", "trump_three", "trump_king", "trump_knight", "trump_jack")
    signs = [name for name, rank in zip(names, ranks, strict=True) if f"{trump}{rank}" in hand]
    others = [suit for suit in SUITS if suit != trump]
    if any(f"{suit}{rank}" in hand for suit in others for rank in order[:2]):
        signs.append("brisca")
    if not any(card[0] == trump for card in hand):
        signs.append("no_trump")
    return (*signs, *REQUESTS)


def seen_by(rules: Rules, deal: DealState, seat: int) -> tuple[int, ...]:
    """Return the seats that see a sign made by this seat now; leaks to opponents are left out."""
    if rules.option("talk.seen_by") == "partner":
        return tuple(sorted(rules.partners(seat)))
    gaze = special_of(deal).gaze
    return tuple(other for other in range(rules.players) if gaze[other] == seat)


def leaks_to(rules: Rules, seat: int) -> tuple[int, ...]:
    """Return opponents who may notice a sign of this seat, each with probability `talk.leak`."""
    if not rules.option("talk.leak") or rules.option("talk.seen_by") == "gaze":
        return ()
    own = rules.side_of[seat]
    return tuple(other for other in range(rules.players) if rules.side_of[other] != own)


def _leaked(rules: Rules, action: Sign) -> tuple[int, ...]:
    if not set(action.leaked) <= set(leaks_to(rules, action.seat)):
        raise IllegalAction("bad_action")
    return action.leaked


def look(state: MatchState, action: Look) -> Step:
    """Apply a seat's choice to watch another seat for signs; nobody else learns of that.

    Raises:
        IllegalAction: these rules know no watching, no card is being played, or `at` is no seat.
    """
    deal, rules = state.deal, state.rules
    if not gazes(rules):
        raise IllegalAction("look_off")
    if deal is None or state.phase != PLAY:
        raise IllegalAction("not_in_phase")
    if action.at == action.seat or action.at not in range(rules.players):
        raise IllegalAction("look_not_allowed")
    state = _uttered(state, deal, action.seat)
    gaze = list(special_of(deal).gaze)
    gaze[action.seat] = action.at
    return with_special(state, gaze=tuple(gaze)), (Looked(action.seat, action.at),)


def gazes(rules: Rules) -> bool:
    """Return whether seats see only the signs of the seat that they watch."""
    return bool(rules.option("talk.mode") == "senas" and rules.option("talk.seen_by") == "gaze")


def ask(state: MatchState, action: Ask) -> Step:
    """Apply a seat's question (one of the two fixed ones) to its partner, for all to hear.

    Raises:
        IllegalAction: that seat is no partner, the question is unknown, or enough was asked.
    """
    deal = _talking(state, "parlant_tapat", "talk_not_allowed")
    if action.to not in state.rules.partners(action.seat):
        raise IllegalAction("ask_not_partner")
    if action.question not in QUESTIONS:
        raise IllegalAction("bad_action")
    waiting = special_of(deal).questions
    if any(question.seat == action.seat and question.to == action.to for question in waiting):
        raise IllegalAction("talk_too_much")
    state = _uttered(state, deal, action.seat)
    asked = Question(action.seat, action.to, action.question)
    return with_special(state, questions=(*waiting, asked)), (Asked(*asked),)


def answer(state: MatchState, action: Answer) -> Step:
    """Apply an answer to a partner's question, for all to hear; some rules demand the truth.

    Raises:
        IllegalAction: the partner asked nothing, or the answer is untrue where it must be true.
    """
    deal = _talking(state, "parlant_tapat", "talk_not_allowed")
    rules, seat = state.rules, action.seat
    waiting = special_of(deal).questions
    asked = next(
        (question for question in waiting if question.seat == action.to and question.to == seat),
        None,
    )
    if asked is None:
        raise IllegalAction("nothing_asked")
    truth = true_answer(rules, deal, seat, asked.question)
    if rules.option("talk.truth") == "enforced" and action.yes != truth:
        raise IllegalAction("answer_not_true")
    state = with_special(
        state, questions=tuple(question for question in waiting if question != asked)
    )
    state = _stated(state, seat, asked.question, yes=action.yes)
    return state, (Answered(seat, action.to, asked.question, action.yes),)


def true_answer(rules: Rules, deal: DealState, seat: int, question: str) -> bool:
    """Return the true answer to a question: whether the hand holds a card that counts, or a trump.

    `question` is "points" or "brisca".
    """
    hand = deal.hands[seat]
    if question == "points":
        return any(rules.points[card] for card in hand)
    return any(card[0] == deal.trump for card in hand)


def say(state: MatchState, action: Say) -> Step:
    """Apply a seat's free words, for all to hear; where they are forbidden, apply the penalty.

    A text of nothing but names of cards ("O1 C3") says that the seat holds them; it may be false,
    as nobody checks words.

    Raises:
        IllegalAction: the text is empty or no text, or talk is not heard here now.
    """
    deal, rules, seat = state.deal, state.rules, action.seat
    text = action.text.strip()
    if not text or len(text) > LONGEST or not text.isprintable():
        raise IllegalAction("bad_action")
    if deal is None or state.phase != PLAY:
        raise IllegalAction("not_in_phase")
    if rules.option("talk.mode") == "parlant":
        state = _uttered(state, deal, seat)
        cards = named_cards(rules, text)
        if cards:
            state = _stated(state, seat, "cards", cards=cards)
        return state, (Said(seat, text),)
    penalty = rules.option("talk.penalty") if applies(rules) else "none"
    if penalty == "none":
        raise IllegalAction("talk_not_allowed")
    if penalty == "warn":
        return _uttered(state, deal, seat), (Warned(seat),)
    return settle(state, Ending("penalty", loser=rules.side_of[seat]), [Penalised(seat)])


def named_cards(rules: Rules, text: str) -> tuple[Card, ...]:
    """Return the cards that a seat's text names; none if the text holds any other word."""
    cards = tuple(dict.fromkeys(text.split()))
    return cards if set(cards) <= set(rules.deck) else ()


def applies(rules: Rules) -> bool:
    """Return whether these rules have partners who may talk or sign, or are punished for it."""
    partners = len(rules.sides) < rules.players
    talks = rules.option("talk.mode") != "none" or rules.option("talk.penalty") != "none"
    return bool(partners and talks)


def _talking(state: MatchState, mode: str, refusal: str) -> DealState:
    """Return the current deal if this way of talking is open in it; raise IllegalAction if not."""
    deal = state.deal
    if not applies(state.rules) or state.rules.option("talk.mode") != mode:
        raise IllegalAction(refusal)
    if deal is None or state.phase != PLAY:
        raise IllegalAction("not_in_phase")
    return deal


def _stated(
    state: MatchState, seat: int, about: str, *, yes: bool = True, cards: tuple[Card, ...] = ()
) -> MatchState:
    """Return the state with a seat's new statement about its hand added."""
    deal = state.deal
    assert deal is not None
    played = len(deal.tricks) + any(play.seat == seat for play in deal.plays)
    statement = Statement(seat, about, yes, cards, played, len(deal.hands[seat]))
    return with_special(state, statements=(*special_of(deal).statements, statement))


def _uttered(state: MatchState, deal: DealState, seat: int) -> MatchState:
    counts = list(special_of(deal).uttered)
    if counts[seat] >= MOST_UTTERED:
        raise IllegalAction("talk_too_much")
    counts[seat] += 1
    return with_special(state, uttered=tuple(counts))


def _begin(rules: Rules, deal: DealState, special: Special) -> Special:
    eyes = tuple(rules.partners(seat)[0] for seat in range(rules.players))
    return special._replace(gaze=eyes, uttered=(0,) * rules.players)


def _trick_taken(state: MatchState, events: list[Event]) -> MatchState:
    return with_special(state, uttered=(0,) * state.rules.players)


def _legal(state: MatchState, deal: DealState, seat: int) -> Iterator[Action]:
    rules, special = state.rules, special_of(deal)
    if state.phase != PLAY:
        return
    mode, may = rules.option("talk.mode"), special.uttered[seat] < MOST_UTTERED
    if mode == "senas" and may:
        free = rules.option("talk.truth") == "free"
        signs = tuple(GESTURES) if free else true_signs(rules, deal, seat)
        yield from (Sign(seat, name) for name in signs)
        if gazes(rules):
            yield from (Look(seat, at) for at in rules.seats_from(seat)[1:])
    elif mode == "parlant_tapat":
        yield from _questions(rules, deal, seat, may=may)
    elif mode == "parlant" and may and deal.hands[seat]:
        yield Say(seat, " ".join(deal.hands[seat]))


def _questions(rules: Rules, deal: DealState, seat: int, *, may: bool) -> Iterator[Action]:
    """Yield the questions that a seat may ask its partners (if `may`), and answers to theirs."""
    waiting = special_of(deal).questions
    for partner in rules.partners(seat):
        if may and not any(asked.seat == seat and asked.to == partner for asked in waiting):
            yield from (Ask(seat, partner, question) for question in QUESTIONS)
    free = rules.option("talk.truth") == "free"
    for asked in waiting:
        if asked.to == seat:
            truth = true_answer(rules, deal, seat, asked.question)
            yield Answer(seat, asked.seat, truth)
            if free:
                yield Answer(seat, asked.seat, not truth)


FEATURE: Final = Feature(
    name="talk",
    applies=applies,
    handlers={Sign: sign, Look: look, Ask: ask, Answer: answer, Say: say},
    legal=_legal,
    begin=_begin,
    trick_taken=_trick_taken,
)

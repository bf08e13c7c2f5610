"""The deals of a review in sentences: actions, contracts, ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.common.card_names import card_name, suit_name
from games.common.first_letters import lower_first
from games.engine import ruleset_from_options
from games.record import drawn_rounds
from games.rules_text import rank_name, signs

Json: TypeAlias = dict[str, Any]

NO_BID: Final = "pass"
PRIVATE_ACTIONS: Final = ("look", "peek")
"""Actions that only their own seat learned of."""
QUESTION_TEXTS: Final = {
    "points": lambda: _("Have you got points?"),
    "brisca": lambda: _("Have you got brisca (a trump)?"),
}


@dataclass(frozen=True, slots=True)
class ReviewFormatter:
    """Formatter of sentences about one match record (JSON), with the players' current names."""

    record: Json
    names: Sequence[str]

    @property
    def rules(self) -> Json:
        """Return the raw options of the record's rules, defaults included: name -> value."""
        rules: Json = self.record["rules"]
        return rules

    @property
    def faces(self) -> str:
        """Return the record's option `deck.french`, which decides the names of cards."""
        return str(self.rules["deck.french"])

    def card(self, code: str) -> str:
        """Return the name of a card, by its code, for use within a sentence."""
        return lower_first(card_name(code, self.faces))

    def cards(self, codes: Sequence[str]) -> str:
        """Return the names of cards, by their codes, separated by commas."""
        return ", ".join(map(self.card, codes))

    def suit(self, letter: str) -> str:
        """Return the name of a suit (its letter), for use within a sentence."""
        return lower_first(suit_name(letter, self.faces))

    def bid(self, bid: Any) -> str:
        """Return a bid (JSON of the record) in words, as players say it."""
        if bid == NO_BID:
            return _("pass")
        words = [rank_name(bid["rank"])] if "rank" in bid else []
        return ", ".join([*words, *([str(bid["points"])] if "points" in bid else [])])

    def decision(self, choice: Json) -> str:
        """Return in words the option that a player chose; `choice` is JSON of an analysis."""
        return (
            self.card(choice["card"]) if "card" in choice else self.option(choice, choice["chosen"])
        )

    def option(self, choice: Json, code: str) -> str:
        """Return in words an option (its code) of a player's `choice` (JSON of an analysis)."""
        kind = choice.get("kind", "play")
        if kind == "exchange":
            values = {
                name: self.card(card)
                for name, card in zip(("give", "take"), choice["cards"], strict=True)
            }
            words = (
                _("exchange %(give)s for %(take)s") if code == "exchange" else _("keep %(give)s")
            )
            return words % values
        if kind in ("marriage", "claim", "sign"):
            return self._telling(choice, kind, code)
        if kind == "bid":
            bid = code if code == NO_BID else _bid_of(code, self.rules["auction.kind"])
            return self.bid(bid)
        if kind == "call" and len(code) == 1:
            return self.suit(code)
        return self.cards(code.split(" "))

    def _telling(self, choice: Json, kind: str, code: str) -> str:
        """Return in words an option to show a marriage, claim the rest or make a sign."""
        if kind == "marriage" and code == "show":
            suit = self.suit(choice["cards"][0][0])
            return _("show king and knight of %(suit)s") % {"suit": suit}
        if kind == "sign" and code != "silent":
            return _("the sign “%(sign)s”") % {"sign": self.sign(code)}
        return {
            "keep": _("show nothing"),
            "claim": _("claim the rest"),
            "play": _("play on"),
            "silent": _("make no sign"),
        }[code]

    def sign(self, name: str) -> str:
        """Return the meaning of a sign between partners, by its id, for use within a sentence."""
        meanings = {sign: meaning for sign, meaning, _gesture in signs(self._ruleset())}
        return lower_first(str(meanings.get(name, name)))

    # -- before the play --------------------------------------------------------------------------

    def draw(self) -> str:
        """Return sentences about the draw of cards for the first dealer; "" without a draw."""
        drawn = self.record.get("dealer_draw")
        if not drawn:
            return ""
        rounds = [
            ", ".join(f"{self.names[seat]}: {self.card(card)}" for seat, card in drawn_round)
            for drawn_round in drawn_rounds(self._ruleset().rules, drawn)
        ]
        dealer = self.names[self.record["deals"][0]["dealer"]]
        dealer_words = _("%(name)s has the highest and deals.") % {"name": dealer}
        return " ".join([_("Cards are drawn for the deal."), ". ".join(rounds) + ".", dealer_words])

    def outcome(self, deal: Json) -> str:
        """Return sentences on how a deal's (JSON) auction ended; "" without an auction."""
        contract = deal["contract"]
        if contract is None:
            return ""
        values = {
            "name": self.names[contract["caller"]],
            "bid": self.bid(contract["bid"]),
            "target": contract["target"],
        }
        auction_words = (
            _("%(name)s wins the auction with %(bid)s: %(target)s points to make.") % values
        )
        if not self.rules["rematada.talon"]:
            return auction_words
        values["cards"] = self.cards(deal["deck"][-2:])
        talon_words = _("%(name)s takes the two cards: %(cards)s.") % values
        return f"{auction_words} {talon_words}"

    def contract(self, deal: Json) -> list[str]:
        """Return lines on a deal's (JSON) contract: players, target, result; [] without one."""
        contract = deal["contract"]
        if contract is None:
            return []
        values = {
            "name": self.names[contract["caller"]],
            "bid": self.bid(contract["bid"]),
            "target": contract["target"],
            "made": contract["made"],
        }
        lines = [
            _("%(name)s bid %(bid)s: %(target)s points to make, %(made)s made.") % values,
        ]
        if contract["rank"] is not None:
            lines += self._called(deal, contract)
        if contract.get("discards"):
            lines.append(_("Put away: %(cards)s.") % {"cards": self.cards(contract["discards"])})
        return lines

    def _called(self, deal: Json, contract: Json) -> list[str]:
        """Return sentences about the card called in a deal and the partner who held it."""
        card = f"{contract['suit']}{contract['rank']}"
        lines = [_("Called: %(card)s.") % {"card": self.card(card)}]
        if contract["partner"] == contract["caller"]:
            return [*lines, _("Played alone.")]
        values = {"name": self.names[contract["partner"]]}
        for trick in deal["tricks"]:
            if any(play["card"] == card for play in trick["plays"]):
                values["trick"] = trick["number"]
                return [*lines, _("Partner: %(name)s, known from trick %(trick)s on.") % values]
        return [*lines, _("Partner: %(name)s, not known until the end.") % values]

    # -- actions ----------------------------------------------------------------------------------

    def action(self, action: Json, deal: Json) -> str:
        """Return a line about an action of a deal other than a card (both JSON of a record)."""
        sentence_of = getattr(self, f"_{action['type']}", None)
        values = {"name": self.names[action["seat"]], "deal": deal}
        for key in ("to", "at"):
            if key in action and action["type"] != "cut":
                values[key] = self.names[action[key]]
        text = sentence_of(action, values) if sentence_of else f"{values['name']}: {action['type']}"
        return str(text)

    def _exchange(self, action: Json, values: Json) -> str:
        values |= {"give": self.card(action["give"]), "take": self.card(action["take"])}
        return _("%(name)s exchanges: %(give)s for %(take)s") % values

    def _claim(self, action: Json, values: Json) -> str:
        if action.get("failed"):
            return _("%(name)s claims the rest wrongly, and lays the hand open") % values
        return _("%(name)s takes all the rest") % values

    def _resign(self, action: Json, values: Json) -> str:
        return _("%(name)s gives up") % values

    def _offer(self, action: Json, values: Json) -> str:
        return {
            "draw": _("%(name)s offers a draw"),
            "resign": _("%(name)s would give up, and asks the partners"),
            "pause": _("%(name)s asks for a pause"),
        }[action["what"]] % values

    def _reply(self, action: Json, values: Json) -> str:
        return (_("%(name)s agrees") if action["yes"] else _("%(name)s does not agree")) % values

    def _resume(self, action: Json, values: Json) -> str:
        return str(_("The match goes on"))

    def _declare(self, action: Json, values: Json) -> str:
        values["suit"] = self.suit(action["suit"])
        if self.rules["auction.kind"] == "none":
            return _("%(name)s shows king and knight of %(suit)s") % values
        if self.rules["rematada.talon"]:
            return _("%(name)s names %(suit)s as trumps") % values
        rank = action.get("rank") or _last_bid(values["deal"]).get("rank")
        values["card"] = self.card(f"{action['suit']}{rank}")
        return _("%(name)s calls %(card)s; trumps: %(suit)s") % values

    def _discard(self, action: Json, values: Json) -> str:
        return _("%(name)s puts away %(cards)s") % {**values, "cards": self.cards(action["cards"])}

    def _peek(self, action: Json, values: Json) -> str:
        return _("%(name)s looks at the cards of %(at)s") % values

    def _look(self, action: Json, values: Json) -> str:
        return _("%(name)s looks at %(at)s") % values

    def _sign(self, action: Json, values: Json) -> str:
        values["sign"] = self.sign(action["sign"])
        if not action["seen_by"]:
            return _("Sign of %(name)s: %(sign)s, seen by nobody") % values
        witnesses = [self.names[seat] for seat in action["seen_by"]]
        values["names"] = get_text_list(witnesses, _("and"))
        return _("Sign of %(name)s: %(sign)s, seen by %(names)s") % values

    def _ask(self, action: Json, values: Json) -> str:
        question = QUESTION_TEXTS.get(action["question"], lambda: action["question"])()
        return _("%(name)s asks %(to)s: %(question)s") % {**values, "question": question}

    def _answer(self, action: Json, values: Json) -> str:
        answer = _("yes") if action["yes"] else _("no")
        return _("%(name)s answers %(to)s: %(answer)s") % {**values, "answer": answer}

    def _say(self, action: Json, values: Json) -> str:
        if self.rules["talk.mode"] == "parlant":
            return _("%(name)s says: “%(text)s”") % {**values, "text": action["text"]}
        if self.rules["talk.penalty"] == "warn":
            return _("%(name)s is warned: that may not be told") % values
        return _("%(name)s told what may not be told, and the side loses the deal") % values

    # -- the end ----------------------------------------------------------------------------------

    def ending(self, deal: Json) -> str:
        """Return a sentence on why a deal (JSON) ended before its last card; "" if it did not."""
        known = DEAL_ENDING_TEXTS.get(deal["ended_by"])
        if deal["ended_by"] == "three_killed":
            return self._kill(deal)
        return known() if known else ""

    def _kill(self, deal: Json) -> str:
        """Return a sentence about the ace of trumps that captured the three."""
        ranks = ("1", "7" if self.rules["ranks"] in ("swap_3_7", "lombard") else "3")
        ace, three = (f"{deal['trump']['suit']}{rank}" for rank in ranks)
        plays = deal["tricks"][-1]["plays"]
        seats = {play["card"]: self.names[play["seat"]] for play in plays}
        values = {"name": seats[ace], "by": seats[three], "card": self.card(three)}
        return _("%(name)s kills %(card)s of %(by)s: the deal is over.") % values

    def beside(self, extra: Json) -> str:
        """Return a line about bonus points (JSON of a record): side, reason and how many."""
        side = self.record["sides"][extra["side"]]
        values = {
            "names": get_text_list([self.names[seat] for seat in side], _("and")),
            "points": extra["points"],
            "suit": self.suit(extra["suit"]) if extra["suit"] else "",
        }
        if extra["why"] == "last_trick":
            return _("%(names)s: the last trick, %(points)s points") % values
        if extra["why"] == "declared":
            return _("%(names)s: king and knight of %(suit)s, shown, %(points)s points") % values
        return _("%(names)s: king and knight of %(suit)s, %(points)s points") % values

    def _ruleset(self) -> Any:
        """Return the engine's ruleset of the record."""
        record = self.record
        return ruleset_from_options(record["preset"], len(record["seats"]), record["rules"])


DEAL_ENDING_TEXTS: Final = {
    "claim": lambda: _("The rest went to the highest trumps."),
    "all_passed": lambda: _("Everybody passed: the deal was not played."),
    "penalty": lambda: _("The deal was lost by talking."),
    "resigned": lambda: _("The deal was not played to its end."),
    "agreed": lambda: _("The deal was not played to its end."),
    "abandoned": lambda: _("The deal was not played to its end."),
}


def _bid_of(code: str, kind: str) -> Json:
    """Return the bid (JSON) that a code in an analysis means: `75`, `3`, `3/70`."""
    first, _slash, points = code.partition("/")
    if kind == "points":
        return {"points": int(first)}
    return {"rank": int(first), **({"points": int(points)} if points else {})}


def _last_bid(deal: Json) -> Json:
    """Return the bid (JSON) that won a deal's auction; {} if everybody passed."""
    bids = [action["bid"] for action in deal["actions"] if action["type"] == "bid"]
    real_bids: list[Json] = [bid for bid in bids if bid != NO_BID]
    return real_bids[-1] if real_bids else {}

"""States written as text: `deal_state("trump E turned E12 | O1 C3 B7 | E7 O4 C5")`."""

from __future__ import annotations

from games.engine import Cut, DealCards, MatchState, Rules, apply, build_ruleset, start


def rules_for(preset: str = "ludoteka", players: int = 2, **options: object) -> Rules:
    """Rules of a preset; options with `__` for the dot."""
    named = {name.replace("__", "."): value for name, value in options.items()}
    return build_ruleset(preset, players, named).rules


def dealt(rules: Rules, hands: str, turned: str, stock: str = "", dealer: int | None = None):
    """A match whose first deal gives these hands (from seat 0, split by `|`) and turned card.

    `stock` names the first cards to be drawn; the rest of the pack follows in its own order. The
    dealer is the last seat unless told, so that seat 0 is the eldest.
    """
    dealer = rules.players - 1 if dealer is None else dealer
    by_seat = [part.split() for part in hands.split("|")]
    order = [(dealer + 1 + i) % rules.players for i in range(rules.players)]
    deck = [by_seat[seat][row] for row in range(rules.hand_size) for seat in order]
    deck += [turned, *stock.split()]
    deck += [card for card in rules.deck if card not in deck]
    state: MatchState = start(rules, dealer=dealer)
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    state, _ = apply(state, DealCards(tuple(deck)))
    return state

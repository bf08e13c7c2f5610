"""The options by kind, in the order in which a form shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.rules_text.presets import Text

GROUPS: Final[Mapping[str, tuple[Text, tuple[str, ...]]]] = {
    "match": (
        _("Trumps and the match"),
        (
            "match.target",
            "match.unit",
            "match.end",
            "match.decide_by",
            "match.max_deals",
            "match.tie",
            "trump.source",
            "first_dealer",
        ),
    ),
    "exchange": (
        _("The exchange"),
        (
            "exchange.enabled",
            "exchange.timing",
            "exchange.deadline",
            "exchange.won_scope",
            "exchange.chain",
            "exchange.prearm",
        ),
    ),
    "partners": (
        _("Partners and talk"),
        (
            "peek.at_deal",
            "peek.six",
            "talk.mode",
            "talk.truth",
            "talk.seen_by",
            "talk.leak",
            "talk.penalty",
        ),
    ),
    "play": (
        _("Playing cards"),
        (
            "play.obligations",
            "play.must_follow",
            "play.cards_per_turn",
            "deal.draw",
            "play.first_lead",
        ),
    ),
    "last": (_("Arrastre and the last tricks"), ("arrastre", "claim", "claim.false")),
    "result": (
        _("Results and ties"),
        ("score.policy", "mexican.limit", "mexican.none", "tie.chain", "score.hundred"),
    ),
    "marriage": (_("King and knight"), ("marriage.mode", "marriage.scope")),
    "auction": (
        _("The auction"),
        (
            "auction.kind",
            "auction.min",
            "auction.step",
            "auction.points_after_two",
            "auction.all_pass",
            "chiamata.call_rule",
            "chiamata.dark",
            "chiamata.dark_first",
            "chiamata.scoring",
            "chiamata.cappotto",
            "gingo.own_call",
            "rematada.talon",
            "rematada.award",
        ),
    ),
    "death": (_("Kill the Three"), ("muerte", "muerte.friendly")),
    "pack": (_("The pack"), ("deck.french", "ranks", "deck.removed")),
    "open": (_("Open cards"), ("open_hands", "open_stock")),
    "pot": (_("Play money"), ("pot.stake", "pot.on_tie")),
}
"""Every option but `teams`, which is chosen with the number of players, in the order of a form."""

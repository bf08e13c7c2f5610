"""Hints: what the expert would play, for somebody who plays with bots alone and for nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from games.bots.advice import Advice, advises
from games.cardnames import card_name
from games.engine import view_for
from games.live.protocol import AskHint, Hint
from games.live.refused import Refused

if TYPE_CHECKING:
    from games.live.consumers import TableConsumer
    from games.live.game import Game


async def hint_for(member: TableConsumer, ask: AskHint) -> Hint:
    """The expert's card for the seat that asks, from its view alone; raises Refused with a code."""
    actor, seat = member.room.actor, member.seat
    if seat is None or member.visitor.player is None:
        raise Refused("not_seated")
    game = await actor.ensure() if actor is not None else None
    if actor is None or game is None:
        raise Refused("no_match")
    if member.visitor.scopes is not None or not _among_bots(game, seat):
        raise Refused("hint_off")
    view = view_for(game.state, seat)
    if game.bot_at(seat) is not None or not advises(view):
        raise Refused("hint_not_now")
    if not member.runtime.hints.take(member.visitor.player):
        raise Refused("rate_limited")
    if not await member.runtime.desk.run(partial(_for_nothing, game.info.pk)):
        raise Refused("hint_off")
    seq = game.seq
    found = await member.runtime.house.advise(view)
    if found is None:
        raise Refused("internal")
    faces = str(view.rules.option("deck.french"))
    return Hint(
        id=ask.id,
        seq=seq,
        card=found.card,
        why=found.why,
        points=found.points,
        text=in_words(found, faces),
        cards=[{"card": one.card, "behind": one.behind} for one in found.others],
    )


def _among_bots(game: Game, seat: int) -> bool:
    """Whether all others are bots of the house, in a match that is compared with no other."""
    info = game.info
    others = [one for one in info.seats if one.seat != seat]
    return info.daily is None and not info.boards and all(one.bot for one in others)


def _for_nothing(match: int) -> bool:
    """Whether a match moves no rating and no chips. Runs in a database thread."""
    from games.models import Match

    return Match.objects.filter(pk=match, rated=False, pot=None).exists()


def in_words(advice: Advice, faces: str = "off") -> str:
    """The card and the reason, in the language that is active."""
    name = card_name(advice.card, faces)
    return f"{name}: {_WORDS[advice.why]() % {'points': advice.points}}"


_WORDS: Final = {
    "only": lambda: _("it is the only card that can be played."),
    "known": lambda: _("nothing is hidden any more, and this brings the most."),
    "wins": lambda: _("it wins the trick with %(points)s points."),
    "wins_cheaply": lambda: _("it wins the trick, and with it the next lead and the first draw."),
    "leads_so_far": lambda: _("it goes ahead in the trick, in which %(points)s points lie then."),
    "partner_wins": lambda: _("your partner is winning the trick, and this is best with it."),
    "keeps_trumps": lambda: _("it keeps the trumps for a trick that is worth more."),
    "throws_least": lambda: _("the trick is not worth it: it gives away the least."),
    "cannot_be_beaten": lambda: _("no card that is still out beats it."),
    "draws_trumps": lambda: _("it makes the others show their trumps."),
    "risks_little": lambda: _("it risks little, and keeps what is worth more."),
    "on_average": lambda: _("over all ways in which the cards may lie it brings the most."),
}

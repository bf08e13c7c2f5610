"""Hints: the expert bot's advice, for people who play with bots alone in an unrated match."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from games.bots.evaluation.advice import Advice, advises
from games.cardnames import card_name
from games.engine import view_for
from games.live.core.errors import Refused
from games.live.protocol.messages import Hint
from games.live.protocol.requests import AskHint
from games.rules_text.reasons import reason_in_words

if TYPE_CHECKING:
    from games.live.match_state.match_state import Game
    from games.live.table.ports import Member
    from games.live.table.table_state import TableState


async def hint_for(table: TableState, member: Member, ask: AskHint) -> Hint:
    """Return a message with the expert bot's advice to the member's seat, from its view alone.

    Raises:
        Refused: with a code, where the seat may have no hint, now or in this match.
    """
    actor, seat, runtime = table.actor, member.seat, table.runtime
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
    if not runtime.hints.take(member.visitor.player):
        raise Refused("rate_limited")
    if not await runtime.db.read(partial(_is_unrated, game.info.pk)):
        raise Refused("hint_off")
    seq = game.seq
    found = await runtime.autoplay.advise(view)
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
        cards=[
            {
                "card": other.card,
                "behind": other.behind,
                "points_less": other.points_less,
                "win_less": other.win_less,
            }
            for other in found.others
        ],
    )


def _among_bots(game: Game, seat: int) -> bool:
    """Return whether all others are house bots, in a match that is compared with no other."""
    info = game.info
    others = [one for one in info.seats if one.seat != seat]
    return (
        info.shared is None
        and not info.tournament
        and not info.boards
        and all(one.bot for one in others)
    )


def _is_unrated(match: int) -> bool:
    """Return whether a match (row id) changes no rating and no chips. Runs in a database thread."""
    from games.models import Match

    return Match.objects.filter(pk=match, rated=False, pot=None).exists()


def in_words(advice: Advice, faces: str = "off") -> str:
    """Return the advised card and the reason in the active language; `faces`: option `deck.french`."""
    name = card_name(advice.card, faces)
    return f"{name}: {reason_in_words(advice.why, advice.points)}"

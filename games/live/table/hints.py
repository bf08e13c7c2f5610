"""Hints: the expert bot's advice, for people who play with bots alone in an unrated match."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from games.bots.evaluation.advice import Advice, advises
from games.common.card_names import card_name
from games.engine import view_for
from games.live.core.errors import Refused
from games.live.protocol.messages import Hint
from games.live.protocol.requests import AskHint
from games.wording.reasons import reason_in_words

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
    advice = await runtime.autoplay.advise(view)
    if advice is None:
        raise Refused("internal")
    faces = str(view.rules.option("deck.french"))
    return Hint(
        id=ask.id,
        seq=seq,
        card=advice.card,
        why=advice.why,
        points=advice.points,
        text=in_words(advice, faces),
        cards=[
            {
                "card": other.card,
                "behind": other.behind,
                "points_less": other.points_less,
                "win_less": other.win_less,
            }
            for other in advice.others
        ],
    )


def _among_bots(game: Game, seat: int) -> bool:
    """Return whether all other players are house bots, in a match compared with no other."""
    info = game.info
    others = [other for other in info.seats if other.seat != seat]
    return (
        info.shared is None
        and not info.tournament
        and not info.boards
        and all(other.bot for other in others)
    )


def _is_unrated(match: int) -> bool:
    """Return whether a match (row id) changes no rating and no chips. Runs in a database thread."""
    from games.models import Match

    return Match.objects.filter(pk=match, rated=False, pot=None).exists()


def in_words(advice: Advice, faces: str = "off") -> str:
    """Return the advised card and the reason as a sentence; `faces`: rule option `deck.french`."""
    name = card_name(advice.card, faces)
    return f"{name}: {reason_in_words(advice.why, advice.points)}"

"""What is written beside the journal: a deal's secret as it begins, results as deals end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from games.engine import Resign
from games.live.dealing import Secret
from games.live.game import Game, Step
from games.models import DealSecret
from games.services import matches


def after_write(game: Game, steps: Sequence[Step], now: float) -> list[Callable[[], object]]:
    """What goes into the transaction of these steps, which `game` has taken already."""
    state, pk = game.state, game.info.pk
    also: list[Callable[[], object]] = [
        partial(_keep_secret, pk, step.secret) for step in steps if step.secret is not None
    ]
    over = state.phase == "match_over"
    ended = state.phase == "deal_over" or over
    if ended and state.deal is not None and not isinstance(steps[-1].action, Resign):
        also.append(
            partial(
                matches.finish_deal,
                match_id=pk,
                result=state.results[-1],
                tricks=state.deal.tricks,
            )
        )
    if over:
        moment = datetime.fromtimestamp(now, UTC)
        also.append(partial(matches.finish_match, match_id=pk, log=game.log, finished_at=moment))
    return also


def _keep_secret(match: int, secret: Secret) -> None:
    DealSecret.objects.create(
        match_id=match,
        deal_number=secret.deal,
        server_seed=secret.seed,
        server_commit=secret.block["server_commit"],
        fairness=secret.block,
    )

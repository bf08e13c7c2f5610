"""What cards are worth in the base game's kin, from what a seat may know."""

from __future__ import annotations

import numpy as np

from games.bots.judgement import Judgement, judgement_of
from games.bots.kernel import rollouts
from games.bots.kernel.coding import Ints, like_base
from games.bots.kernel.policy import learned, policy_for
from games.bots.kernel.rollouts import Worlds
from games.bots.kin.batches import Batch
from games.bots.kin.killing import Killing
from games.bots.kin.marrying import Marrying
from games.bots.kin.under import Under
from games.bots.seen import Seen, seen_by
from games.bots.worlds import Floats, draw_worlds
from games.engine import PlayCard, PlayerView, Rules


def kind_of(rules: Rules) -> type[Batch] | None:
    """How deals of this game are counted; None where they are none of the base game's kin."""
    if not like_base(rules) or not learned(rules):
        return None
    ways: list[type[Batch]] = []
    if rules.muerte:
        ways.append(Killing)
    if rules.option("score.policy") == "stay_under":
        ways.append(Under)
    if rules.option("marriage.mode") != "none":
        if rules.option("marriage.mode") != "captured" or rules.option("marriage.scope") != "pile":
            return None
        ways.append(Marrying)
    return ways[0] if len(ways) == 1 else None


def batch_of(view: PlayerView, seen: Seen, worlds: Worlds, copies: int = 1) -> Batch:
    """Where the deal of this view stands in each of these worlds, so many rows of each."""
    rules, kernel = view.rules, seen.kernel
    kind = kind_of(rules)
    assert kind is not None
    assert view.trick is not None
    rows = rollouts.rows_of(kernel, seen.position, worlds, copies)
    batch = kind(rules, kernel, policy_for(rules), rows)
    plays = [play for trick in view.history for play in trick.plays] + list(view.trick.plays)
    past = [(play.seat, seen.codes[play.card]) for play in plays]
    batch.begin(past, [trick.winner or 0 for trick in view.history])
    return batch


def evaluate(
    view: PlayerView, cards: list[PlayCard], worlds: int, dice: np.random.Generator, *, infer: bool
) -> Judgement:
    """What each of these cards is worth to the seat that is to play."""
    kind = kind_of(view.rules)
    assert kind is not None
    seen = seen_by(view)
    codes = np.array([seen.codes[play.card] for play in cards], np.int64)
    policy = policy_for(view.rules)
    drawn = draw_worlds(view, seen, policy, worlds, dice, infer=infer and kind.infers)
    batch = batch_of(view, seen, drawn, len(cards))
    chosen = np.tile(codes, worlds)
    batch.lay((batch.rows.hands[:, seen.seat] == chosen[:, None]).argmax(1))
    points, wins = _played(batch)
    side = int(seen.kernel.side[seen.seat])
    shape = (worlds, len(cards), -1)
    own = points.reshape(shape)[:, :, side], wins.reshape(shape)[:, :, side]
    return judgement_of(cards, *own, kind.unit)


def worth_of_deals(view: PlayerView, hands: Ints, stock: Ints, dice: Ints) -> Floats:
    """Points of each side [rows, sides], in the unit of the game, after playing these deals out."""
    return _played(batch_of(view, seen_by(view), Worlds(hands, stock, dice)))[0]


def _played(batch: Batch) -> tuple[Floats, Floats]:
    batch.play_out()
    return batch.values()

"""The stages in which a deal is made, and how long each of them waits for people.

Drawing for the first deal, commits of the browsers, the server's seal, the cut, the nonces, the
deck. Each step is stored before it is published: a crash at any point resumes the same deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from games.engine import Rules
from games.live.core.settings import Options
from games.live.protocol.messages import Fair
from games.record.dealer import FIRST_DEAL, DealerSeal
from games.record.dealing import Again, SealedDeal

if TYPE_CHECKING:
    from games.live.match_state.match_state import Game

Stage: TypeAlias = Literal["draw", "commits", "cut", "nonces"]
STAGES: Final[tuple[Stage, ...]] = ("draw", "commits", "cut", "nonces")
BEFORE_DEAL: Final = ("draw_dealer", "cut", "deal")
"""Phases of the match that the stages lead through."""
COMMIT_DEALS_AHEAD: Final = 2
"""Number of deals, from the current one on, for which a browser may commit in advance."""

Json: TypeAlias = dict[str, Any]


def stage_of(game: Game) -> Stage | None:
    """Return the stage ("commits", "cut" ...) of the shuffle in progress; None if there is none."""
    match game.state.phase:
        case "draw_dealer":
            return "draw" if game.making.draw is None else "commits"
        case "cut":
            return "cut" if game.making.sealed_for(game.state.number) else "commits"
        case "deal":
            return "nonces"
        case _:
            return None


def patience(stage: Stage, options: Options, *, newcomer: bool = False) -> float:
    """Return the maximum seconds that a stage of the shuffle waits for people.

    A `newcomer`, who has not finished a match yet, has longer to cut.
    """
    most = {
        "commits": options.commits_within,
        "cut": options.first_cut_within if newcomer else options.cut_within,
        "nonces": options.nonces_within,
    }
    return most.get(stage, 0.0)


def newcomer_cuts(game: Game) -> bool:
    """Return whether the player who is to cut the deck has never finished a match."""
    return game.info.seats[game.state.cutter].newcomer


def site_cuts(game: Game) -> bool:
    """Return whether the site cuts the deck for a person at once, without asking.

    It does so in a person's first match, if all others are bots.
    """
    return newcomer_cuts(game) and len(game.people()) == 1


def news(game: Game, cut_in_ms: int | None) -> Fair:
    """Return the message about a deal's proof, without its secret parts before the deal is over.

    `cut_in_ms` are the milliseconds left to cut; None while nobody is to cut.
    """
    number, making = game.state.number, game.making
    over = game.state.phase in ("deal_over", "match_over")
    block = making.block
    sealed = making.sealed_for(number)
    if making.sealed is not None and sealed is None:
        block = None  # of the deal before
    commit: str | None = None
    commits: list[str | None] | None = None
    if sealed is not None:
        commit = sealed.server_commit
        commits = [commit.hex() if commit else None for commit in sealed.client_commits]
    elif block is not None:
        commit, commits = block["server_commit"], block["client_commits"]
    return Fair(
        match=game.info.public_id,
        deal=number,
        rules=game.info.rules.ruleset.hash,
        server_commit=commit,
        client_commits=commits,
        cut_in_ms=cut_in_ms,
        block=block if over and not game.info.withheld else None,
        dealer=_dealer_news(making.draw, drawn=sealed is not None)
        if number == FIRST_DEAL
        else None,
    )


def _dealer_news(draw: DealerSeal | None, *, drawn: bool) -> Json | None:
    """Return the proof of drawing the first dealer, without its seed until the dealer is drawn."""
    if draw is None:
        return None
    proof = draw.proof()
    return proof if drawn else {**proof, "seed": None}


def news_key(game: Game) -> tuple[object, ...]:
    """Return a key for the message `news`: when the key changes, send the message again."""
    number, phase = game.state.number, game.state.phase
    sealed = game.making.sealed_for(number) is not None
    return game.info.public_id, number, sealed, phase in ("deal_over", "match_over")


def sealed_from(
    match: str,
    rules: Rules,
    number: int,
    seed: bytes,
    commits: list[str | None],
    nonces: Mapping[str, str],
    again: Json | None = None,
) -> SealedDeal:
    """Return deal `number` as sealed, from seed, commits and nonces; it may repeat `again`."""
    return SealedDeal(
        match,
        number,
        rules,
        seed,
        tuple(bytes.fromhex(commit) if commit else None for commit in commits),
        {int(seat): bytes.fromhex(nonce) for seat, nonce in nonces.items()},
        Again(**again) if again else None,
    )


def may_cut(game: Game) -> bool:
    """Return whether a person may cut the deck.

    They may if it is sealed, is not the deck of an earlier deal, and the site does not cut it.
    """
    number = game.state.number
    return (
        not site_cuts(game)
        and game.making.sealed_for(number) is not None
        and not game.info.again(number)
    )

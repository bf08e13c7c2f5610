"""Reads and writes of the secrets of deals, inside the journal's transactions (synchronous)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace

from django.db import IntegrityError

from games.live.match_state.deal_protocol import DealProtocolState, SeatCommitment, SecretProof
from games.live.match_state.deal_stages import sealed_from
from games.live.match_state.match_state import MatchInfo
from games.live.storage import deal_sql
from games.live.storage.event_decks import event_decks
from games.models import DailyDeal, DealerDraw, DealNonce, DealSecret, Match
from games.record.dealer import FIRST_DEAL, DealerSeal, DrawnDealer, new_seal
from games.record.dealing import Again, DealSource, SealedDeal
from games.record.fairness import CUT_BY_CLOCK, NONCE_MISSING, Block


def load_making(info: MatchInfo) -> DealProtocolState:
    """Return the state of a match's shuffle: the last sealed deal, seats' commits and nonces."""
    making = DealProtocolState()
    draw = DealerDraw.objects.filter(match=info.pk).first()
    row = DealSecret.objects.filter(match=info.pk).order_by("-deal_number").first()
    if row is not None:
        making.sealed = sealed_from(
            info.public_id,
            info.rules,
            row.deal_number,
            bytes(row.server_seed),
            row.client_commits,
            row.house_nonces,
            row.again,
        )
        making.block = row.fairness or None
    if draw is not None and (row is None or row.deal_number == FIRST_DEAL):
        making.draw = _draw(info, draw, sealed=row is not None)
        if making.sealed is not None:
            making.sealed = replace(making.sealed, dealer=making.draw)
    for nonce in DealNonce.objects.filter(match=info.pk):
        commitments = making.commitments.setdefault(nonce.deal_number, {})
        commitments[nonce.seat] = SeatCommitment(nonce.commit, nonce.nonce)
    return making


def _draw(info: MatchInfo, row: DealerDraw, *, sealed: bool) -> DealerSeal | None:
    """Return the server's seal for drawing the first dealer; None if drawn without the seal.

    `row` was read before it was known whether the first deal is `sealed`. The dealer is drawn in
    the transaction that seals, which another process may have committed between the two reads.
    """
    drawn = row.drawn or (sealed and DealerDraw.objects.filter(pk=row.pk, drawn=True).exists())
    if drawn != sealed:
        return None
    return new_seal(info.public_id, info.rules, row.house, bytes(row.seed))


def undrawn(match_id: str) -> bool:
    """Return whether the first dealer of a match (public id) must still be drawn by its proof."""
    draws = DealerDraw.objects.filter(match__public_id=match_id, drawn=False)
    sealed = DealSecret.objects.filter(match__public_id=match_id)
    return draws.exists() and not sealed.exists()


def commits_for(match: int, deal: int) -> dict[int, str]:
    """Return seat -> commit (hex) of the seats that have committed for a deal of a match (row id)."""
    return deal_sql.commits(match, deal)


def shown_for(match: int, deal: int) -> dict[int, str]:
    """Return seat -> nonce (hex) of the seats that revealed their nonce for a deal of a match.

    `match` is a row id.
    """
    return deal_sql.shown(match, deal)


def seal(source: DealSource, info: MatchInfo, deal: int) -> SealedDeal:
    """Draw the server's seed of a deal and store it with all commits; return the sealed deal.

    If a deck is used again, seed and commits are those of its first deal.

    Raises:
        IntegrityError: where the deal is sealed already.
    """
    match = info.pk
    if info.again(deal):
        sealed = sealed_again(info, deal, _block_of(info, deal))
    else:
        commitments = deal_sql.commits(match, deal)
        sealed = source.seal(
            deal, {seat: bytes.fromhex(commit) for seat, commit in commitments.items()}
        )
    _add(match, sealed)
    return sealed


def seal_drawn(
    sealed: SealedDeal, match: int, commits: Mapping[int, str], drawn: DrawnDealer
) -> None:
    """Store the sealed first deal of a match (row id), and who deals it.

    Raises:
        IntegrityError: where it is sealed, or seats have committed to something else meanwhile.
    """
    if deal_sql.commits(match, sealed.number) != dict(commits):
        raise IntegrityError("another commit was made")
    _add(match, sealed)
    if not DealerDraw.objects.filter(match=match, drawn=False).update(drawn=True):
        raise IntegrityError("the first dealer is drawn")
    Match.objects.filter(pk=match).update(first_dealer=drawn.dealer)


def _add(match: int, sealed: SealedDeal) -> None:
    deal_sql.add_secret(
        match,
        sealed.number,
        seed=sealed.seed,
        commit=sealed.server_commit,
        commits=[commit.hex() if commit else None for commit in sealed.client_commits],
        nonces={str(seat): nonce.hex() for seat, nonce in sealed.house_nonces.items()},
        again=asdict(sealed.again) if sealed.again else None,
    )


def sealed_again(info: MatchInfo, deal: int, block: Block) -> SealedDeal:
    """Return deal number `deal` sealed with an earlier deal's deck, whose proof is `block`."""
    missing = {flag.removeprefix(NONCE_MISSING) for flag in block["flags"]}
    nonces = {
        seat: bytes.fromhex(nonce)
        for seat, nonce in enumerate(block["nonces"])
        if str(seat) not in missing
    }
    commits = tuple(commit and bytes.fromhex(commit) for commit in block["client_commits"])
    origin = Again(block["match"], block["deal"], block["cut"])
    seed = bytes.fromhex(block["server_seed"])
    return SealedDeal(info.public_id, deal, info.rules, seed, commits, nonces, origin)


def _block_of(info: MatchInfo, deal: int) -> Block:
    """Return the proof of the earlier deck that a deal uses again."""
    if info.shared is not None and info.shared.kind == "daily":
        return dict(DailyDeal.objects.get(pk=info.shared.owner).fairness)
    if info.shared is not None:
        return event_decks().proof(info.shared.owner, info.shared.round, deal)
    first = DealSecret.objects.get(match=info.pk, deal_number=info.board(deal))
    assert first.fairness is not None, "dealt before"
    return dict(first.fairness)


def opened(match: int, secret: SecretProof) -> None:
    """Store the proof of a deal whose deck is made; delete the nonces, which the proof contains.

    `match` is a row id.

    Raises:
        IntegrityError: where another nonce was revealed meanwhile, or the deck is made already.
    """
    if deal_sql.shown(match, secret.deal) != dict(secret.shown):
        raise IntegrityError("another nonce was shown")
    flags = secret.block["flags"]
    if not deal_sql.add_proof(
        match,
        secret.deal,
        secret.block,
        missing=sum(flag.startswith(NONCE_MISSING) for flag in flags),
        cut_by_clock=CUT_BY_CLOCK in flags,
    ):
        raise IntegrityError("the deck is made")
    deal_sql.forget_nonces(match, secret.deal)

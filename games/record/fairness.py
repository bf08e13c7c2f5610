"""The verifiable shuffle `brisca-fair/1`: a deck that nobody could choose.

Before a deal every seat commits to a nonce and the server to a seed; then the deck is cut, the
nonces are shown, and the deck follows from all of them. After the deal the seed is shown and
anybody can compute the deck again.

Values are hashed as length-prefixed parts: four bytes, big endian, then the bytes (text as UTF-8,
whole numbers as decimal digits). The pack is shuffled from its canonical order (O, C, E, B by
rising printed number) and rotated by the cut; index 0 of the result is dealt first.

>>> from games.engine.cards import PACK_40
>>> deck = deck_for(bytes(32), "m", 1, "sha256:0", [None, None], [NO_NONCE] * 2, 20, PACK_40)
>>> len(set(deck)), deck[:3]
(40, ('C3', 'O12', 'E1'))
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from games.engine.cards import Card

SCHEME: Final = "brisca-fair/1"
SEED_BYTES: Final = 32
NONCE_BYTES: Final = 16
NO_NONCE: Final = bytes(NONCE_BYTES)
"""The nonce of a seat that revealed none."""

CUT_BY_CLOCK: Final = "cut_by_clock"
NONCE_MISSING: Final = "nonce_missing:"
DUPLICATE: Final = "duplicate:"
"""Prefix of the flag with the id of the match whose deck is dealt again."""

Block: TypeAlias = dict[str, Any]


def encode(*parts: bytes | str | int) -> bytes:
    """Return the parts joined as bytes, each after its length in four bytes, big endian."""
    out = bytearray()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        out += len(data).to_bytes(4, "big") + data
    return bytes(out)


def digest(label: str, *parts: bytes | str | int) -> bytes:
    """Return the SHA-256 (32 bytes) of the encoded parts, after a label of this shuffle scheme."""
    return hashlib.sha256(encode(f"{SCHEME}/{label}", *parts)).digest()


def client_commit(match: str, deal: int, seat: int, nonce: bytes) -> bytes:
    """Return the commit (32 bytes) to a nonce that a seat publishes before it reveals the nonce."""
    return digest("client-commit", match, deal, seat, nonce)


def server_commit(match: str, deal: int, rules_hash: str, seed: bytes) -> bytes:
    """Return the commit (32 bytes) to its seed that the server publishes before the deck is cut."""
    return digest("server-commit", match, deal, rules_hash, seed)


def transcript(
    match: str,
    deal: int,
    rules_hash: str,
    commit: bytes,
    client_commits: Sequence[bytes | None],
    nonces: Sequence[bytes],
    cut: int,
) -> bytes:
    """Return the hash (32 bytes) of a deal's commits, nonces and cut, from which its deck follows.

    A seat that committed to nothing counts as committed to the nonce of zeros.
    """
    parts: list[bytes | str | int] = [match, deal, rules_hash, commit, len(nonces)]
    for seat, (committed, nonce) in enumerate(zip(client_commits, nonces, strict=True)):
        parts += [committed or client_commit(match, deal, seat, NO_NONCE), nonce]
    return digest("transcript", *parts, cut)


def words(seed: bytes, transcript_bytes: bytes, label: str = "stream") -> Iterator[int]:
    """Yield endless random 32-bit words that follow from seed, `transcript_bytes` and label.

    They are HMAC-SHA256 of a counter.
    """
    counter = 0
    while True:
        message = encode(f"{SCHEME}/{label}", transcript_bytes, counter)
        block = hmac.digest(seed, message, "sha256")
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def below(limit: int, stream: Iterator[int]) -> int:
    """Return a number from 0 to `limit` - 1 out of 32-bit words, each equally likely."""
    fair = 2**32 - 2**32 % limit
    word = next(stream)
    while word >= fair:  # taking the rest would favour small numbers
        word = next(stream)
    return word % limit


def shuffle(seed: bytes, transcript_bytes: bytes, pack: Sequence[Card]) -> list[Card]:
    """Return a pack shuffled by seed and `transcript_bytes`: Fisher-Yates, from the last."""
    deck, stream = list(pack), words(seed, transcript_bytes)
    for last in range(len(deck) - 1, 0, -1):
        other = below(last + 1, stream)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def deck_for(
    seed: bytes,
    match: str,
    deal: int,
    rules_hash: str,
    client_commits: Sequence[bytes | None],
    nonces: Sequence[bytes],
    cut: int,
    pack: Sequence[Card],
) -> tuple[Card, ...]:
    """Return the deck after shuffle and cut, as anybody can compute it; index 0 is the eldest's."""
    commit = server_commit(match, deal, rules_hash, seed)
    transcript_bytes = transcript(match, deal, rules_hash, commit, client_commits, nonces, cut)
    deck = shuffle(seed, transcript_bytes, pack)
    return tuple(deck[cut:] + deck[:cut])


def fairness_block(
    *,
    match: str,
    deal: int,
    rules_hash: str,
    seed: bytes,
    client_commits: Sequence[bytes | None],
    nonces: Sequence[bytes],
    cut: int,
    flags: Sequence[str] = (),
    dealer: Mapping[str, Any] | None = None,
) -> Block:
    """Return the proof as it stands in a record, all bytes in hex. Secret until the deal is over.

    `dealer` is how the first dealer was drawn (`games.record.dealer`), in a first deal alone.
    """
    return {
        "scheme": SCHEME,
        "match": match,
        "deal": deal,
        "rules": rules_hash,
        "server_commit": server_commit(match, deal, rules_hash, seed).hex(),
        "server_seed": seed.hex(),
        "client_commits": [commit and commit.hex() for commit in client_commits],
        "nonces": [nonce.hex() for nonce in nonces],
        "cut": cut,
        "flags": list(flags),
        **({} if dealer is None else {"dealer": dict(dealer)}),
    }


def deck_of_block(block: Mapping[str, Any], pack: Sequence[Card]) -> tuple[Card, ...]:
    """Return the deck that a deal's well-formed proof gives; index 0 goes to the eldest.

    `pack` has the cards of the deck in their canonical order.
    """
    return deck_for(
        bytes.fromhex(block["server_seed"]),
        block["match"],
        block["deal"],
        block["rules"],
        [commit and bytes.fromhex(commit) for commit in block["client_commits"]],
        [bytes.fromhex(nonce) for nonce in block["nonces"]],
        block["cut"],
        pack,
    )


def flag_fault(block: Mapping[str, Any], match: str, deal: int) -> int | None:
    """Return the index of the first wrong flag in a deal's proof of fairness, or None.

    A flag notes an irregularity, such as a cut by the clock. It is wrong if this module names none
    like it, if it is repeated, or if deal `deal` (from 1) of `match` cannot have it.
    """
    known = {CUT_BY_CLOCK, *(f"{NONCE_MISSING}{seat}" for seat in range(len(block["nonces"])))}
    if (block["match"], block["deal"]) != (match, deal):
        known.add(f"{DUPLICATE}{block['match']}")
    for index, flag in enumerate(block["flags"]):
        if flag not in known:
            return index
        known.remove(flag)
    return None


def block_fault(block: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return (field, why) of the first wrong commit in a deal's well-formed proof, or None."""
    match, deal = block["match"], block["deal"]
    seed = bytes.fromhex(block["server_seed"])
    if server_commit(match, deal, block["rules"], seed).hex() != block["server_commit"]:
        return "server_commit", "is not the commit of server_seed"
    pairs = zip(block["client_commits"], block["nonces"], strict=True)
    for seat, (committed, nonce) in enumerate(pairs):
        missing = f"{NONCE_MISSING}{seat}" in block["flags"]
        if missing and bytes.fromhex(nonce) != NO_NONCE:
            return f"nonces[{seat}]", "is flagged as missing, so it must be zeros"
        if not missing and committed is None:
            return f"client_commits[{seat}]", "is null without the flag nonce_missing"
        if (
            not missing
            and client_commit(match, deal, seat, bytes.fromhex(nonce)).hex() != committed
        ):
            return f"client_commits[{seat}]", "is not the commit of the nonce"
    return None

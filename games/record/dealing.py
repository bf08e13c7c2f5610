"""The steps that make the deck of the next deal: seal, cut, nonces, deck.

`token_bytes` is `secrets.token_bytes` wherever people play; a seeded source only where bots play
without the database. What `seal` gives is secret but for its commits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from games.engine import Card, Cut, DealCards, DrawDealer, Rules, cut_range
from games.record.dealer import DealerSeal, drawn_cards, new_seal
from games.record.fairness import (
    CUT_BY_CLOCK,
    DUPLICATE,
    NO_NONCE,
    NONCE_BYTES,
    NONCE_MISSING,
    SEED_BYTES,
    Block,
    below,
    client_commit,
    deck_of_block,
    fairness_block,
    server_commit,
)
from games.record.log import By, MatchLog

TokenBytes: TypeAlias = Callable[[int], bytes]


@dataclass(frozen=True, slots=True, repr=False)
class OpenedDeal:
    """A deal that is ready to be put on a match's log: its cut, its final deck and their proof."""

    number: int
    cut: Cut
    cut_by: By
    deck: tuple[Card, ...]
    block: Block
    """The proof; secret until the deal is over."""

    def apply_to(self, log: MatchLog) -> None:
        """Apply the cut and the deal to the log of the match, and store the proof in it."""
        log.apply(self.cut, by=self.cut_by)
        log.apply(DealCards(self.deck), by="host")
        log.fairness[self.number] = self.block


@dataclass(frozen=True, slots=True)
class Again:
    """The earlier deal whose deck a duplicate match deals again, with the place of its cut."""

    match: str
    deal: int
    cut: int


@dataclass(frozen=True, slots=True, repr=False)
class SealedDeal:
    """A deal to whose seed the server has committed; the deck still waits for cut and nonces.

    Nonces are the random bytes of each seat. With `again` the deal has the seed, commits
    and nonces of the deal that it repeats.
    """

    match: str
    number: int
    rules: Rules
    seed: bytes
    client_commits: tuple[bytes | None, ...]
    house_nonces: Mapping[int, bytes]
    """Nonces of the seats of house bots."""
    again: Again | None = None
    dealer: DealerSeal | None = None
    """The draw of the first dealer; only in a first deal whose dealer is drawn by its proof."""

    @property
    def server_commit(self) -> str:
        """Return the server's commit to the seed in hex, public once the deal is sealed."""
        match, deal = self._hashed
        return server_commit(match, deal, self.rules.ruleset.hash, self.seed).hex()

    @property
    def _hashed(self) -> tuple[str, int]:
        """Return (match id, deal number) for which the deal's hashes are computed."""
        return (self.match, self.number) if not self.again else (self.again.match, self.again.deal)

    def open(
        self,
        cut: Cut,
        cut_by: By,
        nonces: Mapping[int, bytes] | None = None,
        flags: Collection[str] = (),
    ) -> OpenedDeal:
        """Return the opened deal with its deck; its proof flags missing or wrong `nonces`."""
        shown = {**(nonces or {}), **self.house_nonces}
        used, notes = [], [*flags]
        match, number = self._hashed
        if cut_by == "clock":
            notes.append(CUT_BY_CLOCK)
        for seat, committed in enumerate(self.client_commits):
            nonce = shown.get(seat, b"")
            if not committed or committed != client_commit(match, number, seat, nonce):
                nonce = NO_NONCE
                notes.append(f"{NONCE_MISSING}{seat}")
            used.append(nonce)
        if self.again is not None:
            notes.append(f"{DUPLICATE}{match}")
        block = fairness_block(
            match=match,
            deal=number,
            rules_hash=self.rules.ruleset.hash,
            seed=self.seed,
            client_commits=self.client_commits,
            nonces=used,
            cut=cut.at,
            flags=notes,
            dealer=None if self.dealer is None else self.dealer.proof(),
        )
        return OpenedDeal(self.number, cut, cut_by, deck_of_block(block, self.rules.deck), block)


@dataclass(frozen=True, slots=True)
class DealSource:
    """Maker of the deals of one match: it draws seeds, and acts for the seats of the site's bots.

    `house` are those seats: the source draws their nonces and commits to them. `token_bytes` is a
    function that returns so many random bytes.
    """

    match: str
    rules: Rules
    house: frozenset[int]
    token_bytes: TokenBytes

    def seal(self, number: int, commits: Mapping[int, bytes] | None = None) -> SealedDeal:
        """Return deal `number` (from 1) sealed with a new seed; `commits` are people's, by seat."""
        all_commits = dict(commits or {})
        seed = self.token_bytes(SEED_BYTES)
        nonces = {seat: self.token_bytes(NONCE_BYTES) for seat in sorted(self.house)}
        for seat, nonce in nonces.items():
            all_commits[seat] = client_commit(self.match, number, seat, nonce)
        committed = tuple(all_commits.get(seat) for seat in range(self.rules.players))
        return SealedDeal(self.match, number, self.rules, seed, committed, nonces)

    def cut_for(self, cutter: int, asked: int | None = None) -> tuple[Cut, By]:
        """Return the cut of seat `cutter`, and who made it; `asked` is how many cards it cuts.

        With None a bot cuts at random, and for a person the clock cuts in the middle.
        """
        if asked is not None:
            return Cut(cutter, asked), "player"
        if cutter in self.house:
            places = cut_range(self.rules)
            return Cut(cutter, places[below(len(places), self._words())]), "bot"
        return Cut(cutter, len(self.rules.deck) // 2), "clock"

    def _words(self) -> Iterator[int]:
        return _words(self.token_bytes)


def dealer_draw(rules: Rules, token_bytes: TokenBytes) -> DrawDealer:
    """Return a draw of the first dealer from random bytes alone, as before draws were proven."""
    return DrawDealer(drawn_cards(rules, _words(token_bytes)))


def _words(token_bytes: TokenBytes) -> Iterator[int]:
    while True:
        yield int.from_bytes(token_bytes(4), "big")


def open_deal(
    log: MatchLog, *, house: Collection[int], token_bytes: TokenBytes, cut: int | None = None
) -> OpenedDeal:
    """Return the next deal of a log: sealed, cut and opened, without random bytes from people.

    `house` are the seats of the site's bots; `cut` is how many cards are cut, None: as
    `DealSource.cut_for` decides. Where the first dealer is still to be drawn, that is done before
    and put on the log.
    """
    source = DealSource(log.match_id, log.rules, frozenset(house), token_bytes)
    if log.state.phase != "draw_dealer":
        sealed = source.seal(log.state.number)
    else:
        dealer = new_seal(log.match_id, log.rules, house, token_bytes(SEED_BYTES))
        sealed = replace(source.seal(log.state.number), dealer=dealer)
        log.drawn(dealer.draw(sealed.client_commits))
    return sealed.open(*source.cut_for(log.state.cutter, cut))

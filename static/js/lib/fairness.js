/**
 * The verifiable shuffle `brisca-fair/1`, computed again in the browser, as games/record/fairness.py
 * does it: nobody has to believe the site about a deck.
 */

import { SCHEME, commitTo, digest, encode, fromHex, toHex } from './commitment.js';

/**
 * @typedef {object} Block the proof of a deal, all bytes in hex
 * @property {string} scheme
 * @property {string} match
 * @property {number} deal
 * @property {string} rules
 * @property {string} server_commit
 * @property {string} server_seed
 * @property {(string | null)[]} client_commits
 * @property {string[]} nonces
 * @property {number} cut
 * @property {string[]} flags
 * @property {Draw} [dealer] how the first dealer was drawn; in the proof of a first deal
 *
 * @typedef {{commit: string, seed: string, house: number[]}} Draw
 *
 * @typedef {import('./commitment.js').Bytes} Bytes
 * @typedef {{state: 'ok'} | {state: 'unchecked' | 'bad', why: string, seat?: number}} Finding
 *
 * `why` of what was not checked: `missing`, `scheme`, `malformed`, `crypto`. Of what does not match:
 * `match`, `deal`, `rules`, `cut`, `flags`, `server_commit`, `client_commit`, `nonce`, `deck`, `dealer`.
 */

const NONCE_BYTES = 16;
const CUT_BY_CLOCK = 'cut_by_clock';
const NONCE_MISSING = 'nonce_missing:';
const DUPLICATE = 'duplicate:';
const SUITS = ['O', 'C', 'E', 'B'];
const SMALLEST_PACKET = 4;

/** Printed numbers of the packs. */
const FORTY = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12];
const FORTY_EIGHT = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const FIFTY_TWO = [...FORTY_EIGHT, 13];
const THIRTY_TWO = [1, 3, 5, 6, 7, 10, 11, 12];

/**
 * Return the pack of a match in the order that the shuffle starts from.
 * @param {number} players
 * @param {Record<string, any>} [rules] options; those that are not there are as usual
 * @returns {string[]}
 */
export function packFor(players, rules = {}) {
  const italian = rules['deck.removed'] === 'italian';
  const all = rules['deck.french'] === 'all52';
  const pack = (/** @type {number[]} */ numbers) =>
    SUITS.flatMap((suit) => numbers.map((number) => `${suit}${number}`));
  if (rules['rematada.talon']) return pack(THIRTY_TWO);
  // Three and six share a pack without twos; Italians take one two from three players.
  const without = all || italian ? [3, 6].includes(players) : players === 3;
  const numbers = all ? FIFTY_TWO : italian || players !== 6 ? FORTY : FORTY_EIGHT;
  if (italian && players === 3) return pack(FORTY).filter((card) => card !== 'C2');
  return pack(without ? numbers.filter((number) => number !== 2) : numbers);
}

/**
 * Return what the server publishes before the deck is cut.
 * @param {Block} block
 * @returns {Promise<Bytes>}
 */
function serverCommit(block) {
  const seed = fromHex(block.server_seed);
  return digest('server-commit', [block.match, block.deal, block.rules, seed]);
}

/**
 * Return everything that was said before the deal, in one hash.
 * @param {Block} block
 * @returns {Promise<Bytes>}
 */
async function transcript(block) {
  const nothing = new Uint8Array(NONCE_BYTES);
  /** @type {(Bytes | string | number)[]} */
  const parts = [block.match, block.deal, block.rules, await serverCommit(block), block.nonces.length];
  for (const [seat, nonce] of block.nonces.entries()) {
    const commit = block.client_commits[seat];
    parts.push(commit ? fromHex(commit) : await commitTo(block.match, block.deal, seat, nothing), fromHex(nonce));
  }
  return digest('transcript', [...parts, block.cut]);
}

/**
 * Yield 32-bit words without end, from HMAC-SHA256 of a counter.
 * @param {Bytes} seed
 * @param {Bytes} said
 * @param {string} [label] each has other words
 * @returns {AsyncGenerator<number, never>}
 */
async function* words(seed, said, label = 'stream') {
  const way = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', seed, way, false, ['sign']);
  for (let counter = 0; ; counter += 1) {
    const message = encode([`${SCHEME}/${label}`, said, counter]);
    const view = new DataView(await crypto.subtle.sign('HMAC', key, message));
    for (let at = 0; at < view.byteLength; at += 4) yield view.getUint32(at);
  }
}

/**
 * Return the deck that a well-formed block proves: Fisher-Yates from the last card down, then the cut.
 * @param {Block} block
 * @param {string[]} pack
 * @returns {Promise<string[]>}
 */
export async function deckOf(block, pack) {
  const deck = await shuffled(pack, words(fromHex(block.server_seed), await transcript(block)));
  return [...deck.slice(block.cut), ...deck.slice(0, block.cut)];
}

/**
 * Return a number from 0 to limit - 1, every one equally likely.
 * @param {number} limit
 * @param {AsyncGenerator<number, never>} stream
 */
async function below(limit, stream) {
  const fair = 2 ** 32 - (2 ** 32 % limit);
  let word = (await stream.next()).value;
  // Taking the rest would favour small numbers.
  while (word >= fair) word = (await stream.next()).value;
  return word % limit;
}

/**
 * Return a deck shuffled by Fisher-Yates, from the last card down.
 * @param {string[]} pack
 * @param {AsyncGenerator<number, never>} stream
 * @returns {Promise<string[]>}
 */
async function shuffled(pack, stream) {
  const deck = [...pack];
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = await below(last + 1, stream);
    const card = deck[last] ?? '';
    deck[last] = deck[other] ?? '';
    deck[other] = card;
  }
  return deck;
}

/**
 * Return what the draw in the proof of a first deal comes to: the number of the seat that deals, or where the
 * highest card deals the pack that the cards are drawn from, from its beginning. Null where its seed is
 * not the one that was committed to.
 * @param {Block & {dealer: Draw}} block
 * @param {string[]} pack
 * @returns {Promise<{seat: number, pack: string[]} | null>}
 */
export async function drawOf(block, pack) {
  const { match, rules, dealer, client_commits: commits } = block;
  const seed = fromHex(dealer.seed);
  const commit = await digest('dealer-commit', [match, rules, seed, dealer.house.length, ...dealer.house]);
  if (toHex(commit) !== dealer.commit) return null;
  const nothing = new Uint8Array(NONCE_BYTES);
  /** @type {(Bytes | string | number)[]} */
  const parts = [match, rules, commit, commits.length];
  for (const [seat, own] of commits.entries())
    parts.push(own && !dealer.house.includes(seat) ? fromHex(own) : await commitTo(match, 1, seat, nothing));
  const said = await digest('dealer-transcript', parts);
  return {
    seat: await below(commits.length, words(seed, said, 'dealer-draw')),
    pack: await shuffled(pack, words(seed, said, 'dealer-draw')),
  };
}

/**
 * Return whether the draw of a proof gives this dealer, and drew these cards where cards were drawn.
 * @param {Block} block of a first deal; without a draw there is nothing to hold
 * @param {{dealer: number, cards?: string[], pack: string[]}} dealt
 * @returns {Promise<boolean>}
 */
export async function dealerHolds(block, { dealer, cards, pack }) {
  if (!block.dealer) return true;
  const draw = await drawOf(/** @type {Block & {dealer: Draw}} */ (block), pack);
  if (!draw) return false;
  // Which of the cards is highest follows from the rules; here it is checked that they are these.
  return cards ? cards.length > 0 && cards.every((card, at) => card === draw.pack[at]) : draw.seat === dealer;
}

/**
 * Return the first commitment of a well-formed block that its secrets do not open; null where all do.
 * @param {Block} block
 * @returns {Promise<{why: string, seat?: number} | null>}
 */
export async function faultOf(block) {
  if (toHex(await serverCommit(block)) !== block.server_commit) return { why: 'server_commit' };
  for (const [seat, text] of block.nonces.entries()) {
    const nonce = fromHex(text);
    if (block.flags.includes(`${NONCE_MISSING}${seat}`)) {
      if (nonce.some(Boolean)) return { why: 'nonce', seat };
    } else if (toHex(await commitTo(block.match, block.deal, seat, nonce)) !== block.client_commits[seat]) {
      return { why: 'client_commit', seat };
    }
  }
  return null;
}

/**
 * @param {unknown} value
 * @param {number} bytes
 */
function isHex(value, bytes) {
  return typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value);
}

/**
 * Return whether a block can be computed at all.
 * @param {Record<string, any>} block
 * @param {number} players
 * @returns {block is Block}
 */
function wellFormed(block, players) {
  const { client_commits: commits, nonces, flags } = block;
  return (
    typeof block.match === 'string' &&
    typeof block.rules === 'string' &&
    Number.isInteger(block.deal) &&
    Number.isInteger(block.cut) &&
    isHex(block.server_commit, 32) &&
    isHex(block.server_seed, 32) &&
    Array.isArray(commits) &&
    commits.length === players &&
    commits.every((commit) => commit === null || isHex(commit, 32)) &&
    Array.isArray(nonces) &&
    nonces.length === players &&
    nonces.every((nonce) => isHex(nonce, NONCE_BYTES)) &&
    Array.isArray(flags) &&
    flags.every((flag) => typeof flag === 'string') &&
    (block.dealer === undefined || drawWellFormed(block.dealer, players))
  );
}

/**
 * @param {Record<string, any> | null} draw
 * @param {number} players
 */
function drawWellFormed(draw, players) {
  const house = draw?.house;
  return (
    isHex(draw?.commit, 32) &&
    isHex(draw?.seed, 32) &&
    Array.isArray(house) &&
    house.every((seat, at) => Number.isInteger(seat) && seat > (house[at - 1] ?? -1) && seat < players)
  );
}

/**
 * Return whether every flag is one that a deal of this match can have, and stands once.
 * @param {Block} block
 * @param {string} match
 * @param {number} deal
 */
function flagsHold(block, match, deal) {
  const known = new Set([CUT_BY_CLOCK, ...block.nonces.map((_, seat) => `${NONCE_MISSING}${seat}`)]);
  if (block.match !== match || block.deal !== deal) known.add(`${DUPLICATE}${block.match}`);
  return block.flags.every((flag) => known.delete(flag));
}

/**
 * Return the deck that a proof gives, if it is one of this deal and its commitments hold.
 * @param {Record<string, any> | null} block
 * @param {{match: string, deal: number, first?: number, rules: string, players: number, pack: string[]}} expected first: the deal whose deck this one has
 * @returns {Promise<{finding: Finding, deck: string[]}>} the deck is empty unless the finding is ok
 */
export async function checkBlock(block, { match, deal, first = deal, rules, players, pack }) {
  const not = (/** @type {'unchecked' | 'bad'} */ state, /** @type {string} */ why, more = {}) => ({
    finding: { state, why, ...more },
    deck: [],
  });
  if (!block) return not('unchecked', 'missing');
  if (block.scheme !== SCHEME) return not('unchecked', 'scheme');
  if (!wellFormed(block, players)) return not('unchecked', 'malformed');
  if (!globalThis.crypto?.subtle) return not('unchecked', 'crypto');
  const again = block.flags.includes(`${DUPLICATE}${block.match}`);
  if (block.match !== match && !again) return not('bad', 'match');
  if (block.deal !== first) return not('bad', 'deal');
  if (first !== deal && !again) return not('bad', 'flags');
  if (block.rules !== rules) return not('bad', 'rules');
  if (block.cut < SMALLEST_PACKET || block.cut > pack.length - SMALLEST_PACKET) return not('bad', 'cut');
  if (!flagsHold(block, match, deal)) return not('bad', 'flags');
  const fault = await faultOf(block);
  if (fault) return not('bad', fault.why, fault);
  if (block.dealer && (deal !== 1 || !(await drawOf(/** @type {any} */ (block), pack)))) return not('bad', 'dealer');
  return { finding: { state: 'ok' }, deck: await deckOf(block, pack) };
}

/**
 * Return whether the deck of a deal is the one that its proof gives, and the proof one of this deal.
 * @param {{match: string, rules?: Record<string, any>, rules_hash: string, seats: {kind?: string}[], duplicate?: {boards: number}, dealer_draw?: string[]}} record
 * @param {{number: number, dealer?: number, deck: string[], fairness: Record<string, any> | null, actions?: {type: string, by: string}[]}} dealt
 * @returns {Promise<Finding>}
 */
export async function checkDeal(record, dealt) {
  const { match, rules_hash: rules, seats, duplicate } = record;
  const pack = packFor(seats.length, record.rules);
  // the decks of a duplicate match come again in the same order
  const first = duplicate ? ((dealt.number - 1) % duplicate.boards) + 1 : dealt.number;
  const expected = { match, deal: dealt.number, first, rules, players: seats.length, pack };
  const { finding, deck } = await checkBlock(dealt.fairness, expected);
  if (finding.state !== 'ok') return finding;
  const cut = dealt.actions?.find(({ type }) => type === 'cut');
  const clock = dealt.fairness?.flags.includes(CUT_BY_CLOCK);
  if (cut && (cut.by === 'clock') !== clock) return { state: 'bad', why: 'cut' };
  const block = /** @type {Block} */ (dealt.fairness);
  const cards = record.rules?.['first_dealer'] === 'high_card' ? (record.dealer_draw ?? []) : undefined;
  const alone = block.dealer?.house.some((seat) => seats[seat]?.kind !== 'bot');
  if (alone || !(await dealerHolds(block, { dealer: dealt.dealer ?? -1, cards, pack })))
    return { state: 'bad', why: 'dealer' };
  const same = deck.length === dealt.deck.length && deck.every((card, at) => card === dealt.deck[at]);
  return same ? { state: 'ok' } : { state: 'bad', why: 'deck' };
}

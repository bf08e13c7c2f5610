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
 *
 * @typedef {import('./commitment.js').Bytes} Bytes
 * @typedef {{state: 'ok'} | {state: 'unchecked' | 'bad', why: string, seat?: number}} Finding
 *
 * `why` of what was not checked: `missing`, `scheme`, `malformed`, `crypto`. Of what does not match:
 * `match`, `deal`, `rules`, `cut`, `flags`, `server_commit`, `client_commit`, `nonce`, `deck`.
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
 * The pack of a match in the order that the shuffle starts from.
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
 * What the server publishes before the deck is cut.
 * @param {Block} block
 * @returns {Promise<Bytes>}
 */
function serverCommit(block) {
  const seed = fromHex(block.server_seed);
  return digest('server-commit', [block.match, block.deal, block.rules, seed]);
}

/**
 * Everything that was said before the deal, in one hash.
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
 * Endless 32-bit words, from HMAC-SHA256 of a counter.
 * @param {Bytes} seed
 * @param {Bytes} said
 * @returns {AsyncGenerator<number, never>}
 */
async function* words(seed, said) {
  const way = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', seed, way, false, ['sign']);
  for (let counter = 0; ; counter += 1) {
    const message = encode([`${SCHEME}/stream`, said, counter]);
    const view = new DataView(await crypto.subtle.sign('HMAC', key, message));
    for (let at = 0; at < view.byteLength; at += 4) yield view.getUint32(at);
  }
}

/**
 * The deck that a well-formed block proves: Fisher-Yates from the last card down, then the cut.
 * @param {Block} block
 * @param {string[]} pack
 * @returns {Promise<string[]>}
 */
export async function deckOf(block, pack) {
  const deck = [...pack];
  const stream = words(fromHex(block.server_seed), await transcript(block));
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const limit = last + 1;
    const fair = 2 ** 32 - (2 ** 32 % limit);
    let word = (await stream.next()).value;
    // Taking the rest would favour small numbers.
    while (word >= fair) word = (await stream.next()).value;
    const other = word % limit;
    const card = deck[last] ?? '';
    deck[last] = deck[other] ?? '';
    deck[other] = card;
  }
  return [...deck.slice(block.cut), ...deck.slice(0, block.cut)];
}

/**
 * The first commitment of a well-formed block that its secrets do not open; null where all do.
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
 * Whether a block can be computed at all.
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
    flags.every((flag) => typeof flag === 'string')
  );
}

/**
 * Whether every flag is one that a deal of this match can have, and stands once.
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
 * The deck that a proof gives, if it is one of this deal and its commitments hold.
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
  return { finding: { state: 'ok' }, deck: await deckOf(block, pack) };
}

/**
 * Whether the deck of a deal is the one that its proof gives, and the proof one of this deal.
 * @param {{match: string, rules?: Record<string, any>, rules_hash: string, seats: unknown[], duplicate?: {boards: number}}} record
 * @param {{number: number, deck: string[], fairness: Record<string, any> | null, actions?: {type: string, by: string}[]}} dealt
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
  const same = deck.length === dealt.deck.length && deck.every((card, at) => card === dealt.deck[at]);
  return same ? { state: 'ok' } : { state: 'bad', why: 'deck' };
}

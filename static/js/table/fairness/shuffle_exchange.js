/**
 * What this browser brings to each shuffle, and its own check of every deal.
 *
 * It commits to a number of its own (the nonce) before the server commits to its seed, shows it
 * only after the deck was cut, and when the deal is over computes the deck again.
 */
import { commitTo, fromHex, toHex } from '../../lib/commitment.js';
import { initialWitness, witness } from './deck_observer.js';

/**
 * @typedef {import('../protocol.js').Fair} Fair
 * @typedef {import('../../lib/fairness.js').Finding} Finding
 * @typedef {{seat: number, nonce: string, commit: string, shown?: boolean}} Own shown: and taken in time
 * @typedef {import('./proof_check.js').Seal} Seal
 * @typedef {import('./proof_check.js').Lot} Lot
 * @typedef {Record<number, {own?: Own, seal?: Seal, lot?: Lot}>} Deals
 *
 * @typedef {object} Place
 * @property {(message: Record<string, unknown>, taken?: () => void) => void} send with an id of its own; `taken`: when the server has it
 * @property {() => {seat: number | null, players: number, rules: Record<string, any>}} table
 * @property {(deal: number, finding: Finding | null) => void} found null: it is being checked
 * @property {Pick<Storage, 'getItem' | 'setItem'> | null} [memory] what survives a reload
 */

const KEY = 'fair';
const KEPT = 4;

/** @param {Place} place */
export function fairness({ send, table, found, memory = null }) {
  const kept = recall(memory);
  /** @type {Fair | null} */
  let news = null;
  /** @type {import('../protocol.js').View | null} */
  let view = null;
  /** @type {Set<string>} */
  let said = new Set();
  /** @type {Set<string>} */
  const checked = new Set();
  let seen = initialWitness();
  let queue = Promise.resolve();

  const one = (/** @type {string} */ match, /** @type {number} */ deal) => {
    const deals = (kept[match] ??= {});
    return (deals[deal] ??= {});
  };

  /**
   * Commit to a deal, once a connection.
   * @param {string} match
   * @param {number} deal
   */
  const promise = async (match, deal) => {
    const { seat } = table();
    if (seat === null || said.has(`${match}:${deal}`)) return;
    said.add(`${match}:${deal}`);
    const place = one(match, deal);
    if (globalThis.crypto?.subtle && place.own?.seat !== seat) {
      const nonce = toHex(crypto.getRandomValues(new Uint8Array(16)));
      place.own = { seat, nonce, commit: toHex(await commitTo(match, deal, seat, fromHex(nonce))) };
      keep(memory, kept);
    }
    send({ t: 'commit', match, deal, commit: place.own?.commit ?? null });
  };

  /** Show the nonce once the deck is cut, if the server's commit and one's own were told before. */
  const reveal = () => {
    if (!news || view?.phase !== 'deal' || news.deal !== view.deal) return;
    const { own, seal } = one(news.match, news.deal);
    const key = `show:${news.match}:${news.deal}`;
    if (!own || !seal || seal.client_commits[own.seat] !== own.commit || said.has(key)) return;
    said.add(key);
    send({ t: 'nonce', match: news.match, deal: news.deal, nonce: own.nonce }, () => {
      own.shown = true;
      keep(memory, kept);
    });
  };

  /**
   * Check a deal that is over: its proof, against what was told before and seen in play.
   * @param {Fair} told
   */
  const check = async (told) => {
    const { match, deal, block } = told;
    const key = `${match}:${deal}`;
    if (!block || checked.has(key)) return;
    checked.add(key);
    found(deal, null);
    const { players, rules } = table();
    // Nothing is to be checked before the first deal is over.
    const finding = await import('./proof_check.js')
      .then(({ judge }) => judge(told, { players, options: rules, seal: one(match, deal).seal, lot: one(match, deal).lot, seat: table().seat, seen }))
      .catch(() => /** @type {Finding} */ ({ state: 'unchecked', why: 'crypto' }));
    found(deal, finding);
    if (table().seat === null) return;
    const { own, seal } = one(match, deal);
    if (finding.state === 'bad') send({ t: 'check', match, deal, result: 'bad', why: finding.why });
    else if (own?.shown && seal && block.nonces[own.seat] !== own.nonce)
      send({ t: 'check', match, deal, result: 'withheld', why: 'nonce' });
  };

  return {
    /** A new connection: what was said may not have arrived. */
    again() {
      said = new Set();
    },
    /** @param {Fair} told what is known of the making of a deal */
    told(told) {
      news = told;
      const { match, deal, rules, server_commit, client_commits } = told;
      const place = one(match, deal);
      const draw = told.dealer;
      // What is told before one's own commit is what binds the server.
      if (draw && draw.seed === null && !place.lot) {
        place.lot = { commit: draw.commit, house: draw.house };
        keep(memory, kept);
      }
      if (server_commit && client_commits && !place.seal) {
        place.seal = { rules, server_commit, client_commits };
        keep(memory, kept);
      }
      queue = queue.then(async () => {
        if (!server_commit) await promise(match, deal);
        if (!told.block) await promise(match, deal + 1);
        reveal();
        await check(told);
      });
      return queue;
    },
    /**
     * A new view of the match.
     * @param {string} match
     * @param {import('../protocol.js').View} next
     * @param {import('../protocol.js').Event[]} events
     * @param {boolean} fresh
     */
    viewed(match, next, events, fresh) {
      view = next;
      seen = witness(seen, match, next, events, fresh);
      reveal();
    },
  };
}

/**
 * @param {Place['memory']} memory
 * @returns {Record<string, Deals>}
 */
function recall(memory) {
  try {
    return JSON.parse(memory?.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * @param {Place['memory']} memory
 * @param {Record<string, Deals>} kept by match, the latest last
 */
function keep(memory, kept) {
  try {
    for (const match of Object.keys(kept).slice(0, -KEPT)) delete kept[match];
    memory?.setItem(KEY, JSON.stringify(kept));
  } catch {
    // it holds for this page then
  }
}

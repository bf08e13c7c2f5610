/**
 * Bring this browser's nonce to each shuffle, and check every deal.
 *
 * It commits to a number of its own (the nonce) before the server commits to its seed, shows it
 * only after the deck was cut, and when the deal is over computes the deck again.
 */
import { commitTo, fromHex, toHex } from '../../lib/commitment.js';
import { initialObservation, observe } from './deck_observer.js';

/**
 * @typedef {import('../protocol.js').Fair} Fair
 * @typedef {import('../../lib/fairness.js').Finding} Finding
 * @typedef {{seat: number, nonce: string, commit: string, shown?: boolean}} Own `shown`: whether the nonce was taken in time
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

/** Take the part of one browser in the shuffles of a table. */
export class ShuffleExchange {
  /** @type {Fair | null} */
  news = null;
  /** @type {import('../protocol.js').View | null} */
  view = null;
  /** @type {Set<string>} The commits and nonces that were sent over this connection. */
  sent = new Set();
  /** @type {Set<string>} */
  checked = new Set();
  seen = initialObservation();
  queue = Promise.resolve();

  /** @param {Place} place */
  constructor({ send, table, found, memory = null }) {
    this.send = send;
    this.table = table;
    this.found = found;
    this.memory = memory;
    this.deals = recall(memory);
  }

  /** Begin again on a new connection: what was sent may not have arrived. */
  reconnected() {
    this.sent = new Set();
  }

  /**
   * Take what the server says of the making of a deal, and answer it.
   * @param {Fair} news
   * @returns {Promise<void>} when it is answered, and checked where the deal is over
   */
  receive(news) {
    this.news = news;
    const { match, deal, server_commit, block } = news;
    this.bind(news);
    this.queue = this.queue.then(async () => {
      if (!server_commit) await this.commit(match, deal);
      if (!block) await this.commit(match, deal + 1);
      this.reveal();
      await this.check(news);
    });
    return this.queue;
  }

  /**
   * Observe a new view of the match.
   * @param {string} match
   * @param {import('../protocol.js').View} next
   * @param {import('../protocol.js').Event[]} events
   * @param {boolean} fresh
   */
  observe(match, next, events, fresh) {
    this.view = next;
    this.seen = observe(this.seen, match, next, events, fresh);
    this.reveal();
  }

  /** @param {string} match @param {number} deal */
  keptOf(match, deal) {
    const deals = (this.deals[match] ??= {});
    return (deals[deal] ??= {});
  }

  save() {
    keep(this.memory, this.deals);
  }

  /**
   * Keep what the server has said before one's own commit, and so is bound to.
   * @param {Fair} news
   */
  bind({ match, deal, rules, server_commit, client_commits, dealer: draw }) {
    const kept = this.keptOf(match, deal);
    if (draw && draw.seed === null && !kept.lot) {
      kept.lot = { commit: draw.commit, house: draw.house };
      this.save();
    }
    if (server_commit && client_commits && !kept.seal) {
      kept.seal = { rules, server_commit, client_commits };
      this.save();
    }
  }

  /**
   * Commit to a nonce for a deal, once a connection.
   * @param {string} match
   * @param {number} deal
   */
  async commit(match, deal) {
    const { seat } = this.table();
    if (seat === null || this.sent.has(`${match}:${deal}`)) return;
    this.sent.add(`${match}:${deal}`);
    const kept = this.keptOf(match, deal);
    if (globalThis.crypto?.subtle && kept.own?.seat !== seat) {
      const nonce = toHex(crypto.getRandomValues(new Uint8Array(16)));
      kept.own = { seat, nonce, commit: toHex(await commitTo(match, deal, seat, fromHex(nonce))) };
      this.save();
    }
    this.send({ t: 'commit', match, deal, commit: kept.own?.commit ?? null });
  }

  /** Reveal the nonce once the deck is cut, if the server's commit and one's own were published before. */
  reveal() {
    const { news, view } = this;
    if (!news || view?.phase !== 'deal' || news.deal !== view.deal) return;
    const { match, deal } = news;
    const { own, seal } = this.keptOf(match, deal);
    const key = `show:${match}:${deal}`;
    if (!own || !seal || seal.client_commits[own.seat] !== own.commit || this.sent.has(key)) return;
    this.sent.add(key);
    this.send({ t: 'nonce', match, deal, nonce: own.nonce }, () => {
      own.shown = true;
      this.save();
    });
  }

  /**
   * Check a deal that is over: its proof, against what was published before and seen in play.
   * @param {Fair} news
   */
  async check(news) {
    const { match, deal, block } = news;
    const key = `${match}:${deal}`;
    if (!block || this.checked.has(key)) return;
    this.checked.add(key);
    this.found(deal, null);
    const { players, rules: options, seat } = this.table();
    const kept = this.keptOf(match, deal);
    // Nothing is to be checked before the first deal is over.
    const finding = await import('./proof_check.js')
      .then(({ checkProof }) => checkProof(news, { ...kept, players, options, seat, seen: this.seen }))
      .catch(() => /** @type {Finding} */ ({ state: 'unchecked', why: 'crypto' }));
    this.found(deal, finding);
    const { own, seal } = kept;
    if (this.table().seat === null) return;
    if (finding.state === 'bad') this.send({ t: 'check', match, deal, result: 'bad', why: finding.why });
    else if (own?.shown && seal && block.nonces[own.seat] !== own.nonce)
      this.send({ t: 'check', match, deal, result: 'withheld', why: 'nonce' });
  }
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

/** Check a deal that is over: its proof, against what was published before and observed in play. */
import { checkBlock, dealerHolds, packFor } from '../../lib/fairness.js';

/**
 * @typedef {import('../../lib/fairness.js').Finding} Finding
 * @typedef {{rules: string, server_commit: string, client_commits: (string | null)[]}} Seal what binds the server before the deck is cut
 * @typedef {{commit: string, house: number[]}} Lot the server's commit for the draw of the first dealer
 */

/**
 * @param {import('../protocol.js').Fair} news
 * @param {object} known
 * @param {number} known.players
 * @param {Record<string, any>} known.options
 * @param {Seal} [known.seal] what the server was bound to
 * @param {Lot} [known.lot] what it was bound to for the draw of the first dealer
 * @param {number | null} [known.seat] one's own
 * @param {import('./deck_observer.js').Observation} known.seen
 * @returns {Promise<Finding>}
 */
export async function checkProof({ match, deal, rules, block }, { players, options, seal, lot, seat = null, seen }) {
  const expected = { match, deal, rules: seal?.rules ?? rules, players, pack: packFor(players, options) };
  const { finding, deck } = await checkBlock(block, expected);
  if (finding.state !== 'ok' || !block) return finding;
  if (seal && seal.server_commit !== block.server_commit) return bad('server_commit');
  const other = seal?.client_commits.findIndex((commit, at) => commit !== block.client_commits[at]);
  if (other !== undefined && other >= 0) return { state: 'bad', why: 'client_commit', seat: other };
  if (!(await dealerAsDrawn(/** @type {any} */ (block), { lot, seat, options, players, seen }))) return bad('dealer');
  const proven = { match, deal, deck, cut: block.cut };
  return differs(seen, proven) || drawnOutOfTurn(seen, proven, players, options) ? bad('deck') : finding;
}

/**
 * Return whether the first dealer that was seen is the one whom the draw gives, by the commit that was published.
 * @param {import('../../lib/fairness.js').Block} block
 * @param {{lot?: Lot, seat: number | null, options: Record<string, any>, players: number, seen: import('./deck_observer.js').Observation}} known
 * @returns {Promise<boolean>}
 */
async function dealerAsDrawn(block, { lot, seat, options, players, seen }) {
  const { dealer } = block;
  if (lot && (!dealer || dealer.commit !== lot.commit || String(dealer.house) !== String(lot.house))) return false;
  if (!dealer) return true;
  if (seat !== null && dealer.house.includes(seat)) return false;
  if (seen.match !== block.match || seen.deal !== block.deal || seen.dealer === null) return true;
  const high = options['first_dealer'] === 'high_card';
  if (high && !seen.drawn_for) return true;
  const cards = high ? (seen.drawn_for ?? []) : undefined;
  return dealerHolds(block, { dealer: seen.dealer, cards, pack: packFor(players, options) });
}

/** @param {string} why @returns {Finding} */
const bad = (why) => ({ state: 'bad', why });

/**
 * Return whether a deck is another than the one that was seen.
 * @param {import('./deck_observer.js').Observation} seen
 * @param {{match: string, deal: number, deck: string[], cut: number}} proven
 */
export function differs(seen, { match, deal, deck, cut }) {
  if (seen.match !== match || seen.deal !== deal) return false;
  if (seen.cut !== null && seen.cut !== cut) return true;
  return seen.cards.some(([at, card]) => deck[at] !== card);
}

/**
 * Return whether a card of the stock was drawn by another seat than the rules say: from the winner of the trick on, or by
 * seat from the eldest, except in the last round.
 * @param {import('./deck_observer.js').Observation} seen
 * @param {{match: string, deal: number, deck: string[]}} proven
 * @param {number} players
 * @param {Record<string, any>} options
 */
export function drawnOutOfTurn(seen, { match, deal, deck }, players, options) {
  if (seen.match !== match || seen.deal !== deal) return false;
  const lastRound = deck.length - seen.dealt - players * (options['play.cards_per_turn'] ?? 1);
  return seen.draws.some(({ seat, at, winner, from }) => {
    const bySeat = options['deal.draw'] === 'by_seat' && from < lastRound;
    return seat !== ((bySeat ? seen.eldest : winner) + at - from) % players;
  });
}

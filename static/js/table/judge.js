/** The check of a deal that is over: its proof, against what was told before and seen in play. */
import { checkBlock, packFor } from '../lib/fairness.js';

/** @typedef {import('../lib/fairness.js').Finding} Finding */

/**
 * @param {import('./protocol.js').Fair} told
 * @param {object} known
 * @param {number} known.players
 * @param {Record<string, any>} known.options
 * @param {import('./fair.js').Seal} [known.seal] what the server was bound to
 * @param {import('./witness.js').Witness} known.seen
 * @returns {Promise<Finding>}
 */
export async function judge({ match, deal, rules, block }, { players, options, seal, seen }) {
  const expected = { match, deal, rules: seal?.rules ?? rules, players, pack: packFor(players, options) };
  const { finding, deck } = await checkBlock(block, expected);
  if (finding.state !== 'ok' || !block) return finding;
  if (seal && seal.server_commit !== block.server_commit) return bad('server_commit');
  const other = seal?.client_commits.findIndex((commit, at) => commit !== block.client_commits[at]);
  if (other !== undefined && other >= 0) return { state: 'bad', why: 'client_commit', seat: other };
  return differs(seen, { match, deal, deck, cut: block.cut }) ? bad('deck') : finding;
}

/** @param {string} why @returns {Finding} */
const bad = (why) => ({ state: 'bad', why });

/**
 * Whether a deck is another than the one that was seen.
 * @param {import('./witness.js').Witness} seen
 * @param {{match: string, deal: number, deck: string[], cut: number}} proven
 */
export function differs(seen, { match, deal, deck, cut }) {
  if (seen.match !== match || seen.deal !== deal) return false;
  if (seen.cut !== null && seen.cut !== cut) return true;
  return seen.cards.some(([at, card]) => deck[at] !== card);
}

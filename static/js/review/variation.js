/** Other cards laid over a match: the record as it would be, and whose decision a card is. Pure. */

/**
 * @typedef {import('./record.js').MatchRecord} MatchRecord
 * @typedef {import('./record.js').Deal} Deal
 * @typedef {import('./timeline.js').Timeline} Timeline
 * @typedef {{over: boolean, moves: any[], outcome: {tricks: import('./record.js').Trick[], points: Deal['points'], contract: Deal['contract'], game_points: number[], ended_by: string, extras?: Deal['extras']}}} View
 *   where a line of moves leads, as the server tells it
 * @typedef {{deal: number, plays: number, line: number[], view: View}} Line
 *   after so many cards of the deal with this number
 * @typedef {object} Variation
 * @property {number} deal index of the deal, from 0
 * @property {number} plays cards of the deal that were played before the first one that is tried
 * @property {number} seat who tries
 * @property {string[]} cards those of that seat, in turn
 * @property {number[]} line the moves of all, as the server counts them
 * @property {boolean} over whether the deal has come to its end
 * @property {MatchRecord} record the match as it would be
 */

/**
 * Lay a line over a match.
 * @param {MatchRecord} record
 * @param {Line} line
 * @returns {Variation | null} null where the match has no such deal
 */
export function variationOf(record, { deal: number, plays, line, view }) {
  const index = record.deals.findIndex((deal) => deal.number === number);
  const deal = record.deals[index];
  if (!deal) return null;
  const moves = view.moves.map((move) => ({ seq: 0, by: 'variation', ms: 0, ...move }));
  const { outcome } = view;
  /** @type {Deal} */
  const varied = {
    ...deal,
    ...outcome,
    contract: outcome.contract ?? deal.contract,
    actions: [...deal.actions.slice(0, actionOf(deal, plays)), ...moves],
  };
  const seat = moves.find((move) => move.type === 'play')?.seat ?? 0;
  return {
    deal: index,
    plays,
    seat,
    cards: moves.filter((move) => move.type === 'play' && move.seat === seat).map((move) => move.card),
    line,
    over: view.over,
    record: { ...record, deals: [...record.deals.slice(0, index), varied] },
  };
}

/**
 * Return the place of a card among the actions of a deal.
 * @param {Deal} deal
 * @param {number} plays cards before it
 */
function actionOf(deal, plays) {
  let left = plays;
  const found = deal.actions.findIndex((action) => action.type === 'play' && left-- === 0);
  return found < 0 ? deal.actions.length : found;
}

/**
 * Return how many cards of its deal were played up to a position, with that one.
 * @param {Timeline} timeline
 * @param {number} index
 * @returns {number}
 */
export function playedBefore({ positions, deals }, index) {
  const first = deals[positions[index]?.deal ?? 0]?.first ?? 0;
  return positions.slice(first, index + 1).filter(({ kind }) => kind === 'play').length;
}

/**
 * Return the card that a seat plays in the trick of a position: the decision that other cards are tried for.
 * @param {Timeline} timeline
 * @param {number} index
 * @param {number} seat
 * @returns {number | null} the index of its position; null where it plays none in that trick
 */
export function decisionOf({ positions, deals }, index, seat) {
  const now = positions[index];
  const span = now && deals[now.deal];
  if (!now || !span) return null;
  const trick = now.kind === 'taken' ? now.trick + 1 : now.trick;
  for (let at = span.first; at <= span.last; at += 1) {
    const one = positions[at];
    if (one?.kind === 'play' && one.trick === trick && one.seat === seat) return at;
  }
  return null;
}

/**
 * Return the position at which a line is shown first: when the trick of the last card tried lies there whole.
 * @param {Timeline} timeline
 * @param {Variation} variation
 * @returns {number}
 */
export function showingOf(timeline, { seat, cards, deal }) {
  const { positions, deals } = timeline;
  const last = deals[deal]?.last ?? positions.length - 1;
  let index = last;
  while (index > 0 && !(positions[index]?.kind === 'play' && positions[index]?.seat === seat)) index -= 1;
  if (positions[index]?.action?.card !== cards.at(-1)) return last;
  while (positions[index + 1]?.kind === 'play' && positions[index + 1]?.trick === positions[index]?.trick) index += 1;
  return index;
}

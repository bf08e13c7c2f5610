/** Write what has happened in a match trick by trick, for the list beside the table. Pure. */
import { ngettext, gettext as _ } from '../../lib/i18n.js';
import { eatenTexts } from './eaten.js';
import { sentence } from './sentences.js';
import { winningCard } from '../state/tricks.js';

/** How many blocks are kept. */
const KEPT = 80;
/** What belongs to the trick that it follows or happens in. */
const FOOT = ['exchanged', 'exchange_armed', 'card_drawn', 'signed', 'asked', 'answered', 'marriage_shown'];

/**
 * @typedef {import('../protocol.js').Event} Event
 * @typedef {import('../protocol.js').View} View
 * @typedef {import('../protocol.js').SpeechContext} SpeechContext
 * @typedef {object} TrickBlock
 * @property {"trick"} kind
 * @property {number | null} number null until it is known
 * @property {import('../protocol.js').Play[]} plays
 * @property {string | null} best the card that wins, so far or in the end
 * @property {number | null} winner seat, null while it is played
 * @property {number} points
 * @property {string[]} foot sentences on what happened beside the cards
 * @property {string[]} said all sentences, in the order in which they were said
 * @typedef {{kind: "text", said: string[]}} TextBlock
 * @typedef {TrickBlock | TextBlock} Block
 */

/**
 * Return the blocks after some events. Every sentence that was said is in one of them.
 * @param {Block[]} blocks
 * @param {Event[]} events
 * @param {SpeechContext} context
 * @returns {Block[]}
 */
export function recorded(blocks, events, context) {
  const all = [...blocks];
  for (const event of events) take(all, event, sentence(event, context), context);
  const left = events.some(({ type }) => type === 'card_drawn') ? leftText(context.stock) : '';
  if (left) foot(all, left);
  return all.slice(-KEPT);
}

/**
 * Return the blocks of a match that is found in its course: how it stands, the last trick, the one on the table.
 * @param {View} view
 * @param {string} stand
 * @param {SpeechContext} context
 * @returns {Block[]}
 */
export function found(view, stand, context) {
  /** @type {Block[]} */
  const all = stand ? [{ kind: 'text', said: [stand] }] : [];
  for (const trick of [view.last_trick, view.trick]) {
    if (!trick?.plays.length) continue;
    takePlays(all, trick, context);
    if (trick === view.last_trick && typeof trick.winner === 'number') {
      const event = { type: 'trick_taken', seat: trick.winner, number: trick.number, points: trick.points ?? 0 };
      take(all, event, sentence(event, context), context);
    }
  }
  return all;
}

/**
 * Return the blocks after somebody has taken back what they did last: tricks that were not played, as it is now, go.
 * @param {Block[]} blocks
 * @param {View} view after it
 * @param {Event[]} events of which one is `taken_back`
 * @param {SpeechContext} context
 * @returns {Block[]}
 */
export function rewound(blocks, view, events, context) {
  const done = view.last_trick?.number ?? 0;
  const all = [...blocks];
  while (all.length && !stands(/** @type {Block} */ (all.at(-1)), done)) all.pop();
  for (const event of events) if (event.type === 'taken_back') foot(all, sentence(event, context));
  if (view.trick?.plays.length) takePlays(all, view.trick, context);
  return all;
}

/**
 * Return whether a block stands where so many tricks of the deal have been taken: up to the last of these, or before the first.
 * @param {Block} block
 * @param {number} done
 */
function stands(block, done) {
  if (!done || block.kind === 'text') return !done && block.kind === 'text';
  return block.winner !== null && (block.number ?? Infinity) <= done;
}

/**
 * Add a trick's cards to the blocks, as a trick of its own.
 * @param {Block[]} all
 * @param {{number?: number, plays: import('../protocol.js').Play[]}} trick
 * @param {SpeechContext} context
 */
function takePlays(all, trick, context) {
  for (const play of trick.plays) {
    const event = { type: 'card_played', ...play };
    take(all, event, sentence(event, context), context);
  }
  const block = /** @type {TrickBlock} */ (all.at(-1));
  block.number = trick.number ?? null;
}

/**
 * Add an event to the blocks; the last block is replaced, never changed.
 * @param {Block[]} all
 * @param {Event} event
 * @param {string} text
 * @param {SpeechContext} context
 */
function take(all, event, text, context) {
  const last = all.at(-1);
  const open = last?.kind === 'trick' && last.winner === null ? last : null;
  if (event.type === 'card_played') {
    const trick = open ?? begun(all);
    if (!open) all.push(trick);
    const plays = [...trick.plays, { seat: event.seat, card: event.card, announce: event.announce ?? null }];
    all[all.length - 1] = { ...trick, plays, best: leading(plays, context.trump), said: [...trick.said, text] };
  } else if (event.type === 'trick_taken' && open) {
    const { seat, number, points } = event;
    const best = winningCard(open.plays, seat, context.trump);
    all[all.length - 1] = { ...open, winner: seat, number, points, best, said: [...open.said, text] };
    for (const eaten of eatenTexts(open.plays, seat, context)) foot(all, eaten);
  } else if (!text) return;
  else if (FOOT.includes(event.type) && last?.kind === 'trick') foot(all, text);
  else if (last?.kind === 'text' && event.type !== 'deal_started')
    all[all.length - 1] = { kind: 'text', said: [...last.said, text] };
  else all.push({ kind: 'text', said: [text] });
}

/**
 * Return a trick that begins: the one after the last of this deal.
 * @param {Block[]} all
 * @returns {TrickBlock}
 */
function begun(all) {
  const last = all.at(-1);
  const number = last?.kind === 'trick' ? last.number && last.number + 1 : null;
  return { kind: 'trick', number, plays: [], best: null, winner: null, points: 0, foot: [], said: [] };
}

/**
 * Return the card that wins so far: the highest trump, else the highest of the suit that was led.
 * @param {import('../protocol.js').Play[]} plays
 * @param {string | null} trump
 */
function leading(plays, trump) {
  // To one seat, so that all cards are compared.
  return winningCard(plays.map((play) => ({ ...play, seat: 0 })), 0, trump);
}

/**
 * Put a sentence at the foot of the last trick.
 * @param {Block[]} all
 * @param {string} text
 */
function foot(all, text) {
  const last = all.at(-1);
  if (last?.kind === 'trick')
    all[all.length - 1] = { ...last, foot: [...last.foot, text], said: [...last.said, text] };
  else if (last) all[all.length - 1] = { ...last, said: [...last.said, text] };
  else all.push({ kind: 'text', said: [text] });
}

/** @param {number} stock cards left */
function leftText(stock) {
  return stock > 0 ? ngettext('%(n)s card left.', '%(n)s cards left.', stock) : _('The stock is gone.');
}

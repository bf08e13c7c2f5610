/** What happened at a position, in the sentences of the table. Pure. */
import { gettext as _, ngettext } from '../lib/i18n.js';
import { cardInText, suitName } from '../table/speech/cardnames.js';
import { eatenTexts } from '../table/speech/eaten.js';
import { matchTitle } from '../table/speech/deal_texts.js';
import { gesture } from '../table/speech/signs.js';
import { pointsText, sentence, sideName } from '../table/speech/sentences.js';

/**
 * @typedef {import('../table/protocol.js').Extra} Extra
 * @typedef {import('./record.js').Position} Position
 * @typedef {import('./store.js').Match} Match
 */

/**
 * @param {Match} match
 * @param {Position} position
 * @returns {import('../table/speech/sentences.js').SpeechContext}
 */
function contextOf({ record, names }, position) {
  return {
    you: null,
    name: (seat) => names[seat] ?? '',
    sides: record.sides,
    trump: position.trump,
    stock: stockOf(position),
  };
}

/**
 * Return cards that can still be drawn, the turned one among them.
 * @param {Position} position
 */
export function stockOf(position) {
  return position.stock.length + (position.turned ? 1 : 0);
}

/**
 * Return what happened, in one or more sentences.
 * @param {Match} match
 * @param {Position} position
 * @returns {string}
 */
export function positionText(match, position) {
  const context = contextOf(match, position);
  const say = (/** @type {any} */ event) => sentence(event, context);
  return parts(match, position, say).filter(Boolean).join(' ');
}

/**
 * @param {Match} match
 * @param {Position} position
 * @param {(event: any) => string} say
 * @returns {string[]}
 */
function parts(match, position, say) {
  const { record } = match;
  const deal = record.deals[position.deal];
  const { seat, action, kind, events } = position;
  if (!deal) return [];
  const also = events.map(say);
  const clock = action?.by === 'clock' && kind !== 'play' ? [_('The clock did it.')] : [];
  switch (kind) {
    case 'start': {
      const started = say({ type: 'deal_started', deal: deal.number, dealer: deal.dealer });
      return [...also, started, position.trump ? say({ type: 'trump_turned', ...deal.trump }) : ''];
    }
    case 'play': {
      const late = action?.by === 'clock' ? _('The clock played it.') : '';
      const played = say({ type: 'card_played', seat, card: action?.card, announce: action?.announce });
      return [played, late, ...also];
    }
    case 'taken': {
      const trick = deal.tricks[position.trick - 1];
      const dark = trick?.trump === null ? _('There were no trumps yet.') : '';
      const taken = say({ type: 'trick_taken', seat, points: trick?.points ?? 0 });
      const eaten = trick && seat !== null ? eatenTexts(trick.plays, seat, contextOf(match, position)) : [];
      return [taken, ...eaten, dark, ...also, ...drawn(position, say)];
    }
    case 'drawn':
      return [_('Everybody draws.'), ...drawn(position, say)];
    case 'exchange':
      return [say({ type: 'exchanged', seat, give: action?.give, take: action?.take })];
    case 'claim':
      return [say({ type: 'claimed', seat })];
    case 'resign':
      return [say({ type: 'resigned', seat })];
    case 'call':
      return [...also, ...clock, partnerText(match, position)];
    case 'sign':
    case 'look':
    case 'peek':
      return [...events.map((event) => quietText(match, event) || say(event)), seenText(match, events)];
    case 'end':
      return endText(match, position, say);
    case 'other':
      return [action?.type ?? ''];
    default:
      return [...also, ...clock];
  }
}

/**
 * Return who holds the called card, which the players do not know yet.
 * @param {Match} match
 * @param {Position} position
 */
function partnerText({ names }, { contract }) {
  if (!contract?.card || contract.revealed) return '';
  return contract.partner === null
    ? _('It is a card of their own, which nobody else knows.')
    : _('%(name)s holds it, which nobody else knows.', { name: names[contract.partner] ?? '' });
}

/**
 * Return what only one seat learned: where it looked.
 * @param {Match} match
 * @param {import('./record.js').Event} event
 */
function quietText({ names }, { type, seat, at, sign }) {
  const values = { name: names[seat] ?? '', at: names[at] ?? '' };
  if (type === 'signed') return `${gesture(sign, values.name)}.`;
  if (type === 'looked') return _('%(name)s looks at %(at)s.', values);
  return type === 'peeked' ? _('%(name)s looks at the cards of %(at)s.', values) : '';
}

/**
 * Return what a sign meant, and who saw it.
 * @param {Match} match
 * @param {import('./record.js').Event[]} events
 */
function seenText(match, events) {
  const signed = events.find(({ type }) => type === 'signed');
  if (!signed) return '';
  const context = { you: null, name: (/** @type {number} */ seat) => match.names[seat] ?? '', sides: [], trump: null, stock: 0 };
  const names = signed.seen_by.map(context.name).join(', ');
  const seen = signed.seen_by.length
    ? ngettext('%(names)s sees it.', '%(names)s see it.', signed.seen_by.length, { names })
    : _('Nobody sees it.');
  // A sign may be a question.
  return `${sentence(signed, context).replace('?.', '?')} ${seen}`;
}

/**
 * Return what the deal came to; after the last one, who wins.
 * @param {Match} match
 * @param {Position} position
 * @param {(event: any) => string} say
 */
function endText(match, position, say) {
  const { record } = match;
  const deal = record.deals[position.deal];
  if (!deal) return [];
  const context = contextOf(match, position);
  const extras = deal.extras ?? [];
  const totals = deal.points.sides.map((points, side) =>
    extras.reduce((sum, extra) => sum + (extra.side === side ? extra.points : 0), points),
  );
  const { points, contract, ended_by, game_points } = deal;
  const ended = say({ type: 'deal_ended', result: { points, totals, contract, ended_by, game_points } });
  const last = position.deal === record.deals.length - 1;
  return [
    ended,
    ...extras.map((extra) => `${sideName(extra.side, context)}: ${extraText(extra)}.`),
    last
      ? `${matchTitle({ winners: record.winners, score: record.score, ended_by: record.ended_by }, context)}.`
      : `${_('Match: %(score)s', { score: pointsText(position.score, context) })}.`,
  ];
}

/**
 * Return points beside those of the cards, within a sentence.
 * @param {Extra} extra
 * @returns {string}
 */
function extraText({ why, suit, points }) {
  const values = { suit: suit ? suitName(suit).toLowerCase() : '', n: points };
  if (why === 'last_trick') return _('the last trick, %(n)s points', values);
  return _('king and knight of %(suit)s, %(n)s points', values);
}

/**
 * Return what lies aside or was put away, as cards within a sentence.
 * @param {string[]} cards
 */
export function cardsText(cards) {
  return cards.map(cardInText).join(', ');
}

/**
 * @param {Position} position
 * @param {(event: any) => string} say
 * @returns {string[]}
 */
function drawn(position, say) {
  if (!position.draws.length) return [];
  const turned = position.draws.filter((draw) => draw.turned);
  const left = stockOf(position);
  return [
    ...turned.map((draw) => say({ type: 'card_drawn', ...draw })),
    left ? ngettext('%(n)s card left.', '%(n)s cards left.', left) : _('The stock is gone.'),
  ];
}

/**
 * Return where a position is: deal, trick, and its place among those of the deal.
 * @param {Match} match
 * @param {Position} position
 * @returns {string}
 */
export function whereabouts(match, position) {
  const deal = match.record.deals[position.deal];
  if (position.kind === 'start' || position.kind === 'end' || !deal)
    return _('Deal %(deal)s', { deal: deal?.number ?? 1 });
  if (['bid', 'discard'].includes(position.kind)) return _('Deal %(deal)s, auction', { deal: deal.number });
  return _('Deal %(deal)s, trick %(trick)s', { deal: deal.number, trick: position.trick });
}

/** What happened at a position, in the sentences of the table. Pure. */
import { gettext as _, ngettext } from '../lib/i18n.js';
import { sentence } from '../table/speech.js';

/**
 * @typedef {import('./timeline.js').Position} Position
 * @typedef {import('./store.js').Match} Match
 */

/**
 * @param {Match} match
 * @param {Position} position
 * @returns {import('../table/speech.js').Told}
 */
function toldOf({ record, names }, position) {
  return {
    you: null,
    name: (seat) => names[seat] ?? '',
    sides: record.sides,
    trump: record.deals[position.deal]?.trump?.suit ?? null,
    stock: stockOf(position),
  };
}

/**
 * Cards that can still be drawn, the turned one among them.
 * @param {Position} position
 */
export function stockOf(position) {
  return position.stock.length + (position.turned ? 1 : 0);
}

/**
 * What happened, in one or more sentences.
 * @param {Match} match
 * @param {Position} position
 * @returns {string}
 */
export function tell(match, position) {
  const told = toldOf(match, position);
  const say = (/** @type {any} */ event) => sentence(event, told);
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
  const { seat, action, kind } = position;
  if (!deal) return [];
  switch (kind) {
    case 'start': {
      const started = say({ type: 'deal_started', deal: deal.number, dealer: deal.dealer });
      return [started, deal.trump ? say({ type: 'trump_turned', ...deal.trump }) : ''];
    }
    case 'play': {
      const clock = action?.by === 'clock' ? _('The clock played it.') : '';
      return [say({ type: 'card_played', seat, card: action?.card, announce: action?.announce }), clock];
    }
    case 'taken': {
      const points = deal.tricks[position.trick - 1]?.points ?? 0;
      return [say({ type: 'trick_taken', seat, points }), ...drawn(position, say)];
    }
    case 'drawn':
      return [_('Everybody draws.'), ...drawn(position, say)];
    case 'exchange':
      return [say({ type: 'exchanged', seat, give: action?.give, take: action?.take })];
    case 'claim':
      return [say({ type: 'claimed', seat })];
    case 'resign':
      return [say({ type: 'resigned', seat })];
    case 'end': {
      const ended = say({ type: 'deal_ended', result: { points: deal.points } });
      if (position.deal < record.deals.length - 1) return [ended];
      return [ended, say({ type: 'match_ended', winners: record.winners })];
    }
    default:
      return [action?.type ?? ''];
  }
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
 * Where a position is: deal, trick, and its place among those of the deal.
 * @param {Match} match
 * @param {Position} position
 * @returns {string}
 */
export function whereabouts(match, position) {
  const deal = match.record.deals[position.deal];
  if (position.kind === 'start' || position.kind === 'end' || !deal)
    return _('Deal %(deal)s', { deal: deal?.number ?? 1 });
  return _('Deal %(deal)s, trick %(trick)s', { deal: deal.number, trick: position.trick });
}

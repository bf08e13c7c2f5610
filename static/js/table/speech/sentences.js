/** Write what happens in a match in sentences, in the order a player would tell it. Pure. */
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { cardInText, suitName, theCard } from './cardnames.js';
import { figureText } from './figures.js';
import { contractTexts, lateTexts } from './lazy_texts.js';
import { sidesInOrder } from '../state/own_side.js';

/**
 * @typedef {import('../protocol.js').Event} Event
 * @typedef {import('../protocol.js').View} View
 * @typedef {import('../protocol.js').SpeechContext} SpeechContext
 */

/**
 * The sentence for an event before the first card, by its type; empty where there is nothing to say.
 * @type {Record<string, (event: Event, own: boolean, name: string, context: SpeechContext) => string>}
 */
const SENTENCES = {
  deal_started: (event, _own, _name, context) =>
    _('Deal %(deal)s. %(name)s deals.', { deal: event.deal, name: context.name(event.dealer) }),
  dealer_drawn: (event, _own, _name, context) => drawnText(event, context),
  deck_cut: (event, own, name) =>
    own
      ? ngettext('You cut %(n)s card.', 'You cut %(n)s cards.', event.at)
      : ngettext('%(name)s cuts %(n)s card.', '%(name)s cuts %(n)s cards.', event.at, { name }),
  hand_dealt: (event, own) =>
    own && event.cards ? _('Your cards: %(cards)s.', { cards: event.cards.map(cardInText).join(', ') }) : '',
  trump_turned: ({ suit: code, card }) => {
    const suit = suitName(code).toLowerCase();
    return card
      ? _('Trumps: %(suit)s (%(card)s turned up).', { suit, card: theCard(card) })
      : _('Trumps: %(suit)s.', { suit });
  },
};

/**
 * Return the sentence for an event; empty where there is nothing to say.
 * @param {Event} event
 * @param {SpeechContext} context
 * @returns {string}
 */
export function sentence(event, context) {
  const name = typeof event.seat === 'number' ? context.name(event.seat) : '';
  const known = SENTENCES[event.type];
  if (known) return known(event, event.seat === context.you, name, context);
  return (
    lateTexts()?.lateSentence(event, context) ||
    contractTexts()?.contractSentence(event, context) ||
    contractTexts()?.talkSentence(event, context) ||
    ''
  );
}

/**
 * @param {Event} event
 * @param {SpeechContext} context
 */
function drawnText(event, context) {
  const rounds = /** @type {{seat: number, card: string}[][]} */ (event.draws);
  const who = (/** @type {number} */ seat) => (seat === context.you ? _('You') : context.name(seat));
  const drawn = rounds
    .map((round) => round.map(({ seat, card }) => `${who(seat)}: ${cardInText(card)}`).join(', '))
    .join('. ');
  const deals =
    event.dealer === context.you
      ? _('Yours is the highest, you deal.')
      : _('%(name)s has the highest and deals.', { name: context.name(event.dealer) });
  return `${_('Cards are drawn for the deal.')} ${drawn}. ${deals}`;
}

/**
 * Return a number with its sign, as it is written.
 * @param {number} value
 */
export function signed(value) {
  return value > 0 ? `+${value}` : String(value).replace('-', '\u2212');
}

/**
 * Return the sentences of a run of events, joined, and the turn at the end where it is one's own.
 * @param {Event[]} events
 * @param {SpeechContext} context
 * @param {boolean} [stock] and how many cards are left after a draw
 * @returns {string[]}
 */
export function sentences(events, context, stock = true) {
  const said = events.map((event) => sentence(event, context)).filter(Boolean);
  const drew = stock && events.some((event) => event.type === 'card_drawn');
  if (drew && context.stock > 0)
    said.push(ngettext('%(n)s card left.', '%(n)s cards left.', context.stock));
  if (drew && context.stock === 0) said.push(_('The stock is gone.'));
  return said;
}

/**
 * Return the name of a side: we and they for two teams, else its players.
 * @param {number} side
 * @param {SpeechContext} context
 * @returns {string}
 */
export function sideName(side, context) {
  const members = context.sides[side] ?? [];
  if (context.sides.length === 2 && members.length > 1 && context.you !== null)
    return members.includes(context.you) ? _('Us') : _('Them');
  return members.map((seat) => (seat === context.you ? _('You') : context.name(seat))).join(' + ');
}

/**
 * Return the figures of the sides with their names, one's own first.
 * @param {number[]} sides
 * @param {SpeechContext} context
 * @param {number[]} [winners] who come first for who has no side
 * @returns {string}
 */
export function pointsText(sides, context, winners = []) {
  return sidesInOrder(context.sides, context.you, winners)
    .map((side) => `${sideName(side, context)} ${figureText(sides[side] ?? 0)}`)
    .join(', ');
}

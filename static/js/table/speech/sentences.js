/** Write what happens in a match in sentences, in the order a player would tell it. Pure. */
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { cardInText, playedCard, suitName, theCard } from './cardnames.js';
import { written } from './figures.js';
import { contractTexts, lateTexts } from './lazy_texts.js';
import { sidesInOrder } from '../state/own_side.js';

/**
 * @typedef {import('../protocol.js').Event} Event
 * @typedef {import('../protocol.js').View} View
 * @typedef {import('../protocol.js').Told} Told
 */

/**
 * The sentence for an event, by its type; empty where there is nothing to say.
 * @type {Record<string, (event: Event, own: boolean, name: string, told: Told) => string>}
 */
const SENTENCES = {
  deal_started: (event, _own, _name, told) =>
    _('Deal %(deal)s. %(name)s deals.', { deal: event.deal, name: told.name(event.dealer) }),
  dealer_drawn: (event, _own, _name, told) => drawnText(event, told),
  deck_cut: (event, own, name) =>
    own
      ? ngettext('You cut %(n)s card.', 'You cut %(n)s cards.', event.at)
      : ngettext('%(name)s cuts %(n)s card.', '%(name)s cuts %(n)s cards.', event.at, { name }),
  hand_dealt: (event, own) =>
    own && event.cards ? _('Your cards: %(cards)s.', { cards: event.cards.map(cardInText).join(', ') }) : '',
  trump_turned: ({ suit: code, card }) => {
    const suit = suitName(code).toLowerCase();
    return card
      ? _('Trumps: %(suit)s, %(card)s is turned.', { suit, card: theCard(card) })
      : _('Trumps: %(suit)s.', { suit });
  },
  card_played: (event, own, name) => {
    const card = playedCard(event.card);
    const said = own ? _('You play %(card)s.', { card }) : _('%(name)s plays %(card)s.', { name, card });
    return event.announce ? `${said} ${_('Arrastre.')}` : said;
  },
  trick_taken: ({ points }, own, name) => {
    if (!points) return own ? _('You take the trick.') : _('%(name)s takes the trick.', { name });
    return own
      ? ngettext('You take the trick, %(n)s point.', 'You take the trick, %(n)s points.', points)
      : ngettext('%(name)s takes the trick, %(n)s point.', '%(name)s takes the trick, %(n)s points.', points, { name });
  },
  card_drawn: (event, own, name) => {
    if (!event.card) return '';
    const card = theCard(event.card);
    if (own) return _('You draw %(card)s.', { card });
    return event.turned
      ? _('%(name)s draws the turned card, %(card)s.', { name, card })
      : _('%(name)s draws %(card)s.', { name, card });
  },
  exchanged: (event, own, name) => {
    const values = { name, give: theCard(event.give), take: theCard(event.take) };
    return own ? _('You change %(give)s for %(take)s.', values) : _('%(name)s changes %(give)s for %(take)s.', values);
  },
  exchange_armed: (event) =>
    event.on ? _('The exchange happens as soon as it is allowed.') : _('The exchange is called off.'),
};

/**
 * Return the sentence for an event; empty where there is nothing to say.
 * @param {Event} event
 * @param {Told} told
 * @returns {string}
 */
export function sentence(event, told) {
  const name = typeof event.seat === 'number' ? told.name(event.seat) : '';
  const known = SENTENCES[event.type];
  if (known) return known(event, event.seat === told.you, name, told);
  return (
    lateTexts()?.lateSentence(event, told) ||
    contractTexts()?.contractSentence(event, told) ||
    contractTexts()?.talkSentence(event, told) ||
    ''
  );
}

/**
 * @param {Event} event
 * @param {Told} told
 */
function drawnText(event, told) {
  const rounds = /** @type {{seat: number, card: string}[][]} */ (event.draws);
  const who = (/** @type {number} */ seat) => (seat === told.you ? _('You') : told.name(seat));
  const drawn = rounds
    .map((round) => round.map(({ seat, card }) => `${who(seat)}: ${cardInText(card)}`).join(', '))
    .join('. ');
  const deals =
    event.dealer === told.you
      ? _('Yours is the highest, you deal.')
      : _('%(name)s has the highest and deals.', { name: told.name(event.dealer) });
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
 * @param {Told} told
 * @param {boolean} [stock] and how many cards are left after a draw
 * @returns {string[]}
 */
export function account(events, told, stock = true) {
  const said = events.map((event) => sentence(event, told)).filter(Boolean);
  const drew = stock && events.some((event) => event.type === 'card_drawn');
  if (drew && told.stock > 0)
    said.push(ngettext('%(n)s card left.', '%(n)s cards left.', told.stock));
  if (drew && told.stock === 0) said.push(_('The stock is gone.'));
  return said;
}

/**
 * Return the name of a side: we and they for two teams, else its players.
 * @param {number} side
 * @param {Told} told
 * @returns {string}
 */
export function sideName(side, told) {
  const members = told.sides[side] ?? [];
  if (told.sides.length === 2 && members.length > 1 && told.you !== null)
    return members.includes(told.you) ? _('We') : _('They');
  return members.map((seat) => (seat === told.you ? _('You') : told.name(seat))).join(' + ');
}

/**
 * Return the figures of the sides with their names, one's own first.
 * @param {number[]} sides
 * @param {Told} told
 * @param {number[]} [winners] who come first for who has no side
 * @returns {string}
 */
export function pointsText(sides, told, winners = []) {
  return sidesInOrder(told.sides, told.you, winners)
    .map((side) => `${sideName(side, told)} ${written(sides[side] ?? 0)}`)
    .join(', ');
}

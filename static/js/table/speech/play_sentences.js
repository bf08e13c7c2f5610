/** Write the sentences for cards that are played, taken, drawn and exchanged. Pure. */
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { playedCard, theCard } from './cardnames.js';

/** @typedef {import('../protocol.js').Event} Event */

/**
 * The sentence for an event, by its type; empty where there is nothing to say.
 * @type {Record<string, (event: Event, own: boolean, name: string, substituted: boolean) => string>}
 */
const SENTENCES = {
  card_played: (event, own, name, substituted) => {
    const card = playedCard(event.card);
    const yours = () => (substituted ? _('The bot plays %(card)s for you.', { card }) : _('You play %(card)s.', { card }));
    const said = own ? yours() : _('%(name)s plays %(card)s.', { name, card });
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
 * Return the sentence for a card that moves; empty for any other event.
 * @param {Event} event
 * @param {boolean} own
 * @param {string} name
 * @param {boolean} [substituted] whether a bot plays for one's own seat
 * @returns {string}
 */
export function playSentence(event, own, name, substituted = false) {
  return SENTENCES[event.type]?.(event, own, name, substituted) ?? '';
}

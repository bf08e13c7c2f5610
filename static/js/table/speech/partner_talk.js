/** Write the sentences of signs, looks, questions and words between players. Pure. */
import { gettext as _ } from '../../lib/i18n.js';
import { cardInText } from './cardnames.js';
import { questionText, signName } from './signs.js';

/**
 * @typedef {import('../protocol.js').Event} Event
 * @typedef {import('../protocol.js').SpeechContext} SpeechContext
 */

const CARD = /^[OCEB]\d{1,2}$/;

/**
 * The sentence for an event, by its type.
 * @type {Record<string, (event: Event, own: boolean, name: string, context: SpeechContext) => string>}
 */
const SENTENCES = {
  signed: (event, own, name) => {
    const sign = signName(event.sign).toLowerCase();
    return own ? _('Your sign: %(sign)s.', { sign }) : _('Sign of %(name)s: %(sign)s.', { name, sign });
  },
  looked: (event, own, _name, context) => (own ? _('You look at %(name)s.', { name: context.name(event.at) }) : ''),
  peeked: (event, own, _name, context) =>
    own && event.cards
      ? _('%(name)s holds %(cards)s.', {
          name: context.name(event.at),
          cards: event.cards.map(cardInText).join(', '),
        })
      : '',
  asked: (event, own, name, context) => askedText(event, context, own, name),
  answered: (event, own, name) => {
    const answer = (event.yes ? _('Yes') : _('No')).toLowerCase();
    return own ? _('You answer: %(answer)s.', { answer }) : _('%(name)s answers: %(answer)s.', { name, answer });
  },
  said: (event, own, name) =>
    own
      ? _('You say: “%(text)s”', { text: saidText(event.text) })
      : _('%(name)s says: “%(text)s”', { name, text: saidText(event.text) }),
  warned: (_event, own, name) =>
    own
      ? _('You are warned: that may not be told.')
      : _('%(name)s is warned: that may not be told.', { name }),
  penalised: (_event, own, name) =>
    own
      ? _('You told what may not be told: your side loses the deal.')
      : _('%(name)s told what may not be told: the side of %(name)s loses the deal.', { name }),
};

/**
 * Return what somebody says as it is read: codes of cards alone ("O1 C3") are the cards that a seat says it holds.
 * @param {string} text
 * @returns {string}
 */
export function saidText(text) {
  const words = text.split(' ');
  return words.every((word) => CARD.test(word)) ? words.map(cardInText).join(', ') : text;
}

/**
 * Return the sentence for a sign, a look, a question or a word; empty for any other event.
 * @param {Event} event
 * @param {SpeechContext} context
 * @returns {string}
 */
export function talkSentence(event, context) {
  const name = typeof event.seat === 'number' ? context.name(event.seat) : '';
  return SENTENCES[event.type]?.(event, event.seat === context.you, name, context) ?? '';
}

/**
 * @param {Event} event
 * @param {SpeechContext} context
 * @param {boolean} own
 * @param {string} name
 */
function askedText(event, context, own, name) {
  const question = questionText(event.question);
  if (event.to === context.you) return _('%(name)s asks you: %(question)s', { name, question });
  const to = context.name(event.to);
  return own
    ? _('You ask %(to)s: %(question)s', { to, question })
    : _('%(name)s asks %(to)s: %(question)s', { name, to, question });
}

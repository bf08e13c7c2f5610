/** List the signs: their names, and what the face does. Pure. */
import { gettext as _ } from '../../lib/i18n.js';

/**
 * In the order of their keys, 1 to 9.
 * @type {{id: string, name: () => string, gesture: (name: string) => string}[]}
 */
export const SIGNS = [
  {
    id: 'trump_ace',
    name: () => _('Ace of trumps'),
    gesture: (name) => _('%(name)s looks up', { name }),
  },
  {
    id: 'trump_three',
    name: () => _('Three of trumps'),
    gesture: (name) => _('%(name)s winks', { name }),
  },
  {
    id: 'trump_king',
    name: () => _('King of trumps'),
    gesture: (name) => _('%(name)s purses the lips', { name }),
  },
  {
    id: 'trump_knight',
    name: () => _('Knight of trumps'),
    gesture: (name) => _('%(name)s twists the mouth', { name }),
  },
  {
    id: 'trump_jack',
    name: () => _('Jack of trumps'),
    gesture: (name) => _('%(name)s shows the tongue', { name }),
  },
  {
    id: 'brisca',
    name: () => _('A brisca'),
    gesture: (name) => _('%(name)s tilts the head', { name }),
  },
  {
    id: 'no_trump',
    name: () => _('No trumps'),
    gesture: (name) => _('%(name)s closes the eyes', { name }),
  },
  {
    id: 'ask_low',
    name: () => _('Throw me a low one'),
    gesture: (name) => _('%(name)s blows', { name }),
  },
  {
    id: 'ask_hand',
    name: () => _('What have you got?'),
    gesture: (name) => _('%(name)s stares', { name }),
  },
];

/** @type {string | null} */
let swapped = null;

/**
 * Say which rules hold: where the seven outranks the three, its sign is the seven's.
 * @param {Record<string, any>} rules
 */
export function setSigns(rules) {
  swapped = ['swap_3_7', 'lombard'].includes(rules.ranks) ? 'trump_three' : null;
}

/**
 * Return what a sign means.
 * @param {string} id
 * @returns {string}
 */
export function signName(id) {
  if (id === swapped) return _('Seven of trumps');
  return SIGNS.find((sign) => sign.id === id)?.name() ?? id;
}

/**
 * Return what somebody does who makes it.
 * @param {string} id
 * @param {string} name
 * @returns {string}
 */
export function gesture(id, name) {
  return SIGNS.find((sign) => sign.id === id)?.gesture(name) ?? name;
}

/** What partners may ask each other. @type {Record<string, () => string>} */
const QUESTIONS = {
  points: () => _('Have you got points?'),
  brisca: () => _('Have you got brisca (a trump)?'),
};

/**
 * @param {string} id
 * @returns {string}
 */
export function questionText(id) {
  return QUESTIONS[id]?.() ?? id;
}

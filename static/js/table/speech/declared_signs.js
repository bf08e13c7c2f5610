/** Say which signs the teams at a table have declared. Pure. */
import { gettext as _ } from '../../lib/i18n.js';
import { signName } from './signs.js';

/**
 * Return the sentence about the declared signs of one side.
 * @param {{seats: number[], signs: string[]}} declared
 * @param {(seat: number) => string} name
 */
export function declaredSentence({ seats, signs }, name) {
  return _('%(names)s declare these signs: %(signs)s. What is not here is not made.', {
    names: seats.map(name).join(', '),
    signs: signs.map(signName).join(', '),
  });
}

/** Write the sentences of what all at a table agree on, and of what is taken back. Pure. */
import { gettext as _ } from '../../lib/i18n.js';

/**
 * Return what somebody asks all others for, and what they say.
 * @param {import('../protocol.js').Event} event
 * @param {boolean} own
 * @param {string} name
 * @returns {string} empty where it is nothing of the kind
 */
export function accordSentence(event, own, name) {
  switch (event.type) {
    case 'offered':
      if (event.what === 'draw') return own ? _('You offer a draw.') : _('%(name)s offers a draw.', { name });
      if (event.what === 'pause') return own ? _('You ask for a pause.') : _('%(name)s asks for a pause.', { name });
      return own
        ? _('You would give up, if your partners agree.')
        : _('%(name)s would give up, if the partners agree.', { name });
    case 'replied':
      if (event.yes) return own ? _('You agree.') : _('%(name)s agrees.', { name });
      return own ? _('You do not agree.') : _('%(name)s does not agree.', { name });
    case 'taken_back':
      return own ? _('You take back what you did last.') : _('%(name)s takes back the last decision.', { name });
    case 'paused':
      return _('The match is paused.');
    case 'resumed':
      return _('The match goes on.');
    default:
      return '';
  }
}

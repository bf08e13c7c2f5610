/** What is shown when the server has ended the connection. */
import { html } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { page } from '../state/store.js';
import { icon } from './parts.js';

/** Say why the connection has ended for good, and where to go. */
export function connectionEnded() {
  const { reason } = page.value;
  const words =
    /** @type {Record<string, string>} */ ({
      logged_out: _('You signed out in another window.'),
      forbidden: _('This table is no longer open to you.'),
      no_table: _('This table is closed.'),
    })[reason ?? ''] ?? _('The connection has ended.');
  return html`<div class="net note warn" role="alert">
    ${icon('wifi-off')}<span>${words} <a href="/">${_('To the lobby')}</a></span>
  </div>`;
}

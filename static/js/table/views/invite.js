/** How others are asked to a table that waits: a link to copy or to share, and its picture. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { show, state } from '../store.js';
import { tableRules } from './menu.js';
import { icon } from './parts.js';

/**
 * The link of a free seat, with all ways to pass it on.
 * @param {string} link without the site
 */
export function invitations(link) {
  const { table } = state.value;
  const address = location.origin + link;
  const query = new URLSearchParams(link.split('?')[1]);
  const picture = `/t/${table.id}/qr.svg?${new URLSearchParams({ invite: query.get('invite') ?? '' })}`;
  return html`<section class="stack tight" aria-label=${_('Invite')}>
    <div class="row">
      <span class="link">${address}</span>
      <button class="btn sm" data-act="copy" data-copy=${address} data-done=${_('Link copied')}>
        ${icon('link')}${_('Copy the link')}
      </button>
      ${'share' in navigator
        ? html`<button class="btn sm" @click=${() => void share(address)}>${icon('share')}${_('Share')}</button>`
        : nothing}
      <button class="btn sm" popovertarget="p-qr">${_('As a QR code')}</button>
    </div>
    <div class="pop code" id="p-qr" popover>
      <img class="qr" loading="lazy" src=${picture} width="180" height="180" alt=${_('QR code of the link above, for the camera of another phone')} />
      <p>${_('Point the camera of another phone at it.')}</p>
      <button class="btn" popovertarget="p-qr" popovertargetaction="hide">${_('Close')}</button>
    </div>
  </section>`;
}

/**
 * Pass the link on by what the device has for that.
 * @param {string} url
 */
async function share(url) {
  try {
    await navigator.share({ title: _('A table of %(title)s', { title: tableRules().title }), url });
  } catch (error) {
    // Who closes the choice has chosen.
    if (!(error instanceof DOMException) || error.name !== 'AbortError')
      show({ notice: _('It could not be shared. Copy the link instead.') });
  }
}

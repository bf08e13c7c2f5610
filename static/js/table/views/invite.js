/** How others are asked to a table that waits: a link to copy or to share, and its picture. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { show, state } from '../state/store.js';
import { tableRules } from './menu.js';
import { icon } from './parts.js';

/** Draw the panel with the link and all ways to pass it on; nothing where no seat is free. */
export function invitePanel() {
  const { table } = state.value;
  const link = bestLink(table);
  if (!link) return nothing;
  const { invite, address } = link;
  const picture = `/t/${table.id}/qr.svg?${new URLSearchParams({ invite })}`;
  return html`<div class="pop inviting" id="p-invite" popover>
    <h2>${_('Invite to the table')}</h2>
    <p class="copy">
      <span class="link" tabindex="0" role="group" aria-label=${_('Link')}>${address}</span>
      <button class="btn pri" data-act="copy" data-copy=${address} data-done=${_('Link copied')}>
        ${icon('link')}${_('Copy the link')}
      </button>
    </p>
    <p class="hint">${_('Whoever opens it sits down without an account, at a free seat.')}</p>
    <details>
      <summary>${_('As a QR code')}</summary>
      <img class="qr" loading="lazy" src=${picture} width="180" height="180" alt=${_('QR code of the link above, for the camera of another phone')} />
      <p class="hint">${_('Point the camera of another phone at it.')}</p>
    </details>
    <div class="row">
      ${'share' in navigator
        ? html`<button class="btn" @click=${() => void share(address)}>${icon('share')}${_('Share')}</button>`
        : nothing}
      <a class="btn" href="/t/${table.id}/invite/" target="_blank">${_('Invite by name')}</a>
      <button class="btn" popovertarget="p-invite" popovertargetaction="hide">${_('Close')}</button>
    </div>
  </div>`;
}

/**
 * Return the link to pass on to anybody: that of a seat on one's own side where one is free. It names no seat, so
 * that a second person who opens it is led to the next free one.
 * @param {import('../protocol.js').Table} table
 */
function bestLink({ id, sides, you }) {
  const side = sides.find((one) => you.seat !== null && one.includes(you.seat)) ?? [];
  const links = you.invite_links;
  const found = side.map((seat) => links[seat]).find(Boolean) ?? links.find(Boolean);
  const invite = new URLSearchParams(found?.split('?')[1] ?? '').get('invite');
  return invite ? { invite, address: `${location.origin}/t/${id}/?${new URLSearchParams({ invite })}` } : null;
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

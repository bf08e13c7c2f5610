/** Who looks on: how many, and the names of those who let them be seen. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { show, state } from '../state/store.js';

/** Opens the list; nothing where nobody looks on. */
export function watchersButton() {
  const { watchers } = state.value.table;
  if (!watchers) return nothing;
  return html`<button class="btn ghost" aria-haspopup="dialog" @click=${() => show({ dialog: 'watching' })}>
    ${_('Watching: %(n)s', { n: watchers })}
  </button>`;
}

/** Draw the list, for the dialog. */
export function watchersList() {
  const { watchers, watching } = state.value.table;
  const others = Math.max(0, watchers - watching.length);
  return html`<h2 id="dialog-title">${_('Who is watching')}</h2>
    ${watching.length
      ? html`<ul class="stack tight">
          ${watching.map((name) => html`<li><a href="/players/${encodeURIComponent(name)}/" target="_blank"><bdi>${name}</bdi></a></li>`)}
        </ul>`
      : nothing}
    ${others ? html`<p>${_('Without a name: %(n)s', { n: others })}</p>` : nothing}
    ${watchers ? nothing : html`<p>${_('Nobody is watching now.')}</p>`}
    <p class="hint">
      ${_('Names are shown of those who chose so.')}
      <a href="/accounts/preferences/" target="_blank">${_('All settings')}</a>
    </p>`;
}

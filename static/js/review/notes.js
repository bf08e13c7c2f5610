/** Own notes on the places of a match: nobody else reads them. */
import { effect, signal } from '../lib/signals.js';
import { html, nothing, render } from '../lib/lit.js';
import { live } from '../lib/live.js';
import { gettext as _ } from '../lib/i18n.js';
import { follow, match, position, variation } from './store.js';
import { whereabouts } from './texts.js';

/** Without a key for so long, a note is kept, in milliseconds. */
const REST = 900;
const LONGEST = 500;

/** @type {import('../lib/signals.js').Signal<Record<string, string>>} */
const notes = signal(/** @type {Record<string, string>} */ ({}));
const said = signal('');
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** What is still to be kept: its place and text. @type {[string, string] | null} */
let open = null;

/** @param {string} url */
async function keep(url) {
  clearTimeout(timer);
  if (!open) return;
  const [place, text] = open;
  open = null;
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector('[name=csrfmiddlewaretoken]'));
  const body = new URLSearchParams({ place, text, csrfmiddlewaretoken: token?.value ?? '' });
  const answer = await fetch(url, { method: 'POST', body, keepalive: true }).catch(() => null);
  said.value = answer?.ok ? _('Kept.') : _('It could not be kept. Try again.');
  if (!answer?.ok) open ??= [place, text];
}

/**
 * @param {HTMLElement} root where notes are written
 * @param {string} url where they are kept
 * @param {Record<string, string>} known by place
 */
export function notebook(root, url, known) {
  notes.value = known;
  let before = '';
  /** @param {Event} event */
  const onInput = (event) => {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    const place = before;
    const text = event.target.value;
    open = [place, text];
    said.value = '';
    const others = Object.fromEntries(Object.entries(notes.value).filter(([at]) => at !== place));
    notes.value = text.trim() ? { ...others, [place]: text } : others;
    clearTimeout(timer);
    timer = setTimeout(() => void keep(url), REST);
  };
  effect(() => {
    const now = position.value;
    const here = match.value;
    // Notes are on the match: while other cards are tried, on the card they stand for.
    if (!now || !here || variation.value) return;
    if (before && before !== now.hash) {
      void keep(url);
      said.value = '';
    }
    before = now.hash;
    render(
      html`<label class="stack tight"
          ><span>${_('Your note here: %(where)s', { where: whereabouts(here, now) })}</span>
          <textarea
            class="inp"
            rows="2"
            maxlength=${LONGEST}
            .value=${live(notes.value[now.hash] ?? '')}
            @input=${onInput}
            @blur=${() => void keep(url)}
          ></textarea
        ></label>
        <p class="small muted" role="status">${said.value || _('Only you read it.')}</p>
        ${list()}`,
      root,
    );
  });
  window.addEventListener('pagehide', () => void keep(url));
}

function list() {
  const all = Object.entries(notes.value).sort(([one], [other]) =>
    one.localeCompare(other, undefined, { numeric: true }),
  );
  if (!all.length) return nothing;
  return html`<details class="small">
    <summary>${_('All your notes on this match')}</summary>
    <ul class="list">
      ${all.map(
        ([place, text]) =>
          html`<li><a href="#${place}" @click=${() => follow(place)}>${place}</a> <span>${text}</span></li>`,
      )}
    </ul>
  </details>`;
}

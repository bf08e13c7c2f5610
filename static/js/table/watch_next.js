/** Goes on to the next best table once the match that is watched is over, unless the reader stops it. */
import { html, nothing } from '../lib/lit.js';
import { gettext as _ } from '../lib/i18n.js';
import { effect, signal } from '../lib/signals.js';
import { data } from './page_data.js';
import { state } from './state/store.js';
import { nextStep } from './state/watch_step.js';

/** Whether the page goes on by itself, and whether it is about to. @type {import('../lib/signals.js').Signal<import('./state/watch_step.js').Step>} */
export const goingOn = signal(/** @type {import('./state/watch_step.js').Step} */ ('off'));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Begin to watch one match after another, where the address asks for it. */
export function startGoingOn(search = location.search) {
  if (new URLSearchParams(search).get('watch') === 'best') goingOn.value = 'on';
  effect(followTable);
}

/** Follow the table: start or end the wait for the next one. */
function followTable() {
  const { table } = state.value;
  const next = nextStep(goingOn.value, table);
  if (next === goingOn.value) return;
  goingOn.value = next;
  clearTimeout(timer);
  if (next === 'soon') timer = setTimeout(goNext, data.next_table_ms);
}

function goNext() {
  location.assign(`/watch/?after=${state.value.table.id}`);
}

function stop() {
  clearTimeout(timer);
  goingOn.value = 'stopped';
}

/** Draw what comes next, with the buttons that go there at once or stay here. */
export function nextLine() {
  if (goingOn.value !== 'soon') return nothing;
  return html`<div class="row" data-next-table data-means="next">
    <p class="small" role="status">${_('The next table comes in a moment.')}</p>
    <button class="btn sm" @click=${goNext}>${_('Go there now')}</button>
    <button class="btn sm ghost" @click=${stop}>${_('Stay here')}</button>
  </div>`;
}

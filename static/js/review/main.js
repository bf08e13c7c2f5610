/** The review of a match: loads its record, shows a position, keeps the address of the page to it. */
import { effect, signal } from '../lib/signals.js';
import { html, render } from '../lib/lit.js';
import { gettext as _ } from '../lib/i18n.js';
import { setPack } from '../table/cardnames.js';
import { lazily } from '../lib/lazy.js';
import { fetchFurther } from '../table/further.js';
import { board } from './board.js';
import { controls, views } from './controls.js';
import { listen } from './keys.js';
import { analysis, load as loadAnalysis } from './judged.js';
import { plot } from './plot.js';
import { checkAll, proof, summary } from './proof.js';
import { notebook } from './notes.js';
import { together } from './together.js';
import { findings, follow, index, match, pause, position, seat } from './store.js';

/** @typedef {{record: string, analysis: string, seat: number | null, names: string[], notes: Record<string, string> | null, notebook: string}} Data */

/** Its words and curve are fetched where there is an analysis. */
const analysed = lazily(() => import('./analysis.js'));
/** The slider says itself where it went, so the sentence need not. */
const sliding = signal(false);
/** The address that the page has put there itself. */
let written = '';

/** @param {string} id */
function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** Show what belongs to the position: its deal's tab and moves, its move marked. */
function markMoves() {
  const now = position.value;
  if (!now || !match.value) return;
  const number = match.value.record.deals[now.deal]?.number;
  for (const section of document.querySelectorAll('.deal'))
    section.toggleAttribute('hidden', section.id !== `d${number}`);
  for (const tab of document.querySelectorAll('.tabs a')) {
    const current = tab.getAttribute('href') === `#d${number}`;
    if (current) tab.setAttribute('aria-current', 'true');
    else tab.removeAttribute('aria-current');
  }
  for (const link of document.querySelectorAll('.deal [aria-current]')) link.removeAttribute('aria-current');
  const mark = document.querySelector(`.deal a[href="#${CSS.escape(now.hash)}"]`);
  mark?.setAttribute('aria-current', 'step');
}

/** @param {boolean} first whether the page has just come */
function keepAddress(first) {
  const hash = position.value ? `#${position.value.hash}` : '';
  if (!hash || hash === location.hash || (first && !location.hash)) return;
  written = hash;
  history.replaceState(history.state, '', hash);
}

function onHash() {
  if (location.hash === written) return;
  follow(location.hash || '#d1');
}

function showBoard() {
  document.querySelector('#board .cloth')?.scrollIntoView({ block: 'nearest' });
}

/**
 * A move of the list, or a deal's tab: go there without leaving the board.
 * @param {MouseEvent} event
 */
function onClick(event) {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a[href^="#d"]') : null;
  if (!link || !follow(link.getAttribute('href') ?? '')) return;
  event.preventDefault();
  showBoard();
}

/** The figures beside the board, as the server writes them now that the analysis is made. */
async function showFigures() {
  const answer = await fetch(location.pathname);
  const page = new window.DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.getElementById('analysis');
  if (answer.ok && fresh) part('analysis').replaceWith(fresh);
}

/** @param {Data} data */
async function load(data) {
  const answer = await fetch(data.record, { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(String(answer.status));
  return /** @type {import('./store.js').MatchRecord} */ (await answer.json());
}

/** @param {Data} data */
async function start(data) {
  const root = part('board');
  /** @type {import('./store.js').MatchRecord} */
  let record;
  try {
    record = await load(data);
  } catch {
    const again = () => void start(data);
    root.removeAttribute('aria-busy');
    render(
      html`<p class="note warn" role="alert">
          ${_('The cards could not be loaded. The moves are below.')}
          <button class="btn sm" @click=${again}>${_('Try again')}</button>
        </p>`,
      root,
    );
    return;
  }
  setPack(record.rules);
  await fetchFurther(record.rules);
  findings.value = record.deals.map(() => undefined);
  seat.value = data.seat ?? 0;
  match.value = { record, names: data.names };
  const linked = follow(location.hash);
  root.removeAttribute('aria-busy');
  effect(() => {
    void sliding.value;
    const words = analysis.value && analysed();
    render(
      html`${board(!sliding.value)} ${controls()} ${words?.verdict()} ${views()} ${words?.curve()} ${plot()}`,
      root,
    );
  });
  effect(() => {
    if (analysis.value) analysed()?.markList();
  });
  effect(() => {
    render(summary(), part('proofs'));
  });
  effect(() => {
    render(proof(), part('proof'));
  });
  let first = true;
  effect(() => {
    void index.value;
    markMoves();
    keepAddress(first);
    first = false;
  });
  // The browser went to the move in the list; what was linked to is on the board.
  if (linked) showBoard();
  root.addEventListener('focusin', (event) => {
    sliding.value = event.target instanceof HTMLInputElement && event.target.type === 'range';
  });
  root.addEventListener('focusout', () => {
    sliding.value = false;
  });
  listen(root);
  together(part('together'));
  if (data.notes) notebook(part('notes'), data.notebook, data.notes);
  document.addEventListener('click', onClick);
  window.addEventListener('hashchange', onHash);
  document.addEventListener('visibilitychange', () => document.hidden && pause());
  if (['done', 'waiting', 'working'].includes(part('analysis').dataset['state'] ?? ''))
    void loadAnalysis(data.analysis, () => void showFigures()).catch(() => undefined);
  await checkAll(record);
}

const data = JSON.parse(document.getElementById('review-data')?.textContent ?? 'null');
if (data) {
  // The empty cloth that kept the place goes.
  part('board').replaceChildren();
  void start(data);
}

export {};

/** The review of a match: loads its record, shows a position, keeps the address of the page to it. */
import { effect, signal } from '../lib/signals.js';
import { html, nothing, render } from '../lib/lit.js';
import { gettext as _ } from '../lib/i18n.js';
import { setPack } from '../table/speech/cardnames.js';
import { icon } from '../table/views/parts.js';
import { lazily } from '../lib/lazy.js';
import { guardPresses } from '../lib/press_guard.js';
import { fetchContractTexts, fetchLateTexts } from '../table/speech/fetch_texts.js';
import { board } from './board.js';
import { connect } from './trying.js';
import { controls, views } from './controls.js';
import { listen } from './keys.js';
import { analysing, analysis, load as loadAnalysis } from './analysis_store.js';
import { plot } from './plot.js';
import { checkAll, proof, summary } from './proof.js';
import { notebook } from './notes.js';
import { listenToSheet, setOpen } from './sheet.js';
import { isShared, openRoom, shareReview } from './shared_review.js';
import { action, verdict } from './verdict.js';
import { baseOf, entry, findings, follow, index, match, pause, position, reader, seat, variation } from './store.js';

/** @typedef {{record: string, analysis: string, variation: string, seat: number | null, shown: number, names: string[], tiles: string[], notes: Record<string, string> | null, notebook: string, exercises: Record<string, string>}} Data */

/** Its curve is fetched where there is an analysis. */
const analysed = lazily(() => import('./analysis_views.js'));
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
  // Of cards that are tried none is in the list: the one stays marked in whose place they are.
  const hash = (variation.value ? baseOf.value : now)?.hash ?? '';
  const mark = document.querySelector(`.deal a[href="#${CSS.escape(hash)}"]`);
  mark?.setAttribute('aria-current', 'step');
  for (const row of document.querySelectorAll('.moves [data-now]')) row.removeAttribute('data-now');
  mark?.closest('tr')?.setAttribute('data-now', '');
  const choice = document.getElementById('deal-choice');
  if (choice instanceof HTMLSelectElement && number) choice.value = `d${number}`;
}

/**
 * Draw what can be done with the card that is shown.
 * @param {Data} data
 */
function actions(data) {
  const now = position.value;
  const exercise = variation.value ? '' : data.exercises[now?.hash ?? ''];
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector('#analysis form'));
  return html`${data.notes && !variation.value ? action('note', _('Note'), writeNote) : nothing}
  ${isShared.value ? nothing : action('users', _('Look at it together'), openRoom)}
  ${exercise ? html`<a class="quiet" href=${exercise}>${icon('book')}${_('Practise it')}</a>` : nothing}
  ${form && !analysis.value && !analysing.value ? action('info', _('Analyse it'), () => form.requestSubmit()) : nothing}
  ${document.querySelector('#more a[data-report]') ? action('flag', _('Report'), chooseReported) : nothing}`;
}

/** Go to the players, each of whom may be reported from the card that is shown. */
function chooseReported() {
  setOpen(part('side'), false);
  const first = document.querySelector('#more a[data-report]');
  first?.scrollIntoView({ block: 'center' });
  if (first instanceof HTMLElement) first.focus();
}

/** Write into the links by which players are reported which card is shown. */
function aimReports() {
  for (const link of document.querySelectorAll('#more a[data-report]')) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const address = new URL(link.href);
    address.searchParams.set('seq', String(entry.value));
    link.href = address.pathname + address.search;
  }
}

function writeNote() {
  setOpen(part('side'), false);
  document.querySelector('#notes textarea')?.scrollIntoView({ block: 'center' });
  const field = document.querySelector('#notes textarea');
  if (field instanceof HTMLElement) field.focus();
}

/** @param {boolean} first whether the page has just come */
function keepAddress(first) {
  // What is tried is kept nowhere, the address neither.
  const hash = position.value && !variation.value ? `#${position.value.hash}` : '';
  if (!hash || hash === location.hash || (first && !location.hash)) return;
  written = hash;
  history.replaceState(history.state, '', hash);
}

function onHash() {
  if (location.hash === written) return;
  follow(location.hash || '#d1');
}

/** Show the page from its top, where the board is; where that is too low for it, the board. */
function showBoard() {
  scrollTo({ top: 0 });
  document.querySelector('#board .cloth')?.scrollIntoView({ block: 'nearest' });
}

/**
 * Go to a move of the list, or to a deal by its tab, without leaving the board.
 * @param {MouseEvent} event
 */
function onClick(event) {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a[href^="#d"]') : null;
  if (!link || !follow(link.getAttribute('href') ?? '')) return;
  event.preventDefault();
  setOpen(part('side'), false);
  showBoard();
}

/** Show the figures beside the board as the server writes them, now that the analysis is made. */
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
    offerAgain(root, data);
    return;
  }
  setPack(record.rules);
  await Promise.all([fetchContractTexts(record.rules), fetchLateTexts()]);
  findings.value = record.deals.map(() => undefined);
  reader.value = data.seat;
  seat.value = data.shown;
  match.value = { record, names: data.names, tiles: data.tiles };
  const linked = follow(location.hash);
  root.removeAttribute('aria-busy');
  draw(root, data);
  // The browser went to the move in the list; what was linked to is on the board.
  if (linked) showBoard();
  listenTo(root, data);
  shareReview(part('together'));
  if (data.notes) notebook(part('notes'), data.notebook, data.notes);
  fetchAnalysis(data);
  await checkAll(record);
}

/**
 * Offer to load the cards again, which could not be loaded.
 * @param {HTMLElement} root
 * @param {Data} data
 */
function offerAgain(root, data) {
  root.removeAttribute('aria-busy');
  render(
    html`<p class="note warn" role="alert">
        ${_('The cards could not be loaded. The moves are below.')}
        <button class="btn sm" @click=${() => void start(data)}>${_('Try again')}</button>
      </p>`,
    root,
  );
}

/**
 * Draw each part of the page, and draw it again when what it shows has changed.
 * @param {HTMLElement} root
 * @param {Data} data
 */
function draw(root, data) {
  effect(() => {
    void sliding.value;
    render(html`${board(!sliding.value)} ${controls()}`, root);
  });
  effect(() => {
    render(verdict({ actions: actions(data) }), part('verdict'));
  });
  effect(() => {
    const words = analysis.value && analysed();
    render(html`${views()} ${words?.curve()} ${plot()}`, part('plots'));
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
  effect(aimReports);
  let first = true;
  effect(() => {
    void index.value;
    markMoves();
    keepAddress(first);
    first = false;
  });
}

/**
 * Listen to what the reader does.
 * @param {HTMLElement} root
 * @param {Data} data
 */
function listenTo(root, data) {
  root.addEventListener('focusin', (event) => {
    sliding.value = event.target instanceof HTMLInputElement && event.target.type === 'range';
  });
  root.addEventListener('focusout', () => {
    sliding.value = false;
  });
  connect(data.variation);
  listen(root, part('side'));
  listenToSheet(part('side'));
  part('deal-choice').addEventListener('change', (event) => {
    if (event.target instanceof HTMLSelectElement) follow(event.target.value);
  });
  document.addEventListener('click', onClick);
  window.addEventListener('hashchange', onHash);
  document.addEventListener('visibilitychange', () => document.hidden && pause());
}

/**
 * Fetch the analysis, where it is made or being made.
 * @param {Data} data
 */
function fetchAnalysis(data) {
  const state = part('analysis').dataset['state'] ?? '';
  analysing.value = ['waiting', 'working'].includes(state);
  if (state === 'done' || analysing.value)
    void loadAnalysis(data.analysis, () => void showFigures()).catch(() => undefined);
}

guardPresses(document.body);
const data = JSON.parse(document.getElementById('review-data')?.textContent ?? 'null');
if (data) {
  // The empty cloth that kept the place goes.
  part('board').replaceChildren();
  void start(data);
}

export {};

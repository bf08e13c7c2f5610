/** The page of a tournament: it follows what happens, and goes to the table when a round begins. */
import { showLocalTimes } from '../lib/local_times.js';

/** Milliseconds between two looks, while the page is seen. */
const LOOK_MS = 4000;
/** The same while nothing is to happen soon. */
const REST_MS = 20000;

/** @typedef {{mark: string, table: string | null}} State */

/** Return the part of the page that changes. */
const live = () => /** @type {HTMLElement | null} */ (document.querySelector('[data-tournament]'));

/** The table of the reader's game when the page came: whoever comes back from there stays. */
const shown = live()?.dataset.table ?? '';

/** Ask how the tournament stands, and show it where it has changed. */
async function look() {
  const part = live();
  if (!part || document.hidden) return;
  const answer = await fetch(part.dataset.tournament ?? '', { headers: { Accept: 'application/json' } });
  if (!answer.ok) return;
  /** @type {State} */
  const state = await answer.json();
  if (state.table && state.table !== shown) {
    location.assign(state.table);
    return;
  }
  if (state.mark !== part.dataset.mark) await refresh(part);
}

/**
 * Read the page again and put its changing part in the place of the old one; what is typed stays.
 * @param {HTMLElement} part
 */
async function refresh(part) {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = /** @type {HTMLElement | null} */ (page.querySelector('[data-tournament]'));
  const focused = document.activeElement;
  // Nothing is taken away from under somebody's hands.
  if (!fresh || (focused && part.contains(focused) && focused.matches('input, select, textarea'))) return;
  const open = new Set([...part.querySelectorAll('details[open]')].map(({ id }) => id));
  const named = focused && part.contains(focused) ? focused.id : '';
  for (const one of fresh.querySelectorAll('details')) if (open.has(one.id)) one.open = true;
  // what needs this script is offered, as it was on the page before
  const offers = /** @type {NodeListOf<HTMLElement>} */ (fresh.querySelectorAll("[data-act='copy'][hidden]"));
  for (const one of offers) one.hidden = false;
  part.replaceWith(document.importNode(fresh, true));
  if (named) document.getElementById(named)?.focus();
  showLocalTimes(document);
  countDown();
  const news = document.querySelector('[data-news]');
  if (news) news.textContent = fresh.dataset.headline ?? '';
}

/** Show how long it is until a moment, wherever the page has one. */
function countDown() {
  const days = new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-until]'))) {
    const left = Math.max(0, Math.round((Date.parse(one.dataset.until ?? '') - Date.now()) / 1000));
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
    if (hours >= 48) one.textContent = days.format(Math.floor(hours / 24));
    else one.textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  }
}

/** Look again after a while, a little earlier or later for each reader. */
function again() {
  const wait = live()?.dataset.soon === 'yes' ? LOOK_MS : REST_MS;
  setTimeout(() => void look().catch(() => undefined).finally(again), wait * (0.8 + 0.4 * Math.random()));
}

/**
 * Return the minutes by which UTC is ahead of the reader's clock at a time; at another time of the year they differ.
 * @param {Date} moment
 */
function offsetAt(moment) {
  return (Number.isNaN(moment.getTime()) ? new Date() : moment).getTimezoneOffset();
}

/**
 * Tell a form in which time zone its reader writes, and show its moment in that zone.
 * @param {HTMLInputElement} input
 */
function sendZone(input) {
  const begins = new Date(input.dataset.begins ?? '');
  if (input.dataset.begins)
    input.value = new Date(begins.getTime() - offsetAt(begins) * 60000).toISOString().slice(0, 16);
  const fields = /** @type {HTMLFormElement} */ (input.form).elements;
  const zone = /** @type {HTMLInputElement} */ (fields.namedItem('time_zone'));
  const offset = /** @type {HTMLInputElement} */ (fields.namedItem('offset'));
  zone.value = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const fillOffset = () => (offset.value = String(offsetAt(new Date(input.value))));
  fillOffset();
  input.addEventListener('input', fillOffset);
}

/**
 * Show what the form says in one sentence, as it is filled in.
 * @param {HTMLFormElement} form
 */
function summarise(form) {
  const sentence = /** @type {HTMLElement} */ (form.querySelector('[data-sentence]'));
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const ask = async () => {
    const number = (asked += 1);
    const answer = await fetch(form.dataset.summary ?? '', { method: 'POST', body: new FormData(form) });
    const text = await answer.text();
    if (number === asked && answer.ok) sentence.textContent = text;
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask().catch(() => undefined), 400);
  };
  form.addEventListener('input', soon);
  soon();
}

if (live()) {
  again();
  countDown();
  setInterval(countDown, 1000);
  document.addEventListener('visibilitychange', () => void look().catch(() => undefined));
}
const starts = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[name=starts_at]'));
for (const input of starts) sendZone(input);
const chosen = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-summary]'));
if (chosen) summarise(chosen);

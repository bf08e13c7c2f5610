/** Who explains: the note of the step, what there is to do, and the way on. */
import { html, nothing } from '../lib/lit.js';
import { gettext as _ } from '../lib/i18n.js';
import { cardInText, suitName } from '../table/speech/cardnames.js';
import { connector } from '../table/connector.js';
import { state } from '../table/state/store.js';
import { following, progress, stepAt } from './course.js';
import { finish, goBack, goForward, lesson, notes, scenes, settled } from './lesson.js';

/** What is marked on the cloth, by the type of action that is meant. @type {Record<string, (card: string) => string>} */
const MARKED = {
  play: (card) => `.hand [data-code="${card}"]`,
  arm_exchange: () => '.acts [aria-pressed]',
  sign: () => '.acts [popovertarget="p-sign"]',
};

/**
 * Return a note as it is read: cards and suits in the words of the player's own deck, and points so far.
 * @param {string} text
 */
function noteText(text) {
  const [you = 0, other = 0] = state.value.view?.points.seats ?? [];
  return text.replaceAll(/%\((\w+)\)s/g, (_all, name) => {
    if (name === 'you') return String(you);
    if (name === 'other') return String(other);
    return name.length > 1 ? cardInText(name) : suitName(name).toLowerCase();
  });
}

function coach() {
  // What is marked may come later than the step: the signs are fetched when they are needed.
  queueMicrotask(mark);
  const { at, note, read, aside, wait } = lesson.value;
  const [title, text] = aside ?? notes[note] ?? ['', ''];
  const last = wait === 'read' && !following(scenes, at);
  if (last) finish();
  const done = Math.round(100 * progress(scenes, at, read.length));
  return html`<section class="coach" data-wait=${wait} aria-labelledby="coach-title">
    <div class="row">
      <progress max="100" value=${done} aria-label=${_('How far the lesson is')}></progress>
      <a class="push" href="/">${_('Leave')}</a>
    </div>
    <div class="coach-note stack tight" role="status" ?data-aside=${aside !== null}>
      <h2 id="coach-title">${title}</h2>
      <p>${noteText(text)}</p>
    </div>
    <div class="row end">
      ${read.length > 1 ? html`<button class="btn ghost" @click=${goBack}>${_('Back')}</button>` : nothing}
      ${last ? (settled.value ? ways() : nothing) : wait === 'read' ? html`<button class="btn pri" id="go-on" @click=${goForward}>${_('Go on')}</button>` : nothing}
    </div>
  </section>`;
}

/** Draw what to do after the lesson. */
function ways() {
  return html`<a class="btn" href="/rules/">${_('All the rules')}</a>
    <a class="btn" href="/guide/">${_('How to play well')}</a>
    <a class="btn" href="/learn/">${_('Your path')}</a>
    <button class="btn" form="learn-done">${_('What next?')}</button>
    <button class="btn pri" id="go-on" form="learn-play">${_('Play now against a bot')}</button>`;
}

/** Mark what is meant; and let the way on have the focus where nothing else needs it. */
function mark() {
  document.querySelectorAll('[data-meant]').forEach((element) => element.removeAttribute('data-meant'));
  const { at, wait } = lesson.value;
  const [type = '', what = ''] = (stepAt(scenes, at).wants ?? '').split(':');
  const selector = wait === 'act' ? MARKED[type]?.(what) : undefined;
  const meant = selector ? document.querySelector(selector) : null;
  meant?.setAttribute('data-meant', '');
  if (meant || !selector) focus(wait, meant);
}

let focused = '';

/**
 * @param {string} wait
 * @param {Element | null} meant
 */
function focus(wait, meant) {
  const { scene, step } = lesson.value.at;
  const now = `${scene}.${step}`;
  const free = document.activeElement === document.body || document.activeElement?.closest('.hand, .acts, #content, .coach');
  if (now === focused || !free || wait === 'moment') return;
  const to = wait === 'read' ? document.querySelector('#go-on') : (meant ?? document.querySelector('.hand [tabindex="0"]'));
  if (!(to instanceof HTMLElement)) return;
  focused = now;
  to.focus({ preventScroll: true });
}

connector.coach = coach;

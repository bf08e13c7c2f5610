/** Talk between people: what was said, phrases, faces and own words; fetched when there is some. */
import { html, nothing, svg } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { on } from '../../lib/preferences.js';
import { faceHref } from '../../lib/sprites.js';
import { chat } from '../chat/chat.js';
import { setChatQuiet, mute, chatMessage } from '../chat/actions.js';
import { faceOf, phrases, reactions, spokenLine, lineText } from '../chat/texts.js';
import { send } from '../input/intents.js';
import { ownSeat } from '../state/selectors.js';
import { state } from '../state/store.js';

const LONGEST = 140;
const QUIET_PHASES = ['cut', 'deal', 'draw_dealer', 'deal_over', 'match_over'];

/** Draw all that was said, and what one can say. */
export function chatPanel() {
  const { lines, quiet } = chat.value;
  const speaks = state.value.table.you.player !== null;
  return html`<div class="lines" role="log" aria-live="off" tabindex="0" aria-label=${_('What was said')}>
        ${lines.length ? lines.map(row) : html`<p class="muted">${_('Nobody has said anything yet.')}</p>`}
      </div>
      ${speaks ? html`${faces()} ${sentences()} ${ownLine()}` : html`<p class="hint">${_('Sit down or log in to speak.')}</p>`}
      ${people()}
      <label class="opt"
        ><input type="checkbox" .checked=${quiet} @change=${(/** @type {any} */ event) => setChatQuiet(event.target.checked)} />
        ${_('Quiet: nothing pops up')}</label
      >`;
}

/** Return what has just been said, for screen readers. */
export function saidAloud() {
  const { latest, open } = chat.value;
  return latest && !open ? spokenLine(latest) : '';
}

/**
 * Draw what somebody at a seat has just said.
 * @param {number} seat
 */
export function chatBubble(seat) {
  const { latest, quiet } = chat.value;
  if (quiet || latest?.seat !== seat) return nothing;
  return html`<div class="bubble" aria-hidden="true">${lineView(latest)}</div>`;
}

/**
 * Draw a line as it is seen: a face, or words.
 * @param {import('../chat/chat.js').Line} line
 */
function lineView(line) {
  const face = faceOf(line);
  return face ? drawn(face[0], face[1]) : html`<span>${lineText(line)}</span>`;
}

/**
 * @param {string} name
 * @param {string} [words] what it is called, where nothing else says it
 */
function drawn(name, words) {
  return html`<svg class="face" role=${words ? 'img' : nothing} aria-label=${words ?? nothing} aria-hidden=${words ? nothing : 'true'}>
    ${svg`<use href=${faceHref(name)}></use>`}
  </svg>`;
}

/** @param {import('../chat/chat.js').Line} line */
function row(line) {
  return html`<p class=${line.player === state.value.table.you.player ? 'own' : nothing}>
    <b><bdi>${line.player}</bdi></b>${line.room === 'watchers' ? html` <small class="muted">${_('watching')}</small>` : nothing}
    ${lineView(line)}
  </p>`;
}

function faces() {
  return html`<div class="runs" role="group" aria-label=${_('Faces')}>
    ${reactions().map(
      ([name, words]) =>
        html`<button class="btn ico" aria-label=${words} @click=${() => send(chatMessage({ phrase: name }))}>${drawn(name)}</button>`,
    )}
  </div>`;
}

function sentences() {
  return html`<div class="runs" role="group" aria-label=${_('Phrases')}>
    ${phrases().map(
      ([name, words]) =>
        html`<button class="btn sm" @click=${() => send(chatMessage({ phrase: name }))}>${words}</button>`,
    )}
  </div>`;
}

function ownLine() {
  if (!on('chat')) return html`<p class="hint">${_('You have turned the chat off in your settings.')}</p>`;
  const { table, view } = state.value;
  const seat = ownSeat();
  if (seat !== null && table.seats[seat]?.kind === 'guest')
    return html`<p class="hint">${_('Own words need an account. The phrases are open to all.')}</p>`;
  const partners = table.sides.some((side) => side.length > 1);
  if (seat !== null && partners && view && !QUIET_PHASES.includes(view.phase))
    return html`<p class="hint">${_('Among partners, own words wait until the deal is over.')}</p>`;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
    const text = input.value.trim();
    if (text && send(chatMessage({ text }))) form.reset();
  };
  return html`<form class="row" @submit=${submit}>
    <input name="text" maxlength=${LONGEST} autocomplete="off" aria-label=${_('Own words')} placeholder=${_('Own words')} />
    <button class="btn pri">${_('Say')}</button>
  </form>`;
}

/** Draw those who have spoken: not to be heard any more, or reported. */
function people() {
  const { lines, muted } = chat.value;
  const me = state.value.table.you.player;
  const names = [...new Set([...lines.map(({ player }) => player), ...muted])].filter((name) => name !== me);
  if (!names.length) return nothing;
  return html`<details>
    <summary>${_('Mute, block or report')}</summary>
    <ul class="list">
      ${names.map((name) => {
        const path = `/players/${encodeURIComponent(name)}/`;
        return html`<li class="row">
          <a class="grow" href=${path} target="_blank"><bdi>${name}</bdi></a>
          <button class="btn sm" aria-pressed=${String(muted.includes(name))} @click=${() => mute(name)}>
            ${_('Mute')}<span class="sr"> ${name}</span>
          </button>
          <a class="btn sm ghost" href="${path}report/?table=${state.value.table.id}" target="_blank"
            >${_('Report')}<span class="sr"> ${name}</span></a
          >
        </li>`;
      })}
    </ul>
  </details>`;
}

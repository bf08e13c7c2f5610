/** Signs between partners, looks, and what is seen over a plate for a moment. */
import { html, nothing, svg } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { signHref } from '../../lib/sprites.js';
import { suitName } from '../speech/cardnames.js';
import { look, sign } from '../input/contract_intents.js';
import { legalActions, legalAction, nameOf, ownSeat, partners, rules } from '../state/selectors.js';
import { saidText } from '../speech/partner_talk.js';
import { SIGNS, gesture, questionText, signName } from '../speech/signs.js';
import { state } from '../state/store.js';
import { icon } from './parts.js';

/** Return whether signs are made at this table by who looks at it. */
function signing() {
  return rules()['talk.mode'] === 'senas' && ownSeat() !== null && partners().length > 0;
}

/** @param {string} id */
function signFace(id) {
  return html`<svg class="face" aria-hidden="true">${svg`<use href=${signHref(id)}></use>`}</svg>`;
}

/** Draw the button that opens the signs, among the actions. */
export function signsButton() {
  if (!signing() || !legalActions('sign').length) return nothing;
  return html`<button class="btn ico" popovertarget="p-sign" aria-label=${_('Signs')}>${icon('sign')}</button>`;
}

/** Draw all signs; those that would not be true are off. */
export function signsPopover() {
  if (!signing()) return nothing;
  const gaze = rules()['talk.seen_by'] === 'gaze';
  const names = partners().map(nameOf).join(', ');
  return html`<div class="pop" id="p-sign" popover>
    <h2>${_('Signs to your side')}</h2>
    <p class="hint">
      ${gaze
        ? _('Whoever looks at you sees it.')
        : ngettext('Only %(names)s sees it.', 'Only %(names)s see it.', partners().length, { names })}
      ${rules()['talk.truth'] === 'free' ? nothing : _('Those that are not true are off.')}
    </p>
    ${seenSigns()}
    <div class="signs">
      ${SIGNS.map(
        ({ id }, index) =>
          html`<button
            class="btn"
            data-sign=${id}
            ?disabled=${!legalAction('sign', (action) => action.sign === id)}
            popovertarget="p-sign"
            popovertargetaction="hide"
            @click=${() => sign(id)}
          >
            ${signFace(id)}<span>${signName(id)}</span><kbd class="k wide" aria-hidden="true">${index + 1}</kbd>
          </button>`,
      )}
    </div>
  </div>`;
}

/** Draw the signs that one has seen in this deal, the newest last. */
function seenSigns() {
  const seen = (state.value.view?.signs ?? []).filter(({ seat }) => seat !== ownSeat());
  if (!seen.length) return nothing;
  return html`<ul class="runs small" aria-label=${_('Signs you have seen')}>
    ${seen.slice(-4).map(
      ({ seat, sign, trick }) => html`<li><bdi><b>${nameOf(seat)}</b></bdi>: ${signName(sign)} (${_('trick %(n)s', { n: trick })})</li>`,
    )}
  </ul>`;
}

/**
 * Draw the button to look at a seat, over its whole plate; and the mark of where one looks, for oneself alone.
 * @param {number} seat
 */
export function gaze(seat) {
  const { view } = state.value;
  if (rules()['talk.seen_by'] !== 'gaze' || seat === ownSeat()) return nothing;
  const here = view?.looking === seat;
  const may = legalAction('look', (action) => action.at === seat);
  if (!here && !may) return nothing;
  const name = nameOf(seat);
  return html`<button
    class="gaze"
    aria-pressed=${String(here)}
    aria-label=${here ? _('You look at %(name)s', { name }) : _('Look at %(name)s', { name })}
    @click=${() => look(seat)}
  >
    ${here ? icon('eye') : nothing}
  </button>`;
}

/**
 * Draw what a seat shows or says for a moment.
 * @param {number} seat
 */
export function bubble(seat) {
  const found = state.value.bubbles.find((one) => one.seat === seat);
  if (!found) return nothing;
  return html`<div class="bubble" role="note">${content(found.event)}</div>`;
}

/** @param {import('../protocol.js').Event} event */
function content(event) {
  switch (event.type) {
    case 'signed':
      return html`${signFace(event.sign)}<span
          ><b>${signName(event.sign)}</b><br />${event.seat === ownSeat()
            ? _('Your sign')
            : gesture(event.sign, nameOf(event.seat))}</span
        >`;
    case 'asked':
      return html`<span
        ><b>${questionText(event.question)}</b><br />${event.to === ownSeat()
          ? _('to you')
          : _('to %(name)s', { name: nameOf(event.to) })}</span
      >`;
    case 'answered':
      return html`<b>${event.yes ? _('Yes') : _('No')}</b>`;
    case 'said':
      return html`<span>${saidText(event.text)}</span>`;
    case 'marriage_shown':
      return html`<span
        ><b>${_('King and knight')}</b><br />${suitName(event.suit)}, ${ngettext('%(n)s point', '%(n)s points', event.points)}</span
      >`;
    case 'three_killed':
      return html`<b>${_('Kill the Three')}</b>`;
    default:
      return nothing;
  }
}

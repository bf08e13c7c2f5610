/** What the table is asked beside the cards: a draw, a pause, to give up; and the pause itself. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { act } from '../input/intents.js';
import { nameOf, ownSeat } from '../state/selectors.js';
import { accordSentence } from '../speech/offers.js';
import { show, state } from '../state/store.js';
import { seconds } from './parts.js';

/** Return what waits for an answer, or the pause, in the place of the sentence; nothing without either. */
export function offerBar() {
  const { view } = state.value;
  if (view?.phase === 'match_over') return nothing;
  if (typeof view?.paused === 'number') return pauseBar(view.paused);
  return view?.offer ? openOffer(view.offer) : nothing;
}

/** What the buttons say that answer an offer. @type {Record<string, () => [agree: string, refuse: string]>} */
const ANSWERS = {
  draw: () => [_('Draw: agree'), _('Draw: no')],
  pause: () => [_('Pause: agree'), _('Pause: no')],
  resign: () => [_('Resign: agree'), _('Resign: no')],
};

/** @param {import('../protocol.js').Offer} offer */
function openOffer(offer) {
  const own = ownSeat();
  const asked = own !== null && offer.waits_for.includes(own);
  const words = accordSentence({ type: 'offered', what: offer.what }, offer.seat === own, nameOf(offer.seat));
  const reply = (/** @type {boolean} */ yes) => act({ type: 'reply', what: offer.what, yes });
  const missing = offer.waits_for.map((seat) => (seat === own ? _('You') : nameOf(seat))).join(', ');
  const [agree, refuse] = (ANSWERS[offer.what] ?? ANSWERS.draw)?.() ?? [];
  const means = [state.value.view?.deal, offer.what, offer.seat, asked].join(' ');
  return html`<div class="say accord" role="group" aria-label=${words} data-means=${means}>
    <p>${words} ${asked ? nothing : _('Still to answer: %(names)s.', { names: missing })}</p>
    <div class="row">
      ${asked
        ? html`<button class="btn pri" @click=${() => reply(true)}>${agree}</button>
            <button class="btn" @click=${() => reply(false)}>${refuse}</button>`
        : nothing}
      ${offer.seat === own
        ? html`<button class="btn" @click=${() => reply(false)}>${_('Take it back')}</button>`
        : nothing}
    </div>
  </div>`;
}

/** @param {number} seat whose pause it is */
function pauseBar(seat) {
  const { table, tableAt } = state.value;
  const left = typeof table.resumes_in_ms === 'number' ? table.resumes_in_ms - (performance.now() - tableAt) : null;
  const who = seat === ownSeat() ? _('You asked for it.') : _('%(name)s asked for it.', { name: nameOf(seat) });
  return html`<div class="say accord" role="group" aria-label=${_('Pause')} data-means="pause">
    <p>
      <b>${_('Pause.')}</b> ${who}
      ${left === null ? nothing : _('It ends by itself in %(time)s.', { time: seconds(Math.max(0, left)) })}
    </p>
    ${ownSeat() === null
      ? nothing
      : html`<div class="row">
          <button class="btn pri" @click=${() => act({ type: 'resume' })}>${_('Go on')}</button>
        </div>`}
  </div>`;
}

/** @type {Record<string, () => [title: string, words: string, button: string]>} */
const ASKING = {
  draw: () => [
    _('Offer a draw?'),
    _('The match is drawn if everybody agrees before the trick is over.'),
    _('Offer a draw'),
  ],
  pause: () => [
    _('Ask for a pause?'),
    _('All clocks stop if everybody agrees. Anybody goes on, and after ten minutes the match goes on by itself.'),
    _('Ask for a pause'),
  ],
  resign: () => [_('Resign the match?'), _('The match goes to the other side.'), _('Resign')],
  bots: () => [
    _('Resign the match?'),
    _('The match ends, and you lose it. It counts for no rating.'),
    _('Resign'),
  ],
  together: () => [
    _('Resign the match?'),
    _('Your partners are asked. If all agree, the match goes to the other side. Everybody sees that you ask.'),
    _('Ask my partners'),
  ],
};

/**
 * Draw what is asked before one asks the others.
 * @param {'draw' | 'pause' | 'resign'} what
 */
export function askingDialog(what) {
  const bots = state.value.may.includes('resign');
  const alone = bots || state.value.view?.sides.every((side) => side.length === 1);
  const way = what !== 'resign' ? what : bots ? 'bots' : alone ? 'resign' : 'together';
  const [title, words, button] = (ASKING[way] ?? ASKING.draw)?.() ?? [];
  const go = () => {
    act(what === 'resign' && alone ? { type: 'resign' } : { type: 'offer', what });
    show({ dialog: null });
  };
  return html`<h2 id="dialog-title">${title}</h2>
    <p>${words}</p>
    <button class="btn pri" data-means=${way} @click=${go}>${button}</button>`;
}

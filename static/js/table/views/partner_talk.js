/** What may be asked, answered and said aloud. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { on } from '../../lib/preferences.js';
import { act } from '../input/intents.js';
import { sayToAll } from '../input/contract_intents.js';
import { legalActions, nameOf, ownSeat, partners, rules } from '../state/selectors.js';
import { saidText } from '../speech/partner_talk.js';
import { questionText } from '../speech/signs.js';
import { state } from '../state/store.js';
import { icon } from './parts.js';

/** @param {import('../protocol.js').Action} action */
const answer = (action) => {
  const word = action.yes ? _('Yes') : _('No');
  return html`<button class="btn pri" data-means=${question(action.to ?? 0)} aria-label="${question(action.to ?? 0)} ${word}" @click=${() => act(action)}>
    ${word}
  </button>`;
};

/** Draw what is to be answered, among the actions. */
export function answers() {
  if (ownSeat() === null) return nothing;
  const legal = legalActions('answer');
  const asker = legal[0]?.to;
  return html`${legal.filter(({ to }) => to === asker).map(answer)}`;
}

/** Draw the button that opens questions or words, where there are any. */
export function talkButton() {
  if (ownSeat() === null) return nothing;
  const mode = rules()['talk.mode'];
  const open = (mode === 'parlant' && on('chat')) || (mode === 'parlant_tapat' && legalActions('ask').length > 0);
  if (!open) return nothing;
  return html`<button
    class="btn ico"
    popovertarget="p-talk"
    aria-label=${mode === 'parlant' ? _('Say something') : _('Ask your partner')}
  >
    ${icon('chat')}
  </button>`;
}

/** @param {number} asker */
function question(asker) {
  const found = state.value.view?.questions?.find(({ seat, to }) => seat === asker && to === ownSeat());
  return _('%(name)s asks: %(question)s', { name: nameOf(asker), question: questionText(found?.question ?? '') });
}

/** Draw the questions to partners, or words to everybody. */
export function talkPopover() {
  if (ownSeat() === null) return nothing;
  const mode = rules()['talk.mode'];
  if (mode === 'parlant') return words();
  if (mode !== 'parlant_tapat' || !partners().length) return nothing;
  return html`<div class="pop" id="p-talk" popover>
    <h2>${_('Ask your partner')}</h2>
    <p class="hint">${_('Everybody hears the question and the answer.')}</p>
    <div class="runs">
      ${legalActions('ask').map(
        (action) =>
          html`<button class="btn" popovertarget="p-talk" popovertargetaction="hide" @click=${() => act(action)}>
            ${partners().length > 1 ? `${nameOf(action.to ?? 0)}: ` : ''}${questionText(action.question ?? '')}
          </button>`,
      )}
    </div>
  </div>`;
}

function words() {
  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
    sayToAll(input.value);
    form.reset();
  };
  const { talk } = state.value;
  return html`<div class="pop" id="p-talk" popover>
    <h2>${_('Table talk')}</h2>
    <p class="hint">${_('Everybody at the table hears it.')}</p>
    ${talk.length
      ? html`<ul class="stack tight">
          ${talk.slice(-6).map(({ seat, text }) => html`<li><b><bdi>${seat === ownSeat() ? _('You') : nameOf(seat)}</bdi></b> ${saidText(text)}</li>`)}
        </ul>`
      : nothing}
    ${ownCards()}
    <form class="row" @submit=${send}>
      <input class="inp grow" name="text" maxlength="140" autocomplete="off" autofocus aria-label=${_('What you say')} />
      <button class="btn pri">${_('Say it')}</button>
    </form>
  </div>`;
}

/** Draw the button that says one's cards, which bots beside one understand, unlike other words. */
function ownCards() {
  const [words] = legalActions('say');
  if (!words) return nothing;
  const withBot = partners().some((seat) => state.value.table.seats.find((sitting) => sitting.seat === seat)?.bot);
  return html`<button class="btn" popovertarget="p-talk" popovertargetaction="hide" @click=${() => act(words)}>
      ${_('Say which cards you hold')}
    </button>
    ${withBot ? html`<p class="hint">${_('A bot understands this, and no other words.')}</p>` : nothing}`;
}

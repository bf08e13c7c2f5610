/** The command line of the table: a field that opens over it, completes, answers and closes. */
import { gettext as _ } from '../../lib/i18n.js';
import { html, render } from '../../lib/lit.js';
import { cardInText } from '../speech/cardnames.js';
import { claim } from '../input/action_intents.js';
import { act, command, exchange, pickCard } from '../input/intents.js';
import { bid } from '../input/contract_intents.js';
import { legalAction, ownSeat, speechContext } from '../state/selectors.js';
import { standText, trickText } from '../speech/standing.js';
import { page, show, state } from '../state/store.js';
import { answer } from '../speech/announcements.js';
import { sayTurn } from '../speech/turn_status.js';
import { parse, possible, wordOf } from './grammar.js';

/** @typedef {import('./grammar.js').Command} Command */

/** @type {HTMLElement | null} */
let place = null;
/** @type {HTMLElement | null} */
let before = null;

/** Open the line, or put the focus back on it. */
export function open() {
  if (!place) {
    before = /** @type {HTMLElement | null} */ (document.activeElement);
    place = document.createElement('div');
    place.className = 'command cloth';
    document.querySelector('#content')?.append(place);
    draw('');
  }
  place.querySelector('input')?.focus();
}

/** Close it; the focus goes where it was. */
export function close() {
  place?.remove();
  place = null;
  if (before?.isConnected) before.focus({ preventScroll: true });
}

/** @param {string} said what was answered last */
function draw(said) {
  if (!place) return;
  const moment = now();
  render(
    html`<form @submit=${submit} @keydown=${keyed}>
      <label for="command-line">${_('Command')}</label>
      <input
        id="command-line"
        name="line"
        list="command-words"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        enterkeyhint="send"
        maxlength="80"
        aria-describedby="command-answer"
        placeholder=${wordOf('help')}
        @focus=${() => draw(said)}
      />
      <datalist id="command-words">
        ${possible(moment).map((line) => html`<option value=${line.replace(/ …$/, ' ')}></option>`)}
      </datalist>
      <button class="btn sm pri">${_('Do it')}</button>
      <button type="button" class="btn sm" @click=${close}>${_('Close')}</button>
      <output id="command-answer" for="command-line">${said}</output>
    </form>`,
    place,
  );
}

function now() {
  const { view, table } = state.value;
  return { view, waiting: table.status === 'waiting' && ownSeat() !== null };
}

/** @param {KeyboardEvent} event */
function keyed(event) {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  close();
}

/** @param {SubmitEvent} event */
function submit(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('line'));
  const line = input.value.trim();
  if (!line) return;
  const notice = page.value.notice;
  const said = run(line);
  if (said) answer(said);
  input.value = '';
  draw(said || (page.value.notice === notice ? '' : page.value.notice));
}

/**
 * Do what a line asks for.
 * @param {string} line
 * @returns {string} what is to be said of it; empty where what happens says it
 */
export function run(line) {
  const moment = now();
  const asked = parse(line, moment);
  if (asked.error) return asked.verb ? asked.error : `${asked.error} ${list(moment)}`;
  const done = DOING[asked.verb]?.(asked);
  return done === false ? `${_('That cannot be done now.')} ${list(moment)}` : (done ?? '');
}

/** @param {import('./grammar.js').Moment} moment */
function list(moment) {
  return _('You can say: %(list)s.', { list: possible(moment).join(', ') });
}

/** @param {string} what */
function offer(what) {
  const { view, table } = state.value;
  if (table.tournament) return false;
  if (what === 'resign' && view?.sides.length === 2 && view.sides.every((side) => side.length === 1)) {
    if (ownSeat() === null || view.phase === 'match_over') return false;
    return show({ dialog: 'resign' });
  }
  return view?.may_offer?.includes(what) ? act({ type: 'offer', what }) : false;
}

/** @param {boolean} yes */
function reply(yes) {
  const { view, table } = state.value;
  const own = ownSeat();
  if (view?.offer && own !== null && view.offer.waits_for.includes(own))
    return act({ type: 'reply', what: view.offer.what, yes });
  return table.status === 'waiting' && own !== null ? command('agree', { on: yes }) : false;
}

/**
 * What each command does: false where it cannot be done, or what is to be said.
 * @type {Record<string, (asked: Command) => string | false | void>}
 */
const DOING = {
  play: ({ card }) => (card && state.value.view?.phase === 'play' ? pickCard(card, true) : false),
  exchange: () => (legalAction('exchange') || legalAction('arm_exchange') ? exchange() : false),
  claim: () => (state.value.view?.claim ? claim() : false),
  pass: ({ action }) => (legalAction('bid', (one) => one.bid === 'pass') && action?.bid ? bid(action.bid) : false),
  bid: ({ action }) => (legalAction('bid') && action?.bid ? bid(action.bid) : false),
  call: ({ action }) => (action ? act(action) : false),
  marry: ({ action }) => (action ? act(action) : false),
  sign: ({ action }) => (action ? act(action) : false),
  cut: ({ action }) => {
    const places = state.value.view?.legal.filter(({ type }) => type === 'cut') ?? [];
    const at = action ? places.find((one) => one.at === action.at) : places[Math.floor(places.length / 2)];
    return at ? act(at) : false;
  },
  agree: () => reply(true),
  refuse: () => reply(false),
  resume: () => (typeof state.value.view?.paused === 'number' ? act({ type: 'resume' }) : false),
  pause: () => offer('pause'),
  draw: () => offer('draw'),
  resign: () => (state.value.may.includes('resign') ? show({ dialog: 'resign' }) : offer('resign')),
  next: () => (state.value.view?.phase === 'deal_over' ? command('next') : false),
  rematch: () => (state.value.view?.phase === 'match_over' ? command('rematch') : false),
  trick: () => (state.value.view ? trickText(state.value.view, speechContext()) : false),
  stand: () => (state.value.view ? standText(state.value.view, speechContext()) : false),
  turn: () => (state.value.view ? sayTurn(state.value.view) : false),
  hand: () => {
    const held = state.value.view?.hand ?? [];
    return held.length ? _('Your cards: %(cards)s.', { cards: held.map(cardInText).join(', ') }) : false;
  },
  help: () => list(now()),
};

/** Beside the table, where there is room: what has happened trick by trick, the talk, and what the table is. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _, pgettext } from '../../lib/i18n.js';
import { rankMark } from '../speech/cardnames.js';
import { contractTexts } from '../speech/lazy_texts.js';
import { chat, setChatOpen } from '../chat/chat.js';
import { sameSide } from '../state/contract.js';
import { otherSeats } from '../state/places.js';
import { promptText, nameOf, ownSeat, rules, yourMove } from '../state/selectors.js';
import { page, show, state } from '../state/store.js';
import { chatViews } from './lazy_views.js';
import { pot, tableRules } from './menu.js';
import { suitGlyph } from './parts.js';
import { watchersButton } from './watching.js';

/** How many blocks are drawn. */
const SHOWN = 40;

/** @typedef {import('../state/reduce_page.js').Page['tab']} Tab */

/** Return the tab that shows: before the match there is nothing to tell. */
function currentTab() {
  const { tab } = page.value;
  return tab === 'log' && state.value.table.status === 'waiting' ? 'table' : tab;
}

/** @param {boolean} covered something is open over it */
export function rail(covered) {
  const tab = currentTab();
  const { unread } = chat.value;
  /** @type {[Tab, string][]} */
  const tabs = [
    ['log', _('Moves')],
    ['chat', _('Chat')],
    ['table', _('Table')],
  ];
  const title = tabs.find(([name]) => name === tab)?.[1];
  return html`<aside class="rail" ?inert=${covered} aria-label=${_('What has happened')}>
    <div class="tabs" role="tablist" aria-label=${_('Beside the table')} @keydown=${onTabKey}>
      ${tabs.map(
        ([name, words]) =>
          html`<button
            role="tab"
            id="rail-${name}"
            data-tab=${name}
            aria-controls="rail-panel"
            aria-selected=${String(tab === name)}
            aria-label=${name === 'chat' && unread ? _('Chat, new: %(n)s', { n: unread }) : nothing}
            tabindex=${tab === name ? 0 : -1}
            @click=${() => chooseTab(name)}
          >
            ${words}${name === 'chat' && unread ? html`<span class="unread num" aria-hidden="true">${unread}</span>` : nothing}
          </button>`,
      )}
    </div>
    <div class="log ${tab}" id="rail-panel" tabindex="0" role="tabpanel" aria-label=${title ?? nothing}>
      ${tab === 'log' ? logTab() : tab === 'chat' ? chatTab() : tableTab()}
    </div>
    ${keys()}
  </aside>`;
}

/** @param {Tab} tab */
function chooseTab(tab) {
  setChatOpen(tab === 'chat');
  show({ tab });
}

/**
 * Go through the tabs by arrows, Home and End.
 * @param {KeyboardEvent} event
 */
function onTabKey(event) {
  const list = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('button')];
  const at = list.findIndex((button) => button.dataset.tab === currentTab());
  /** @type {Record<string, number>} */
  const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 };
  const step = steps[event.key];
  const next = step === undefined ? undefined : list[(step + list.length) % list.length];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  chooseTab(/** @type {Tab} */ (next.dataset.tab));
  next.focus();
}

/** Draw all that has been said of the match: the cards are seen in a grid, and the sentences are there to be read aloud. */
function logTab() {
  const { account: tricks, log } = page.value;
  /** @type {import('../speech/trick_log.js').Block[]} Before the account is fetched there are its sentences. */
  const blocks = tricks.length ? tricks.slice(-SHOWN) : [{ kind: 'text', said: log.slice(-SHOWN) }];
  const prompt = yourMove() ? promptText() : '';
  return html`${blocks.map((block) =>
    block.kind === 'trick' ? trick(block) : block.said.map((line) => html`<p>${line}</p>`),
  )}${yourMove() ? html`<p class="turn"><b>${_('It is your turn.')}</b> ${prompt}</p>` : nothing}`;
}

/** @param {import('../speech/trick_log.js').TrickBlock} block */
function trick({ number, plays, best, winner, points, foot, said }) {
  const running = winner === null;
  const title = number === null ? _('Trick') : _('Trick %(number)s', { number });
  const leader = plays[0]?.seat ?? 0;
  const { table, view } = state.value;
  const missing = running && view?.phase === 'play' ? [leader, ...otherSeats(leader, table.players)].slice(plays.length) : [];
  const own = ownSeat();
  const side = running || own === null ? '' : sameSide(view, table.sides, own, winner) ? 'own' : 'other';
  return html`<div class="bz ${running ? 'now' : ''}" role="group" aria-label=${title}>
    <div aria-hidden="true">
      <p class="t">
        <b>${title}</b><span>${running ? _('being played') : nameShown(winner)}</span
        >${running ? nothing : html`<span class="pt num ${side}">+${points}</span>`}
      </p>
      <ol>
        ${plays.map(
          ({ seat, card }) =>
            html`<li class=${card === best ? 'w' : ''}>
              <span>${nameShown(seat)}</span><b class="num">${rankMark(Number(card.slice(1)))}${suitGlyph(card.charAt(0))}</b>
            </li>`,
        )}${missing.map((seat) => html`<li><span>${nameShown(seat)}</span><b>…</b></li>`)}
      </ol>
      ${foot.length ? html`<p class="f">${foot.join(' ')}</p>` : nothing}
    </div>
    <div class="sr">${said.map((line) => html`<p>${line}</p>`)}</div>
  </div>`;
}

/** @param {number} seat */
function nameShown(seat) {
  return seat === ownSeat() ? _('You') : nameOf(seat);
}

/** Return what people say, and what one can say oneself. */
function chatTab() {
  return chatViews()?.chatPanel() ?? nothing;
}

function tableTab() {
  return html`<section class="stack tight">
    <h2>${tableRules().title}</h2>
    <ul class="stack tight">
      ${tableRules().lines.map((line) => html`<li>${line}</li>`)}
    </ul>
    <p><a href=${tableRules().url}>${_('All the rules')}</a></p>
    ${declared()} ${pot()}
    ${watchersButton()}
  </section>`;
}

/** Draw which signs the teams at the table have declared, the same for everybody. */
function declared() {
  const all = state.value.table.declared ?? [];
  return all.map((one) => html`<p class="small" data-declared>${contractTexts()?.declaredSentence(one, nameOf)}</p>`);
}

/** Draw the keys that are of use at this table. */
function keys() {
  const signs = rules()['talk.mode'] === 'senas';
  return html`<p class="keys">
    <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> ${_('choose')} · <kbd>${pgettext('key', 'Enter')}</kbd> ${_('play')} · <kbd>C</kbd>
    ${_('exchange')}${signs ? html` · <kbd>S</kbd> ${_('signs')}` : nothing}<br />
    <kbd>U</kbd> ${_('last trick')} · <kbd>M</kbd> ${_('table')} · <kbd>P</kbd> ${_('points and trumps')} ·
    <kbd>?</kbd> ${_('help')}
  </p>`;
}

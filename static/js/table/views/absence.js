/** What is asked of those who remain at the table when somebody's connection is lost. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { effect } from '../../lib/signals.js';
import { command } from '../input/intents.js';
import { choiceWords, situation, waiting, whatHappened } from '../speech/absence_texts.js';
import { concernsYou, nameOf, ownSeat } from '../state/selectors.js';
import { state } from '../state/store.js';
import { avatar, seconds } from './parts.js';

/** @typedef {import('../protocol.js').Absence} Absence */

/**
 * Draw the vote on an absent player, over the trick; nothing where nobody is gone. Its seconds change in no live region:
 * `announceTable` says it once.
 */
export function absenceBox() {
  const { table } = state.value;
  const vote = (table.absences ?? []).find((each) => each.seat !== ownSeat() && concernsYou(each));
  if (!vote || table.status !== 'playing') return nothing;
  const name = nameOf(vote.seat);
  if (vote.result === 'wait') return html`<p class="ask-w" data-vote="wait">${waiting(name, seconds(left(vote)))}</p>`;
  return html`<section class="ask" aria-labelledby="ask-title" data-vote=${vote.result} data-means="${vote.seat} ${vote.result}">
    <div class="ask-h">
      ${avatar(table.seats[vote.seat] ?? { face: null, player: null })}
      <div>
        <h2 class="h3" id="ask-title">
          ${whatHappened(vote, name)}
        </h2>
        <p>${situation(vote, ownSeat(), seconds(left(vote)))}</p>
      </div>
    </div>
    ${vote.voters.includes(ownSeat() ?? -1) ? buttons(vote) : nothing}
    ${vote.result === 'open' && vote.voters.length > 1 ? html`<p class="small">${others(vote)}</p>` : nothing}
  </section>`;
}

/** The seat about which one was asked last; -1 where one is asked nothing. */
let askedAbout = -1;

/** Nothing that is open lies over the question. */
effect(() => {
  const { absences = [], you } = state.value.table;
  const vote = absences.find(({ result, voters }) => result === 'open' && voters.includes(you.seat ?? -1));
  const seat = vote?.seat ?? -1;
  if (seat >= 0 && seat !== askedAbout)
    for (const open of document.querySelectorAll(':popover-open'))
      if (open instanceof HTMLElement) open.hidePopover();
  askedAbout = seat;
});

/**
 * Return the milliseconds until a vote ends.
 * @param {Absence} vote
 */
function left(vote) {
  return Math.max(0, vote.ends_in_ms - (performance.now() - state.value.tableAt));
}

/** @param {Absence} vote */
function buttons(vote) {
  const { table } = state.value;
  const own = vote.choices.find(({ seat }) => seat === ownSeat())?.choice;
  /**
   * @param {'wait' | 'bot' | 'end'} choice
   * @param {string} meaning
   */
  const button = (choice, meaning) =>
    vote.may.includes(choice)
      ? html`<button
          class="btn"
          data-choice=${choice}
          aria-pressed=${own === choice ? 'true' : 'false'}
          @click=${() => command('vote', { seat: vote.seat, choice })}
        >
          ${choiceWords(choice, table.players)}<small>${meaning}</small>
        </button>`
      : nothing;
  const bot = vote.kind === 'away' ? _('it counts against nobody') : _('until they are back');
  return html`<div class="ask-b">
    ${button('wait', _('two minutes more'))} ${button('bot', bot)}
    ${button('end', table.players === 2 ? _('they lose it') : _('it counts for nobody’s rating'))}
  </div>`;
}

/** @param {Absence} vote */
function others(vote) {
  const words = { wait: _('wait'), bot: _('a bot plays on'), end: _('end it') };
  return vote.voters
    .map((seat) => {
      const name = seat === ownSeat() ? _('You') : nameOf(seat);
      const chosen = vote.choices.find((one) => one.seat === seat)?.choice;
      return `${name}: ${chosen ? words[chosen] : _('not yet')}`;
    })
    .join(' · ');
}

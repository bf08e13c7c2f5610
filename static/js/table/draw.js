/** Draw the page of a table as its state is. */
import { gettext as _ } from '../lib/i18n.js';
import { render } from '../lib/lit.js';
import { keepFocus } from './input/focus.js';
import { data, root } from './page_data.js';
import { timeLeft } from './state/reduce.js';
import { yourMove } from './state/selectors.js';
import { clockTime, page, state } from './state/store.js';
import { tableView } from './views/table.js';

/** Time left at which warnings are fetched, ms. */
const WARN = 10_000;

const title = document.title;
let lines = 0;

/** Draw the page, keep its log at the newest line, and put the turn into its title. */
export function draw() {
  keepFocus(() => void render(tableView(data.title), root));
  const log = root.querySelector('.log');
  if (log && lines !== page.value.log.length) log.scrollTop = log.scrollHeight;
  lines = page.value.log.length;
  document.title = yourMove() ? `${_('Your turn')} · ${title}` : title;
}

/** Draw the clocks that run, and warn of one's own time. */
export function drawClocks() {
  const { table, view, seq } = state.value;
  const left = timeLeft(state.value, clockTime());
  if (left && yourMove() && (!left.turn || left.turn + left.bank < WARN))
    void import('./speech/turn_warnings.js').then(({ warnOfTime }) => warnOfTime(left, seq), () => undefined);
  const counting = left || view?.phase === 'cut' || table.starts_in_ms !== null || table.next_in_ms !== null || table.absences?.length;
  if (counting && !document.hidden && view?.phase !== 'match_over') draw();
}

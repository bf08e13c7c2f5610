/** Wire the page of a table together: state, drawing, connection, keys and time. */
import { on } from '../lib/preferences.js';
import { guardPresses } from '../lib/press_guard.js';
import { effect } from '../lib/signals.js';
import { connect } from './connection.js';
import { draw, drawClocks } from './draw.js';
import { prepareAudio } from './feedback.js';
import { savedPending } from './input/intents.js';
import { listenToKeys } from './input/keyboard.js';
import { motion } from './motion/lazy_motion.js';
import { data, root } from './page_data.js';
import { speaks } from './speech/voice_switch.js';
import { setPack } from './speech/cardnames.js';
import { fetchContractTexts } from './speech/fetch_texts.js';
import { announceTable } from './speech/announcements.js';
import { begin } from './state/store.js';
import { setRules } from './views/menu.js';

/** How often clocks are drawn, ms. */
const TICK = 500;

begin(data.table, savedPending(data.table.match));
setRules(data.rules);
setPack(data.table.rules);

root.replaceChildren();
guardPresses(root);
effect(draw);
effect(() => {
  document.body.toggleAttribute('data-still', !on('motion'));
});
motion(); // is fetched while the connection opens

await fetchContractTexts(data.table.rules); // nothing is announced before there are words for it

// Fetched by those who watch one match after another.
if (location.search.includes('watch=')) import('./watch_next.js').then((part) => part.startGoingOn(), () => undefined);
connect();
const stopWaiting = effect(() => {
  if (!speaks()) return;
  queueMicrotask(() => stopWaiting());
  import('./speech/voice.js').then((part) => part.startVoice(), () => undefined); // without it the table is silent
});
void announceTable(null, data.table);
listenToKeys();
prepareAudio();
setInterval(drawClocks, TICK);

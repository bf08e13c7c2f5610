/** Play the sounds of the game, and let a phone vibrate at one's turn. */
import { on, prefer } from '../lib/preferences.js';
import { soon } from '../lib/tasks.js';
import { ownSeat } from './state/selectors.js';
import { state } from './state/store.js';

/** @type {typeof import('./sound.js') | null} */
let sounds = null;
const STIR = 40;

/** @type {AudioContext | null} */
let audio = null;
/** Where no browser says when it rests, ms. */
const REST = 1000;

/**
 * Make what plays sounds. Browsers do it in one piece, which takes a slow phone longer than a frame: so it is
 * made while the page rests, not when a card is played. It is silent until a touch or a key.
 */
export function prepareAudio() {
  const make = () => void (on('sound') && (audio ??= new AudioContext()));
  if ('requestIdleCallback' in window) window.requestIdleCallback(make);
  else setTimeout(make, REST);
  const wake = () => {
    make();
    // 'interrupted' as well, after a call on a phone.
    if (audio && audio.state !== 'running') void audio.resume();
    if (audio && !sounds)
      import('./sound.js').then(
        (made) => void (sounds = made),
        () => undefined, // it stays quiet, and is fetched at the next touch
      );
  };
  for (const touch of ['pointerdown', 'keydown']) window.addEventListener(touch, wake);
}

/** @param {string[]} names */
export function playSounds(...names) {
  if (on('sound') && !document.hidden) soon(() => audio && sounds?.play(audio, names));
}

/**
 * @param {import('./protocol.js').Event[]} events
 * @param {boolean} turn it has become one's turn
 */
export function giveFeedback(events, turn) {
  const names = events.map((event) => event.type);
  const result = state.value.view?.result;
  const own = ownSeat();
  if (names.includes('deal_ended') && result && own !== null) {
    const side = (state.value.view?.sides ?? []).findIndex((seats) => seats.includes(own));
    const best = Math.max(...result.game_points);
    names.push((result.game_points[side] ?? 0) === best && best > 0 ? 'won' : 'lost');
  }
  if (turn) names.push('turn');
  playSounds(...names);
  // Without a touch before it, browsers complain instead of stirring.
  if (turn && on('buzz') && navigator.userActivation.hasBeenActive) navigator.vibrate?.(STIR);
}

/** Turn sound on or off. */
export function toggleSound() {
  prefer('sound', on('sound') ? 'off' : 'on');
}

/** What is heard and felt of the game: sounds, and a phone that stirs at one's turn. */
import { on, prefer } from '../lib/preferences.js';
import { soon } from '../lib/soon.js';
import { ownSeat } from './seen.js';
import { state } from './store.js';

/** @type {typeof import('./sound.js') | null} */
let sounds = null;
const STIR = 40;

/** Sounds are fetched at the first touch or key: before it no browser would play them. */
export function listening() {
  const begin = () => {
    if (!on('sound')) return;
    window.removeEventListener('pointerdown', begin);
    window.removeEventListener('keydown', begin);
    import('./sound.js').then(
      (made) => void (sounds = made).ready(),
      () => undefined, // it stays quiet, and is fetched with the next page
    );
  };
  window.addEventListener('pointerdown', begin);
  window.addEventListener('keydown', begin);
}

/** @param {string[]} names */
export function hear(...names) {
  if (on('sound') && !document.hidden) soon(() => sounds?.play(names));
}

/**
 * @param {import('./protocol.js').Event[]} events
 * @param {boolean} turn it has become one's turn
 */
export function feel(events, turn) {
  const names = events.map((event) => event.type);
  const result = state.value.view?.result;
  const own = ownSeat();
  if (names.includes('deal_ended') && result && own !== null) {
    const side = (state.value.view?.sides ?? []).findIndex((seats) => seats.includes(own));
    const best = Math.max(...result.game_points);
    names.push((result.game_points[side] ?? 0) === best && best > 0 ? 'won' : 'lost');
  }
  if (turn) names.push('turn');
  hear(...names);
  // Without a touch before it, browsers complain instead of stirring.
  if (turn && on('buzz') && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(STIR);
}

/** Sound on or off, by one tap. */
export function toggleSound() {
  prefer('sound', on('sound') ? 'off' : 'on');
}

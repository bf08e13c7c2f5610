/** Whether moves are said aloud by this device, and the switch for that. */
import { prefer, preferences } from '../../lib/preferences.js';
import { isSimple } from '../../lib/simple_view.js';

/** Whether this browser can speak. */
export const canSpeak = 'speechSynthesis' in globalThis;

/** Return whether moves are said aloud: always, or in the simple view, by preference. */
export function speaks() {
  const { voice } = preferences.value;
  return canSpeak && (voice === 'on' || (voice === 'simple' && isSimple));
}

/** Turn the voice on or off. */
export function toggleVoice() {
  prefer('voice', speaks() ? 'off' : isSimple ? 'simple' : 'on');
}

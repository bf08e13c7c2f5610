/** Say aloud what the live regions tell: with a voice of this device that speaks the page's language. */
import { gettext as _ } from '../../lib/i18n.js';
import { effect } from '../../lib/signals.js';
import { page } from '../state/store.js';
import { answer } from './announcements.js';
import { speaks } from './voice_switch.js';

const speech = globalThis.speechSynthesis;
const language = document.documentElement.lang;

/** What was told last, so that each text is said once. */
let told = { line: '', alert: '' };
/** Whether the voice was on before; null at first. */
let spoke = /** @type {boolean | null} */ (null);

/** Say from now on each new text of the live regions, while the voice is on. */
export function startVoice() {
  effect(() => {
    const { notice, said, alert } = page.value;
    const line = notice || said;
    const fresh = [line === told.line ? '' : line, alert === told.alert ? '' : alert].filter(Boolean);
    told = { line, alert };
    const speaking = speaks();
    if (speaking && spoke === false && isMissing()) queueMicrotask(() => answer(_('This device has no voice for this language.')));
    spoke = speaking;
    if (speaking) say(fresh.join(' '));
    else speech.cancel();
  });
}

/** Return whether this device has voices, but none for the language. */
function isMissing() {
  return speech.getVoices().length > 0 && !voice();
}

/**
 * Say a text; what still waits to be said is dropped, as play has gone on.
 * @param {string} text
 */
function say(text) {
  if (!text || document.hidden) return;
  if (speech.pending) speech.cancel();
  if (isMissing()) return; // another language's voice would not be understood
  const chosen = voice();
  const utterance = new globalThis.SpeechSynthesisUtterance(text);
  utterance.lang = language;
  if (chosen) utterance.voice = chosen;
  speech.speak(utterance);
}

/** Return a voice of the page's language, one of the device itself before those of the network. */
function voice() {
  const able = speech.getVoices().filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language.split('-')[0]);
  return able.find(({ localService }) => localService) ?? able[0] ?? null;
}

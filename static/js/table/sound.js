/** Make short dry sounds without files. Never the only sign of anything. Loaded at the first touch. */

/** @type {AudioBuffer | null} */
let hiss = null;
const LOUD = 0.22;

/** @param {AudioContext} audio */
function noise(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

/**
 * @param {AudioContext} audio
 * @param {AudioNode} source
 * @param {number} at
 * @param {number} length s
 * @param {number} loud
 */
function shape(audio, source, at, length, loud) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud * LOUD, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  source.connect(gain).connect(audio.destination);
}

/**
 * Play the sound of paper on cloth: a breath of noise round a pitch.
 * @param {AudioContext} audio
 * @param {number} pitch Hz
 * @param {number} [length] s
 * @param {number} [loud]
 * @param {number} [after] s
 */
function paper(audio, pitch, length = 0.07, loud = 1, after = 0) {
  const at = audio.currentTime + after;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = hiss ??= noise(audio);
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 0.9;
  source.connect(filter);
  shape(audio, filter, at, length, loud);
  source.start(at, Math.random() * 0.3, length + 0.02);
}

/**
 * Play the sound of wood or of a bell: a tone that falls a little.
 * @param {AudioContext} audio
 * @param {number} pitch Hz
 * @param {number} length s
 * @param {number} [loud]
 * @param {number} [after] s
 * @param {number} [fall] what it falls to, as a share of the pitch
 */
function tone(audio, pitch, length, loud = 1, after = 0, fall = 1) {
  const at = audio.currentTime + after;
  const source = audio.createOscillator();
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(pitch * fall, at + length);
  shape(audio, source, at, length, loud);
  source.start(at);
  source.stop(at + length + 0.02);
}

/** @type {Record<string, (audio: AudioContext) => void>} */
const SOUNDS = {
  card_played: (audio) => paper(audio, 1500 + 300 * Math.floor(Math.random() * 3), 0.08, 1.3),
  card_drawn: (audio) => paper(audio, 3200, 0.05, 0.6),
  trick_taken: (audio) => [0, 0.06].forEach((after) => paper(audio, 1100, 0.09, 0.7, 0.55 + after)),
  deck_cut: (audio) => [0, 0.2].forEach((after) => paper(audio, 800, 0.12, 1, after)),
  deal_started: (audio) => Array.from({ length: 8 }, (_each, index) => paper(audio, 2400, 0.03, 0.5, index * 0.045)),
  hand_dealt: (audio) => [0, 0.09, 0.18].forEach((after) => paper(audio, 2600, 0.05, 0.6, after)),
  exchanged: (audio) => [0, 0.12].forEach((after) => paper(audio, 1900, 0.08, 1, after)),
  claimed: (audio) => [0, 0.05, 0.1, 0.15].forEach((after) => paper(audio, 1300, 0.08, 0.9, after)),
  bid_made: (audio) => tone(audio, 900, 0.05, 0.5, 0, 0.8),
  signed: (audio) => paper(audio, 500, 0.2, 0.5),
  said: (audio) => tone(audio, 620, 0.07, 0.4, 0, 1.3),
  turn: (audio) => knock(audio, 0),
  hurry: (audio) => [0, 0.14].forEach((after) => knock(audio, after)),
  won: (audio) => [660, 990].forEach((pitch) => tone(audio, pitch, 0.24, 0.5)),
  lost: (audio) => tone(audio, 330, 0.24, 0.5),
  refused: (audio) => tone(audio, 120, 0.1, 0.9, 0, 0.7),
};

/**
 * @param {AudioContext} audio
 * @param {number} after s
 */
function knock(audio, after) {
  tone(audio, 190, 0.09, 1.4, after, 0.6);
  paper(audio, 700, 0.03, 0.6, after);
}

/**
 * Play one sound of each kind, however many events; none before the browser lets the page play any.
 * @param {AudioContext} audio
 * @param {string[]} names
 */
export function play(audio, names) {
  // What is asked of a context that sleeps would all be heard at once when it wakes.
  if (audio.state !== 'running') return;
  for (const name of new Set(names)) SOUNDS[name]?.(audio);
}

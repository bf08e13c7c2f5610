/** Short dry sounds, made on the spot: no files. Never the only sign of anything. Loaded at the first touch. */

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let hiss = null;
const LOUD = 0.22;

/** What sounds are made with; the first time it takes long, so that it is asked for before it is needed. */
export function ready() {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  }
  return context;
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
 * Paper on cloth: a breath of noise round a pitch.
 * @param {number} pitch Hz
 * @param {number} [length] s
 * @param {number} [loud]
 * @param {number} [after] s
 */
function paper(pitch, length = 0.07, loud = 1, after = 0) {
  const audio = ready();
  const at = audio.currentTime + after;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = hiss;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 0.9;
  source.connect(filter);
  shape(audio, filter, at, length, loud);
  source.start(at, Math.random() * 0.3, length + 0.02);
}

/**
 * Wood or bell: a tone that falls a little.
 * @param {number} pitch Hz
 * @param {number} length s
 * @param {number} [loud]
 * @param {number} [after] s
 * @param {number} [fall] what it falls to, as a share of the pitch
 */
function tone(pitch, length, loud = 1, after = 0, fall = 1) {
  const audio = ready();
  const at = audio.currentTime + after;
  const source = audio.createOscillator();
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(pitch * fall, at + length);
  shape(audio, source, at, length, loud);
  source.start(at);
  source.stop(at + length + 0.02);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  card_played: () => paper(1500 + 300 * Math.floor(Math.random() * 3), 0.08, 1.3),
  card_drawn: () => paper(3200, 0.05, 0.6),
  trick_taken: () => [0, 0.06].forEach((after) => paper(1100, 0.09, 0.7, 0.55 + after)),
  deck_cut: () => [0, 0.2].forEach((after) => paper(800, 0.12, 1, after)),
  deal_started: () => Array.from({ length: 8 }, (_each, index) => paper(2400, 0.03, 0.5, index * 0.045)),
  hand_dealt: () => [0, 0.09, 0.18].forEach((after) => paper(2600, 0.05, 0.6, after)),
  exchanged: () => [0, 0.12].forEach((after) => paper(1900, 0.08, 1, after)),
  claimed: () => [0, 0.05, 0.1, 0.15].forEach((after) => paper(1300, 0.08, 0.9, after)),
  bid_made: () => tone(900, 0.05, 0.5, 0, 0.8),
  signed: () => paper(500, 0.2, 0.5),
  said: () => tone(620, 0.07, 0.4, 0, 1.3),
  turn: () => knock(0),
  hurry: () => [0, 0.14].forEach(knock),
  won: () => [660, 990].forEach((pitch) => tone(pitch, 0.24, 0.5)),
  lost: () => tone(330, 0.24, 0.5),
  refused: () => tone(120, 0.1, 0.9, 0, 0.7),
};

/** @param {number} after */
function knock(after) {
  tone(190, 0.09, 1.4, after, 0.6);
  paper(700, 0.03, 0.6, after);
}

/**
 * One sound of each kind, however many events.
 * @param {string[]} names
 */
export function play(names) {
  for (const name of new Set(names)) SOUNDS[name]?.();
}

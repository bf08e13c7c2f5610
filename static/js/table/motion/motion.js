/**
 * Cards move from where they are seen to where they now belong: measured before and after each
 * drawing, so any new view may interrupt any motion. Nothing here is ever waited for, and whatever
 * moves is put in its place at once by a touch or a key.
 */
import { moving } from '../../lib/preferences.js';
import { soon } from '../../lib/tasks.js';

/** Milliseconds, and the easings of the design. */
const TIME = {
  shuffle: 520,
  cut: 420,
  deal: 320,
  play: 240,
  settle: 120,
  collect: 360,
  draw: 300,
  exchange: 480,
  claim: 260,
  stagger: 70,
  dealing: 1100,
};
const OUT = 'cubic-bezier(.2,.75,.25,1)';
const INOUT = 'cubic-bezier(.5,0,.2,1)';
const DROP = 'cubic-bezier(.3,.1,.2,1.12)';
const MOVE = 'move';

/**
 * @typedef {{x: number, y: number, w: number, turn: number}} Spot centre, width of the card, degrees
 * @typedef {{cards: Map<string, Spot>, deck: Spot | null}} Scene
 * @typedef {import('../protocol.js').Event} Event
 * @typedef {{ms: number, ease: string, delay?: number}} How
 */

/**
 * @param {Element} element
 * @returns {Spot}
 */
function spot(element) {
  const box = element.getBoundingClientRect();
  const turn = element.classList.contains('trump') ? 90 : 0;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, w: Math.min(box.width, box.height), turn };
}

/**
 * Return where every card is seen now, motions included.
 * @param {ParentNode} root
 * @returns {Scene}
 */
export function scene(root) {
  const cards = new Map();
  if (!moving()) return { cards, deck: null };
  for (const element of root.querySelectorAll('[data-card]'))
    cards.set(/** @type {HTMLElement} */ (element).dataset.card, spot(movingPart(element)));
  const deck = root.querySelector('.pile') ?? root.querySelector('.pack .deck') ?? root.querySelector('.pack');
  return { cards, deck: deck ? spot(deck) : null };
}

/**
 * Return what moves of a figure: its card, not its caption.
 * @param {Element} element
 * @returns {HTMLElement}
 */
function movingPart(element) {
  return /** @type {HTMLElement} */ (element.matches('.play') ? element.querySelector('.card') : element);
}

/**
 * Move every card that is elsewhere than before.
 * @param {HTMLElement} root
 * @param {Scene} before
 * @param {Event[]} events what happened
 */
export function animate(root, before, events) {
  if (!moving() || document.hidden) return;
  const of = (/** @type {string} */ type) => events.filter((event) => event.type === type);
  const dealt = of('hand_dealt').length > 0;
  const drawn = of('card_drawn').length > 0;
  const claimed = of('claimed').length > 0;
  const exchanged = new Set(of('exchanged').flatMap((event) => [event.give, event.take]));
  const begin = dealt ? shuffleAndCut(root, of('deck_cut')[0]) : of('deal_started').length ? shuffle(root) : 0;
  const deck = before.deck ?? (dealt || drawn ? scene(root).deck : null);
  const course = dealTimes(of('hand_dealt'), begin);
  const pieces = [...root.querySelectorAll('[data-card]')];
  for (const element of pieces) moves.get(movingPart(element))?.cancel();
  let order = 0;
  // Read everything, then change everything: one layout for all of it.
  /** @type {(() => void)[]} */
  const todo = [];
  const put = (/** @type {HTMLElement} */ piece, /** @type {Spot} */ from, /** @type {How} */ how, turned = false) => {
    const to = spot(piece);
    todo.push(() => (turned ? turnOver(root, piece, from, to, how) : move(piece, from, to, how)));
  };
  for (const element of pieces) {
    const { card = '', from } = /** @type {HTMLElement} */ (element).dataset;
    const piece = movingPart(element);
    const seen = before.cards.get(card);
    const swapped = exchanged.has(card);
    if (seen) {
      const played = element.matches('.play');
      const ms = swapped ? TIME.exchange : played ? TIME.play : claimed ? TIME.claim : TIME.settle;
      put(piece, seen, { ms, ease: swapped ? INOUT : played ? DROP : OUT });
    } else if (from !== undefined) {
      const plate = root.querySelector(`.seat[data-seat="${from}"] .ava`);
      const delay = claimed ? (order += 1) * 40 : 0;
      if (plate) put(piece, { ...spot(plate), turn: 0 }, { ms: TIME.play, ease: claimed ? OUT : DROP, delay });
    } else if (deck && dealt) {
      const trump = piece.classList.contains('trump');
      const delay = trump ? course.end : course.own(order);
      order += trump ? 0 : 1;
      put(piece, deck, { ms: TIME.deal, ease: trump ? INOUT : OUT, delay }, !trump);
    } else if (deck && drawn) {
      put(piece, deck, { ms: TIME.draw, ease: OUT, delay: order * TIME.stagger }, true);
      order += 1;
    }
  }
  if (deck) todo.push(...backsInFlight(root, deck, events, course));
  for (const change of todo) change();
}

/**
 * Return when each card of a deal sets out: one by one from the eldest, all within a second or so.
 * @param {Event[]} hands
 * @param {number} begin ms
 */
function dealTimes(hands, begin) {
  const size = Math.max(0, ...hands.map((event) => event.count ?? 0));
  const step = Math.min(TIME.stagger, TIME.dealing / Math.max(1, size * hands.length));
  const mine = hands.findIndex((event) => event.cards);
  const at = (/** @type {number} */ seat, /** @type {number} */ card) => begin + (card * hands.length + seat) * step;
  return {
    own: (/** @type {number} */ card) => at(Math.max(0, mine), card),
    of: (/** @type {number} */ seat, /** @type {number} */ card) =>
      at(Math.max(0, hands.findIndex((event) => event.seat === seat)), card),
    end: begin + size * hands.length * step,
  };
}

/**
 * Return what lets the cards that others draw or are dealt fly, as backs.
 * @param {HTMLElement} root
 * @param {Spot} deck
 * @param {Event[]} events
 * @param {ReturnType<typeof dealTimes>} course
 */
function backsInFlight(root, deck, events, course) {
  let drawn = 0;
  /** @type {(() => void)[]} */
  const todo = [];
  for (const event of events) {
    const dealt = event.type === 'hand_dealt' ? (event.count ?? 0) : 0;
    const count = event.type === 'card_drawn' ? 1 : dealt;
    const plate = count && root.querySelector(`.seat:not(.mine .seat)[data-seat="${event.seat}"] .backs`);
    if (!plate) continue;
    const to = spot(plate);
    for (let each = 0; each < count; each += 1) {
      const delay = dealt ? course.of(event.seat, each) : (drawn += 1) * TIME.stagger;
      todo.push(() => fly(root, deck, to, delay));
    }
  }
  return todo;
}

/**
 * @param {HTMLElement} piece
 * @param {Spot} from
 * @param {Spot} to
 * @param {How} how
 */
function move(piece, from, to, { ms, ease, delay = 0 }) {
  const [x, y] = [from.x - to.x, from.y - to.y];
  if (Math.abs(x) + Math.abs(y) < 2 || !to.w) return;
  lift(
    piece,
    piece.animate(
      [
        { translate: `${x}px ${y}px`, scale: from.w / to.w, rotate: `${from.turn}deg` },
        { translate: '0px 0px', scale: 1, rotate: `${to.turn}deg` },
      ],
      { duration: ms, easing: ease, delay, fill: 'backwards' },
    ),
  );
}

/**
 * Move a card from the deck: its back sets out, and half way it is turned over.
 * @param {HTMLElement} root
 * @param {HTMLElement} piece
 * @param {Spot} from
 * @param {Spot} to
 * @param {How} how
 */
function turnOver(root, piece, from, to, { ms, ease, delay = 0 }) {
  if (!to.w) return;
  const [x, y] = [(from.x - to.x) / 2, (from.y - to.y) / 2];
  const half = (1 + from.w / to.w) / 2;
  lift(
    piece,
    piece.animate(
      [
        { opacity: 0, translate: `${x}px ${y}px`, scale: `0.04 ${half}` },
        { opacity: 0, translate: `${x}px ${y}px`, scale: `0.04 ${half}`, offset: 0.499 },
        { opacity: 1, translate: `${x}px ${y}px`, scale: `0.04 ${half}`, offset: 0.5 },
        { opacity: 1, translate: '0px 0px', scale: '1 1' },
      ],
      { duration: ms, easing: ease, delay, fill: 'backwards' },
    ),
  );
  const way = `translate(calc(${-x}px - 50%), calc(${-y}px - 50%)) scale(0.04, ${(half * to.w) / from.w})`;
  const frames = [{ transform: 'translate(-50%, -50%)' }, { transform: way, offset: 0.5 }, { transform: way, opacity: 0 }];
  ghost(root, from, frames, { duration: ms, easing: ease, delay, fill: 'backwards' });
}

/**
 * The motion of each card that is on its way.
 * @type {WeakMap<Element, Animation>}
 */
const moves = new WeakMap();

/**
 * Put a card that moves over those that do not.
 * @param {HTMLElement} piece
 * @param {Animation} motion
 */
function lift(piece, motion) {
  motion.id = MOVE;
  moves.set(piece, motion);
  piece.style.zIndex = '4';
  const down = () => {
    if (moves.get(piece) !== motion) return;
    moves.delete(piece);
    piece.style.zIndex = '';
  };
  motion.finished.then(down, down);
}

/**
 * Move the back of a card, which is gone where it arrives.
 * @param {HTMLElement} root
 * @param {Spot} from
 * @param {Spot} to
 * @param {number} delay
 */
function fly(root, from, to, delay) {
  const way = `translate(calc(${to.x - from.x}px - 50%), calc(${to.y - from.y}px - 50%)) scale(${Math.max(0.2, to.w / from.w)})`;
  const frames = [
    { transform: 'translate(-50%, -50%)', opacity: 1 },
    { transform: way, opacity: 0.6 },
  ];
  ghost(root, from, frames, { duration: TIME.draw, easing: OUT, delay, fill: 'both' });
}

/**
 * @param {HTMLElement} root
 * @param {Spot} from
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} how
 */
function ghost(root, from, frames, how) {
  const made = document.createElement('i');
  made.className = 'ghost-card';
  Object.assign(made.style, { left: `${from.x}px`, top: `${from.y}px`, width: `${from.w}px` });
  root.append(made);
  const motion = made.animate(frames, how);
  motion.id = MOVE;
  motion.finished.catch(() => undefined).finally(() => made.remove());
}

/**
 * Move the deck as it is shuffled, where it lies to be cut.
 * @param {HTMLElement} root
 * @returns {number} how long, ms
 */
function shuffle(root) {
  const packet = root.querySelector('.pile .up');
  if (!packet) return 0;
  const frames = [0, 46, -10, 46, -10, 0].map((x, step) => ({ transform: `translate(${x}px, ${step % 2 ? -6 : 0}px)` }));
  packet.animate(frames, { duration: TIME.shuffle, easing: 'ease-in-out' }).id = MOVE;
  return TIME.shuffle;
}

/**
 * Move the packet that was cut under the rest, seen from the side; then the deal begins.
 * @param {HTMLElement} root
 * @param {Event | undefined} cut
 * @returns {number} how long, ms
 */
function shuffleAndCut(root, cut) {
  const middle = root.querySelector('.trick');
  if (!cut || !middle) return 0;
  const at = spot(middle);
  const width = Math.min(150, at.w || 150);
  /** @type {[number, Keyframe[]][]} */
  const packets = [
    [-12, [{ transform: 'none' }, { transform: 'translate(70%, -40%)', offset: 0.5 }, { transform: 'translate(0, 110%)' }]],
    [12, [{ transform: 'none' }, { transform: 'none', offset: 0.5 }, { transform: 'translate(0, -60%)' }]],
  ];
  for (const [y, frames] of packets) {
    const packet = document.createElement('span');
    packet.className = 'packet';
    Object.assign(packet.style, { left: `${at.x - width / 2}px`, top: `${at.y + y}px`, width: `${width}px` });
    root.append(packet);
    const motion = packet.animate(frames, { duration: TIME.cut, easing: INOUT, fill: 'forwards' });
    motion.id = MOVE;
    motion.finished.catch(() => undefined).finally(() => packet.remove());
  }
  return TIME.cut;
}

/**
 * Gather the trick to its winner.
 * @param {HTMLElement} root
 * @param {number} winner seat
 * @param {() => void} done
 */
export function collect(root, winner, done) {
  const plate = root.querySelector(`.seat[data-seat="${winner}"] .ava`);
  const plays = [...root.querySelectorAll('.trick .play')];
  if (!moving() || document.hidden || !plate || !plays.length) {
    done();
    return;
  }
  const to = spot(plate);
  const spots = plays.map(spot);
  const motions = plays.map((play, index) => {
    const from = spots[index] ?? to;
    const motion = play.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(.3)`, opacity: 0.1 },
      ],
      { duration: TIME.collect, delay: index * 40, easing: INOUT, fill: 'forwards' },
    );
    motion.id = MOVE;
    return motion;
  });
  Promise.allSettled(motions.map((motion) => motion.finished)).then(() => soon(done));
}

/**
 * Put everything where it belongs at once.
 * @param {HTMLElement} root
 * @returns {boolean} whether anything was on its way
 */
function arrive(root) {
  const motions = root.getAnimations({ subtree: true }).filter(({ id, playState }) => id === MOVE && playState === 'running');
  for (const motion of motions) motion.finish();
  return motions.length > 0;
}

/**
 * Let what moves arrive at a touch or a key; the touch is for what lies there then.
 * @param {HTMLElement} root
 */
export function arriveOnTouch(root) {
  /** @type {HTMLElement | null} */
  let meant = null;
  document.addEventListener('keydown', () => void arrive(root), { capture: true });
  document.addEventListener(
    'pointerdown',
    (event) => {
      meant = null;
      if (!arrive(root)) return;
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('.hand .card');
      if (under instanceof HTMLElement && !(event.target instanceof Node && under.contains(event.target))) meant = under;
    },
    { capture: true },
  );
  document.addEventListener('click', (event) => {
    const card = meant;
    meant = null;
    if (card?.isConnected && event.isTrusted && !(event.target instanceof Node && card.contains(event.target))) card.click();
  });
}

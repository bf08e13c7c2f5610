/**
 * Cards move from where they are seen to where they now belong: measured before and after each
 * drawing, so any new view may interrupt any motion. Nothing here is ever waited for.
 */
import { cardHref } from '../lib/sprites.js';
import { moving } from './settings.js';

/** Milliseconds, and the easings of the design. */
export const TIME = { deal: 320, play: 240, settle: 120, collect: 360, draw: 300, exchange: 480, still: 700, killed: 2000, stagger: 70 };
const OUT = 'cubic-bezier(.2,.75,.25,1)';
const INOUT = 'cubic-bezier(.5,0,.2,1)';
const DROP = 'cubic-bezier(.3,.1,.2,1.12)';

/**
 * @typedef {{x: number, y: number, w: number, turn: number}} Spot centre, width of the card, degrees
 * @typedef {{cards: Map<string, Spot>, deck: Spot | null}} Scene
 * @typedef {import('./protocol.js').Event} Event
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
 * Where every card is seen now, motions included.
 * @param {ParentNode} root
 * @returns {Scene}
 */
export function scene(root) {
  const cards = new Map();
  for (const element of root.querySelectorAll('[data-card]'))
    cards.set(/** @type {HTMLElement} */ (element).dataset.card, spot(moved(element)));
  const deck = root.querySelector('.pack .deck') ?? root.querySelector('.pack');
  return { cards, deck: deck ? spot(deck) : null };
}

/**
 * What moves of a figure is its card, not its caption.
 * @param {Element} element
 * @returns {HTMLElement}
 */
function moved(element) {
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
  const dealt = events.some((event) => event.type === 'hand_dealt');
  const exchanged = new Set(
    events.flatMap((event) => (event.type === 'exchanged' ? [event.give, event.take] : [])),
  );
  const deck = before.deck ?? scene(root).deck;
  let order = 0;
  for (const element of root.querySelectorAll('[data-card]')) {
    const { card = '', from } = /** @type {HTMLElement} */ (element).dataset;
    const piece = moved(element);
    const seen = before.cards.get(card);
    if (seen) {
      const quick = exchanged.has(card) ? TIME.exchange : element.matches('.play') ? TIME.play : TIME.settle;
      move(piece, seen, { ms: quick, ease: exchanged.has(card) ? INOUT : element.matches('.play') ? DROP : OUT });
    } else if (from !== undefined) {
      const plate = root.querySelector(`.seat[data-seat="${from}"] .ava`);
      if (plate) move(piece, { ...spot(plate), turn: 0 }, { ms: TIME.play, ease: DROP });
    } else if (deck && (dealt || events.some((event) => event.type === 'card_drawn'))) {
      move(piece, deck, {
        ms: dealt ? TIME.deal : TIME.draw,
        ease: piece.classList.contains('trump') ? INOUT : OUT,
        delay: order * TIME.stagger,
      });
      order += 1;
    }
  }
  if (deck) others(root, deck, events);
}

/**
 * The cards that others draw fly as backs.
 * @param {HTMLElement} root
 * @param {Spot} deck
 * @param {Event[]} events
 */
function others(root, deck, events) {
  let order = 0;
  for (const event of events) {
    const drawn = event.type === 'card_drawn' ? 1 : event.type === 'hand_dealt' ? event.count : 0;
    const plate = drawn && root.querySelector(`.seat:not(.mine .seat)[data-seat="${event.seat}"] .backs`);
    if (!plate) continue;
    for (let each = 0; each < drawn; each += 1) {
      fly(root, deck, spot(plate), order * TIME.stagger);
      order += 1;
    }
  }
}

/**
 * @param {HTMLElement} piece
 * @param {Spot} from
 * @param {{ms: number, ease: string, delay?: number}} how
 */
function move(piece, from, { ms, ease, delay = 0 }) {
  for (const running of piece.getAnimations()) if (running.id === 'move') running.cancel();
  const to = spot(piece);
  const [x, y] = [from.x - to.x, from.y - to.y];
  if (Math.abs(x) + Math.abs(y) < 2 || !to.w) return;
  const motion = piece.animate(
    [
      { translate: `${x}px ${y}px`, scale: from.w / to.w, rotate: `${from.turn}deg`, zIndex: 4 },
      { translate: '0px 0px', scale: 1, rotate: `${to.turn}deg`, zIndex: 4 },
    ],
    { duration: ms, easing: ease, delay, fill: 'backwards' },
  );
  motion.id = 'move';
}

/**
 * A back that flies and is gone.
 * @param {HTMLElement} root
 * @param {Spot} from
 * @param {Spot} to
 * @param {number} delay
 */
function fly(root, from, to, delay) {
  const ns = 'http://www.w3.org/2000/svg';
  const ghost = document.createElementNS(ns, 'svg');
  const use = document.createElementNS(ns, 'use');
  use.setAttribute('href', cardHref('back'));
  ghost.setAttribute('viewBox', '0 0 208 322');
  ghost.setAttribute('class', 'ghost-card');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.append(use);
  Object.assign(ghost.style, { left: `${from.x}px`, top: `${from.y}px`, width: `${from.w}px` });
  root.append(ghost);
  const motion = ghost.animate(
    [
      { transform: 'translate(-50%, -50%)', opacity: 1 },
      {
        transform: `translate(calc(${to.x - from.x}px - 50%), calc(${to.y - from.y}px - 50%)) scale(${Math.max(0.2, to.w / from.w)})`,
        opacity: 0.6,
      },
    ],
    { duration: TIME.draw, easing: OUT, delay, fill: 'both' },
  );
  motion.finished.catch(() => undefined).finally(() => ghost.remove());
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
  const motions = plays.map((play, index) => {
    const from = spot(play);
    return play.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(.3)`, opacity: 0.1 },
      ],
      { duration: TIME.collect, delay: index * 40, easing: INOUT, fill: 'forwards' },
    );
  });
  Promise.allSettled(motions.map((motion) => motion.finished)).then(done);
}

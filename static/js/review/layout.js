/** What lies on the table in a deal, and how it moves when a trick is taken. */
import { arranged, winnerOf } from './strength.js';

/**
 * @typedef {import('./record.js').Action} Action
 * @typedef {import('./record.js').Deal} Deal
 * @typedef {import('./record.js').Draw} Draw
 * @typedef {import('./record.js').Event} Event
 * @typedef {import('./record.js').Kind} Kind
 * @typedef {import('./record.js').MatchRecord} MatchRecord
 * @typedef {import('./record.js').Contract} Contract
 * @typedef {import('./record.js').Play} Play
 * @typedef {import('./record.js').Position} Position
 * @typedef {import('./record.js').Trick} Trick
 */

const HAND = 3;
const TALON = 2;
/** A marriage in trumps, and in another suit. */
const MARRIAGE = [40, 20];
/** Actions that are counted by themselves in addresses: `d2a3` is the third of them. */
const ADDRESSED = ['bid', 'declare', 'discard', 'peek', 'look', 'sign', 'ask', 'answer', 'say'];

export class Layout {
  /** @type {string[]} */
  discards = [];
  /** @type {{seat: number, bid: import('./record.js').Bid}[]} */
  bids = [];
  /** @type {Contract | null} */
  contract = null;
  /** Whether the declarer holds king and knight of trumps, to be shown with a trick. */
  pair = false;
  /** @type {Play[]} */
  plays = [];
  /** Number of the trick that lies there, from 0. */
  done = 0;
  /** Seats that asked for the exchange ahead. @type {Set<number>} */
  armed = new Set();
  others = 0;
  addressed = 0;
  /** The trick after which the draw waits for an exchange. @type {Trick | null} */
  waiting = null;
  /** What partners have asked each other: 'who/whom' and what. @type {Map<string, string>} */
  asked = new Map();

  /**
   * @param {MatchRecord} record
   * @param {Deal} deal
   * @param {number} index
   * @param {number[]} score before the deal
   * @param {Position[]} out
   */
  constructor(record, deal, index, score, out) {
    this.record = record;
    this.rules = record.rules;
    this.deal = deal;
    this.index = index;
    this.score = score;
    this.out = out;
    const players = record.seats.length;
    const { deck } = deal;
    /** @type {number[]} */
    this.seats = Array.from({ length: players }, (_all, seat) => seat);
    this.eldest = (deal.dealer + 1) % players;
    this.auction = (this.rules['auction.kind'] ?? 'none') !== 'none';
    const aside = this.rules['rematada.talon'] ? TALON : 0;
    const each = this.auction ? Math.floor((deck.length - aside) / players) : HAND;
    const dealt = Math.min(deck.length, players * each);
    /** @type {string[][]} */
    this.hands = this.seats.map((seat) => {
      const hand = deck.slice(0, dealt).filter((_card, at) => (this.eldest + at) % players === seat);
      return this.auction ? arranged(hand, this.rules) : hand;
    });
    this.dealt = this.hands;
    this.turned = deal.trump?.card ?? null;
    this.stock = deck.slice(this.turned ? dealt + 1 : dealt, deck.length - aside);
    this.talon = deck.slice(deck.length - aside);
    const known = ['turned', 'rotation'].includes(this.rules['trump.source'] ?? 'turned');
    /** @type {string | null} */
    this.trump = known ? (deal.trump?.suit ?? null) : null;
    /** @type {string[][]} */
    this.piles = this.seats.map(() => []);
    /** @type {number[]} */
    this.points = this.seats.map(() => 0);
    /** @type {number | null} */
    this.turn = deck.length ? this.eldest : null;
  }

  /**
   * Give the trick to its winner; then everybody draws, unless the winner exchanges first.
   * @param {Trick} trick
   * @param {Action | undefined} next
   * @param {Event[]} [events]
   */
  take(trick, next, events = []) {
    const winner = trick.winner ?? 0;
    const cards = this.plays.map((play) => play.card);
    this.piles = this.piles.map((pile, seat) => (seat === winner ? [...pile, ...cards] : pile));
    this.points = this.points.map((sum, seat) => (seat === winner ? sum + trick.points : sum));
    this.plays = [];
    this.done += 1;
    if (this.pair && winner === this.contract?.caller) {
      this.pair = false;
      if ((this.rules['marriage.mode'] ?? 'none') === 'none') events.push(this.marriage(winner, this.trump ?? ''));
    }
    const goesOn = this.stock.length || this.turned || this.hand(winner).length;
    this.turn = goesOn && !events.some(({ type }) => type === 'three_killed') ? winner : null;
    if (this.contract && !this.trump) this.turn = this.contract.caller;
    const ahead = next?.type === 'exchange' && next.seat === winner && this.armed.has(winner);
    this.waiting = ahead ? trick : null;
    const draws = ahead ? [] : this.draw(trick);
    this.put('taken', `d${this.deal.number}t${trick.number}`, winner, null, { draws, events });
  }

  /**
   * Return a card for every card played, the winner first; by seat the eldest first, but for the last round.
   * @param {Trick} trick
   * @returns {Draw[]}
   */
  draw(trick) {
    /** @type {Draw[]} */
    const draws = [];
    const left = this.stock.length + (this.turned ? 1 : 0);
    const bySeat = this.rules['deal.draw'] === 'by_seat' && left > trick.plays.length;
    let seat = bySeat ? this.eldest : (trick.winner ?? 0);
    for (let count = 0; count < trick.plays.length; count += 1) {
      const card = this.stock[0] ?? this.turned;
      if (!card) break;
      const turned = !this.stock.length;
      if (turned) this.turned = null;
      else this.stock = this.stock.slice(1);
      this.hold(seat, [...this.hand(seat), card]);
      draws.push({ seat, card, turned });
      seat = (seat + 1) % this.seats.length;
    }
    return draws;
  }

  /**
   * Return king and knight of a suit.
   * @param {string} suit
   */
  couple(suit) {
    return this.rules['deck.french'] === 'all52' ? [`${suit}13`, `${suit}12`] : [`${suit}12`, `${suit}11`];
  }

  /**
   * @param {number} seat
   * @param {string} suit
   * @returns {Event}
   */
  marriage(seat, suit) {
    return { type: 'marriage_shown', seat, suit, points: MARRIAGE[suit === this.trump ? 0 : 1] };
  }

  /**
   * @param {number} seat
   * @returns {string[]}
   */
  hand(seat) {
    return this.hands[seat] ?? [];
  }

  /**
   * @param {number} seat
   * @param {string[]} cards
   */
  hold(seat, cards) {
    this.hands = this.hands.map((hand, at) => (at === seat ? cards : hand));
  }

  /**
   * Return the address of an action that plays no card; the page counts them in the same way.
   * @param {Action} action
   */
  address({ type }) {
    const { number } = this.deal;
    return ADDRESSED.includes(type) ? `d${number}a${++this.addressed}` : `d${number}x${++this.others}`;
  }

  /**
   * @param {Kind} kind
   * @param {string} hash
   * @param {number | null} seat
   * @param {Action | null} [action]
   * @param {{draws?: Draw[], events?: Event[]}} [more]
   */
  put(kind, hash, seat, action = null, { draws = [], events = [] } = {}) {
    const best = winnerOf(this.plays, this.trump, this.rules);
    this.out.push({
      index: this.out.length,
      deal: this.index,
      hash,
      kind,
      trick: kind === 'taken' ? this.done : this.done + 1,
      seat,
      action,
      events,
      draws,
      hands: this.hands,
      stock: this.stock,
      turned: this.turned,
      talon: this.talon,
      discards: this.discards,
      plays: this.plays,
      winning: best?.seat ?? null,
      best: best?.card ?? null,
      trump: this.trump,
      bids: this.bids,
      contract: this.contract,
      piles: this.piles,
      points: this.points,
      score: this.score,
      turn: this.turn,
    });
  }
}

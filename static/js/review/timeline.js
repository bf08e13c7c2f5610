/**
 * Every position of a finished match, made from its record and nothing else. Pure.
 *
 * A position is what lies on the table after something happened; each card of the pack is in it
 * exactly once. Positions are never changed, so going backwards is looking at an earlier one.
 */

/**
 * @typedef {{seat: number, card: string, announce?: string | null}} Play
 * @typedef {{number: number, leader: number, plays: Play[], winner: number | null, points: number, trump: string | null}} Trick
 * @typedef {{seq: number, seat: number, type: string, by: string, ms: number, card?: string, announce?: string | null, give?: string, take?: string, at?: number, on?: boolean}} Action
 * @typedef {object} Deal
 * @property {number} number
 * @property {number} dealer
 * @property {string[]} deck
 * @property {{suit: string, card: string | null} | null} trump
 * @property {Record<string, any> | null} fairness
 * @property {Action[]} actions
 * @property {Trick[]} tricks
 * @property {{seats: number[], sides: number[]}} points
 * @property {number[]} game_points
 * @property {string} ended_by
 * @typedef {object} MatchRecord
 * @property {string} format
 * @property {string} match
 * @property {string} preset
 * @property {Record<string, any>} rules
 * @property {string} rules_hash
 * @property {{seat: number, player: string, kind: string, side: number}[]} seats
 * @property {number[][]} sides
 * @property {Deal[]} deals
 * @property {number[]} score
 * @property {number[]} winners
 * @property {string} ended_by
 *
 * @typedef {{seat: number, card: string, turned: boolean}} Draw
 * @typedef {'start' | 'play' | 'taken' | 'exchange' | 'drawn' | 'claim' | 'resign' | 'other' | 'end'} Kind
 * @typedef {object} Position
 * @property {number} index in the match
 * @property {number} deal index of the deal, from 0
 * @property {string} hash its address within the page, without '#'
 * @property {Kind} kind what happened last
 * @property {number} trick number of the trick that lies there or comes next
 * @property {number | null} seat who did it
 * @property {Action | null} action
 * @property {Draw[]} draws
 * @property {string[][]} hands
 * @property {string[]} stock face-down cards, the next to draw first
 * @property {string | null} turned
 * @property {Play[]} plays
 * @property {number | null} winning who takes the trick as it lies there
 * @property {string[][]} piles what each seat has taken
 * @property {number[]} points of each seat
 * @property {number[]} score of the match, by side
 * @property {number | null} turn who is to play
 *
 * @typedef {{first: number, last: number}} Span
 * @typedef {{positions: Position[], deals: Span[], at: Map<string, number>}} Timeline
 */

/** @type {Record<string, number[]>} */
const ORDERS = {
  std: [1, 3, 12, 11, 10, 9, 8, 7, 6, 5, 4, 2],
  swap_3_7: [1, 7, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2],
  lombard: [1, 7, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2],
  tuscan: [1, 3, 12, 10, 11, 9, 8, 7, 6, 5, 4, 2],
};
const HAND = 3;

/**
 * All positions of a match, in order.
 * @param {MatchRecord} record
 * @returns {Timeline}
 */
export function timelineOf(record) {
  /** @type {Position[]} */
  const positions = [];
  /** @type {Span[]} */
  const deals = [];
  let score = record.sides.map(() => 0);
  record.deals.forEach((deal, index) => {
    const first = positions.length;
    const table = new Table(record, deal, index, score, positions);
    table.run();
    score = table.score;
    deals.push({ first, last: positions.length - 1 });
  });
  return { positions, deals, at: new Map(positions.map(({ hash, index }) => [hash, index])) };
}

/**
 * The position that an address means, or the nearest before it; null where it means none.
 * @param {Timeline} timeline
 * @param {string} hash with or without '#'
 * @returns {number | null}
 */
export function indexOfHash(timeline, hash) {
  const wanted = hash.replace(/^#/, '');
  const exact = timeline.at.get(wanted);
  if (exact !== undefined) return exact;
  const parts = /^d(\d+)(?:t(\d+))?/.exec(wanted);
  if (!parts) return null;
  return timeline.at.get(parts[0]) ?? timeline.at.get(`d${parts[1]}`) ?? null;
}

/**
 * Where a jump by trick ends: at the next complete trick, or at an end of a deal.
 * @param {Timeline} timeline
 * @param {number} from
 * @param {1 | -1} way
 * @returns {number}
 */
export function trickFrom(timeline, from, way) {
  const { positions } = timeline;
  for (let index = from + way; index >= 0 && index < positions.length; index += way) {
    const kind = positions[index]?.kind;
    const done = positions[index + 1]?.kind === 'taken';
    if (done || kind === 'start' || kind === 'end') return index;
  }
  return from;
}

/**
 * Where a jump by deal ends: at the end of this deal, and from there at that of the next one.
 * @param {Timeline} timeline
 * @param {number} from
 * @param {1 | -1} way
 * @returns {number}
 */
export function dealFrom(timeline, from, way) {
  const { positions, deals } = timeline;
  const deal = positions[from]?.deal ?? 0;
  const edge = (/** @type {number} */ at) => deals[at]?.[way > 0 ? 'last' : 'first'];
  const here = edge(deal) ?? from;
  return here === from ? (edge(deal + way) ?? from) : here;
}

/**
 * The cards of a hand as they lay when the trick began: played ones keep their place until it is
 * taken, and what an exchange brought lies where the card given was.
 * @param {Timeline} timeline
 * @param {number} index
 * @param {number} seat
 * @returns {{card: string, gone: boolean}[]}
 */
export function slotsOf({ positions }, index, seat) {
  const now = positions[index];
  const hand = now?.hands[seat] ?? [];
  let from = index;
  while (positions[from]?.plays.length && positions[from]?.kind !== 'start') from -= 1;
  const before = positions[from]?.hands[seat] ?? [];
  const fresh = hand.filter((card) => !before.includes(card));
  const played = now?.plays.filter((play) => play.seat === seat).map((play) => play.card) ?? [];
  /** @type {{card: string, gone: boolean}[]} */
  const slots = [];
  for (const card of before) {
    if (hand.includes(card)) slots.push({ card, gone: false });
    else if (played.includes(card)) slots.push({ card, gone: true });
    else {
      const other = fresh.shift();
      if (other) slots.push({ card: other, gone: played.includes(other) });
    }
  }
  return [...slots, ...fresh.map((card) => ({ card, gone: false }))];
}

/** A deal as it is played. */
class Table {
  /**
   * @param {MatchRecord} record
   * @param {Deal} deal
   * @param {number} index
   * @param {number[]} score before the deal
   * @param {Position[]} out
   */
  constructor(record, deal, index, score, out) {
    this.record = record;
    this.deal = deal;
    this.index = index;
    this.score = score;
    this.out = out;
    const players = record.seats.length;
    /** @type {number[]} */
    this.seats = Array.from({ length: players }, (_all, seat) => seat);
    this.eldest = (deal.dealer + 1) % players;
    const turned = deal.trump?.card ?? null;
    const dealt = turned ? deal.deck.indexOf(turned) : Math.min(deal.deck.length, players * HAND);
    /** @type {string[][]} */
    this.hands = this.seats.map((seat) =>
      deal.deck.slice(0, dealt).filter((_card, at) => (this.eldest + at) % players === seat),
    );
    this.turned = turned;
    this.stock = deal.deck.slice(turned ? dealt + 1 : dealt);
    /** @type {Play[]} */
    this.plays = [];
    /** @type {string[][]} */
    this.piles = this.seats.map(() => []);
    /** @type {number[]} */
    this.points = this.seats.map(() => 0);
    /** Of the trick that lies there, from 0. */
    this.done = 0;
    /** @type {number | null} */
    this.turn = deal.deck.length ? this.eldest : null;
    /** Seats that asked for the exchange ahead. @type {Set<number>} */
    this.armed = new Set();
    this.others = 0;
    /** The trick after which the draw waits for an exchange. @type {Trick | null} */
    this.waiting = null;
  }

  run() {
    this.put('start', `d${this.deal.number}`, this.deal.dealer);
    const { actions } = this.deal;
    actions.forEach((action, at) => this.act(action, actions[at + 1]));
    this.turn = null;
    this.score = this.score.map((points, side) => points + (this.deal.game_points[side] ?? 0));
    this.put('end', `d${this.deal.number}end`, null);
  }

  /**
   * @param {Action} action
   * @param {Action | undefined} next
   */
  act(action, next) {
    if (action.type === 'play') this.play(action, next);
    else if (action.type === 'exchange') this.swap(action);
    else if (action.type === 'claim') this.claim(action);
    else if (action.type === 'arm_exchange') {
      if (action.on) this.armed.add(action.seat);
      else this.armed.delete(action.seat);
    } else if (action.type === 'resign') this.put('resign', this.other(), action.seat, action);
    else if (action.type !== 'cut') this.put('other', this.other(), action.seat, action);
  }

  /**
   * @param {Action} action
   * @param {Action | undefined} next
   */
  play(action, next) {
    const { seat, card = '', announce } = action;
    this.hold(seat, this.hand(seat).filter((held) => held !== card));
    this.plays = [...this.plays, { seat, card, announce: announce ?? null }];
    const trick = this.deal.tricks[this.done];
    const over = Boolean(trick) && trick?.winner !== null && trick?.plays.length === this.plays.length;
    this.turn = over ? null : (seat + 1) % this.seats.length;
    const { number } = this.deal;
    this.put('play', `d${number}t${this.done + 1}c${this.plays.length}`, seat, action);
    if (over && trick) this.take(trick, next);
  }

  /**
   * The trick goes to its winner; then everybody draws, unless the winner exchanges first.
   * @param {Trick} trick
   * @param {Action | undefined} next
   */
  take(trick, next) {
    const winner = trick.winner ?? 0;
    const cards = this.plays.map((play) => play.card);
    this.piles = this.piles.map((pile, seat) => (seat === winner ? [...pile, ...cards] : pile));
    this.points = this.points.map((sum, seat) => (seat === winner ? sum + trick.points : sum));
    this.plays = [];
    this.done += 1;
    this.turn = this.stock.length || this.turned || this.hand(winner).length ? winner : null;
    const ahead = next?.type === 'exchange' && next.seat === winner && this.armed.has(winner);
    this.waiting = ahead ? trick : null;
    const draws = ahead ? [] : this.draw(trick);
    this.put('taken', `d${this.deal.number}t${trick.number}`, winner, null, draws);
  }

  /**
   * A card for every card played, the winner first.
   * @param {Trick} trick
   * @returns {Draw[]}
   */
  draw(trick) {
    /** @type {Draw[]} */
    const draws = [];
    let seat = trick.winner ?? 0;
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

  /** @param {Action} action */
  swap(action) {
    const { seat, give = '', take = '' } = action;
    this.hold(seat, this.hand(seat).map((card) => (card === give ? take : card)));
    this.turned = give;
    this.armed.delete(seat);
    this.put('exchange', this.other(), seat, action);
    const trick = this.waiting;
    this.waiting = null;
    if (trick) this.put('drawn', `d${this.deal.number}t${trick.number}d`, trick.winner, null, this.draw(trick));
  }

  /** @param {Action} action */
  claim(action) {
    const rest = this.hands.flat();
    this.hands = this.hands.map(() => []);
    this.piles = this.piles.map((pile, seat) => (seat === action.seat ? [...pile, ...rest] : pile));
    this.points = [...this.deal.points.seats];
    this.turn = null;
    this.put('claim', this.other(), action.seat, action);
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

  /** The address of an action that plays no card; the page counts them in the same way. */
  other() {
    this.others += 1;
    return `d${this.deal.number}x${this.others}`;
  }

  /**
   * @param {Kind} kind
   * @param {string} hash
   * @param {number | null} seat
   * @param {Action | null} [action]
   * @param {Draw[]} [draws]
   */
  put(kind, hash, seat, action = null, draws = []) {
    this.out.push({
      index: this.out.length,
      deal: this.index,
      hash,
      kind,
      trick: kind === 'taken' ? this.done : this.done + 1,
      seat,
      action,
      draws,
      hands: this.hands,
      stock: this.stock,
      turned: this.turned,
      plays: this.plays,
      winning: this.winning(),
      piles: this.piles,
      points: this.points,
      score: this.score,
      turn: this.turn,
    });
  }

  /** Who would take the trick as it lies there; null where no card does. */
  winning() {
    const [lead] = this.plays;
    const order = ORDERS[this.record.rules.ranks ?? 'std'];
    if (!lead || !order) return null;
    const trump = this.deal.trump?.suit;
    const power = (/** @type {string} */ card) => {
      const strength = order.length - order.indexOf(Number(card.slice(1)));
      if (card[0] === trump) return 100 + strength;
      return card[0] === lead.card[0] ? strength : 0;
    };
    return this.plays.reduce((best, play) => (power(play.card) > power(best.card) ? play : best)).seat;
  }
}

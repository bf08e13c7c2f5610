/** A deal of a record as it is played, position by position. */
import { bid, declare, discard, putAway, reveal } from './bidding.js';
import { Layout } from './layout.js';
import { drawsOf, orderOf } from './strength.js';

/**
 * @typedef {import('./record.js').Action} Action
 * @typedef {import('./record.js').Event} Event
 * @typedef {import('./record.js').Deal} Deal
 * @typedef {import('./record.js').Kind} Kind
 * @typedef {import('./record.js').MatchRecord} MatchRecord
 * @typedef {import('./record.js').Position} Position
 */

/** Actions that are no position: what they lead to is one. */
const SILENT = ['cut', 'arm_exchange'];

/**
 * Add the positions of a deal.
 * @param {MatchRecord} record
 * @param {number} index of the deal, from 0
 * @param {number[]} score before the deal
 * @param {Position[]} out
 * @returns {number[]} the score after it
 */
export function playDeal(record, index, score, out) {
  const on = new Layout(record, /** @type {Deal} */ (record.deals[index]), index, score, out);
  const drawn = on.index === 0 ? on.record.dealer_draw : undefined;
  const draws = drawn ? drawsOf(drawn, on.seats.length, on.rules) : [];
  /** @type {Event[]} */
  const events = drawn ? [{ type: 'dealer_drawn', draws, dealer: on.deal.dealer }] : [];
  on.put('start', `d${on.deal.number}`, on.deal.dealer, null, { events });
  const { actions } = on.deal;
  actions.forEach((action, at) => act(on, action, actions[at + 1]));
  on.turn = null;
  const declarer = on.contract?.caller;
  on.points = on.points.map((sum, seat) => sum + (seat === declarer ? putAway(on) : 0));
  on.score = on.score.map((points, side) => points + (on.deal.game_points[side] ?? 0));
  on.put('end', `d${on.deal.number}end`, null);
  return on.score;
}

/**
 * @param {Layout} on
 * @param {Action} action
 * @param {Action | undefined} next
 */
function act(on, action, next) {
  const { seat, type } = action;
  if (type === 'play') play(on, action, next);
  else if (type === 'exchange') swap(on, action);
  else if (type === 'claim') claim(on, action);
  else if (type === 'bid') bid(on, action, next);
  else if (type === 'discard') discard(on, action);
  else if (type === 'declare') declare(on, action);
  else if (type === 'arm_exchange') {
    if (action.on) on.armed.add(seat);
    else on.armed.delete(seat);
  } else if (!SILENT.includes(type)) other(on, action);
}

/**
 * @param {Layout} on
 * @param {Action} action
 * @param {Action | undefined} next
 */
function play(on, action, next) {
  const { seat, card = '', announce } = action;
  on.hold(seat, on.hand(seat).filter((held) => held !== card));
  on.plays = [...on.plays, { seat, card, announce: announce ?? null }];
  const trick = on.deal.tricks[on.done];
  const full = Boolean(trick) && trick?.winner !== null && trick?.plays.length === on.plays.length;
  // A first trick in the dark may wait for the trump by which it is judged.
  const waits = on.auction && !on.trump && on.rules['chiamata.dark_first'] === 'retroactive';
  const over = full && !waits;
  /** @type {Event[]} */
  const events = [];
  if (on.contract?.card === card) events.push(reveal(on));
  const kill = killed(on, next);
  if (!over) events.push(...kill);
  if (over || kill.length) on.turn = null;
  else on.turn = full ? (on.contract?.caller ?? null) : (seat + 1) % on.seats.length;
  const { number } = on.deal;
  on.put('play', `d${number}t${on.done + 1}c${on.plays.length}`, seat, action, { events });
  if (over && trick) on.take(trick, next, kill);
}

/**
 * Return the three that was killed, where the deal ends with this card.
 * @param {Layout} on
 * @param {Action | undefined} next
 * @returns {Event[]}
 */
function killed(on, next) {
  const [ace, three] = orderOf(on.rules);
  const by = (/** @type {number | undefined} */ rank) => on.plays.find((play) => play.card === `${on.trump}${rank}`);
  const [killer, victim] = [by(ace), by(three)];
  if (on.deal.ended_by !== 'three_killed' || next || !killer || !victim) return [];
  return [{ type: 'three_killed', seat: killer.seat, card: victim.card, by: victim.seat }];
}

/**
 * @param {Layout} on
 * @param {Action} action
 */
function swap(on, action) {
  const { seat, give = '', take = '' } = action;
  on.hold(seat, on.hand(seat).map((card) => (card === give ? take : card)));
  on.turned = give;
  on.armed.delete(seat);
  on.put('exchange', on.address(action), seat, action);
  const trick = on.waiting;
  on.waiting = null;
  if (trick) on.put('drawn', `d${on.deal.number}t${trick.number}d`, trick.winner, null, { draws: on.draw(trick) });
}

/**
 * @param {Layout} on
 * @param {Action} action
 */
function claim(on, action) {
  const { seat } = action;
  if (action.failed) {
    const failed = { type: 'claim_failed', seat, cards: on.hand(seat) };
    on.put('claim_failed', on.address(action), seat, action, { events: [failed] });
    return;
  }
  const rest = on.hands.flat();
  on.hands = on.hands.map(() => []);
  on.piles = on.piles.map((pile, at) => (at === seat ? [...pile, ...rest] : pile));
  on.points = [...on.deal.points.seats];
  on.turn = null;
  on.put('claim', on.address(action), seat, action);
}

/**
 * Take signs, looks, talk, and whatever this page does not know.
 * @param {Layout} on
 * @param {Action} action
 */
function other(on, action) {
  const { seat, type, at = 0, sign, seen_by, to = 0, question = '', yes, text, what } = action;
  const penalty = on.rules['talk.mode'] === 'parlant' ? 'none' : on.rules['talk.penalty'];
  const said = penalty === 'warn' ? 'warned' : penalty === 'lose_deal' ? 'penalised' : 'said';
  if (type === 'ask') on.asked.set(`${seat}/${to}`, question);
  /** @type {Record<string, Event>} */
  const events = {
    sign: { type: 'signed', seat, sign, seen_by },
    look: { type: 'looked', seat, at },
    peek: { type: 'peeked', seat, at, cards: on.hand(at) },
    ask: { type: 'asked', seat, to, question },
    answer: { type: 'answered', seat, to, question: on.asked.get(`${to}/${seat}`), yes },
    say: { type: said, seat, text },
    offer: { type: 'offered', seat, what },
    reply: { type: 'replied', seat, what, yes },
    resume: { type: 'resumed', seat },
  };
  const event = events[type];
  if (said === 'penalised' && type === 'say') on.turn = null;
  const kind = type === 'resign' || event ? type : 'other';
  on.put(/** @type {Kind} */ (kind), on.address(action), seat, action, { events: event ? [event] : [] });
}

/** Observe the cards of a deck in play, to compare them with what the proof gives. Pure. */

/**
 * @typedef {{seat: number, at: number, winner: number, from: number}} Drawn the seat, how many were drawn before, and its round
 * @typedef {import('../protocol.js').Event} Event
 * @typedef {import('../protocol.js').View} View
 * @typedef {object} Observation
 * @property {string} match
 * @property {number} deal
 * @property {number | null} cut
 * @property {[number, string][]} cards index in the deck and the card that was there
 * @property {number} drawn cards of the stock drawn so far; below 0: not known
 * @property {number} stock where the stock begins in the deck
 * @property {number} dealt cards of the deck that were dealt to hands
 * @property {number} eldest
 * @property {{winner: number, from: number} | null} round who took the last trick, and how many cards of the stock were drawn before
 * @property {Drawn[]} draws who drew the cards of the stock, in order
 * @property {number | null} dealer of a first deal
 * @property {string[] | null} drawn_for the cards drawn for the first dealer, in order
 */

/** @returns {Observation} */
export function initialObservation() {
  return { match: '', deal: 0, cut: null, cards: [], drawn: -1, stock: 0, dealt: 0, eldest: 0, round: null, draws: [], dealer: null, drawn_for: null };
}

/**
 * Return what is observed after a view and the events that led to it.
 * @param {Observation} before
 * @param {string} match
 * @param {View} view
 * @param {Event[]} events
 * @param {boolean} fresh the events before are not all known
 * @returns {Observation}
 */
export function observe(before, match, view, events, fresh) {
  const same = before.match === match && before.deal === view.deal;
  const seen = same ? { ...before, cards: [...before.cards], draws: [...before.draws] } : { ...initialObservation(), match, deal: view.deal };
  if (view.deal === 1 && view.phase !== 'draw_dealer') seen.dealer = view.dealer;
  if (fresh) return { ...seen, drawn: -1 };
  for (const event of events) {
    if (event.type === 'deal_started') Object.assign(seen, initialObservation(), { match, deal: event.deal });
    else if (event.type === 'taken_back' && seen.drawn >= 0) {
      seen.drawn = event.drawn;
      seen.draws = seen.draws.filter(({ at }) => at < event.drawn);
    }
    else if (event.type === 'dealer_drawn') seen.drawn_for = drawnFor(event);
    else if (event.type === 'deck_cut') seen.cut = event.at;
    else if (event.type === 'hand_dealt') observeHand(seen, view, event);
    else if (event.type === 'trump_turned' && event.card) {
      seen.cards.push([seen.stock, event.card]);
      seen.stock += 1;
    } else if (event.type === 'trick_taken') seen.round = { winner: event.seat, from: seen.drawn };
    else if (event.type === 'card_drawn' && seen.drawn >= 0) {
      if (seen.round) seen.draws.push({ ...seen.round, seat: event.seat, at: seen.drawn });
      if (event.card && !event.turned) seen.cards.push([seen.stock + seen.drawn, event.card]);
      seen.drawn += 1;
    }
  }
  return seen;
}

/**
 * @param {Event} event
 * @returns {string[]}
 */
function drawnFor(event) {
  return event.draws.flat().map((/** @type {{card: string}} */ { card }) => card);
}

/**
 * Observe a hand that is dealt: every so many cards, from the eldest.
 * @param {Observation} seen
 * @param {View} view
 * @param {Event} event
 */
function observeHand(seen, view, event) {
  const first = (event.seat - view.eldest + view.players) % view.players;
  for (const [at, card] of (event.cards ?? []).entries()) seen.cards.push([first + at * view.players, card]);
  seen.dealt = seen.stock = view.players * event.count;
  seen.eldest = view.eldest;
  seen.drawn = 0;
}

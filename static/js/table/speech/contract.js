/** Write the sentences of auctions and contracts, and of what is shown on the way. Pure. */
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { bidText, ladder, mayPass, pointBids } from './bids.js';
import { cardInText, lower, rankName, suitName, theCard } from './cardnames.js';

/**
 * @typedef {import('../protocol.js').Event} Event
 * @typedef {import('../protocol.js').Bid} Bid
 * @typedef {import('../protocol.js').SpeechContext} SpeechContext
 */

/**
 * The sentence for an event, by its type.
 * @type {Record<string, (event: Event, own: boolean, name: string, context: SpeechContext) => string>}
 */
const SENTENCES = {
  bid_made: (event, own, name) => bidSentence(event.bid, own, name),
  auction_won: (event, own, name) => {
    const values = { name, bid: bidText(event.bid).toLowerCase(), target: event.target };
    return own
      ? _('The auction is yours with %(bid)s: %(target)s points to make.', values)
      : _('%(name)s wins the auction with %(bid)s: %(target)s points to make.', values);
  },
  talon_shown: (event, own, name) => {
    const cards = event.cards.map(cardInText).join(', ');
    return own
      ? _('You take the two cards: %(cards)s.', { cards })
      : _('%(name)s takes the two cards: %(cards)s.', { name, cards });
  },
  cards_discarded: (event, own, name) =>
    own && event.cards
      ? _('You put away %(cards)s.', { cards: event.cards.map(cardInText).join(', ') })
      : ngettext('%(name)s puts away %(n)s card.', '%(name)s puts away %(n)s cards.', event.count, { name }),
  called: calledText,
  partner_revealed: revealedText,
  marriage_shown: (event, own, name) => {
    const values = { name, suit: suitName(event.suit).toLowerCase(), n: event.points };
    return own
      ? _('You show king and knight of %(suit)s, %(n)s points.', values)
      : _('%(name)s shows king and knight of %(suit)s, %(n)s points.', values);
  },
  three_killed: (event, own, name, context) => {
    const values = { name, card: cardInText(event.card), by: context.name(event.by) };
    if (own) return _('You kill the three of %(by)s: the deal is yours.', values);
    return event.by === context.you
      ? _('%(name)s kills your three. The deal is over.', values)
      : _('%(name)s kills the three of %(by)s. The deal is over.', values);
  },
};

/**
 * Return the sentence for an event of an auction or a contract; empty for any other.
 * @param {Event} event
 * @param {SpeechContext} context
 * @returns {string}
 */
export function contractSentence(event, context) {
  const name = typeof event.seat === 'number' ? context.name(event.seat) : '';
  return SENTENCES[event.type]?.(event, event.seat === context.you, name, context) ?? '';
}

/**
 * @param {Bid} bid
 * @param {boolean} own
 * @param {string} name
 */
function bidSentence(bid, own, name) {
  if (bid === 'pass') return own ? _('You pass.') : _('%(name)s passes.', { name });
  const text = bidText(bid).toLowerCase();
  return own ? _('You bid %(bid)s.', { bid: text }) : _('%(name)s bids %(bid)s.', { name, bid: text });
}

/**
 * @param {Event} event
 * @param {boolean} own
 * @param {string} name
 */
function calledText(event, own, name) {
  const suit = suitName(event.suit).toLowerCase();
  if (!event.card)
    return own ? _('You name %(suit)s as trumps.', { suit }) : _('%(name)s names %(suit)s as trumps.', { name, suit });
  const values = { name, card: theCard(event.card), suit };
  return own
    ? _('You call %(card)s. Trumps: %(suit)s.', values)
    : _('%(name)s calls %(card)s. Trumps: %(suit)s.', values);
}

/**
 * @param {Event} event
 * @param {boolean} own
 * @param {string} name
 */
function revealedText(event, own, name) {
  if (event.alone)
    return own ? _('You play alone.') : _('%(name)s had called a card of their own and plays alone.', { name });
  return own ? _('It is known now: you are the partner.') : _('%(name)s is the partner.', { name });
}

/**
 * Return a contract in a line: who, what was called or bid, how many points.
 * @param {import('../protocol.js').Contract} contract
 * @param {SpeechContext} context
 */
export function contractLine(contract, context) {
  const own = contract.caller === context.you;
  const name = context.name(contract.caller);
  const values = { name, n: contract.target };
  return own
    ? _('You play for %(n)s points', values)
    : _('%(name)s plays for %(n)s points', values);
}

/**
 * With whom, as far as it is known; empty where nobody plays with the caller by the rules.
 * @param {import('../protocol.js').Contract} contract
 * @param {SpeechContext} context
 */
export function partnerLine(contract, context) {
  if (!contract.card) return '';
  if (contract.alone) return _('alone');
  if (contract.partner === null) return _('with a hidden partner');
  if (contract.partner === context.you) return contract.revealed ? _('with you') : _('with you: nobody knows');
  return _('with %(name)s', { name: context.name(contract.partner) });
}

/**
 * Return the sentence for what is bid so far.
 * @param {import('../protocol.js').Auction} auction
 * @param {SpeechContext} context
 */
export function auctionText(auction, context) {
  if (!auction.bids.length) return _('Nobody has bid yet.');
  return `${auction.bids
    .map(({ seat, bid }) => `${seat === context.you ? _('You') : context.name(seat)}: ${lower(bidText(bid))}`)
    .join(', ')}.`;
}

/**
 * Return what is asked of who may bid.
 * @param {import('../protocol.js').View} view
 * @param {Record<string, any>} rules
 */
export function bidPrompt(view, rules) {
  const points = pointBids(view, rules);
  const steps = ladder(view);
  if (points && !mayPass(view.legal)) return _('Bid %(n)s or more.', { n: points.low });
  if (points) return _('Bid %(n)s or more, or pass.', { n: points.low });
  if (!steps.length) return _('Nothing higher can be bid.');
  const open = steps.find((step) => step.open)?.rank;
  if (!view.auction?.high || open === undefined) return _('Bid any rank, or pass.');
  return steps.at(-1)?.rank === open
    ? _('Bid %(rank)s, or pass.', { rank: lower(rankName(open)) })
    : _('Bid %(rank)s or lower, or pass.', { rank: lower(rankName(open)) });
}

/**
 * Return what is asked of who puts cards away, calls a card or names the trumps; or for whom everybody waits.
 * @param {import('../protocol.js').View} view
 * @param {Record<string, any>} rules
 * @param {boolean} own
 * @param {string} name
 */
export function callPrompt(view, rules, own, name) {
  if (view.phase === 'discard') return own ? _('Choose two cards to put away.') : _('%(name)s puts two cards away.', { name });
  if (rules['rematada.talon']) return own ? _('Name the trumps.') : _('%(name)s names the trumps.', { name });
  return own ? _('Choose the card that you call.') : _('%(name)s chooses a card to call.', { name });
}

/**
 * Return how a contract ended.
 * @param {import('../protocol.js').ContractResult} contract
 * @param {SpeechContext} context
 * @returns {string}
 */
export function contractEnd(contract, context) {
  const values = { name: context.name(contract.caller), made: contract.made, target: contract.target };
  const good = contract.made >= contract.target;
  if (contract.caller === context.you)
    return good
      ? _('You make it: %(made)s of %(target)s points.', values)
      : _('You do not make it: %(made)s of %(target)s points.', values);
  return good
    ? _('%(name)s makes it: %(made)s of %(target)s points.', values)
    : _('%(name)s does not make it: %(made)s of %(target)s points.', values);
}

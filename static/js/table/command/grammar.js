/**
 * The language of the command line: from what a player types to what it asks for. Pure.
 *
 * Words are those of the player's language, any of several for the same; cards go by rank and suit,
 * as far as they are needed to tell which one is meant.
 */
import { gettext as _, pgettext } from '../../lib/i18n.js';
import { cardInText, rankName, suitName } from '../speech/cardnames.js';
import { signName } from '../speech/signs.js';

/**
 * @typedef {import('../protocol.js').Action} Action
 * @typedef {import('../protocol.js').View} View
 * @typedef {{view: View | null, waiting: boolean}} Moment
 * @typedef {{verb: string, card?: string, action?: Action, error?: string}} Command
 */

/** What each command is called, the usual word first. @type {Record<string, () => string>} */
const WORDS = {
  play: () => pgettext('typed command', 'play lay throw'),
  exchange: () => pgettext('typed command', 'exchange change swap'),
  claim: () => pgettext('typed command', 'claim rest'),
  pass: () => pgettext('typed command', 'pass'),
  bid: () => pgettext('typed command', 'bid'),
  call: () => pgettext('typed command', 'call trumps'),
  marry: () => pgettext('typed command', 'sing marriage'),
  sign: () => pgettext('typed command', 'sign'),
  cut: () => pgettext('typed command', 'cut'),
  agree: () => pgettext('typed command', 'agree yes ok'),
  refuse: () => pgettext('typed command', 'no refuse'),
  resume: () => pgettext('typed command', 'resume continue'),
  pause: () => pgettext('typed command', 'pause'),
  draw: () => pgettext('typed command', 'draw'),
  resign: () => pgettext('typed command', 'resign'),
  next: () => pgettext('typed command', 'next'),
  rematch: () => pgettext('typed command', 'again rematch'),
  trick: () => pgettext('typed command', 'table lying'),
  stand: () => pgettext('typed command', 'points score'),
  turn: () => pgettext('typed command', 'turn time'),
  hand: () => pgettext('typed command', 'hand cards'),
  help: () => pgettext('typed command', 'help what'),
};

/** Whose word is said with something after it. */
const WITH = ['play', 'bid', 'call', 'marry', 'sign', 'cut'];
/** What can always be asked. */
const ALWAYS = ['trick', 'stand', 'turn', 'hand', 'help'];

/**
 * Return letters as they are compared: small, without accents, apostrophes as spaces.
 * @param {string} text
 */
function plain(text) {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’´`.,;:!¡?¿]/g, ' ')
    .trim();
}

/** @param {string} text */
const parts = (text) => plain(text).split(/\s+/).filter(Boolean);

/** Return the words that mean nothing between others: the, of, a. */
const fillers = () => parts(pgettext('typed command', 'the of a an with my'));

/**
 * Return the usual word of a command.
 * @param {string} verb
 */
export function wordOf(verb) {
  return (WORDS[verb]?.() ?? verb).split(' ')[0] ?? verb;
}

/**
 * Return what a line asks for.
 * @param {string} line
 * @param {Moment} moment
 * @returns {Command}
 */
export function parse(line, moment) {
  const [first = '', ...rest] = parts(line).filter((word) => !fillers().includes(word));
  if (line.trim() === '?') return { verb: 'help' };
  const verb = Object.keys(WORDS).find((one) => parts(WORDS[one]?.() ?? '').includes(first));
  const said = verb || !first ? rest : [first, ...rest];
  if (!verb) {
    const card = said.length ? cardsLike(said, moment.view?.hand ?? []) : [];
    return card.length ? found('play', card) : { verb: '', error: _('I do not know “%(words)s”.', { words: line.trim() }) };
  }
  if (verb === 'play') return said.length ? playing(said, moment) : { verb, error: _('Which card?') };
  const legal = moment.view?.legal ?? [];
  const number = said.map(Number).find(Number.isInteger);
  switch (verb) {
    case 'bid':
      return bidding(said, number, legal);
    case 'pass':
      return { verb, action: { type: 'bid', bid: 'pass' } };
    case 'call':
      return calling(said, legal);
    case 'marry':
      return among(verb, legal.filter(({ type, rank }) => type === 'declare' && !rank), (one) => suitLike(said, one.suit));
    case 'sign':
      return among(verb, legal.filter(({ type }) => type === 'sign'), (one) => nameLike(said, signName(one.sign ?? '')));
    case 'cut':
      return number === undefined ? { verb } : { verb, action: { type: 'cut', at: number } };
    default:
      return { verb };
  }
}

/**
 * @param {string[]} said
 * @param {Moment} moment
 * @returns {Command}
 */
function playing(said, { view }) {
  const held = cardsLike(said, view?.hand ?? []);
  if (held.length) return found('play', held);
  const other = ['O', 'C', 'E', 'B'].flatMap((suit) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((rank) => `${suit}${rank}`),
  );
  const meant = cardsLike(said, other);
  if (meant.length === 1)
    return { verb: 'play', error: _('You do not hold %(card)s.', { card: cardInText(meant[0] ?? '') }) };
  return { verb: 'play', error: _('You hold no such card.') };
}

/**
 * @param {string} verb
 * @param {string[]} cards
 * @returns {Command}
 */
function found(verb, cards) {
  if (cards.length === 1) return { verb, card: cards[0] };
  return { verb, error: _('Which one: %(cards)s?', { cards: cards.map(cardInText).join(', ') }) };
}

/**
 * @param {string[]} said
 * @param {number | undefined} number
 * @param {Action[]} legal
 * @returns {Command}
 */
function bidding(said, number, legal) {
  const bids = legal.flatMap(({ type, bid }) => (type === 'bid' && bid && bid !== 'pass' ? [bid] : []));
  const ranks = bids.filter((bid) => bid.rank !== undefined && said.some((word) => rankLike(word, bid.rank ?? 0)));
  const bid = bids.find(({ points }) => points !== undefined && points === number) ?? ranks[0];
  if (bid) return { verb: 'bid', action: { type: 'bid', bid } };
  if (number !== undefined && number > 12) return { verb: 'bid', action: { type: 'bid', bid: { points: number } } };
  return { verb: 'bid', error: _('What do you bid?') };
}

/**
 * @param {string[]} said
 * @param {Action[]} legal
 * @returns {Command}
 */
function calling(said, legal) {
  const calls = legal.filter(({ type }) => type === 'declare');
  const cards = calls.flatMap(({ suit, rank }) => (rank ? [`${suit}${rank}`] : []));
  if (!cards.length) return among('call', calls, (one) => suitLike(said, one.suit));
  const meant = cardsLike(said, cards);
  const action = calls.find(({ suit, rank }) => meant.length === 1 && `${suit}${rank}` === meant[0]);
  return action ? { verb: 'call', action } : { verb: 'call', error: _('Which card?') };
}

/**
 * Return the one action that fits; the only one there is needs no more words.
 * @param {string} verb
 * @param {Action[]} actions
 * @param {(action: Action) => boolean} fits
 * @returns {Command}
 */
function among(verb, actions, fits) {
  const fitting = actions.length === 1 ? actions : actions.filter(fits);
  return fitting.length === 1 ? { verb, action: fitting[0] } : { verb, error: actions.length ? _('Which one?') : _('That cannot be done now.') };
}

/**
 * Return the cards that all these words fit.
 * @param {string[]} said
 * @param {string[]} cards
 * @returns {string[]}
 */
export function cardsLike(said, cards) {
  return cards.filter((card) =>
    said.every((word) => rankLike(word, Number(card.slice(1))) || suitLike([word], card.charAt(0))),
  );
}

/**
 * @param {string} word
 * @param {number} rank
 */
function rankLike(word, rank) {
  const name = plain(rankName(rank));
  return word === String(rank) || name === word || (word.length > 1 && name.startsWith(word));
}

/**
 * @param {string[]} said
 * @param {string | undefined} suit
 */
function suitLike(said, suit) {
  const name = plain(suitName(suit ?? ''));
  return said.length > 0 && said.every((word) => name.startsWith(word));
}

/**
 * @param {string[]} said
 * @param {string} name
 */
function nameLike(said, name) {
  const words = parts(name);
  return said.length > 0 && said.every((word) => words.some((one) => one.startsWith(word)));
}

/**
 * Return what can be said now, each as a whole line: for completing, and for who asks.
 * @param {Moment} moment
 * @returns {string[]}
 */
export function possible({ view, waiting }) {
  const legal = view?.legal ?? [];
  const has = (/** @type {string} */ type) => legal.some((one) => one.type === type);
  const lines = legal.flatMap((one) => {
    if (one.type === 'play' && !one.announce) return [`${wordOf('play')} ${cardInText(one.card ?? '')}`];
    if (one.type === 'declare' && one.rank) return [`${wordOf('call')} ${cardInText(`${one.suit}${one.rank}`)}`];
    if (one.type === 'declare') return [`${wordOf(view?.phase === 'call' ? 'call' : 'marry')} ${suitName(one.suit ?? '').toLowerCase()}`];
    if (one.type === 'sign') return [`${wordOf('sign')} ${signName(one.sign ?? '').toLowerCase()}`];
    if (one.type === 'bid' && one.bid === 'pass') return [wordOf('pass')];
    return [];
  });
  const open = [
    has('exchange') || has('arm_exchange') ? 'exchange' : '',
    view?.claim ? 'claim' : '',
    legal.some(({ bid }) => bid && bid !== 'pass') ? 'bid' : '',
    has('cut') ? 'cut' : '',
    ...(view?.offer && view.seat !== null && view.offer.waits_for.includes(view.seat) ? ['agree', 'refuse'] : []),
    typeof view?.paused === 'number' ? 'resume' : '',
    ...(view?.may_offer ?? []),
    view?.phase === 'deal_over' ? 'next' : '',
    view?.phase === 'match_over' ? 'rematch' : '',
    waiting ? 'agree' : '',
    ...ALWAYS,
  ];
  return [...lines, ...open.filter(Boolean).map((verb) => wordOf(verb) + (WITH.includes(verb) ? ' …' : ''))];
}

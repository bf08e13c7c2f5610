/** Names of the messages, mirrored from games/live/protocol.py; a test compares the two. */

export const PROTO = 1;
export const CLIENT_TYPES = ['hello', 'act', 'do', 'p', 'sync'];
export const SERVER_TYPES = ['table', 'state', 'ack', 'nak', 'p', 'bye', 'tables'];
export const COMMANDS = [
  'sit',
  'stand',
  'agree',
  'add_bot',
  'remove_bot',
  'start',
  'next',
  'rematch',
  'take_back',
  'close',
];
/** Refusals beside those of the engine. */
export const CODES = [
  'bad_message',
  'too_large',
  'unknown_type',
  'bad_id',
  'id_reused',
  'base_ahead',
  'not_seated',
  'not_your_seat',
  'no_match',
  'seat_taken',
  'table_full',
  'already_seated',
  'not_host',
  'not_waiting',
  'not_agreed',
  'forbidden',
  'rate_limited',
  'wrong_proto',
  'too_many_tables',
  'no_such_table',
  'no_such_seat',
  'no_such_bot',
  'internal',
];

/**
 * @typedef {{seat: number, card: string, announce: string | null}} Play
 * @typedef {{type: string, card?: string, announce?: string, give?: string, on?: boolean, at?: number}} Action
 * @typedef {{type: string, [field: string]: any}} Event
 * @typedef {{number: number, leader: number, plays: Play[], winning?: number | null, winner?: number, points?: number}} Trick
 * @typedef {{seats: number[], sides: number[]}} Points
 * @typedef {{deal: number, dealer: number, trump: {suit: string, card: string | null}, points: Points, cards: number[], game_points: number[], score: number[], ended_by: string, tie: boolean}} Result
 * @typedef {object} View
 * @property {number | null} seat
 * @property {number} players
 * @property {number[][]} sides
 * @property {string} phase
 * @property {number} deal
 * @property {number} dealer
 * @property {number} eldest
 * @property {number | null} turn
 * @property {{suit: string, card: string | null} | null} trump
 * @property {string | null} turned
 * @property {number} stock
 * @property {string[]} hand
 * @property {number[]} counts
 * @property {Trick | null} trick
 * @property {Trick | null} last_trick
 * @property {number[]} tricks
 * @property {Points} points
 * @property {number[]} score
 * @property {number} target
 * @property {boolean} armed
 * @property {Action[]} legal
 * @property {Result | null} result
 * @property {number[] | null} winners
 * @property {string | null} ended_by
 *
 * @typedef {{seat: number, side: number, player: string | null, kind: string | null, bot: string | null, connected: boolean, away: boolean, substitute: string | null, agreed: boolean, rating: number | null, ready: boolean}} Seat
 * @typedef {{turn_ms: number, bank_ms: number, increment_ms: number}} TableClock
 * @typedef {object} Table
 * @property {string} id
 * @property {string} name
 * @property {string} status
 * @property {boolean} [quick]
 * @property {string} preset
 * @property {Record<string, any>} rules
 * @property {number} players
 * @property {number[][]} sides
 * @property {TableClock | null} clock
 * @property {Seat[]} seats
 * @property {{seat: number | null, player: string | null, host: boolean, can_sit: boolean, can_act: boolean, invite_links: (string | null)[]}} you
 * @property {string | null} match
 * @property {number} watchers
 * @property {number | null} starts_in_ms
 * @property {number | null} next_in_ms
 * @property {number[]} rematch
 *
 * @typedef {{turn: number, remaining_ms: number, turn_ms: number, bank_ms: number[], paused: boolean}} Clock
 */

export {};

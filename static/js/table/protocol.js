/** Names of the messages, mirrored from games/live/protocol/messages.py; a test compares the two. */

export { PROTO } from './proto.js';
export const CLIENT_TYPES = ['hello', 'act', 'do', 'p', 'sync', 'commit', 'nonce', 'check', 'chat', 'hint', 'lead', 'go', 'try'];
export const SERVER_TYPES = ['table', 'state', 'fair', 'chat', 'hint', 'ack', 'nak', 'p', 'bye', 'tables', 'room', 'line', 'unread'];
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
  'leave',
  'close',
  'kick',
  'ban',
  'unban',
  'hand_over',
  'vote',
];
/** Refusals beside those of the engine. */
export const REFUSAL_CODES = [
  'bad_message',
  'too_large',
  'unknown_type',
  'bad_id',
  'id_reused',
  'base_ahead',
  'base_behind',
  'asked_since',
  'not_seated',
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
  'no_programs',
  'paused_player',
  'somebody_leads',
  'not_leading',
  'no_such_move',
  'members_only',
  'missing_scope',
  'too_many_tables',
  'not_enough_chips',
  'chips_missing',
  'no_such_table',
  'no_such_seat',
  'no_such_bot',
  'too_early',
  'too_late',
  'not_as_committed',
  'not_welcome',
  'banned',
  'rating_range',
  'bad_range',
  'nobody_there',
  'no_vote',
  'bad_choice',
  'chat_nothing',
  'chat_unknown',
  'chat_account',
  'chat_off',
  'chat_not_now',
  'chat_silenced',
  'chat_too_fast',
  'chat_again',
  'chat_new',
  'chat_link',
  'hint_off',
  'hint_not_now',
  'take_back_not_now',
  'not_in_tournament',
  'internal',
];

/**
 * @typedef {{match: string, deal: number, rules: string, server_commit: string | null, client_commits: (string | null)[] | null, cut_in_ms: number | null, block: Record<string, any> | null, dealer?: {commit: string, seed: string | null, house: number[]} | null}} Fair
 * @typedef {{seat: number, card: string, announce: string | null}} Play
 * @typedef {'pass' | {rank?: number, points?: number}} Bid
 * @typedef {{type: string, card?: string, announce?: string, give?: string, on?: boolean, at?: number, bid?: Bid, suit?: string, rank?: number, cards?: string[], sign?: string, question?: string, to?: number, yes?: boolean, text?: string, what?: string}} Action
 * @typedef {{seat: number, what: string, agreed: number[], waits_for: number[]}} Offer
 * @typedef {{type: string, [field: string]: any}} Event
 * @typedef {{number: number, leader: number, plays: Play[], winning?: number | null, winner?: number, points?: number}} Trick
 * @typedef {{seats: number[], sides: number[]}} Points
 * @typedef {{seat: number, bid: Bid}} BidMade
 * @typedef {{kind: string, bids: BidMade[], high: BidMade | null, passed: boolean[]}} Auction
 * @typedef {{caller: number, bid: Bid, target: number, suit: string | null, rank: number | null, card: string | null, partner: number | null, alone: boolean | null, revealed: boolean, talon: string[] | null, discards: string[] | null}} Contract
 * @typedef {{side: number, why: string, suit: string | null, points: number}} Extra
 * @typedef {{caller: number, partner: number | null, bid: Bid, suit: string | null, rank: number | null, target: number, made: number, discards?: string[] | null, declarer?: number}} ContractResult
 * @typedef {{deal: number, dealer: number, trump: {suit: string, card: string | null} | null, points: Points, cards: number[], game_points: number[], score: number[], ended_by: string, tie: boolean, extras?: Extra[], totals?: number[], contract?: ContractResult | null}} Result
 * @typedef {{deal: number, points: number[], game_points: number[], ended_by: string}} DealOfMatch
 * @typedef {{seat: number, why: 'left' | 'disconnected' | 'timed_out', excused: boolean}} Gone a player who had gone when a match ended
 * @typedef {{seconds: number | null, ended_by: string | null, gone?: Gone[], ratings: ({pool: string, before: number, after: number, deviation: number} | null)[], series: number[], daily: {day: string, par: number | null} | null, analysis: boolean}} Ended
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
 * @property {string} [unit] what the score counts: deals or points
 * @property {(string[] | null)[] | null} [hands] what one sees of the others' cards
 * @property {string[]} [stock_cards] what one sees of the stock, in drawing order
 * @property {Auction | null} [auction]
 * @property {Contract | null} [contract]
 * @property {{seat: number, side: number, suit: string, points: number}[]} [marriages]
 * @property {number | null} [looking] the seat one looks at
 * @property {{seat: number, to: number, question: string}[]} [questions] not answered yet
 * @property {{seat: number, sign: string, trick: number}[]} [signs] of this deal, made or seen by one
 * @property {{certain: boolean, opens: boolean} | null} [claim] whether one sees that a claim is right, and whether a false one opens the hand
 * @property {string[]} [may_offer] what one may ask the others for
 * @property {Offer | null} [offer] what somebody asks for
 * @property {number | null} [paused] the seat whose pause it is
 * @property {{briscas: string[][] | null, results: DealOfMatch[]} | null} [over] once the deal is over
 *
 * @typedef {{seat: number, side: number, player: string | null, face: string | null, kind: string | null, bot: string | null, connected: boolean, away: boolean, substitute: string | null, agreed: boolean, rating: number | null, deviation: number | null, ready: boolean, finishes?: number, held_for?: string}} Seat
 * @typedef {{seat: number, kind: 'away' | 'turn' | 'left', may: ('wait' | 'bot' | 'end')[], result: 'open' | 'wait' | 'end', ends_in_ms: number, voters: number[], choices: {seat: number, choice: 'wait' | 'bot' | 'end'}[]}} Absence
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
 * @property {number | null} [host] the host's seat
 * @property {Seat[]} seats
 * @property {{seat: number | null, player: string | null, host: boolean, banned?: boolean, bans?: string[], can_sit: boolean, can_act: boolean, leaving?: 'free' | 'counted' | 'rated' | null, invite_links: (string | null)[], may_follow?: number[], may_like?: number[], noted?: number[]}} you
 * @property {string | null} match
 * @property {string | null} [unrated] why the match is not rated, as far as it is known
 * @property {{seats: number[], signs: string[]}[]} [declared] signs of the founded teams at the table
 * @property {number} watchers
 * @property {string[]} watching names of those of them who let them be seen
 * @property {number | null} starts_in_ms
 * @property {number | null} next_in_ms
 * @property {number | null} [resumes_in_ms] until a pause ends by itself
 * @property {Absence[]} [absences] players who are gone from the match that runs
 * @property {number[]} rematch
 * @property {number[]} [turn] seats that want the seats turned
 * @property {Ended | null} [ended] what the match came to, once it is over
 * @property {{stake: number, pot: number} | null} [pot] play money
 * @property {TableTournament} [tournament] the game of a tournament that is played here
 *
 * @typedef {{id: string, name: string, url: string, round: number, rounds: number, table: number, compared: boolean, decides: 'points' | 'difference' | 'difference_of_four', played_on: boolean, done: boolean}} TableTournament
 * @typedef {{turn: number, remaining_ms: number, turn_ms: number, bank_ms: number[], paused: boolean}} Clock
 */

/**
 * What a sentence depends on, beside the event that it is about.
 * @typedef {object} SpeechContext
 * @property {number | null} you own seat
 * @property {(seat: number) => string} name
 * @property {number[][]} sides
 * @property {string | null} trump
 * @property {number} stock cards left now
 * @property {boolean} [substituted] whether a bot plays for one's own seat
 */

export {};

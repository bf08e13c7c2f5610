/** Describe the record of a finished match, and the positions that are made from it: types alone. */

/**
 * @typedef {import('../table/protocol.js').Bid} Bid
 * @typedef {import('../table/protocol.js').ContractResult} ContractResult
 * @typedef {import('../table/protocol.js').Event} Event
 * @typedef {import('../table/protocol.js').Extra} Extra
 *
 * @typedef {{seat: number, card: string, announce?: string | null}} Play
 * @typedef {{number: number, leader: number, plays: Play[], winner: number | null, points: number, trump: string | null}} Trick
 * @typedef {{seq: number, seat: number, type: string, by: string, ms: number, card?: string, announce?: string | null, give?: string, take?: string, at?: number, on?: boolean, bid?: Bid, suit?: string, rank?: number, cards?: string[], sign?: string, seen_by?: number[], to?: number, question?: string, yes?: boolean, text?: string, what?: string, failed?: boolean}} Action
 * @typedef {object} Deal
 * @property {number} number
 * @property {number} dealer
 * @property {string[]} deck
 * @property {{suit: string | null, card: string | null} | null} trump
 * @property {Record<string, any> | null} fairness
 * @property {ContractResult | null} contract
 * @property {Action[]} actions
 * @property {Trick[]} tricks
 * @property {{seats: number[], sides: number[]}} points
 * @property {Extra[]} [extras]
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
 * @property {string[]} [dealer_draw]
 * @property {Deal[]} deals
 * @property {number[]} score
 * @property {number[]} winners
 * @property {string} ended_by
 *
 * @typedef {{seat: number, card: string, turned: boolean}} Draw
 * @typedef {{caller: number, bid: Bid, target: number, suit: string | null, rank: number | null, card: string | null, partner: number | null, alone: boolean | null, revealed: boolean, talon: string[] | null, discards: string[] | null}} Contract
 *   what the winner of the auction is to make, and with whom; the partner is known here from the
 *   auction on, `revealed` says whether the players knew
 * @typedef {'start' | 'play' | 'taken' | 'exchange' | 'drawn' | 'claim' | 'claim_failed' | 'resign' | 'bid' | 'discard' | 'call' | 'marriage' | 'sign' | 'look' | 'peek' | 'ask' | 'answer' | 'say' | 'offer' | 'reply' | 'resume' | 'other' | 'end'} Kind
 * @typedef {object} Position
 * @property {number} index in the match
 * @property {number} deal index of the deal, from 0
 * @property {string} hash its address within the page, without '#'
 * @property {Kind} kind what happened last
 * @property {number} trick number of the trick that lies there or comes next
 * @property {number | null} seat who did it
 * @property {Action | null} action
 * @property {Event[]} events what else happened with it, as a table tells it
 * @property {Draw[]} draws
 * @property {string[][]} hands
 * @property {string[]} stock face-down cards, the next to draw first
 * @property {string | null} turned
 * @property {string[]} talon cards that lie aside for who wins the auction
 * @property {string[]} discards what the declarer has put away
 * @property {Play[]} plays
 * @property {number | null} winning who takes the trick as it lies there
 * @property {string | null} best the card with which
 * @property {string | null} trump the suit in force
 * @property {{seat: number, bid: Bid}[]} bids
 * @property {Contract | null} contract
 * @property {string[][]} piles what each seat has taken
 * @property {number[]} points of each seat
 * @property {number[]} score of the match, by side
 * @property {number | null} turn who is to act
 */

export {};

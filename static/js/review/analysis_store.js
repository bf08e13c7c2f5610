/** The analysis of the match: fetched when it is there, and what it says of a play. */
import { computed, signal } from '../lib/signals.js';
import { gettext as _ } from '../lib/i18n.js';
import { seat } from './store.js';

/**
 * @typedef {{card: string, points: number, points_error: number, win: number, behind: number, behind_error: number}} Worth
 * @typedef {object} Judged
 * @property {number} worlds
 * @property {number} loss
 * @property {number} weight
 * @property {number} behind
 * @property {number} behind_error
 * @property {'error' | 'inexact' | 'find' | null} grade
 * @property {number} points
 * @property {number} win
 * @property {string} best
 * @property {{code: string, points: number, sign?: string} | null} why
 * @property {number} best_points
 * @property {number} best_win
 * @property {Worth[]} cards
 * @typedef {{plays: {seat: number, card: string}[], points: number[], ended_by: string | null, contract: {made: number, target: number} | null}} Line
 * @typedef {{at: string, trick: number, seat: number, card: string, judged: Judged | null, line: Line | null, open: {best: string, best_points: number, points: number} | null}} Play
 * @typedef {{option: string, points: number, points_error: number, win: number, behind: number, behind_error: number}} OptionWorth
 * @typedef {Omit<Judged, 'cards'> & {options: OptionWorth[]}} JudgedDecision
 * @typedef {{at: string, seat: number, card: string, without: string, gain: number}} Told
 * @typedef {{at: string, trick: number, seat: number, kind: 'exchange' | 'marriage' | 'claim' | 'sign' | 'bid' | 'call' | 'discard', chosen: string, cards: string[], judged: JudgedDecision, told?: Told[]}} Decision
 * @typedef {{number: number, luck: number[], play: number[] | null, plays: Play[], decisions?: Decision[]}} AnalysedDeal
 * @typedef {{match: string, worlds: number, unit: 'cards' | 'game', deals: AnalysedDeal[]}} Analysis
 */

/** Seconds between two looks where the answer names none. */
const AGAIN = 5;

/** @type {import('../lib/signals.js').Signal<Analysis | null>} */
export const analysis = signal(/** @type {Analysis | null} */ (null));
/** Whether the analysis is being made, or has just been asked for. */
export const analysing = signal(false);
/** Plays by their address. */
export const plays = computed(
  () => new Map(analysis.value?.deals.flatMap((deal) => deal.plays.map((play) => [play.at, play])) ?? []),
);
/**
 * Decisions that play no card, by their address. An exchange or a claim that was not made has that of the trick
 * before; a marriage that was not shown that of the card that broke it, with an `m` behind it; a sign that was not
 * made that of the partner's card that it would have changed, with an `s` behind it.
 */
export const decisions = computed(
  () => new Map(analysis.value?.deals.flatMap(({ decisions: all = [] }) => all.map((one) => [one.at, one])) ?? []),
);

/** Whether losses are counted in game points. */
export const inGamePoints = computed(() => analysis.value?.unit === 'game');

/** Marks as chess players write them. */
export const MARKS = { error: '?', inexact: '?!', find: '!' };

/**
 * Return what a grade is called.
 * @param {string | null} grade
 * @returns {string}
 */
export function gradeName(grade) {
  if (grade === 'error') return _('Mistake');
  if (grade === 'inexact') return _('Inaccurate');
  return grade === 'find' ? _('Very good') : '';
}

/**
 * Return what the seat that is shown could expect in a deal, after each of its choices.
 * @param {number} number of the deal
 * @returns {{play: Play, judged: Judged}[]}
 */
export function choices(number) {
  const deal = analysis.value?.deals.find((one) => one.number === number);
  return (deal?.plays ?? []).flatMap((play) =>
    play.seat === seat.value && play.judged ? [{ play, judged: play.judged }] : [],
  );
}

/**
 * Fetch the analysis; where it is being made ask again, and tell when it has come.
 * @param {string} address
 * @param {() => void} made called where it was not there at first
 */
export async function load(address, made) {
  let waited = false;
  for (;;) {
    const answer = await fetch(address, { headers: { Accept: 'application/json' } });
    if (answer.status === 200) {
      analysis.value = await answer.json();
      analysing.value = false;
      if (waited) made();
      return;
    }
    if (answer.status !== 202) {
      analysing.value = false;
      return;
    }
    waited = true;
    analysing.value = true;
    const wait = Number(answer.headers.get('Retry-After')) || AGAIN;
    await new Promise((done) => setTimeout(done, wait * 1000));
  }
}

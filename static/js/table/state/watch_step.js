/** When the page of a table goes on to the next one. */

/** Whether it goes on by itself, is about to, or was stopped. @typedef {'off' | 'on' | 'soon' | 'stopped'} Step */

/**
 * Return what becomes of going on: it is about to happen once the match is over, for who has no seat.
 * @param {Step} now
 * @param {{status: string, you: {seat: number | null}}} table
 * @returns {Step}
 */
export function nextStep(now, table) {
  if (now === 'off' || now === 'stopped') return now;
  if (table.you.seat !== null) return 'off';
  return table.status === 'playing' ? 'on' : 'soon';
}

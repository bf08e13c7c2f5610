/** The records that come as lines of JSON, checked by the code that browsers run. */

/** @typedef {typeof import('../../static/js/lib/fairness.js')} Fairness */

/**
 * What the browser's code finds in a record: of each deal the deck and the finding, and of each
 * changed proof of one of its deals the finding.
 * @param {{record: any, at: number, changed: any[]}} asked
 * @param {Fairness} lib
 */
export async function judge({ record, at, changed }, lib) {
  const pack = lib.packFor(record.seats.length, record.rules);
  const decks = [];
  const found = [];
  for (const deal of record.deals) {
    decks.push(await lib.deckOf(deal.fairness, pack));
    found.push(await lib.checkDeal(record, deal));
  }
  const changes = [];
  for (const fairness of changed)
    changes.push(await lib.checkDeal(record, { ...record.deals[at], fairness }));
  return { decks, found, changes };
}

if (typeof process !== 'undefined') {
  const { createInterface } = await import('node:readline');
  const lib = await import('../../static/js/lib/fairness.js');
  for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(await judge(JSON.parse(line), lib))}\n`);
}

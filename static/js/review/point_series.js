/** How the points of a deal grew, and where the labels of a plot have room. Pure. */

/** Between two labels, in units of the plot. */
const GAP = 14;

/**
 * Return points of each side after each trick, beginning with none.
 * @param {import('./record.js').Deal} deal
 * @param {number[][]} sides
 * @returns {number[][]} by side
 */
export function pointSeries(deal, sides) {
  const done = deal.tricks.filter((trick) => trick.winner !== null);
  const lines = sides.map((side) => {
    let sum = 0;
    const course = [0];
    for (const trick of done) {
      if (side.includes(trick.winner ?? -1)) sum += trick.points;
      course.push(sum);
    }
    return course;
  });
  const ends = lines.map((line, side) => deal.points.sides[side] ?? line.at(-1) ?? 0);
  // What a claim took, or was put away, is there at the end.
  const more = deal.ended_by === 'claim' || lines.some((line, side) => line.at(-1) !== ends[side]);
  return more ? lines.map((line, side) => [...line, ends[side] ?? 0]) : lines;
}

/**
 * Return heights that keep a distance, in the order given.
 * @param {number[]} wanted
 * @returns {number[]}
 */
export function spreadLabels(wanted) {
  const order = wanted.map((_height, at) => at).sort((a, b) => (wanted[b] ?? 0) - (wanted[a] ?? 0));
  const found = [...wanted];
  let limit = Infinity;
  for (const at of order) {
    const height = Math.min(wanted[at] ?? 0, limit);
    found[at] = height;
    limit = height - GAP;
  }
  return found;
}

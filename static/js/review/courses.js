/** How the points of a deal grew, and where the labels of a plot have room. Pure. */

/** Between two labels, in units of the plot. */
const GAP = 14;

/**
 * Points of each side after each trick, beginning with none.
 * @param {import('./timeline.js').Deal} deal
 * @param {number[][]} sides
 * @returns {number[][]} by side
 */
export function courses(deal, sides) {
  const done = deal.tricks.filter((trick) => trick.winner !== null);
  return sides.map((side, at) => {
    let sum = 0;
    const course = [0];
    for (const trick of done) {
      if (side.includes(trick.winner ?? -1)) sum += trick.points;
      course.push(sum);
    }
    const end = deal.points.sides[at] ?? sum;
    // What a claim took is there at the end.
    if (end !== sum) course.push(end);
    else if (deal.ended_by === 'claim') course.push(sum);
    return course;
  });
}

/**
 * Heights that keep a distance, in the order given.
 * @param {number[]} wanted
 * @returns {number[]}
 */
export function apart(wanted) {
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

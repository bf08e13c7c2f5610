/** What the form that opens a table holds, and what of it goes where. Knows no page. */

/**
 * @typedef {object} Problem
 * @property {string} code
 * @property {string} option
 * @property {string | null} with
 * @property {string} text
 * @property {string[]} undo options whose change is in the way
 */

/**
 * @typedef {object} Change
 * @property {string} option
 * @property {string} label
 * @property {string} value
 * @property {string} usual
 */

/**
 * @typedef {object} Verdict
 * @property {boolean} ok
 * @property {string} preset
 * @property {string} title
 * @property {string} line what would be opened, in a sentence
 * @property {number} players
 * @property {string | null} hash
 * @property {string} link
 * @property {{key: string, title: string, lines: string[]}[]} sections
 * @property {Change[]} changes
 * @property {string[]} changed
 * @property {Problem[]} problems
 * @property {string[]} matters
 * @property {string} drawn of what game the boxes are shown with this
 * @property {Record<string, {value: string, words: string}>} usual
 * @property {string[]} ticked the boxes that are ticked
 */

const PREFIX = 'o.';

/**
 * Return the question that the form asks: what is played, and every option that says something.
 * @param {Iterable<[string, unknown]>} fields
 * @returns {URLSearchParams}
 */
export function question(fields) {
  const query = new URLSearchParams();
  for (const [name, value] of fields) {
    if (typeof value !== 'string' || !value.trim()) continue;
    if (['preset', 'seating', 'drawn'].includes(name) || name.startsWith(PREFIX)) query.set(name, value);
  }
  return query;
}

/**
 * Return what is wrong, by the option beside which it is said.
 * @param {Problem[]} problems
 * @returns {Map<string, string>}
 */
export function wrongs(problems) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const problem of problems) {
    for (const name of new Set([problem.option, problem.with])) {
      if (!name) continue;
      const place = name === 'teams' ? 'players' : name;
      const before = found.get(place);
      found.set(place, before ? `${before} ${problem.text}` : problem.text);
    }
  }
  return found;
}

/**
 * Return the seating to go over to when a game is chosen that is not played by those who sit there.
 * @param {string} chosen
 * @param {string[]} allowed
 */
export function fitting(chosen, allowed) {
  return allowed.includes(chosen) ? chosen : (allowed[0] ?? chosen);
}

/**
 * Return where a row belongs: with what matters, or with the rest. One that is being changed stays.
 * @param {string} name
 * @param {Set<string>} matters
 * @param {string | null} focused
 */
export function isNear(name, matters, focused) {
  return matters.has(name) || name === focused;
}

/**
 * Return before which of the rows already there a row goes, by the order of the form.
 * @param {string} name
 * @param {string[]} there
 * @param {string[]} order
 * @returns {number} as many rows as come before it
 */
export function rank(name, there, order) {
  const place = order.indexOf(name);
  return there.filter((other) => order.indexOf(other) < place).length;
}

/**
 * Let only the newest answer count: what was asked before it is forgotten.
 * @template T
 * @param {(query: string, signal: AbortSignal) => Promise<T>} ask
 * @param {(answer: T) => void} take
 */
export function newest(ask, take) {
  /** @type {AbortController | null} */
  let running = null;
  return async (/** @type {string} */ query) => {
    running?.abort();
    const own = new AbortController();
    running = own;
    try {
      const answer = await ask(query, own.signal);
      if (running === own) take(answer);
    } catch {
      // Asked again meanwhile, or no connection: the server says it when the form is sent.
    }
  };
}

/**
 * Return the choices of an option: that of the game has no value of its own, and says
 * that it is as usual where another one is chosen.
 * @param {{value: string, words: string}[]} values all that there are, in order
 * @param {string} chosen the value chosen; empty: as usual
 * @param {{value: string, words: string}} usual
 * @param {(words: string) => string} named how the usual one is called
 * @returns {{value: string, text: string, selected: boolean}[]}
 */
export function choices(values, chosen, usual, named) {
  const all = values.some(({ value }) => value === usual.value) ? values : [usual, ...values];
  return all.map(({ value, words }) => ({
    value: value === usual.value ? '' : value,
    text: value === usual.value && chosen && chosen !== value ? named(words) : words,
    selected: value === (chosen || usual.value),
  }));
}

/**
 * The words of the page's language. Django's catalogue is loaded before the modules; where it is
 * not (in tests), the English of the source stands.
 */

/** @typedef {{gettext?: (id: string) => string, pgettext?: (context: string, id: string) => string, ngettext?: (one: string, many: string, n: number) => string}} Catalogue */

/** @returns {Catalogue} */
const catalogue = () => /** @type {any} */ (globalThis);

/**
 * Return a text in the language of the page; it may be split by a name: `%(name)s`.
 * @param {string} id
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function gettext(id, values) {
  const translate = catalogue().gettext;
  return fill(translate ? translate(id) : id, values);
}

/**
 * Return a text that means something else elsewhere: `context` says what it means here.
 * @param {string} context
 * @param {string} id
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function pgettext(context, id, values) {
  const translate = catalogue().pgettext;
  return fill(translate ? translate(context, id) : id, values);
}

/**
 * Return a text that depends on a number.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function ngettext(one, many, n, values) {
  const translate = catalogue().ngettext;
  return fill(translate ? translate(one, many, n) : n === 1 ? one : many, { n, ...values });
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
function fill(text, values) {
  if (!values) return text;
  return text.replace(/%\((\w+)\)s/g, (_all, name) => String(values[name] ?? ''));
}

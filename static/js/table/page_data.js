/** What the server has written into the page of a table: the place that is drawn, and what it begins with. */

/** @type {HTMLElement} */
export const root = /** @type {any} */ (document.querySelector('#content'));

/**
 * @type {{title: string, ws_path: string, table: import('./protocol.js').Table, rules: import('./views/menu.js').RulesWords, next_table_ms: number, leads_after_match?: boolean}}
 */
export const data = JSON.parse(document.querySelector('#table-data')?.textContent ?? '{}');

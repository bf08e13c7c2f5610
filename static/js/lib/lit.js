/** What pages use of lit-html, so that its version stands in one place. */
export { html, svg, render, nothing } from '../../vendor/lit-html-3.3.3/lit-html.js';
export { repeat } from '../../vendor/lit-html-3.3.3/directives/repeat.js';

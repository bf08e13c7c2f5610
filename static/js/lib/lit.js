/** What pages use of lit-html, so that its version stands in one place. */
export { html, svg, render, nothing } from '../../vendor/lit-html-3.3.3/lit-html.js';
export { classMap } from '../../vendor/lit-html-3.3.3/directives/class-map.js';
export { keyed } from '../../vendor/lit-html-3.3.3/directives/keyed.js';
export { live } from '../../vendor/lit-html-3.3.3/directives/live.js';
export { ref, createRef } from '../../vendor/lit-html-3.3.3/directives/ref.js';
export { repeat } from '../../vendor/lit-html-3.3.3/directives/repeat.js';

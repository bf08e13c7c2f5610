// The types of lit.js, from the package that is vendored.
export { html, svg, render, nothing } from 'lit-html';
export type { TemplateResult } from 'lit-html';
export { classMap } from 'lit-html/directives/class-map.js';
export { keyed } from 'lit-html/directives/keyed.js';
export { live } from 'lit-html/directives/live.js';
export { ref, createRef } from 'lit-html/directives/ref.js';
export { repeat } from 'lit-html/directives/repeat.js';

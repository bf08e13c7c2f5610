// The types of lit.js, from the package that is vendored.
export { html, svg, render, nothing } from 'lit-html';
export type { TemplateResult } from 'lit-html';
export { repeat } from 'lit-html/directives/repeat.js';

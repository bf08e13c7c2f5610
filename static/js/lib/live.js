/** The one directive of lit-html that only some parts of a page use, so that it comes with them. */
export { live } from '../../vendor/lit-html-3.3.3/directives/live.js';

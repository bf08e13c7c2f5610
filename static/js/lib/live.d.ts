// The types of live.js, from the package that is vendored.
export { live } from 'lit-html/directives/live.js';

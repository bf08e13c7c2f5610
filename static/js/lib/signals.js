/** What pages use of signals, so that their version stands in one place. */
export {
  signal,
  computed,
  effect,
  batch,
  untracked,
} from '../../vendor/signals-core-1.14.5/dist/signals-core.module.js';

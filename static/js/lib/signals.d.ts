// The types of signals.js, from the package that is vendored.
export { signal, computed, effect, batch, untracked } from '@preact/signals-core';
export type { Signal, ReadonlySignal } from '@preact/signals-core';

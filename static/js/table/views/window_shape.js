/** The form of the window, where a view depends on it; the rest of that is the style sheet's. */
import { signal } from '../../lib/signals.js';
import { isSimple } from '../../lib/simple_view.js';

const RAIL_REM = 19;

/** The simple view has nothing beside the table. */
const wide = isSimple ? null : globalThis.matchMedia?.('(min-width: 74rem) and (min-height: 38rem)');
const low = globalThis.matchMedia?.('(max-height: 32rem)');

/** Whether there is room beside the table. */
export const hasRail = signal(Boolean(wide?.matches));
wide?.addEventListener('change', () => void (hasRail.value = wide.matches));

/** Whether cards on the cloth are so small that they need their plain faces: upright, or low. */
export const smallCards = signal(measured());

function measured() {
  if (!globalThis.matchMedia) return false;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const felt = innerWidth - (wide?.matches ? RAIL_REM * rem : 0);
  return felt <= innerHeight || Boolean(low?.matches);
}

globalThis.addEventListener?.('resize', () => void (smallCards.value = measured()));

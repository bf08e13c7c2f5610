/**
 * Popovers where browsers have none of their own: Firefox before 125, Safari before 17. The sheet of
 * the table shows what bears `data-open`; what opens lies within the table instead of over the page.
 */

const OPEN = 'data-open';

/** @type {HTMLElement | null} */
let shown = null;
/** @type {HTMLElement | null} */
let opener = null;

/**
 * @param {HTMLElement} pop
 * @param {string} type
 * @param {boolean} open
 */
function fireToggle(pop, type, open) {
  const states = ['closed', 'open'];
  const [oldState, newState] = open ? states : states.reverse();
  pop.dispatchEvent(Object.assign(new Event(type), { oldState, newState }));
}

/**
 * Open or close a popover; one at a time is open.
 * @param {HTMLElement} pop
 * @param {boolean} open
 * @param {HTMLElement | null} [by] the button that asks for it
 */
function turn(pop, open, by = null) {
  if (pop.hasAttribute(OPEN) === open) return;
  if (open && shown) turn(shown, false);
  fireToggle(pop, 'beforetoggle', open);
  const within = pop.contains(document.activeElement);
  pop.toggleAttribute(OPEN, open);
  shown = open ? pop : null;
  if (open) {
    opener = by ?? /** @type {HTMLElement | null} */ (document.activeElement);
    /** @type {HTMLElement | null} */ (pop.querySelector('[autofocus]'))?.focus();
  } else if (within) opener?.focus({ preventScroll: true });
  setTimeout(() => fireToggle(pop, 'toggle', open));
}

/**
 * Return the popover that a button is for, if it is for one.
 * @param {EventTarget | null} target
 */
function popoverOf(target) {
  const by = target instanceof Element ? target.closest('[popovertarget]') : null;
  const pop = document.getElementById(by?.getAttribute('popovertarget') ?? '');
  return by instanceof HTMLElement && pop ? { by, pop } : null;
}

document.addEventListener('click', ({ target }) => {
  const ask = popoverOf(target);
  if (!ask) return;
  const { by, pop } = ask;
  const hides = by.getAttribute('popovertargetaction') === 'hide';
  turn(pop, !hides && !pop.hasAttribute(OPEN), by);
});
document.addEventListener('pointerdown', ({ target }) => {
  if (!shown || (target instanceof Node && shown.contains(target)) || popoverOf(target)?.pop === shown) return;
  turn(shown, false);
});
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && shown) turn(shown, false);
});

Object.assign(HTMLElement.prototype, {
  /** @this {HTMLElement} */
  showPopover() {
    turn(this, true);
  },
  /** @this {HTMLElement} */
  hidePopover() {
    turn(this, false);
  },
  /** @this {HTMLElement} */
  togglePopover() {
    turn(this, !this.hasAttribute(OPEN));
  },
});

export {};

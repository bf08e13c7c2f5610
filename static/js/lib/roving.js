// One tab stop for a group of buttons: arrows move inside it, Home and End go to its ends.

/**
 * Make a group of buttons one tab stop.
 *
 * The buttons are looked up anew at each key, so the group may be rendered again at any time; call
 * `refresh` then. The button in turn is known by its `data-code`, and where that left, by its place.
 *
 * @param {HTMLElement} group
 * @param {string} [selector] which buttons belong to it
 */
export function roving(group, selector = "button") {
  return new Roving(group, selector);
}

class Roving {
  at = 0;
  /** @type {string | undefined} */
  code;

  /** @param {HTMLElement} group @param {string} selector */
  constructor(group, selector) {
    this.group = group;
    this.selector = selector;
    group.addEventListener("keydown", this.onKey);
    group.addEventListener("focusin", this.onFocus);
    this.refresh();
  }

  /** Take no more keys of the group. */
  stop() {
    this.group.removeEventListener("keydown", this.onKey);
    this.group.removeEventListener("focusin", this.onFocus);
  }

  /** Find the button in turn again after the group was rendered. */
  refresh() {
    const list = this.items();
    const held = this.code === undefined ? -1 : list.findIndex((item) => item.dataset.code === this.code);
    this.mark(list, held >= 0 ? held : Math.max(0, Math.min(this.at, list.length - 1)));
  }

  /**
   * Focus a button.
   * @param {number} index counted from 0; before the first comes the last
   */
  go(index) {
    const list = this.items();
    if (!list.length) return;
    this.mark(list, (index + list.length) % list.length);
    list[this.at]?.focus();
  }

  /** @returns {HTMLElement[]} */
  items() {
    return [...this.group.querySelectorAll(this.selector)].filter((item) => item instanceof HTMLElement);
  }

  /** @param {HTMLElement[]} list @param {number} at */
  mark(list, at) {
    list.forEach((item, index) => {
      const stop = index === at ? "0" : "-1";
      // Setting it, even to what it is, would have the browser lay out the page.
      if (item.getAttribute("tabindex") !== stop) item.setAttribute("tabindex", stop);
    });
    this.at = at;
    this.code = list[at]?.dataset.code;
  }

  /** @param {KeyboardEvent} event */
  onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, number>} */
    const targets = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.items().length - 1 };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.go(target);
  };

  /** @param {FocusEvent} event */
  onFocus = (event) => {
    const list = this.items();
    const index = list.findIndex((item) => item === event.target);
    if (index >= 0) this.mark(list, index);
  };
}

// One tab stop for a group of buttons: arrows move inside it, Home and End go to its ends.

/**
 * Make a group of buttons one tab stop.
 *
 * The buttons are looked up anew at each key, so the group may be rendered again at any time; call
 * `refresh` then. The button in turn is known by its `data-code`, and where that left, by its place.
 *
 * @param {HTMLElement} group
 * @param {string} [selector] which buttons belong to it
 * @returns {{ go: (index: number) => void, refresh: () => void, stop: () => void }}
 */
export function roving(group, selector = "button") {
  let at = 0;
  /** @type {string | undefined} */
  let code;

  /** @returns {HTMLElement[]} */
  const items = () =>
    [...group.querySelectorAll(selector)].filter((item) => item instanceof HTMLElement);

  /** @param {HTMLElement[]} list */
  const mark = (list) => {
    list.forEach((item, index) => {
      const stop = index === at ? "0" : "-1";
      // Setting it, even to what it is, would have the browser lay out the page.
      if (item.getAttribute("tabindex") !== stop) item.setAttribute("tabindex", stop);
    });
    code = list[at]?.dataset.code;
  };

  const refresh = () => {
    const list = items();
    const held = code === undefined ? -1 : list.findIndex((item) => item.dataset.code === code);
    at = held >= 0 ? held : Math.max(0, Math.min(at, list.length - 1));
    mark(list);
  };

  /** @param {number} index */
  const go = (index) => {
    const list = items();
    if (!list.length) return;
    at = (index + list.length) % list.length;
    mark(list);
    list[at]?.focus();
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = items().length - 1;
    /** @type {Record<string, number>} */
    const targets = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  };

  /** @param {FocusEvent} event */
  const onFocus = (event) => {
    const list = items();
    const index = list.findIndex((item) => item === event.target);
    if (index < 0) return;
    at = index;
    mark(list);
  };

  group.addEventListener("keydown", onKey);
  group.addEventListener("focusin", onFocus);
  refresh();
  return {
    go,
    refresh,
    stop: () => {
      group.removeEventListener("keydown", onKey);
      group.removeEventListener("focusin", onFocus);
    },
  };
}

/**
 * Texts that leave the plates they stand on, are cut off, or lie on one another: a list of sentences.
 * Run by tests/browser/gallery/checks.py.
 */
() => {
  /** What runs over by less is not seen, px. */
  const SLACK = 2;
  const out = [];

  const words = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 40);
  const named = (e) => [e.tagName.toLowerCase(), ...e.classList].join('.');
  const shown = (e) =>
    e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !e.closest('[inert], .sr, .skip, option, svg');

  const known = new Map();
  /** What an element does to the text within it, and where it lies. */
  const traits = (e) => {
    if (!known.has(e)) {
      const style = getComputedStyle(e);
      const sides = ['Top', 'Right', 'Bottom', 'Left'];
      known.set(e, {
        // A box that runs over lines is as large as its text.
        inline: /^(inline|contents)$/.test(style.display),
        plate:
          !/^rgba\(.*, 0\)$|^transparent$/.test(style.backgroundColor) ||
          style.backgroundImage !== 'none' ||
          style.boxShadow !== 'none' ||
          sides.some((side) => parseFloat(style[`border${side}Width`]) > 0 && style[`border${side}Style`] !== 'none'),
        // Where a part is cut off with three points, that is meant.
        dotted: style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none',
        clipped: style.clipPath === 'inset(50%)',
        x: style.overflowX,
        y: style.overflowY,
        lifted: /absolute|fixed/.test(style.position),
        box: e.getBoundingClientRect(),
      });
    }
    return known.get(e);
  };
  /** What is there for ears alone: a spot of a pixel, or nothing of it. */
  const unseen = (e) => {
    for (let up = e; up && up !== document.body; up = up.parentElement) {
      const { x, box, clipped } = traits(up);
      if (clipped || (cuts(x) && (box.width <= 1 || box.height <= 1))) return true;
    }
    return false;
  };
  const cuts = (overflow) => /hidden|clip/.test(overflow);
  const scrolls = (overflow) => /auto|scroll/.test(overflow);

  /** How far a stretch leaves another, px. */
  const beyond = (from, to, least, most) => Math.max(least - from, to - most);

  /** The part of a text that is seen, once what is wrong with it has been told. */
  const judge = (node, rect) => {
    const of = node.parentElement;
    // The ink: letters are lower than the line that the font asks for.
    const ink = {
      left: rect.left,
      right: rect.right,
      top: rect.top + rect.height * 0.22,
      bottom: rect.bottom - rect.height * 0.2,
    };
    let told = false;
    for (let up = of; up && up !== document.body; up = up.parentElement) {
      const { inline, plate, dotted, x, y, lifted, box } = traits(up);
      if (inline) continue;
      const wide = beyond(ink.left, ink.right, box.left, box.right);
      const high = beyond(ink.top, ink.bottom, box.top, box.bottom);
      if (!told && !(dotted && (cuts(x) || cuts(y)))) {
        const cut = (wide > SLACK && cuts(x)) || (high > SLACK && cuts(y));
        const over = plate && ((wide > SLACK && !scrolls(x)) || (high > SLACK && !scrolls(y)));
        if (cut || over) {
          const by = Math.round(Math.max(wide, high));
          out.push(`${cut ? 'cut off' : 'spill'}: "${words(node.data)}" leaves ${named(up)} by ${by} px`);
          told = true;
        }
      }
      if (x !== 'visible') {
        ink.left = Math.max(ink.left, box.left);
        ink.right = Math.min(ink.right, box.right);
      }
      if (y !== 'visible') {
        ink.top = Math.max(ink.top, box.top);
        ink.bottom = Math.min(ink.bottom, box.bottom);
      }
      if (lifted) break;
    }
    return ink.right > ink.left && ink.bottom > ink.top ? ink : null;
  };

  const seen = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.data.trim() || !shown(node.parentElement) || unseen(node.parentElement)) continue;
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      const ink = judge(node, rect);
      if (ink) seen.push({ node, ink });
    }
  }

  // What a field says before anything is typed has to fit, and so has what was chosen.
  const ruler = document.createElement('canvas').getContext('2d');
  for (const e of document.querySelectorAll('input[placeholder], textarea[placeholder], select')) {
    if (!shown(e) || (!e.matches('select') && e.value)) continue;
    const text = e.matches('select') ? (e.selectedOptions[0]?.text ?? '') : e.placeholder;
    const style = getComputedStyle(e);
    ruler.font = style.font;
    const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const lines = e.matches('textarea') ? Math.floor(e.clientHeight / (parseFloat(style.lineHeight) || 20)) : 1;
    const over = ruler.measureText(text).width - room * lines;
    if (over > SLACK) out.push(`cut off: "${words(text)}" leaves ${named(e)} by ${Math.round(over)} px`);
  }

  // Texts lie beside each other; one that stays put lies over what is scrolled below it.
  const layer = (node) => {
    for (let up = node.parentElement; up && up !== document.body; up = up.parentElement)
      if (/absolute|fixed|sticky/.test(getComputedStyle(up).position)) return up;
    return document.body;
  };
  seen.sort((a, b) => a.ink.top - b.ink.top);
  for (let i = 0; i < seen.length; i += 1)
    for (let j = i + 1; j < seen.length && seen[j].ink.top < seen[i].ink.bottom - SLACK; j += 1) {
      const [a, b] = [seen[i], seen[j]];
      if (a.node === b.node) continue;
      if (Math.min(a.ink.right, b.ink.right) - Math.max(a.ink.left, b.ink.left) <= SLACK) continue;
      if (Math.min(a.ink.bottom, b.ink.bottom) - Math.max(a.ink.top, b.ink.top) <= SLACK) continue;
      if (layer(a.node) === layer(b.node)) out.push(`text on text: "${words(a.node.data)}" and "${words(b.node.data)}"`);
    }
  return [...new Set(out)];
}

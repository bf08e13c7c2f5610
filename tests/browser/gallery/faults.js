/** What is wrong with what a window shows: a list of sentences. Run by tests/browser/gallery/checks.py. */
() => {
  const SLACK = 3;
  const LEAST = 24;
  const CARD = 44;
  const out = [];
  const width = document.documentElement.clientWidth;

  const named = (e) => {
    const words = (e.getAttribute('aria-label') || e.textContent || e.getAttribute('name') || '').trim().replace(/\s+/g, ' ');
    const kind = [e.tagName.toLowerCase(), ...e.classList].join('.');
    return `${kind} "${words.slice(0, 40)}"`;
  };
  const shown = (e) =>
    e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !e.closest('[inert], .sr, .skip') &&
    e.getClientRects().length > 0;
  // A box that one ticks is as large as its label.
  const target = (e) => (e.matches('input[type=radio], input[type=checkbox]') && e.closest('label')) || e;

  for (const e of [document.scrollingElement, document.querySelector('.felt')])
    if (e && e.scrollWidth > e.clientWidth + 1) {
      const wide = [...document.querySelectorAll('body *')].find(
        (one) => shown(one) && one.getBoundingClientRect().right > width + 1 && !scrolls(one),
      );
      out.push(`overflow: ${e.scrollWidth} px in ${e.clientWidth}${wide ? `, by ${named(wide)}` : ''}`);
    }

  function scrolls(e) {
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement)
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return true;
    return false;
  }

  const sought = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=slider]';
  const layer = (e) => e.closest(':popover-open, [role=dialog], .over') || document.body;
  const top = document.querySelector(':popover-open, [role=dialog]') || document.body;
  const controls = [...new Set([...document.querySelectorAll(sought)].filter(shown).map(target))];
  const boxes = controls.map((e) => ({ e, box: e.getBoundingClientRect(), layer: layer(e) }));

  // What opens last is seen: a menu goes when what it offers has come.
  const lain = document.querySelector(':popover-open') && document.querySelector('#open-dialog');
  if (lain) out.push(`covered: ${named(lain)}`);

  const inline = (e) =>
    e.matches('a') && getComputedStyle(e).display === 'inline' && e.parentElement.textContent.trim().length > e.textContent.trim().length;
  for (const { e, box } of boxes) {
    if (!e.matches('.card') && !inline(e) && (box.width < LEAST - 0.5 || box.height < LEAST - 0.5))
      out.push(`small: ${named(e)} is ${Math.round(box.width)} x ${Math.round(box.height)}`);
    if ((box.left < -1 || box.right > width + 1) && !scrolls(e)) out.push(`outside: ${named(e)}`);
  }

  // What a plate bears over its edge leaves what lies beside it to be read.
  for (const badge of [...document.querySelectorAll('.tbl .badge')].filter(shown)) {
    const { left, right, top: above, bottom } = badge.getBoundingClientRect();
    for (const { e, box, layer: on } of boxes) {
      if (e.matches('.card, .gaze') || e.contains(badge) || on !== layer(badge)) continue; // a gaze lies over its plate
      if (Math.min(right, box.right) - Math.max(left, box.left) > SLACK && Math.min(bottom, box.bottom) - Math.max(above, box.top) > SLACK)
        out.push(`covered: ${named(e)} by ${named(badge)}`);
    }
  }

  // A card shows as much as a thumb needs.
  const scrolled = scrollY;
  for (const { e, layer: on } of boxes) {
    if (!e.matches('.card:enabled') || on !== top) continue;
    // A page is scrolled to what one presses; the cards of a table are there without that.
    if (!e.closest('.tbl')) e.scrollIntoView({ block: 'center' });
    const box = e.getBoundingClientRect();
    const seen = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    for (let x = box.left + 1; x < box.right; x += 5)
      for (let y = box.top + 1; y < box.bottom; y += 12) {
        const hit = document.elementFromPoint(x, y);
        if (!hit || !e.contains(hit)) continue;
        seen.left = Math.min(seen.left, x);
        seen.right = Math.max(seen.right, x);
        seen.top = Math.min(seen.top, y);
        seen.bottom = Math.max(seen.bottom, y);
      }
    const [w, h] = [seen.right - seen.left + 6, seen.bottom - seen.top + 13];
    if (!(w >= CARD && h >= CARD)) out.push(`card: ${named(e)} shows ${Math.round(w)} x ${Math.round(h)}`);
  }

  scrollTo(0, scrolled);

  const meets = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
  const fixed = (e) => {
    for (let up = e; up && up !== document.body; up = up.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(up).position)) return up;
    return null;
  };
  // A link that runs over the end of a line has a box in each.
  const met = (a, b) => rects(a).some((one) => rects(b).some((other) => meets(one, other)));
  // What has been scrolled out of sight meets nothing.
  const rects = (e) => {
    let found = [...e.getClientRects()];
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
      if (!/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflow)) continue;
      const edge = up.getBoundingClientRect();
      found = found.map(({ left, right, top, bottom }) => ({
        left: Math.max(left, edge.left),
        right: Math.min(right, edge.right),
        top: Math.max(top, edge.top),
        bottom: Math.min(bottom, edge.bottom),
      }));
    }
    return found;
  };
  const held = (e) => e.closest('.hand');
  for (let i = 0; i < boxes.length; i += 1)
    for (let j = i + 1; j < boxes.length; j += 1) {
      const [a, b] = [boxes[i], boxes[j]];
      if (a.layer !== b.layer || a.e.contains(b.e) || b.e.contains(a.e)) continue;
      if (held(a.e) && held(b.e)) continue; // cards overlap, and are measured above
      if (a.e.closest('.pack') && a.e.closest('.pack') === b.e.closest('.pack')) continue; // so do those of the stock
      if (a.e.matches('.gaze') || b.e.matches('.gaze')) continue; // it lies over a whole plate
      if (fixed(a.e) !== fixed(b.e) || a.e.closest('.log, .scroll-x') !== b.e.closest('.log, .scroll-x')) continue;
      if (met(a.e, b.e)) out.push(`overlap: ${named(a.e)} and ${named(b.e)}`);
    }

  // Plates, score and stock lie beside what is pressed, and beside each other.
  const blocks = [...document.querySelectorAll('.tbl .seat, .tbl .score, .tbl .stock, .tbl .tmenu, .tbl .acts')]
    .filter((e) => shown(e) && e.getBoundingClientRect().width > 0)
    .map((e) => ({ e, box: e.getBoundingClientRect(), layer: layer(e) }));
  const inHand = boxes.filter(({ e }) => held(e));
  for (let i = 0; i < blocks.length; i += 1)
    for (const other of [...blocks.slice(i + 1), ...inHand]) {
      const one = blocks[i];
      if (one.layer !== other.layer || one.e.contains(other.e) || other.e.contains(one.e)) continue;
      if (meets(one.box, other.box)) out.push(`overlap: ${named(one.e)} and ${named(other.e)}`);
    }
  return [...new Set(out)];
}

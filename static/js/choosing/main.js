/** The page that opens a table: says what the rules chosen are, and what is wrong with them, at once. */
import { gettext as _, ngettext } from '../lib/i18n.js';
import { html, nothing, render } from '../lib/lit.js';
import { choices, fitting, isNear, newest, question, rank, wrongs } from './choice.js';

/** @typedef {import('./choice.js').Verdict} Verdict */
/** @typedef {HTMLSelectElement | HTMLInputElement} Control */

const REST = 120;
const form = /** @type {HTMLFormElement} */ (document.querySelector('form[data-choosing]'));
const rows = new Map(
  [.../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-row]'))].map((row) => [
    row.dataset.row ?? '',
    row,
  ]),
);
const controls = new Map(
  [...rows].map(([name, row]) => [name, /** @type {Control} */ (row.querySelector('[data-option]'))]),
);
/** Where each row is at home: its group, in the order of the form. */
const homes = new Map(
  [...form.querySelectorAll('[data-group]')].map((group) => [
    group.getAttribute('data-group') ?? '',
    /** @type {HTMLElement} */ (group.querySelector('[data-rows]')),
  ]),
);
const rest = /** @type {HTMLElement} */ (form.querySelector('[data-rest]'));
const given = JSON.parse(document.querySelector('#choosing')?.textContent ?? '{}');
/** @type {{order: string[], groups: Record<string, string>, verdict: Verdict}} */
const { order, groups, verdict: first } = given;
/** The newest answer. */
let latest = first;
const builder = /** @type {HTMLDetailsElement} */ (form.querySelector('[data-builder]'));
const submit = /** @type {HTMLButtonElement} */ (form.querySelector('[type=submit]'));

/** @param {string} selector */
const part = (selector) => /** @type {HTMLElement} */ (form.querySelector(selector));

const ask = newest(
  async (query, signal) => {
    const answer = await fetch(`${form.dataset.choosing}?${query}`, {
      signal,
      headers: { accept: 'application/json' },
    });
    if (!answer.ok) throw new Error(String(answer.status));
    return /** @type {Verdict} */ (await answer.json());
  },
  (verdict) => show(verdict),
);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function changed() {
  clearTimeout(timer);
  submit.removeAttribute('aria-disabled'); // nobody knows yet
  timer = setTimeout(() => {
    timer = undefined;
    void ask(question(new FormData(form)).toString());
  }, REST);
}

/** @param {Verdict} verdict */
function show(verdict) {
  if (timer !== undefined) return; // changed since it was asked: another answer comes
  latest = verdict;
  const ticked = new Set(verdict.ticked);
  const wrong = wrongs(verdict.problems);
  const different = new Set(verdict.changed);
  for (const [name, row] of rows) {
    const control = controls.get(name);
    if (!control) continue;
    const text = wrong.get(name) ?? '';
    sayWrong(name, text);
    if (text) control.setAttribute('aria-invalid', 'true');
    else control.removeAttribute('aria-invalid');
    row.classList.toggle('changed', different.has(name));
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = ticked.has(name);
    else sayUsual(control, verdict.usual[name]);
  }
  part('[name=drawn]').setAttribute('value', verdict.drawn);
  sayWrong('players', wrong.get('players') ?? '');
  sayWrong('preset', wrong.get('preset') ?? '');
  arrange(new Set(verdict.matters));
  part('[data-act=usual]').hidden = !different.size;
  draw(verdict);
}

/**
 * @param {string} name
 * @param {string} text
 */
function sayWrong(name, text) {
  const place = document.getElementById(`why-${name}`);
  if (place && place.textContent !== text) place.textContent = text;
}

/** What each choice can be, as the page came: value and words. */
const values = new Map(
  [...controls.values()]
    .filter((control) => control instanceof HTMLSelectElement)
    .map((control) => [control, [...control.options].map(({ value, text }) => ({ value, words: text }))]),
);
if (first)
  for (const [control, all] of values) {
    const usual = first.usual[control.dataset.option ?? ''];
    for (const one of all) if (!one.value && usual) Object.assign(one, usual);
  }

/**
 * Show what leaving an option alone means in this game.
 * @param {Control} control
 * @param {{value: string, words: string} | undefined} usual
 */
function sayUsual(control, usual) {
  if (!usual) return;
  if (control instanceof HTMLInputElement) {
    control.placeholder = usual.words;
    return;
  }
  const named = (/** @type {string} */ value) => _('%(value)s (as usual)', { value });
  const wanted = choices(values.get(control) ?? [], control.value, usual, named);
  if (wanted.every(({ value, text }, at) => control.options[at]?.value === value && control.options[at]?.text === text)) return;
  control.replaceChildren(...wanted.map(({ value, text, selected }) => optionElement(value, text, selected)));
}

/**
 * @param {string} value
 * @param {string} text
 * @param {boolean} selected
 */
function optionElement(value, text, selected) {
  const made = document.createElement('option');
  Object.assign(made, { value, text, selected });
  return made;
}

/**
 * Put what matters with its kind and the rest at the end; what has the focus does not move.
 * @param {Set<string>} matters
 */
function arrange(matters) {
  const focused = document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? null;
  for (const [name, row] of rows) {
    const home = homes.get(groups[name] ?? '');
    if (!home) {
      row.hidden = !matters.has(name); // stands on its own
      continue;
    }
    const place = isNear(name, matters, focused) ? home : rest;
    if (row.parentElement === place) continue;
    const there = [...place.children].map((one) => one.getAttribute('data-row') ?? '');
    place.insertBefore(row, place.children[rank(name, there, order)] ?? null);
  }
  for (const home of homes.values()) {
    const group = /** @type {HTMLElement} */ (home.closest('[data-group]'));
    group.hidden = !home.children.length;
    const count = /** @type {HTMLElement} */ (group.querySelector('[data-count]'));
    const n = home.querySelectorAll(':scope > .changed').length;
    count.hidden = !n;
    count.textContent = ngettext('%(n)s changed', '%(n)s changed', n);
  }
  const far = /** @type {HTMLElement} */ (rest.closest('details'));
  far.hidden = !rest.children.length;
}

/** @param {Verdict} verdict */
function draw(verdict) {
  const { problems } = verdict;
  part('[data-line]').textContent = verdict.line;
  if (verdict.ok) {
    part('[data-changes]').replaceChildren(
      ...verdict.changes.map((one) => chip(`${one.label}: ${one.value}`)),
    );
    part('[data-sections]').replaceChildren(...verdict.sections.map(section));
  }
  render(
    problems.length
      ? html`<p class="err">
            ${ngettext('%(n)s thing does not fit yet.', '%(n)s things do not fit yet.', problems.length)}
          </p>
          ${problems.map(problemNote)}`
      : nothing,
    part('[data-problems]'),
  );
  if (problems.length) submit.setAttribute('aria-disabled', 'true');
  else submit.removeAttribute('aria-disabled');
  part('[data-act=copy]').dataset.copy = location.origin + verdict.link;
}

/**
 * Draw what does not fit, with the ways out of it.
 * @param {Verdict['problems'][number]} problem
 */
function problemNote({ text, undo }) {
  const ways = undo.map(
    (name) => html`<button type="button" class="btn sm" @click=${() => giveUp(name)}>
      ${_('“%(name)s” as usual', { name: label(name) })}
    </button>`,
  );
  return html`<div class="note warn">
    <div class="stack tight">
      <p>${text}</p>
      ${undo.length ? html`<div class="row">${ways}</div>` : nothing}
    </div>
  </div>`;
}

/** @param {string} name */
function label(name) {
  return rows.get(name)?.querySelector('label')?.textContent?.trim() ?? name;
}

/** @param {string} text */
function item(text) {
  const line = document.createElement('li');
  line.textContent = text;
  return line;
}

/**
 * Return a changed rule.
 * @param {string} text
 */
function chip(text) {
  const made = item('');
  made.className = 'chip changed';
  const [words, mark] = [document.createElement('span'), document.createElement('small')];
  words.textContent = text;
  mark.textContent = _('changed');
  made.append(words, mark);
  return made;
}

/** @param {Verdict['sections'][number]} one */
function section(one) {
  const made = document.createElement('section');
  made.className = 'stack tight';
  const title = document.createElement('h3');
  title.textContent = one.title;
  const lines = document.createElement('ul');
  lines.className = 'prose lines';
  lines.append(...one.lines.map((line) => item(line)));
  made.append(title, lines);
  return made;
}

/**
 * Leave these options as the game has them.
 * @param {Iterable<string>} names
 */
function usual(names) {
  for (const name of names) {
    const control = controls.get(name);
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = latest.usual[name]?.value === 'true';
    else if (control) control.value = '';
  }
  changed();
}

/**
 * Take one way out of a conflict. Its button goes with it, so the focus moves to the option.
 * @param {string} name
 */
function giveUp(name) {
  usual([name]);
  const control = controls.get(name);
  uncover(control);
  control?.focus();
}

/**
 * Open what an element is folded into.
 * @param {Element | null | undefined} element
 */
function uncover(element) {
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
}

/** @param {string} name */
const radios = (name) =>
  /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(`[name=${name}]`)]);

/** Return the seatings that the game chosen has. */
function seatings() {
  const game = radios('preset').find((radio) => radio.checked);
  return game?.closest('label')?.dataset.seatings?.split(' ') ?? [];
}

/** Choose the number of players that goes with a game; with a number, the first game that it fits. */
function fitGameAndPlayers(/** @type {EventTarget | null} */ target) {
  if (!(target instanceof HTMLInputElement)) return;
  const seating = radios('seating').find((radio) => radio.checked)?.value ?? '';
  if (target.name === 'preset') {
    const wanted = fitting(seating, seatings());
    for (const radio of radios('seating')) radio.checked = radio.value === wanted;
  } else if (target.name === 'seating' && !seatings().includes(seating)) {
    const other = radios('preset').find((radio) =>
      radio.closest('label')?.dataset.seatings?.split(' ').includes(seating),
    );
    if (other) other.checked = true;
  }
  dim();
}

/** Dim the games that are not for so many players, and bring the chosen one into sight. */
function dim() {
  const game = radios('preset').find((radio) => radio.checked);
  if (game?.closest('[data-others]')) uncover(game);
  const seating = radios('seating').find((radio) => radio.checked)?.value ?? '';
  for (const radio of radios('preset')) {
    const plate = radio.closest('label');
    const fits = plate?.dataset.seatings?.split(' ').includes(seating) ?? true;
    plate?.classList.toggle('far', !fits);
  }
}

form.addEventListener('input', changed);
form.addEventListener('change', (event) => {
  fitGameAndPlayers(event.target);
  changed();
});
form.addEventListener('submit', (event) => {
  if (submit.getAttribute('aria-disabled') !== 'true') return;
  event.preventDefault();
  const wrong = /** @type {HTMLElement | null} */ (form.querySelector('[aria-invalid=true]'));
  uncover(wrong);
  wrong?.focus();
});
part('[data-act=usual]').addEventListener('click', () => {
  usual(controls.keys());
  builder.querySelector('summary')?.focus();
});
dim();
if (first) show(first);

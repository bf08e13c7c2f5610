/** What is said of the card that lies on the board: how good it was, why, and what else there was. */
import { html, nothing, svg } from '../lib/lit.js';
import { gettext as _, ngettext } from '../lib/i18n.js';
import { cardInText, cardName } from '../table/speech/cardnames.js';
import { face, icon } from '../table/views/parts.js';
import { analysing, decisions, gradeName, inGamePoints, plays } from './analysis_store.js';
import { decisionTitle, optionText, toldText } from './decisions.js';
import { guideLink } from './guide.js';
import { reasonInWords } from './reasons.js';
import { baseOf, playing, position, reader, scene, timeline, variation } from './store.js';
import { winnerOf, worthOf } from './strength.js';
import { decider, clearRefusal, refusal } from './trying.js';
import { amount, costText, differenceText, figure, isLevel, level, percent, shortDifference } from './values.js';
import { positionText, whereabouts } from './texts.js';

/** Cards that are drawn at once; the others are behind a button. */
const DRAWN = 4;
/** Of a deal with a full pack. */
const WHOLE = 120;

/**
 * @typedef {import('./analysis_store.js').Judged} Judged
 * @typedef {import('./analysis_store.js').Play} Play
 * @typedef {import('./analysis_store.js').Decision} Decision
 * @typedef {{title: string, badge?: string, mood?: string, cost?: string, why: string, judged?: Judged | null, own?: string, names?: (code: string) => string}} Said
 */

/** @param {{actions: unknown}} parts what can be done with this card */
export function verdict({ actions }) {
  const said = variation.value ? ofVariation() : ofMatch();
  if (!said) return nothing;
  const live = playing.value || !said.judged ? 'off' : 'polite';
  return html`<div class="v-say" aria-live=${live} aria-atomic="true">
      <div class="v-t">
        <h2 id="h-verdict" tabindex="-1">${said.title}</h2>
        ${said.badge ? html`<span class="badge ${said.mood ?? ''}">${said.badge}</span>` : nothing}
        ${said.cost ? html`<span class="num muted">${said.cost}</span>` : nothing}
      </div>
      <p class="v-why">${said.why} ${guideLink(said.judged)}</p>
    </div>
    ${refusal.value
      ? html`<p class="note warn v-no" role="alert">
          ${refusal.value}
          <button class="btn sm" type="button" @click=${clearRefusal}>${_('All right')}</button>
        </p>`
      : nothing}
    ${said.judged && !isLevel(said.judged) ? alternatives(said.judged, said.own ?? '', said.names) : nothing}
    ${variation.value
      ? html`<p class="hint v-alts">
          ${variation.value.over
            ? _('Choose another card on the board, or go back to the match.')
            : _('The others answer as the analysis would play. Go on with the arrows, and choose the next card on the board.')}
        </p>`
      : nothing}
    <div class="v-acts">${actions}</div>`;
}

/** @returns {Said | null} */
function ofMatch() {
  const here = scene.value;
  const now = position.value;
  if (!here || !now) return null;
  const play = plays.value.get(now.hash);
  const decision = decisions.value.get(now.hash);
  if (decision) return ofDecision(decision, here, now);
  if (now.kind !== 'play') return { title: whereabouts(here, now), why: positionText(here, now) };
  const card = now.action?.card ?? '';
  const title = cardName(card);
  if (!play) {
    return { title, why: analysing.value ? _('Analysing… about 20 s') : positionText(here, now) };
  }
  const own = now.seat === reader.value;
  const only = own ? _('You could play only this one.') : _('Only this card could be played.');
  const said = play.judged ? ofJudged(play, play.judged, title) : { title, why: only };
  const kept = ['m', 's'].flatMap((kind) => decisions.value.get(`${now.hash}${kind}`) ?? []);
  return { ...said, why: [said.why, ...kept.filter((one) => one.judged.loss).map((one) => keptText(one, here))].join('\n') };
}

/**
 * Return what it cost that a marriage was not shown before a card broke it, or a sign not made before a partner's card.
 * @param {Decision} kept
 * @param {import('./store.js').Match} here
 */
function keptText(kept, here) {
  const { badge, cost, why } = ofDecision(kept, here, null);
  return `${decisionTitle(kept)}: ${badge ? `${badge}, ` : ''}${cost}. ${why}`;
}

/**
 * @param {Play} play
 * @param {Judged} judged
 * @param {string} title
 * @returns {Said}
 */
function ofJudged(play, judged, title) {
  const { grade, loss } = judged;
  const said = { title, judged, own: play.card };
  if (loss) {
    const mood = grade === 'error' ? 'bad' : grade ? 'warn' : '';
    return { ...said, badge: gradeName(grade), mood, cost: costText(judged), why: better(play, judged) };
  }
  if (isLevel(judged)) return { ...said, why: _('As good as any other card.') };
  const [, second] = judged.cards;
  if (judged.behind === 0) {
    const points = second ? differenceText(judged.cards[0] ?? second, second) : amount(0);
    return grade === 'find'
      ? { ...said, badge: gradeName(grade), mood: 'ok', why: _('The only good card: the next best costs %(points)s.', { points }) }
      : (second?.behind ?? 0) > level()
        ? { ...said, badge: _('The best'), mood: 'ok', why: _('The best card: the next one costs %(points)s.', { points }) }
        : { ...said, badge: _('The best'), mood: 'ok', why: _('Nothing was better.') };
  }
  return { ...said, why: _('As good as the best one, %(best)s, as far as can be told.', { best: cardInText(judged.best) }) };
}

/**
 * Return what happened, and how good a decision was that played no card.
 * @param {Decision} decision
 * @param {import('./store.js').Match} here
 * @param {import('./record.js').Position | null} now null: what happened is told already
 * @returns {Said}
 */
function ofDecision(decision, here, now) {
  const { options, ...figures } = decision.judged;
  const judged = { ...figures, cards: options.map((one) => ({ ...one, card: one.option })) };
  const names = (/** @type {string} */ code) => optionText(decision, code, here.record.rules['auction.kind'] === 'points');
  const happened = now ? positionText(here, now) : '';
  const told = toldText(decision, (seat) => here.names[seat] ?? '');
  const said = { title: decisionTitle(decision), judged, own: decision.chosen, names };
  const who = claimedNot(decision, here) || (decision.seat === reader.value ? _('You choose: %(option)s.', { option: names(decision.chosen) })
    : _('%(name)s chooses: %(option)s.', { name: here.names[decision.seat] ?? '', option: names(decision.chosen) }));
  if (!judged.loss) {
    const good = judged.behind === 0 && !isLevel(judged);
    const why = told || (good ? '' : _('Nothing was better.'));
    return { ...said, ...(good ? { badge: _('The best'), mood: 'ok' } : {}), why: [happened, who, why].filter(Boolean).join(' ') };
  }
  const reason = reasonOf(judged);
  const best = names(judged.best);
  const instead = reason ? _('Better: %(best)s; %(why)s', { best, why: reason }) : _('Better: %(best)s.', { best });
  const mood = judged.grade === 'error' ? 'bad' : judged.grade ? 'warn' : '';
  return { ...said, badge: gradeName(judged.grade), mood, cost: costText(judged), why: [happened, who, instead, told].filter(Boolean).join(' ') };
}

/**
 * Return that somebody could have claimed the rest, where nobody did.
 * @param {Decision} decision
 * @param {import('./store.js').Match} here
 */
function claimedNot({ kind, chosen, seat }, { names }) {
  if (kind !== 'claim' || chosen !== 'play') return '';
  return seat === reader.value ? _('You could have claimed the rest.') : _('%(name)s could have claimed the rest.', { name: names[seat] ?? '' });
}

/** Return why the better choice is better. @param {{why: Judged['why']}} judged */
const reasonOf = ({ why }) => (why ? reasonInWords(why.code, why.points, why.sign) : '');

/**
 * Return which card is better and why, and who takes the trick with it.
 * @param {Play} play
 * @param {Judged} judged
 * @returns {string}
 */
function better(play, judged) {
  const said = { best: cardInText(judged.best), why: reasonOf(judged) };
  const first = said.why ? _('Better: %(best)s; %(why)s', said) : _('Better: %(best)s.', said);
  return [first, trickWith(play)].filter(Boolean).join(' ');
}

/**
 * Return who takes the trick when the better card is played, as the cards lay.
 * @param {Play} play
 * @returns {string}
 */
function trickWith(play) {
  const here = scene.value;
  const now = position.value;
  const lies = timeline.value?.positions[(now?.index ?? 0) - 1]?.plays ?? [];
  if (!here || !now || !play.line) return '';
  const cards = [...lies, ...play.line.plays].slice(0, here.names.length);
  const taker = winnerOf(cards, now.trump, here.record.rules);
  if (!taker || cards.length < here.names.length) return '';
  const points = cards.reduce((sum, { card }) => sum + worthOf(card, here.record.rules), 0);
  return ngettext(
    'With it %(name)s takes the trick, %(n)s point.',
    'With it %(name)s takes the trick, %(n)s points.',
    points,
    { name: here.names[taker.seat] ?? '' },
  );
}

/** @returns {Said | null} */
function ofVariation() {
  const here = scene.value;
  const now = position.value;
  const tried = variation.value;
  const base = baseOf.value;
  if (!here || !now || !tried) return null;
  const card = tried.cards.at(-1) ?? '';
  const title = cardName(card);
  const play = tried.cards.length === 1 ? plays.value.get(base?.hash ?? '') : undefined;
  const worth = play?.judged?.cards.find((one) => one.card === card);
  const before = play?.judged?.cards.find((one) => one.card === play.card);
  const next = timeline.value?.positions[now.index + 1];
  // What the cards came to says more than the last of them.
  const why = positionText(here, next?.kind === 'taken' ? next : now);
  if (!play?.judged || !worth || !before) return { title, badge: _('Variation'), why };
  const gain = before.behind - worth.behind;
  const best = card === play.judged.best;
  return {
    title,
    badge: best ? _('The best') : _('Variation'),
    mood: best ? 'ok' : '',
    cost: Math.abs(gain) > level() ? shortDifference(worth, before) : '',
    why,
    judged: play.judged,
    own: card,
  };
}

/**
 * Draw the cards there were, drawn, from the best on: the first of them, and always the one at hand.
 * @param {Judged} judged
 * @param {string} own
 * @param {(code: string) => string} [names] of what could be chosen, where that is no card
 */
function alternatives(judged, own, names) {
  const played = variation.value ? (baseOf.value?.action?.card ?? '') : own;
  const cards = judged.cards;
  const drawn = cards.filter(({ card }, at) => at < DRAWN - 1 || card === own || card === played || cards.length <= DRAWN);
  const others = cards.filter((option) => !drawn.includes(option));
  const row = (/** @type {import('./analysis_store.js').Worth} */ option) => alternative(option, judged, own, played, names);
  const kind = names ? 'alts in-words' : 'alts';
  return html`<ol class="${kind} v-alts" aria-label=${names ? _('What could be chosen, the best first') : _('The cards to choose from, the best first')}>
      ${drawn.map(row)}
    </ol>
    ${others.length
      ? html`<details class="v-alts">
          <summary>${ngettext('%(n)s more card', '%(n)s more cards', others.length)}</summary>
          <ol class=${kind}>
            ${others.map(row)}
          </ol>
        </details>`
      : nothing}`;
}

/**
 * @param {import('./analysis_store.js').Worth} one
 * @param {Judged} judged
 * @param {string} own the card that lies on the board
 * @param {string} played the card of the match
 * @param {(code: string) => string} [names] of what could be chosen, where that is no card
 */
function alternative(one, judged, own, played, names) {
  const { best } = judged;
  const top = judged.cards.find(({ card }) => card === best) ?? one;
  const words = [
    one.card === best ? _('best') : '',
    one.card === own && variation.value ? _('the one you try') : '',
    one.card !== played ? '' : names ? _('chosen') : decider() === reader.value ? _('the one you played') : _('the one played'),
  ].filter(Boolean);
  return html`<li aria-current=${one.card === own ? 'true' : nothing}>
    ${names ? nothing : html`<span class="card s">${face(one.card, 'small')}</span>`}
    <p class="t">
      <span>${names ? names(one.card) : cardName(one.card)} ${words.length ? html`<small>${words.join(', ')}</small>` : nothing}</span>
      <span class="num">${one.behind > level() ? shortDifference(one, top) : nothing}</span>
    </p>
    <div class="two-bars">
      ${inGamePoints.value
        ? html`<span>${_('Points')}</span><span></span><span class="num">${figure(one.points)}</span>`
        : bar(_('Points'), one.points / WHOLE, figure(one.points), 't')}
      ${bar(_('Win'), one.win, percent(one.win), '')}
    </div>
  </li>`;
}

/**
 * @param {string} name
 * @param {number} share from 0 to 1
 * @param {string} text
 * @param {string} kind
 */
function bar(name, share, text, kind) {
  const width = Math.max(0, Math.min(100, 100 * share)).toFixed(1);
  return html`<span>${name}</span>
    <svg class="meter ${kind}" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 6">
      ${svg`<rect width="100" height="6" rx="3"></rect><rect width=${width} height="6" rx="3"></rect>`}
    </svg>
    <span class="num">${text}</span>`;
}

/**
 * Draw a button for something to do with this card, as text.
 * @param {string} name of the icon
 * @param {string} text
 * @param {() => void} act
 */
export function action(name, text, act) {
  return html`<button class="quiet" type="button" @click=${act}>${icon(name)}${text}</button>`;
}

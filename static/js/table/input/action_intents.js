/** Turn what a player wants beside cards, in every game, into messages: hints, claims, arrastre, taking back. */
import { gettext as _ } from '../../lib/i18n.js';
import { act, newId, send, takeBack } from './intents.js';
import { isSamePress, notePress } from './one_press.js';
import { hintable, legalAction, undoable, yourTurn } from '../state/selectors.js';
import { page, show, state } from '../state/store.js';

/** Ask which card the expert would play. */
export function askHint() {
  if (!hintable() || !yourTurn()) return show({ notice: _('There is nothing to advise at this moment.') });
  send({ t: 'hint', id: newId() });
}

/** Take back one's latest decision, and what followed it; or the card that was not sent yet. */
export function undo() {
  if (isSamePress(0)) return;
  notePress();
  if (page.value.going) takeBack();
  else if (state.value.pending.length) return;
  else if (undoable()) {
    show({ chosen: null, arrastre: false, away: [], held: null });
    act({ type: 'take_back' });
  } else show({ notice: _('There is nothing to take back now.') });
}

/** Say arrastre with the trump ace, or not. */
export function toggleArrastre() {
  if (legalAction('play', (action) => !!action.announce)) show({ arrastre: !page.value.arrastre });
}

/** Take all the rest; where one cannot see that it is right, say first what a false claim costs. */
export function claim() {
  if (legalAction('claim')) act({ type: 'claim' });
  else if (state.value.view?.claim) show({ dialog: 'claim' });
}

/** Claim the rest whether or not it is right. */
export function claimAnyway() {
  show({ dialog: null });
  if (state.value.view?.claim) act({ type: 'claim' });
}

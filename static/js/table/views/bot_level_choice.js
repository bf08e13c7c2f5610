/** The choice of how well bots play, beside the seats that are free. */
import { html } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { level } from './bot_levels.js';

/** Draw the levels from weak to strong, each with its name on screen. */
const levels = () => [
  ['random', _('Any card')],
  ['greedy', _('Beginner')],
  ['rules', _('Regular')],
  ['learned', _('Strong')],
  ['expert', _('Expert')],
];

/** Draw the choice, for who may seat bots. */
export function levelChoice() {
  return html`<label class="row"
    >${_('Level of the bots')}
    <select
      class="inp"
      @change=${(/** @type {Event} */ event) => {
        if (event.target instanceof HTMLSelectElement) level.value = event.target.value;
      }}
    >
      ${levels().map(
        ([name, title]) =>
          html`<option value=${name} ?selected=${name === level.value}>${title}</option>`,
      )}
    </select></label
  >`;
}

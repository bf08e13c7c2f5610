/** How well the bots play that the host seats. */
import { html } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { signal } from '../../lib/signals.js';

/** The level that the host's next bot has; the site's names are those of its commands. */
export const level = signal('rules');

/** The levels from weak to strong, each with its name on screen. */
export const levels = () => [
  ['random', _('Any card')],
  ['greedy', _('Beginner')],
  ['rules', _('Regular')],
  ['learned', _('Strong')],
  ['expert', _('Expert')],
];

/** The choice, for who may seat bots. */
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

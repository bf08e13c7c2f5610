/** List the phrases and faces of the chat, in the player's language. */
import { gettext as _ } from '../../lib/i18n.js';

/** @typedef {import('./chat.js').Line} Line */

/** Return what each phrase is in the player's language, in the order in which they are offered. */
export function phrases() {
  return /** @type {[string, string][]} */ ([
    ['hello', _('Hello!')],
    ['good_luck', _('Good luck!')],
    ['one_moment', _('One moment, please.')],
    ['your_turn', _('Your turn!')],
    ['sorry', _('Sorry!')],
    ['well_played', _('Well played!')],
    ['thanks', _('Thank you!')],
    ['unlucky', _('Bad luck!')],
    ['good_game', _('Good match!')],
    ['again', _('Another one?')],
    ['must_go', _('I have to go.')],
    ['bye', _('Goodbye!')],
  ]);
}

/** Return the faces: the name, which is also that of the picture, and what somebody does who shows it. */
export function reactions() {
  return /** @type {[string, string][]} */ ([
    ['smile', _('smiles')],
    ['laugh', _('laughs')],
    ['clap', _('claps')],
    ['wow', _('is amazed')],
    ['think', _('wonders')],
    ['sad', _('is sad')],
  ]);
}

/**
 * Return the face that a line is; null where it is none.
 * @param {Line} line
 */
export function faceOf(line) {
  return reactions().find(([name]) => !line.text && name === line.phrase) ?? null;
}

/**
 * Return a line as it is read; empty where it is a face.
 * @param {Line} line
 */
export function lineText(line) {
  return line.text || (phrases().find(([name]) => name === line.phrase)?.[1] ?? '');
}

/**
 * Return a line as it is read aloud: who, and what.
 * @param {Line} line
 */
export function spokenLine(line) {
  const face = faceOf(line);
  return face ? `${line.player} ${face[1]}` : `${line.player}: ${lineText(line)}`;
}

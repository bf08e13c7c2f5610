/** Fetch what lets cards move. Until it is there, they are where they belong. */
import { lazily } from '../../lib/lazy.js';
import { root } from '../page_data.js';

export const motion = lazily(() =>
  import('./moves.js').then((moves) => {
    moves.arriveOnTouch(root);
    moves.listenToDrags(root);
    return moves;
  }),
);
